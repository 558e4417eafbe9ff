// Code generated from catalog/people/phone.routes.yaml by "npm run generate". DO NOT EDIT.

export type PostPhoneLookupBody = {
  /** the number with + and its country, e.g. +14155552671 */
  phoneNumber: string
}
