/** The types of payments by a signed Solana transaction. */
import type * as base from '../payment.ts'
import type * as scheme from '../scheme.ts'
import type * as settlement from '../settlement.ts'

/** An instruction. Addresses are base58. */
export interface Instruction {
  program: string
  accounts: readonly string[]
  data: Buffer
}

/** The transfer of a transaction: TransferChecked of a token program. */
export interface Transfer {
  program: string
  source: string
  mint: string
  destination: string
  authority: string
  amount: bigint
  decimals: number
}

/** A transaction as a wallet signed it. Its first signature, the fee payer's, is empty. */
export interface Transaction {
  /** The signed bytes; they identify the transaction. */
  message: Buffer
  /** Who must sign, in the order of `signatures`; the first pays the fee. */
  signers: readonly string[]
  signatures: readonly Buffer[]
  blockhash: string
  instructions: readonly Instruction[]
  transfer: Transfer
}

/** A decoded payment. */
export interface Authorization extends base.Authorization {
  transaction: Transaction
}

/** A payment by a signed transaction. */
export type Payment = base.Payment<Authorization>

/** The wallets that pay the fees: the gateway's own, or the facilitator's. */
export interface FeePayers {
  /** The wallet that challenges name. */
  current(): string
  has(address: string): boolean
}

/** A backend that settles signed transactions. */
export interface SettlementBackend extends settlement.SettlementBackend<Authorization> {
  readonly feePayers: FeePayers
  /** Returns why the transaction's blockhash cannot be used now; undefined if it can. */
  stale(payment: Payment): Promise<base.Rejection | undefined>
}

/** The payment scheme of a Solana network. */
export interface PaymentScheme extends scheme.PaymentScheme<Authorization> {
  readonly backend: SettlementBackend
}
