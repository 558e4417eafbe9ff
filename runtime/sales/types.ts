/** Types of the sales lines: one for each charge, each failure and each rejected payment. */
import type { FailureKind } from '../contract.ts'

/**
 * How a sale ended. `charged`: the transfer landed. `covered`: an earlier payment of the wallet
 * paid for it. `waived`: its price was zero. `uncharged`: the catalog does not charge for this
 * result. `failed`: the work failed or was refused, and nothing was charged. `unpaid`: the result
 * existed and its payment failed. `absorbed`: the same, and it was served all the same. `rejected`:
 * the payment was not accepted, and nothing was claimed.
 */
export type SaleOutcome =
  'charged' | 'covered' | 'waived' | 'uncharged' | 'failed' | 'unpaid' | 'absorbed' | 'rejected'

/** What an upstream reported to have used; only numbers. */
export type SaleUsage = Readonly<Record<string, number>>

/** A value that a price formula has read: never a text that a caller wrote. */
export type SaleInput = number | boolean | string | null

/** Why work failed, as words of the gateway: the kind of the upstream's failure, or our own fault. */
export type WhyFailed = FailureKind | 'job_stalled' | 'job_interrupted' | 'internal_error'

/** What is known of a sale before its end. Stored in the payment record with the claim. */
export interface SaleFacts {
  /** The row of the catalog that was bought. */
  model?: string
  /** What was asked, micro-USD. */
  quoted: string
  /** The hash of the catalog that quoted it. */
  catalog: string
  /** Since when the catalog sells it so, Unix ms; absent before its first date. */
  since?: number
  /** The id of the request, which its caller may have chosen. */
  request?: string
  /** What the price formula has read, by place, e.g. `body.n`. */
  inputs?: Readonly<Record<string, SaleInput>>
  /** What the upstream reported to have used. */
  usage?: SaleUsage
  /** What the call costs us if there is a result, micro-USD, where the catalog says it. */
  cost?: string
  /** What the call delivers, e.g. images, where the catalog says it; only numbers. */
  units?: SaleUsage
  /** Why its job failed. It becomes the `reason` of its line. */
  why?: WhyFailed
  /** The line that was written when the claim ended. */
  line?: EndedLine
}

/** A line that was written already: its key and its outcome. */
export interface EndedLine {
  key: string
  /** When it ended, Unix ms. Lines of older versions only say it at the beginning of their key. */
  at?: number
  outcome: SaleOutcome
  reason?: string
}

/** One line. It is only changed to count further ends (`times`). */
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
  /** What was charged, micro-USD. */
  charged: string
  transaction?: string
  /**
   * How many ends it stands for, if there were several: those of one payment and day that charged
   * nothing and ended alike. `at` and `request` are those of the last one, `usage`, `cost` and
   * `units` are their sums.
   */
  times?: number
  /** Why nothing was charged, as a word. */
  reason?: string
  /** The key of the payment record. */
  payment?: string
  /** Set if the sale belongs to a job. */
  job?: string
  /**
   * The earlier line of the same sale, which is void: the chain has shown that the money came after
   * all.
   */
  corrects?: EndedLine
}
