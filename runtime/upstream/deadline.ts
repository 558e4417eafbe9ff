/** The end of a call's time, and work that ends with it. */
import type { Clock } from '../seams.ts'
import { ExchangeError } from './exchange.ts'

/** A signal that fires when `ms` are over or the caller gives up. `end` must be called when the work is done. */
export function deadline(clock: Clock, ms: number, outer?: AbortSignal): { signal: AbortSignal; end(): void } {
  const stop = new AbortController()
  const cancel = (): void => stop.abort(new ExchangeError('cancelled', 'the call was given up'))
  const forget = clock.after(ms, () => stop.abort(new ExchangeError('timeout', `no reply within ${ms} ms`)))
  if (outer?.aborted) cancel()
  outer?.addEventListener('abort', cancel, { once: true })
  return {
    signal: stop.signal,
    end() {
      outer?.removeEventListener('abort', cancel)
      forget()
    },
  }
}

/** The outcome of `work`, or a rejection with the signal's reason as soon as it fires; what comes of the work then is forgotten. */
export function unless<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason)
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    work().then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
