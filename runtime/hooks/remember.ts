/**
 * Short-lived cache of answers, so that free views cannot be used to load the services behind them.
 */
import type { Clock } from '../seams.ts'

/** Lifetime in ms, and maximum number of answers. */
export interface RememberOptions {
  clock: Clock
  ms: number
  most?: number
}

/**
 * Wraps a function: calls with the same argument within `ms` get the same answer, and concurrent
 * calls share one. Failures are not cached.
 */
export function remember<T>(
  options: RememberOptions,
  ask: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  const { clock, ms, most = 1000 } = options
  const known = new Map<string, { until: number; answer: Promise<T> }>()
  return key => {
    const kept = known.get(key)
    if (kept && kept.until > clock.now()) return kept.answer
    const answer = ask(key)
    known.delete(key)
    known.set(key, { until: clock.now() + ms, answer })
    answer.catch(() => {
      if (known.get(key)?.answer === answer) known.delete(key)
    })
    if (known.size > most) known.delete(known.keys().next().value as string)
    return answer
  }
}

/**
 * Returns the answer, or rejects after `ms`, because health views must answer even while a
 * dependency hangs.
 */
export async function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T> {
  const done = new AbortController()
  const late = clock.sleep(ms, done.signal).then(() => {
    throw new Error(`no answer within ${ms} ms`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    late.catch(() => undefined)
    done.abort()
  }
}
