/** A way to be paid, and what it asks a chain. */
import type { NetworkSpec } from '../contract.ts'
import type { Allowance } from './allowance.ts'
import type { Declared } from './kind.ts'
import type {
  Authorization,
  Decoded,
  Payment,
  PaymentFields,
  Requirements,
  Verdict,
} from './payment.ts'
import type { SettlementBackend } from './settlement.ts'

/** A node that answers JSON-RPC requests. Rejects if it does not answer, or answers an error. */
export interface ChainNode {
  call<T>(method: string, params: unknown[], timeoutMs?: number): Promise<T>
}

/** The newest block of a chain; `time` is Unix seconds. */
export interface ChainHead {
  number: number
  time: number
}

/**
 * One way to be paid: one scheme, chain and asset. It says what a call requires, and decodes,
 * verifies and settles it. What differs between kinds of networks ends here.
 */
export interface PaymentScheme<A extends Authorization = Authorization> {
  readonly spec: NetworkSpec
  readonly payTo: string
  /**
   * Whether it settles the actual price of a call, of which the signed amount is the maximum.
   * Settlements get requirements with the actual amount.
   */
  readonly isMetered?: true
  /** The extensions that challenges declare with its offer. */
  readonly declared?: Declared
  /** What a call requires, in the notation of `accepts`. `amount` is micro-USD. */
  requirements(amount: bigint, maxTimeoutSeconds: number): Requirements
  /** Whether these requirements, or what a client says it accepted, are this scheme's. */
  owns(of: Pick<Requirements, 'scheme' | 'network' | 'asset'> & { extra?: unknown }): boolean
  /**
   * Reads the decoded JSON of a payment header, whose frame was checked. `at` is when it arrived,
   * Unix ms. Throws `Malformed`.
   */
  read(fields: PaymentFields, at: number): A
  /**
   * The key of an authorization, by its own part (a nonce, or the hash of what was signed) and its
   * payer; undefined if that is none, or if the payer is needed and not given.
   */
  keyOf?(nonce: string, payer?: string): string | undefined
  /** Decodes a payment header that arrived at `at`, Unix ms. Never throws. */
  decode(header: string, at?: number): Decoded<A>
  /**
   * Verifies signature, amount, asset, recipient and window, then asks the settlement backend to
   * check. `now` is Unix ms. An `amount` of 0 skips the backend's check.
   */
  verify(payment: Payment<A>, requirements: Requirements, now: number): Promise<Verdict>
  readonly backend: SettlementBackend<A>
  /** A wallet's balance of the asset, micro-USD. Rejects if the chain does not answer. */
  balanceOf?(wallet: string): Promise<bigint>
  /** Where an allowance bounds what a wallet can pay, besides its balance. */
  readonly allowance?: Allowance<A>
  /** The newest block, for health views. Rejects if the chain does not answer. */
  head?(): Promise<ChainHead>
}
