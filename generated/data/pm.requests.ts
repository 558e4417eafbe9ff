// Code generated from catalog/data/pm.routes.yaml by "npm run generate". DO NOT EDIT.

export type PostPmVenueAWalletIdentitiesBody = {
  /** wallet addresses */
  addresses: string[]
}
