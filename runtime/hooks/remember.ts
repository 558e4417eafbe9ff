/** Answers kept for a moment, so that free views cannot be used to load what is behind them. */
import type { Clock } from '../seams.ts'

/** How long and how many. */
export interface RememberOptions {
  clock: Clock
  ms: number
  most?: number
}

/**
 * Wraps a question: the same one within `ms` gets the same answer, and askers at the same time
 * share one asking. Failures are not kept.
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
 * The answer, or a rejection after `ms`: a view of health must answer while what it looks at hangs.
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
