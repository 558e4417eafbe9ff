// Code generated from catalog/people/funding.routes.yaml by "npm run generate". DO NOT EDIT.
import type { MicroAmount, EvmAddress } from '../shapes.types.ts'

export type PostVenueAFundBody = {
  depositWallet: EvmAddress
  /** the bridge's address for depositWallet */
  recipient: EvmAddress
  /** micro-USDC, as digits; 10,000 USD at most */
  amountMicro: MicroAmount
  /**
   * the signed deposit: what PAYMENT-SIGNATURE holds for accepts[0] of the 402, with recipient as
   * payTo and amountMicro as amount
   */
  depositAuthorization: string
}

/** The derived values of POST /api/v1/venue-a/fund. */
export interface PostVenueAFundValues {
  charge: bigint
}
