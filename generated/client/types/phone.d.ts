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

export interface PhoneLookupReply {
  calling_country_code: string
  country_code: string
  phone_number: string
  national_format: string
  valid: boolean
  validation_errors: unknown[]
  line_type_intelligence: LineTypeIntelligence
  sim_swap: unknown
  call_forwarding: unknown
  caller_name: unknown
  identity_match: unknown
  reassigned_number: unknown
  sms_pumping_risk: unknown
  live_activity: unknown
  url: string
}

export interface LineTypeIntelligence {
  mobile_country_code: string
  mobile_network_code: string
  carrier_name: string
  type: string
  error_code: unknown
}
