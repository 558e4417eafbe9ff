// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface PmVenueAWalletIdentitiesRequest {
  /** wallet addresses */
  addresses: string[]
}
