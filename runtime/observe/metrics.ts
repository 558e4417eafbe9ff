/** The Prometheus metrics of one gateway. Amounts are micro-USD, times ms. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type {
  JobEndFacts,
  Observe,
  Reading,
  RequestFacts,
  SettlementFacts,
  UpstreamFacts,
} from './types.ts'

/** Records facts and returns the metrics. */
export interface Metrics {
  request(facts: RequestFacts): void
  repeat(facts: Omit<RequestFacts, 'ip'>): () => void
  settlement(facts: SettlementFacts): void
  upstream(facts: UpstreamFacts): void
  job(facts: JobEndFacts): void
  gauge: Observe['gauge']
  text(): Promise<string>
}

const FAST = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000]
const SLOW = [
  50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000,
]

/**
 * Cached children of a labelled metric, because finding them by labels costs more than counting.
 */
function remembered<T>(make: (labels: string[]) => T): (...labels: string[]) => T {
  const known = new Map<string, T>()
  return (...labels) => {
    const key = labels.join('\n')
    let child = known.get(key)
    if (child === undefined) known.set(key, (child = make(labels)))
    return child
  }
}

/** Name, help text and labels of a metric. */
interface Facts {
  name: string
  help: string
  labels: string[]
}
type Histograms = (...labels: string[]) => { observe(value: number): void }
type Counters = (...labels: string[]) => { inc(by?: number): void }

/** Makers of labelled metrics in one registry. */
function makers(registry: Registry): {
  histogram(facts: Facts, buckets: number[]): Histograms
  counter(facts: Facts): Counters
} {
  const registers = [registry]
  return {
    histogram({ name, help, labels }, buckets) {
      const metric = new Histogram({ name, help, labelNames: labels, buckets, registers })
      return remembered(values => metric.labels(...values))
    },
    counter({ name, help, labels }) {
      const metric = new Counter({ name, help, labelNames: labels, registers })
      return remembered(values => metric.labels(...values))
    },
  }
}

/** Sets a gauge to the value that was read. */
function show(gauge: Gauge, reading: Reading): void {
  if (typeof reading === 'number') return gauge.set(reading)
  gauge.reset()
  for (const { labels, value } of reading) gauge.set(labels, value)
}

/** The metrics of every gateway. */
const FACTS = {
  requests: {
    name: 'farebox_request_ms',
    help: 'Time of requests',
    labels: ['route', 'outcome', 'status'],
  },
  quotes: {
    name: 'farebox_quotes_total',
    help: 'Challenges answered with a price',
    labels: ['route'],
  },
  charges: {
    name: 'farebox_charges_total',
    help: 'Payments that landed',
    labels: ['route', 'network'],
  },
  earned: {
    name: 'farebox_charged_micro_usd_total',
    help: 'Micro-USD of payments that landed',
    labels: ['route', 'network'],
  },
  settlements: {
    name: 'farebox_settlement_ms',
    help: 'Time of settlements',
    labels: ['network', 'state'],
  },
  upstreams: {
    name: 'farebox_upstream_ms',
    help: 'Time of upstream calls',
    labels: ['call', 'outcome'],
  },
  jobs: {
    name: 'farebox_jobs_total',
    help: 'Jobs by how they ended; interrupted ones are resumed',
    labels: ['route', 'end'],
  },
}

/** Makes a gauge that is read on request. */
function gaugeIn(registry: Registry): Observe['gauge'] {
  return (name, help, read, labels = []) => {
    const metric = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        show(
          this,
          await Promise.resolve()
            .then(read)
            .catch(() => Number.NaN),
        )
      },
    })
    void metric
  }
}

/** A registry of its own, so that several gateways can run in one process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const { histogram, counter } = makers(registry)
  const requests = histogram(FACTS.requests, FAST)
  const quotes = counter(FACTS.quotes)
  const charges = counter(FACTS.charges)
  const earned = counter(FACTS.earned)
  const settlements = histogram(FACTS.settlements, SLOW)
  const upstreams = histogram(FACTS.upstreams, SLOW)
  const jobs = counter(FACTS.jobs)
  const counterOf = ({ route, outcome, status, ms }: RequestFacts): (() => void) => {
    const time = requests(route, outcome, String(status))
    const quote = outcome === 'payment_required' ? quotes(route) : undefined
    return () => {
      time.observe(ms)
      quote?.inc()
    }
  }
  return {
    request: facts => counterOf(facts)(),
    repeat: counterOf,
    settlement(facts) {
      settlements(facts.network, facts.state).observe(facts.ms)
      if (facts.state !== 'landed' || facts.transfer) return
      charges(facts.route, facts.network).inc()
      earned(facts.route, facts.network).inc(Number(facts.amount))
    },
    upstream: facts => upstreams(facts.call, facts.outcome).observe(facts.ms),
    job: ({ route, end }) => jobs(route, end).inc(),
    gauge: gaugeIn(registry),
    text: () => registry.metrics(),
  }
}
