/**
 * Timeouts of an upstream that sends data from time to time: one limit for each wait, and one for
 * all of them together.
 */
import type { Scope, UpstreamCall } from '../contract.ts'
import type { Clock } from '../seams.ts'
import { ExchangeError } from './exchange.ts'

/** All waits together took too long. */
export class Overdue extends ExchangeError {
  constructor(ms: number) {
    super('timeout', `it did not end within ${ms} ms`)
  }
}

/**
 * Returns how long the answer of a call may take, in ms: its formula's result, at most its
 * `timeout`.
 */
export function timeoutOf(call: Pick<UpstreamCall, 'timeout' | 'waits'>, scope: Scope): number {
  return call.waits === undefined
    ? call.timeout
    : Math.min(Math.max(1, call.waits(scope)) * 1000, call.timeout)
}

/** The time limits of each wait and of all waits. */
export interface Timeouts {
  signal: AbortSignal
  /**
   * Runs one wait at a time. Rejects with ExchangeError when its time ends or it was abandoned; a
   * later outcome is ignored.
   */
  wait<T>(work: () => Promise<T>): Promise<T>
  /** Starts and ends a wait whose work is stopped by `signal`. */
  listen(): void
  rest(): void
  /** Abandons the wait immediately. */
  stop(): void
  /** Call this when there is nothing left to wait for. */
  end(): void
}

/**
 * Creates timeouts of `each` ms for each wait and of `all` ms for all of them, until the caller
 * gives up.
 */
export function timeoutsOf(
  clock: Clock,
  times: { each: number; all?: number },
  outer?: AbortSignal,
): Timeouts {
  const stop = new AbortController()
  let report: ((reason: unknown) => void) | undefined
  const give = (reason: ExchangeError): void => {
    stop.abort(reason)
    report?.(reason)
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
        report = reject
        silence.begin()
        // Decided before the waiting code continues and starts the next wait.
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
 * Calls back when a wait has lasted for `ms`. One timer serves many short waits: when it fires, it
 * checks how long the current wait has lasted.
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
