// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { EvmAddress } from './shared.js'

export type MicroAmount = string

export interface VenueAFundRequest {
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
