// Code generated from catalog/tools/onramp.routes.yaml by "npm run generate". DO NOT EDIT.

export type PostOnrampTokenBody = {
  /** the wallet that receives the USDC */
  address: string
}
