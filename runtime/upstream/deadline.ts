/** The end of a call's time. */
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
