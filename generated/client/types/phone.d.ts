// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface PhoneNumbersBuyRequest {
  /** two letters; US always works, CA usually */
  country?: string
  /** best effort; 3 digits in US and CA */
  areaCode?: string
}

export interface PhoneNumbersRenewRequest {
  phoneNumber: string
}

export type PhoneNumbersListRequest = Record<string, never>

export interface PhoneLookupRequest {
  /** the number with + and its country, e.g. +14155552671 */
  phoneNumber: string
}

export interface LineTypeIntelligence {
  mobile_country_code: string
  mobile_network_code: string
  carrier_name: string
  type: string
  error_code: unknown
}
