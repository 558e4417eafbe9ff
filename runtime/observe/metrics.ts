/** The Prometheus metrics of one gateway, as listed in `table.ts`. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { COUNTED, READ, type Metric } from './table.ts'
import type {
  JobEndFacts,
  Observe,
  Reading,
  RepeatFacts,
  RequestFacts,
  SettlementFacts,
  UpstreamFacts,
} from './types.ts'

/** Records facts and returns the metrics. */
export interface Metrics {
  request(facts: RequestFacts): void
  repeat(facts: Omit<RequestFacts, keyof RepeatFacts>): () => void
  settlement(facts: SettlementFacts): void
  rejection(isRecorded: boolean): void
  upstream(facts: UpstreamFacts): void
  job(facts: JobEndFacts): void
  refusal: Observe['refusal']
  gauge: Observe['gauge']
  text(): Promise<string>
}

const SECOND = 1000
const USD = 1_000_000

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

type Histograms = (...labels: string[]) => { observe(value: number): void }
type Counters = (...labels: string[]) => { inc(by?: number): void }

/** Makers of labelled metrics in one registry. */
function makers(registry: Registry): {
  histogram(metric: Metric & { buckets: readonly number[] }): Histograms
  counter(metric: Metric): Counters
} {
  const registers = [registry]
  return {
    histogram({ name, help, labels, buckets }) {
      const labelNames = [...labels]
      const metric = new Histogram({ name, help, labelNames, buckets: [...buckets], registers })
      return remembered(values => metric.labels(...values))
    },
    counter({ name, help, labels }) {
      const metric = new Counter({ name, help, labelNames: [...labels], registers })
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

/** Makes a gauge that is read on request. */
function gaugeIn(registry: Registry): Observe['gauge'] {
  return (metric, read) => {
    const { name, help, labels } = READ[metric]
    void new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const reading = Promise.resolve().then(read)
        show(this, await reading.catch(() => Number.NaN))
      },
    })
  }
}

/** Counts how settlements end, and their revenue. */
function settlementCounters(
  histogram: Histograms,
  counter: (metric: Metric) => Counters,
): Metrics['settlement'] {
  const charges = counter(COUNTED.charges)
  const charged = counter(COUNTED.charged)
  const absorbed = counter(COUNTED.absorbed)
  return facts => {
    const { route, model = '-', network, state, amount } = facts
    histogram(network, state).observe(facts.ms / SECOND)
    if (facts.absorbed && state === 'failed') absorbed(route).inc(Number(amount) / USD)
    if (state !== 'landed' || facts.transfer) return
    charges(route, model, network).inc()
    charged(route, model, network).inc(Number(amount) / USD)
  }
}

let processRegistry: Registry | undefined

/**
 * The metrics of the process, such as its memory. They are measured once for all gateways in it.
 */
function processMetrics(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry })
  }
  return processRegistry
}

/** Creates a separate registry, so that several gateways can run in one process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const ofProcess = processMetrics()
  const { histogram, counter } = makers(registry)
  const requests = histogram(COUNTED.requests)
  const quotes = counter(COUNTED.quotes)
  const freeCalls = counter(COUNTED.free)
  const upstreams = histogram(COUNTED.upstreams)
  const jobs = counter(COUNTED.jobs)
  const rejections = counter(COUNTED.rejections)
  const refusals = counter(COUNTED.refusals)
  const counterOf = ({ route, outcome, status, ms }: RequestFacts): (() => void) => {
    const time = requests(route, outcome, String(status))
    const quote = outcome === 'payment_required' ? quotes(route) : undefined
    return () => {
      time.observe(ms / SECOND)
      quote?.inc()
    }
  }
  return {
    request: facts => {
      counterOf(facts)()
      if (facts.free !== undefined) freeCalls(facts.route, facts.free).inc()
    },
    repeat: counterOf,
    settlement: settlementCounters(histogram(COUNTED.settlements), counter),
    rejection: isRecorded => rejections(isRecorded ? 'yes' : 'no').inc(),
    upstream: facts => upstreams(facts.call, facts.outcome).observe(facts.ms / SECOND),
    job: ({ route, end }) => jobs(route, end).inc(),
    refusal: (check, isNone = false) => refusals(check).inc(isNone ? 0 : 1),
    gauge: gaugeIn(registry),
    text: () => Registry.merge([ofProcess, registry]).metrics(),
  }
}
