/**
 * Patience with a supplier that speaks now and then: each wait has its time, and all of them end
 * together.
 */
import type { Clock } from '../seams.ts'
import { ExchangeError } from './exchange.ts'

/** All waits together took too long. */
export class Overdue extends ExchangeError {
  constructor(ms: number) {
    super('timeout', `it did not end within ${ms} ms`)
  }
}

/** How long each wait may be, and the end of all of them. */
export interface Patience {
  signal: AbortSignal
  /**
   * Does one thing that may take its time, one after the other; rejects with ExchangeError when
   * that is over, or when it was given up. What comes of the work then is forgotten.
   */
  wait<T>(work: () => Promise<T>): Promise<T>
  /** A wait whose work hears of the end by `signal` begins, and is over. */
  listen(): void
  rest(): void
  /** Gives up: who waits hears of it at once. */
  stop(): void
  /** Must be called when there is nothing to wait for any more. */
  end(): void
}

/**
 * Patience of `each` ms for each wait and of `all` ms for all of them, until the caller gives up.
 */
export function patienceOf(
  clock: Clock,
  times: { each: number; all?: number },
  outer?: AbortSignal,
): Patience {
  const stop = new AbortController()
  let tell: ((reason: unknown) => void) | undefined
  const give = (reason: ExchangeError): void => {
    stop.abort(reason)
    tell?.(reason)
  }
  const cancel = (): void => give(new ExchangeError('cancelled', 'it was given up'))
  const silence = watch(clock, times.each, () =>
    give(new ExchangeError('timeout', `nothing came within ${times.each} ms`)),
  )
  const forgetAll =
    times.all === undefined
      ? undefined
      : clock.after(times.all, () => give(new Overdue(times.all!)))
  if (outer?.aborted) cancel()
  outer?.addEventListener('abort', cancel, { once: true })
  return {
    signal: stop.signal,
    wait(work) {
      if (stop.signal.aborted) return Promise.reject(stop.signal.reason)
      return new Promise((resolve, reject) => {
        tell = reject
        silence.begin()
        // Before whoever waits goes on, and begins the next wait.
        const over =
          <A>(go: (given: A) => void) =>
          (given: A): void => {
            silence.pause()
            go(given)
          }
        work().then(over(resolve), over(reject))
      })
    },
    listen: silence.begin,
    rest: silence.pause,
    stop: cancel,
    end() {
      outer?.removeEventListener('abort', cancel)
      silence.end()
      forgetAll?.()
    },
  }
}

/**
 * Tells when something has lasted for `ms`. One timer serves many short waits: it looks, when it
 * fires, how long the present one has lasted.
 */
function watch(
  clock: Clock,
  ms: number,
  late: () => void,
): { begin(): void; pause(): void; end(): void } {
  let since: number | undefined
  let forget: (() => void) | undefined
  const look = (): void => {
    forget = undefined
    if (since === undefined) return
    const left = since + ms - clock.now()
    if (left <= 0) late()
    else forget = clock.after(left, look)
  }
  return {
    begin() {
      since = clock.now()
      forget ??= clock.after(ms, look)
    },
    pause() {
      since = undefined
    },
    end() {
      since = undefined
      forget?.()
      forget = undefined
    },
  }
}
