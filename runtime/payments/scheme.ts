/** A payment scheme, and what it reads from a chain. */
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
 * A payment scheme on one chain with one asset. It returns the requirements of a call, and decodes,
 * verifies and settles its payment. Code above this interface does not depend on the kind of
 * network.
 */
export interface PaymentScheme<A extends Authorization = Authorization> {
  readonly spec: NetworkSpec
  readonly payTo: string
  /**
   * Whether it settles the actual price of a call, up to the signed amount. Settlements get
   * requirements with the actual amount.
   */
  readonly isMetered?: true
  /**
   * The longest time that an authorization stays valid, in ms, where the chain limits it; undefined
   * where the wallet chooses it.
   */
  readonly maxValidityMs?: number
  /** The extensions that challenges declare with its offer. */
  readonly declared?: Declared
  /** Returns the requirements of a call, in the notation of `accepts`. `amount` is micro-USD. */
  requirements(amount: bigint, maxTimeoutSeconds: number): Requirements
  /** Whether these requirements, or those that a client says it accepted, are this scheme's. */
  owns(of: Pick<Requirements, 'scheme' | 'network' | 'asset'> & { extra?: unknown }): boolean
  /**
   * Reads the decoded JSON of a payment header whose shared structure was checked. `at` is the time
   * of arrival, Unix ms. Throws `Malformed`.
   */
  read(fields: PaymentFields, at: number): A
  /**
   * Builds an authorization's store key from its nonce (or hash) and payer; undefined if either is
   * invalid or missing.
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
  /** Returns a wallet's balance of the asset, micro-USD. Rejects if the chain does not answer. */
  balanceOf?(wallet: string): Promise<bigint>
  /** The allowance that bounds a wallet's payments besides its balance, if the scheme uses one. */
  readonly allowance?: Allowance<A>
  /** Returns the newest block, for health views. Rejects if the chain does not answer. */
  head?(): Promise<ChainHead>
}
