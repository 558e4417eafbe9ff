/** The end of a call's time, and work that ends with it. */
import type { Clock } from '../seams.ts'
import { onAbort } from '../signals.ts'
import { ExchangeError } from './exchange.ts'

/** Hears why a call's time is over. */
type Listener = (reason: ExchangeError) => void

/**
 * The time of one call. Each call has one, and a signal costs more than all else that it does: one is
 * made only where something takes nothing else.
 */
export interface Deadline {
  /** Why the time is over; undefined while it is not. */
  reason(): ExchangeError | undefined
  /** Calls back as soon as the time is over; gives what forgets that. */
  onEnd(listener: Listener): () => void
  /** A signal that fires with it. */
  signal(): AbortSignal
  /** Must be called when the work is done. */
  end(): void
}

/** The time of a call, which is over after `ms` or when the caller gives up. */
export function deadline(clock: Clock, ms: number, outer?: AbortSignal): Deadline {
  const listeners = new Set<Listener>()
  let reason: ExchangeError | undefined
  const stop = (trouble: ExchangeError['trouble'], message: string): void => {
    reason ??= new ExchangeError(trouble, message)
    for (const listener of listeners) listener(reason)
  }
  const cancel = (): void => stop('cancelled', 'the call was given up')
  const forget = clock.after(ms, () => stop('timeout', `no reply within ${ms} ms`))
  if (outer?.aborted) cancel()
  const unlink = outer === undefined ? undefined : onAbort(outer, cancel)
  const onEnd = (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    reason: () => reason,
    onEnd,
    signal() {
      const controller = new AbortController()
      if (reason === undefined) onEnd((why) => controller.abort(why))
      else controller.abort(reason)
      return controller.signal
    },
    end() {
      unlink?.()
      forget()
    },
  }
}

/** The outcome of `work`, or a rejection as soon as the time is over; what comes of the work then is forgotten. */
export function within<T>(limit: Deadline, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const forget = limit.onEnd(reject)
    work.then(resolve, reject).finally(forget)
  })
}
