// Code generated from catalog/people/funding.routes.yaml by "npm run generate". DO NOT EDIT.

export type PostVenueAFundBody = {
  depositWallet: string
  /** the bridge's address for depositWallet */
  recipient: string
  /** micro-USDC, as digits; 10,000 USD at most */
  amountMicro: string
  /** the signed deposit: an x402 payload in base64 */
  depositAuthorization: string
}
