// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface PhoneNumbersBuyRequest {
  /** two letters; US always works, CA usually */
  country?: string
  /** best effort; 3 digits in US and CA */
  areaCode?: string
}

export interface PhoneNumbersBuyReply {
  phone_number?: unknown
  expires_at: string
  chain: string
  message: 'Leased for 30 days. Renew it before it expires.'
}

export interface PhoneNumbersRenewRequest {
  phoneNumber: string
}

export interface PhoneNumbersRenewReply {
  phone_number: string
  expires_at: string
}

export type PhoneNumbersListRequest = Record<string, never>

export interface PhoneNumbersListReply {
  numbers: {
    phone_number: string
    chain: string
    expires_at: string
    active: boolean
  }[]
  count: number
}

export interface PhoneNumbersReleaseReply {
  released: boolean
  phone_number: string
}

export interface PhoneLookupRequest {
  /** the number with + and its country, e.g. +14155552671 */
  phoneNumber: string
}
