/** Allowances: the amounts that a contract may take from a wallet. */

/** The allowance by which a scheme takes its payments. */
export interface Allowance<A> {
  /** Whether it bounds the claim with this key. */
  bounds(key: string): boolean
  /**
   * Returns the amount that may be taken from a wallet now, micro-USD. Rejects if the chain does
   * not answer.
   */
  of(wallet: string): Promise<bigint>
  /**
   * Whether settling an authorization replaces the allowance with one for itself, so that nothing
   * may be left for others.
   */
  isReplacedBy(authorization: A): boolean
}
