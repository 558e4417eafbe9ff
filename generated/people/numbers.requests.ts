// Code generated from catalog/people/numbers.routes.yaml by "npm run generate". DO NOT EDIT.

export type PostPhoneNumbersBuyBody = {
  /** two letters; US always works, CA usually */
  country: string
  /** best effort; 3 digits in US and CA */
  areaCode?: string
}

export type PostPhoneNumbersRenewBody = {
  phoneNumber: string
}

export type PostPhoneNumbersListBody = {}
