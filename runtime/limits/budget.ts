/**
 * What unpaid calls may cost this process: bytes read and time spent on one caller, by the minute.
 * Calls whose payment verifies cost nothing here. Each process has a budget of its own, because
 * what is spent is its own time.
 */
import { generationCache } from '../http/cache.ts'
import type { RateKey } from '../http/peer.ts'
import type { Clock } from '../seams.ts'

/** What one key may spend in a minute. */
export interface Bounds {
  bytes: number
  ms: number
}

/** A hundred ordinary quotes take a tenth of the time; image edits bring the most bytes. */
const QUOTE_BOUNDS: Bounds = { bytes: 512 * 2 ** 20, ms: 4_000 }

const WINDOW = 60_000
/** Callers that are remembered. */
const CALLERS = 50_000

/** The budgets of all callers. */
export interface Budget {
  /** Ms until one of the keys may spend again; undefined while all of them may. */
  wait(keys: readonly RateKey[]): number | undefined
  /** Notes what was spent; a negative amount gives it back. */
  spend(keys: readonly RateKey[], amount: Bounds): void
  /** Ms of real time, for measuring what a step takes. */
  elapsed(): number
}

/** Makes the budgets of one process. `elapsed` tells ms of real time. */
export function createBudget(clock: Clock, bounds = QUOTE_BOUNDS, elapsed = sinceStart): Budget {
  const windows = generationCache<Bounds & { until: number }>(CALLERS)
  const windowOf = (key: string): Bounds & { until: number } => {
    const known = windows.get(key)
    if (known !== undefined && known.until > clock.now()) return known
    const fresh = { bytes: 0, ms: 0, until: clock.now() + WINDOW }
    windows.set(key, fresh)
    return fresh
  }
  return {
    elapsed,
    wait(keys) {
      const waits = keys.flatMap(({ key, times }) => {
        const { bytes, ms, until } = windowOf(key)
        return bytes > bounds.bytes * times || ms > bounds.ms * times ? [until - clock.now()] : []
      })
      return waits.length === 0 ? undefined : Math.max(...waits)
    },
    spend(keys, { bytes, ms }) {
      for (const { key } of keys) {
        const window = windowOf(key)
        window.bytes += bytes
        window.ms += ms
      }
    },
  }
}

function sinceStart(): number {
  return performance.now()
}
