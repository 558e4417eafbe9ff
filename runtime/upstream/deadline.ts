/** The time limit of a call, and work that ends with it. */
import type { Clock } from '../seams.ts'
import { onAbort } from '../lib/signals.ts'
import { ExchangeError } from './exchange.ts'

/**
 * The time limit of one call: over after `ms` or when the caller gives up. Each call has one, and
 * an `AbortSignal` would cost more than everything else that it does.
 */
export class Deadline {
  /** Why the time is over; undefined while it is not. */
  reason: ExchangeError | undefined
  /** Called with the reason when the time is over. A call waits for one thing at a time. */
  onEnd: ((reason: ExchangeError) => void) | undefined
  readonly #forget: () => void
  readonly #unlink: (() => void) | undefined

  constructor(clock: Clock, ms: number, outer?: AbortSignal) {
    this.#forget = clock.after(ms, () => this.#stop('timeout', `no reply within ${ms} ms`))
    const cancel = (): void => this.#stop('cancelled', 'the call was given up')
    if (outer?.aborted) cancel()
    this.#unlink = outer === undefined ? undefined : onAbort(outer, cancel)
  }

  /** A shorter limit for one part of the work, which is also over when this one is. */
  part(clock: Clock, ms: number): Deadline {
    const part = new Deadline(clock, ms)
    this.onEnd = reason => part.#over(reason)
    if (this.reason !== undefined) part.#over(this.reason)
    return part
  }

  /** Call it when the work is done. */
  end(): void {
    this.#forget()
    this.#unlink?.()
  }

  #stop(problem: ExchangeError['problem'], message: string): void {
    this.#over(new ExchangeError(problem, message))
  }

  #over(reason: ExchangeError): void {
    this.reason ??= reason
    this.onEnd?.(this.reason)
  }
}

/** The outcome of `work`, or a rejection once the time is over; a later outcome is ignored. */
export function within<T>(limit: Deadline, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    limit.onEnd = reject
    if (limit.reason !== undefined) reject(limit.reason)
    work.then(resolve, reject)
  })
}
