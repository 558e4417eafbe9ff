/**
 * Reports to operators: one log line and one metric for each request, settlement and upstream call.
 */
import type { Clock } from '../seams.ts'
import { createLines } from './lines.ts'
import { createLogs, output } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createRedactor, type Redactor } from './redact.ts'
import type { Observe } from './types.ts'

/** The dependencies of observation. */
export interface ObserveOptions {
  /** Hash of the catalog, on every line. */
  hash: string
  clock: Clock
  /** `silent` to `trace`; default `info`. */
  level?: string
  region?: string
  redact?: Redactor
  destination?: { write(line: string): unknown }
}

/** Makes the observation of one gateway. */
export function createObserve(options: ObserveOptions): Observe {
  const { destination = output() } = options
  return observeWith(createMetrics(), { ...options, destination })
}

/**
 * Makes the observation of one catalog. The catalogs of a gateway share its metrics and the
 * destination of its log.
 */
function observeWith(metrics: Metrics, options: ObserveOptions): Observe {
  const redact = options.redact ?? createRedactor({ upstreams: {} })
  const { log, facts } = createLogs({
    level: options.level ?? 'info',
    bindings: {
      catalog: options.hash.slice(0, 12),
      ...(options.region ? { region: options.region } : {}),
    },
    redact,
    clock: options.clock,
    destination: options.destination!,
  })
  const lines = createLines(facts, redact)
  return {
    log,
    request(one) {
      metrics.request(one)
      lines.request(one)
    },
    repeat(one) {
      const [count, line] = [metrics.repeat(one), lines.repeat(one)]
      return who => {
        count()
        line(who)
      }
    },
    settlement(one) {
      metrics.settlement(one)
      lines.settlement(one)
    },
    upstream(one) {
      metrics.upstream(one)
      lines.upstream(one)
    },
    job: one => metrics.job(one),
    rejection: isRecorded => metrics.rejection(isRecorded),
    refusal: (check, isNone) => metrics.refusal(check, isNone),
    gauge: (name, read) => metrics.gauge(name, read),
    metrics: () => metrics.text(),
    ofCatalog: (hash, redactor) => observeWith(metrics, { ...options, hash, redact: redactor }),
  }
}
