/**
 * Limits what unpaid calls may cost this process: bytes read and time spent per caller and minute.
 * Calls whose payment is verified do not count. Each process has its own budgets, because they
 * limit its own time.
 */
import { generationCache } from '../lib/cache.ts'
import type { RateKey } from '../http/client-address.ts'
import type { Clock } from '../seams.ts'

/** What one rate-limit key may spend per minute. */
export interface Bounds {
  bytes: number
  ms: number
}

/** A hundred ordinary quotes take a tenth of the time; image edits send the most bytes. */
const QUOTE_BOUNDS: Bounds = { bytes: 512 * 2 ** 20, ms: 4_000 }

const WINDOW = 60_000
/** Maximum number of callers remembered. */
const CALLERS = 50_000

/** The budgets of all callers. */
export interface Budget {
  /**
   * Returns the ms until one of the keys may spend again; undefined if all of them may. Stores
   * nothing, so unchecked keys are safe.
   */
  wait(keys: readonly RateKey[]): number | undefined
  /** Records what was spent; a negative amount refunds it. */
  spend(keys: readonly RateKey[], amount: Bounds): void
  /** Real time in ms, to measure the duration of a step. */
  elapsed(): number
}

/** Creates the budgets of one process. `elapsed` returns ms of real time. */
export function createBudget(clock: Clock, bounds = QUOTE_BOUNDS, elapsed = sinceStart): Budget {
  const windows = generationCache<Bounds & { until: number }>(CALLERS)
  const openWindow = (key: string): (Bounds & { until: number }) | undefined => {
    const known = windows.get(key)
    return known !== undefined && known.until > clock.now() ? known : undefined
  }
  const windowOf = (key: string): Bounds & { until: number } => {
    const known = openWindow(key)
    if (known !== undefined) return known
    const fresh = { bytes: 0, ms: 0, until: clock.now() + WINDOW }
    windows.set(key, fresh)
    return fresh
  }
  return {
    elapsed,
    wait(keys) {
      const waits = keys.flatMap(({ key, times }) => {
        const window = openWindow(key)
        if (window === undefined) return []
        const { bytes, ms, until } = window
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
