/** Types of the sales lines: one for each charge, each failure and each rejected payment. */
import type { FailureKind } from '../contract.ts'

/**
 * How a sale ended. `charged`: the transfer landed. `covered`: an earlier payment of the wallet
 * paid for it. `waived`: its price was zero. `uncharged`: the catalog does not charge for this
 * result. `failed`: the work failed or was refused, and nothing was charged. `unpaid`: the result
 * existed and its payment failed. `absorbed`: the same, but it was served anyway. `rejected`: the
 * payment was not accepted, and nothing was claimed.
 */
export type SaleOutcome =
  | 'charged'
  | 'covered'
  | 'waived'
  | 'uncharged'
  | 'failed'
  | 'unpaid'
  | 'absorbed'
  | 'rejected'

/** The usage that an upstream reported; only numbers. */
export type SaleUsage = Readonly<Record<string, number>>

/** A value that a price formula has read; never a text that a caller wrote. */
export type SaleInput = number | boolean | string | null

/**
 * Why work failed, as codes of the gateway: the kind of the upstream's failure, or the gateway's
 * own fault.
 */
export type WhyFailed = FailureKind | 'job_stalled' | 'job_interrupted' | 'internal_error'

/** Facts of a sale before its end. Stored in the payment record with the claim. */
export interface SaleFacts {
  /** The row of the catalog that was bought. */
  model?: string
  /** The quoted price, micro-USD. */
  quoted: string
  /** The hash of the catalog that quoted it. */
  catalog: string
  /** Since when the catalog has this offering, Unix ms; absent before its first date. */
  since?: number
  /** The id of the request, which its caller may have chosen. */
  request?: string
  /** The values that the price formula has read, by place, e.g. `body.n`. */
  inputs?: Readonly<Record<string, SaleInput>>
  /** The usage that the upstream reported. */
  usage?: SaleUsage
  /** What the call costs us if there is a result, micro-USD, if the catalog defines it. */
  cost?: string
  /** The units that the call delivers, e.g. images, if the catalog defines them; only numbers. */
  units?: SaleUsage
  /** Why its job failed. It becomes the `reason` of its line. */
  why?: WhyFailed
  /** The line that was written when the claim ended. */
  line?: EndedLine
}

/** A line that is already written: its key and its outcome. */
export interface EndedLine {
  key: string
  /** When it ended, Unix ms. Lines of older versions have it only at the beginning of their key. */
  at?: number
  outcome: SaleOutcome
  reason?: string
}

/** One line. It is changed only to count further ends (`times`). */
export interface SaleLine extends Omit<SaleFacts, 'line' | 'why'> {
  /** Unix ms. */
  at: number
  outcome: SaleOutcome
  /** The route's id. */
  route: string
  wallet?: string
  /** The chain, as x402 names it. */
  network: string
  scheme: string
  /** The charged amount, micro-USD. */
  charged: string
  transaction?: string
  /**
   * How many ends the line stands for, if several: equal uncharged ends of one payment and day.
   * `at` and `request` are those of the last end; `usage`, `cost` and `units` are sums.
   */
  times?: number
  /** Why nothing was charged, as a code. */
  reason?: string
  /** The key of the payment record. */
  payment?: string
  /** Set if the sale belongs to a job. */
  job?: string
  /**
   * The earlier line of the same sale, which is void: the chain has shown that the payment landed
   * after all.
   */
  corrects?: EndedLine
}
