// Code generated from catalog/people/phone.routes.yaml by "npm run generate". DO NOT EDIT.

export type PostNumbersRenewBody = {
  phoneNumber: string
}

export type PostNumbersLabelBody = {
  phoneNumber: string
  label: string
  was: string
}

export type PostNumbersMineBody = {
  skip: number
}
