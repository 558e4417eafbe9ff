/** Patience with a supplier that speaks now and then: each wait has its time, and all of them end together. */
import type { Clock } from '../seams.ts'
import { unless } from './deadline.ts'
import { ExchangeError } from './exchange.ts'

/** How long each wait may be, and the end of all of them. */
export interface Patience {
  signal: AbortSignal
  /** Does one thing that may take its time; rejects with ExchangeError when that is over, or when it was given up. */
  wait<T>(work: () => Promise<T>): Promise<T>
  /** Must be called when there is nothing to wait for any more. */
  end(): void
}

/** Patience of `each` ms for each wait and of `all` ms for all of them, until the caller gives up. */
export function patienceOf(clock: Clock, times: { each: number; all?: number }, outer?: AbortSignal): Patience {
  const stop = new AbortController()
  const late = (ms: number, what: string): (() => void) => clock.after(ms, () => stop.abort(new ExchangeError('timeout', `${what} within ${ms} ms`)))
  const cancel = (): void => stop.abort(new ExchangeError('cancelled', 'it was given up'))
  const forgetAll = times.all === undefined ? undefined : late(times.all, 'it did not end')
  if (outer?.aborted) cancel()
  outer?.addEventListener('abort', cancel, { once: true })
  return {
    signal: stop.signal,
    async wait(work) {
      const forget = late(times.each, 'nothing came')
      return unless(stop.signal, work).finally(forget)
    },
    end() {
      outer?.removeEventListener('abort', cancel)
      forgetAll?.()
    },
  }
}
