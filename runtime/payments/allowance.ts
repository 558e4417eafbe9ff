/** Allowances: what a contract may take from a wallet, whatever the wallet holds. */

/** The allowance by which a scheme takes its payments. */
export interface Allowance<A> {
  /** Whether it bounds the claim with this key. */
  bounds(key: string): boolean
  /** What may be taken from a wallet now, micro-USD. Rejects if the chain does not answer. */
  of(wallet: string): Promise<bigint>
  /**
   * Whether the settlement of an authorization replaces the allowance by one for itself, so that
   * it may leave nothing for others.
   */
  isReplacedBy(authorization: A): boolean
}
