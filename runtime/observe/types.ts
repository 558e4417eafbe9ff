/**
 * What operators see: one structured log line and one metric for each request, quote, charge and
 * failure.
 */
import type { Logger } from 'pino'
import type { Redactor } from './redact.ts'
import type { GaugeName } from './table.ts'

/** How one request ended. `outcome` is an OutcomeKind, `ok`, `accepted` (202) or `charged`. */
export interface RequestFacts {
  route: string
  /** Catalog place of the route. */
  origin: string
  method: string
  status: number
  outcome: string
  ms: number
  payer?: string
  /** Micro-USD. */
  amount?: bigint
  transaction?: string
  job?: string
  /**
   * The row of the catalog that a free call used, `-` if it has none; absent if it was not served
   * free.
   */
  free?: string
  ip?: string
  /** The id of the request. */
  request?: string
  /** The id of its trace, if it belongs to one. */
  trace?: string
}

/** The facts that differ between requests with the same cached reply. */
export type RepeatFacts = Pick<RequestFacts, 'ip' | 'request' | 'trace'>

/**
 * How a settlement ended: `landed`, `failed`, `unknown`. `ms` from claim to end; `amount`
 * micro-USD.
 */
export interface SettlementFacts {
  route: string
  /** The row of the catalog that was bought. */
  model?: string
  network: string
  state: string
  amount: bigint
  /** Set if the money went to a third party, so that we earned nothing. */
  transfer?: true
  /** Set if the result is served even if the settlement fails. */
  absorbed?: true
  ms: number
  transaction?: string
  /** May contain foreign text; redacted before it is written. */
  reason?: string
  /** The id of the request that bought. */
  request?: string
}

/** How an upstream call ended: `ok` or a failure's kind. */
export interface UpstreamFacts {
  call: string
  outcome: string
  ms: number
  status?: number
  /** The ids of the request that it serves, and of its trace; absent if no request waits for it. */
  request?: string
  trace?: string
  /** The id that this call has in the trace. */
  span?: string
}

/**
 * How work on a job ended, once per job; `interrupted` counts each time a process gives up a job
 * that will be resumed.
 */
export interface JobEndFacts {
  route: string
  end: 'completed' | 'failed' | 'stalled' | 'interrupted'
}

/** The value of a gauge: one number, or one per label value. */
export type Reading =
  | number
  | readonly { labels: Readonly<Record<string, string>>; value: number }[]

/** Receives all facts. */
export interface Observe {
  readonly log: Logger
  request(facts: RequestFacts): void
  /** Prepares to report many requests that differ only in their callers. */
  repeat(facts: Omit<RequestFacts, keyof RepeatFacts>): (one: RepeatFacts) => void
  settlement(facts: SettlementFacts): void
  upstream(facts: UpstreamFacts): void
  job(facts: JobEndFacts): void
  /** Counts a payment that was rejected before its claim; `isRecorded` if it has a sales line. */
  rejection(isRecorded: boolean): void
  /**
   * Counts a refused release by the check that it failed. `isNone` only sets the counter to zero:
   * it must be seen at zero before its first increase counts.
   */
  refusal(check: string, isNone?: boolean): void
  /**
   * Registers a gauge of `table.ts` that is read when metrics are requested, e.g. jobs in progress.
   */
  gauge(name: GaugeName, read: () => Reading | Promise<Reading>): void
  /** Returns the Prometheus text. */
  metrics(): Promise<string>
  /**
   * Returns an observation with the same metrics and log for a catalog with this hash, which is on
   * each of its lines.
   */
  ofCatalog(hash: string, redact: Redactor): Observe
}
