/** What is told to operators: one structured log line and one metric for each request, quote, charge and failure. */
import type { Logger } from 'pino'

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
  ip?: string
}

/** How a settlement ended: `landed`, `failed`, `unknown`. `ms` from claim to end; `amount` micro-USD. */
export interface SettlementFacts {
  route: string
  network: string
  state: string
  amount: bigint
  ms: number
  transaction?: string
  /** In whoever's words: cleaned before it is written. */
  reason?: string
}

/** How an upstream call ended: `ok` or a failure's kind. */
export interface UpstreamFacts { call: string; outcome: string; ms: number; status?: number }

/** Where everything is told. */
export interface Observe {
  readonly log: Logger
  request(facts: RequestFacts): void
  settlement(facts: SettlementFacts): void
  upstream(facts: UpstreamFacts): void
  /** Gauges read when the figures are asked for, e.g. jobs in progress. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  /** Prometheus text. */
  metrics(): Promise<string>
}
