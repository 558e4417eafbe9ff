// Code generated from catalog/people/funding.routes.yaml by "npm run generate". DO NOT EDIT.
import type { MicroAmount, EvmAddress } from '../shapes.types.ts'

export type PostVenueAFundBody = {
  depositWallet: EvmAddress
  /** the bridge's address for depositWallet */
  recipient: EvmAddress
  /** micro-USDC, as digits; 10,000 USD at most */
  amountMicro: MicroAmount
  /** the signed deposit: an x402 payload in base64 */
  depositAuthorization: string
}
