/**
 * Every metric of a gateway: the code that counts, the README, the dashboard and the alert rules
 * are made from this table. Names follow Prometheus's conventions: base units (seconds, USD), and
 * `_total` for counters.
 */

/** One metric. `unit` is for dashboards. */
export interface Metric {
  readonly name: `farebox_${string}`
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly unit: 'seconds' | 'usd' | 'count' | 'bool'
  readonly help: string
  readonly labels: readonly string[]
  /** The buckets of a histogram. */
  readonly buckets?: readonly number[]
}

/** Histogram buckets, in seconds, for replies and for slow work. */
const SHORT = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const LONG = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600]

/** The metrics that count events. */
export const COUNTED = {
  requests: {
    name: 'farebox_request_duration_seconds',
    kind: 'histogram',
    unit: 'seconds',
    help: 'Time of requests.',
    labels: ['route', 'outcome', 'status'],
    buckets: SHORT,
  },
  quotes: {
    name: 'farebox_quotes_total',
    kind: 'counter',
    unit: 'count',
    help: 'Challenges answered with a price.',
    labels: ['route'],
  },
  charges: {
    name: 'farebox_charges_total',
    kind: 'counter',
    unit: 'count',
    help: 'Payments that landed. `model` is the row of the catalog, `-` if there is none.',
    labels: ['route', 'model', 'network'],
  },
  charged: {
    name: 'farebox_charged_usd_total',
    kind: 'counter',
    unit: 'usd',
    help: 'USD of payments that landed.',
    labels: ['route', 'model', 'network'],
  },
  free: {
    name: 'farebox_free_calls_total',
    kind: 'counter',
    unit: 'count',
    help:
      'Calls of free models, and of free routes that ask an upstream, that were served. ' +
      '`model` is the row of the catalog, `-` if there is none.',
    labels: ['route', 'model'],
  },
  absorbed: {
    name: 'farebox_absorbed_usd_total',
    kind: 'counter',
    unit: 'usd',
    help: 'USD of results that were served although their payment failed.',
    labels: ['route'],
  },
  rejections: {
    name: 'farebox_payment_rejections_total',
    kind: 'counter',
    unit: 'count',
    help: 'Payments rejected before their claim. `recorded` says whether there is a sales line.',
    labels: ['recorded'],
  },
  settlements: {
    name: 'farebox_settlement_duration_seconds',
    kind: 'histogram',
    unit: 'seconds',
    help:
      'Time from claim to settlement: `landed`, `failed`, `unknown`, `reorganized`, ' +
      '`reversed`.',
    labels: ['network', 'state'],
    buckets: LONG,
  },
  upstreams: {
    name: 'farebox_upstream_duration_seconds',
    kind: 'histogram',
    unit: 'seconds',
    help: 'Time of upstream calls, by `ok` or the kind of failure.',
    labels: ['call', 'outcome'],
    buckets: LONG,
  },
  jobs: {
    name: 'farebox_jobs_total',
    kind: 'counter',
    unit: 'count',
    help:
      'Jobs that `completed`, `failed` or `stalled`; `interrupted` counts each time a job is ' +
      'left to be resumed.',
    labels: ['route', 'end'],
  },
  refusals: {
    name: 'farebox_catalog_refusals_total',
    kind: 'counter',
    unit: 'count',
    help: 'Releases that this process has refused, by the check that they failed.',
    labels: ['check'],
  },
} as const satisfies Record<string, Metric>

/** The metrics that are read when metrics are requested. */
export const READ = {
  canSettle: {
    name: 'farebox_can_settle',
    kind: 'gauge',
    unit: 'bool',
    help: '1 while payments can be settled.',
    labels: [],
  },
  affordable: {
    name: 'farebox_affordable_settlements',
    kind: 'gauge',
    unit: 'count',
    help: "Settlements that the relayer's money pays for, as last checked; NaN without a relayer.",
    labels: [],
  },
  storePing: {
    name: 'farebox_store_ping_seconds',
    kind: 'gauge',
    unit: 'seconds',
    help: 'How long the store took to answer when it was last checked; NaN if it did not.',
    labels: [],
  },
  absorbLimit: {
    name: 'farebox_absorbed_limit_usd',
    kind: 'gauge',
    unit: 'usd',
    help: 'USD an hour that may be served although the payments failed.',
    labels: [],
  },
  jobsRunning: {
    name: 'farebox_jobs_running',
    kind: 'gauge',
    unit: 'count',
    help: "Jobs that this process works on; at most the upstream's `concurrency`.",
    labels: ['upstream'],
  },
  jobsWaiting: {
    name: 'farebox_jobs_waiting',
    kind: 'gauge',
    unit: 'count',
    help:
      'Jobs in the queue; submits are refused when it reaches `queue`, or when the bodies of ' +
      'all jobs take 1 GiB.',
    labels: ['upstream'],
  },
  oldestWaiting: {
    name: 'farebox_jobs_oldest_waiting_seconds',
    kind: 'gauge',
    unit: 'seconds',
    help: 'How long the first job in the queue has waited.',
    labels: ['upstream'],
  },
  catalogInfo: {
    name: 'farebox_catalog_info',
    kind: 'gauge',
    unit: 'count',
    help: 'The catalog that is served, and the release that it is of.',
    labels: ['hash', 'release'],
  },
  catalogRefused: {
    name: 'farebox_catalog_refused',
    kind: 'gauge',
    unit: 'bool',
    help: '1 while this process refuses the catalog that is to be live.',
    labels: [],
  },
  canaryShare: {
    name: 'farebox_canary_share_percent',
    kind: 'gauge',
    unit: 'count',
    help: 'The share of the wallets that the canary serves; absent if none is on.',
    labels: ['release'],
  },
  canaryCalls: {
    name: 'farebox_canary_calls',
    kind: 'gauge',
    unit: 'count',
    help:
      'Paid calls since the canary began, of the `canary` and the `live` catalog, that were ' +
      '`served` or `failed`.',
    labels: ['side', 'end'],
  },
  canaryAborted: {
    name: 'farebox_canary_aborted',
    kind: 'gauge',
    unit: 'bool',
    help:
      '1 after a canary was aborted, until the next change: by `hand`, for `failures`, or ' +
      '`refused` by a process.',
    labels: ['release', 'cause'],
  },
  followUpsFailing: {
    name: 'farebox_followups_failing',
    kind: 'gauge',
    unit: 'count',
    help:
      'Follow-ups that failed at least three times, as the last sweep of this process saw ' +
      'them.',
    labels: [],
  },
} as const satisfies Record<string, Metric>

/** The name of a gauge. */
export type GaugeName = keyof typeof READ
