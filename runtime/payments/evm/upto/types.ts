/** The types of metered payments by Permit2. */
import type * as evm from '../types.ts'

/** An allowance for Permit2 by signature (EIP-2612), which the settlement uses first. */
export interface SpendPermit {
  /** Micro-USD that Permit2 may move: the ceiling. */
  value: bigint
  deadline: bigint
  /** The nonce that the token expects, for facilitators. */
  nonce: bigint
  signature: string
}

/**
 * A decoded authorization of up to `value`. `validBefore` is its deadline, the last second in which
 * it can be used. Addresses are lower case.
 */
export interface UptoAuthorization extends evm.Authorization {
  token: string
  /** The contract that may use it. */
  spender: string
  /** The only account that may settle it. */
  facilitator: string
  permit?: SpendPermit
}

/**
 * The settling accounts: the one that payments must name, and those that earlier payments named.
 */
export interface Facilitators {
  /** The account that new payments must name; empty while it is not known. */
  current(): string
  has(address: string): boolean
}
