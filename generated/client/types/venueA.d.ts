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

export interface VenueAFundReply {
  success: boolean
  funded: boolean
  creditPending: boolean
  status: 'deposit_submitted'
  deposit: {
    txHash: string
    amountUsd: string
    recipient: string
    network: string
  }
  fee: {
    amountUsd: '0.011'
    txHash?: string
    settled: boolean
  }
  note: 'The bridge credits the wallet within minutes, sometimes in more than half an hour. Keep X-Deposit-Tx; a repeat of this request is refused.'
}
