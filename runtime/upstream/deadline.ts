/** The time limit of a call, and work that ends with it. */
import type { Clock } from '../seams.ts'
import { onAbort } from '../lib/signals.ts'
import { ExchangeError } from './exchange.ts'

/**
 * The time limit of one call: it ends after `ms` or when the caller gives up. Each call has one,
 * and an `AbortSignal` would cost more than the rest of the call.
 */
export class Deadline {
  /** Why the time has ended; undefined until then. */
  reason: ExchangeError | undefined
  /** Called with the reason when the time ends. A call waits for one thing at a time. */
  onEnd: ((reason: ExchangeError) => void) | undefined
  readonly #forget: () => void
  readonly #unlink: (() => void) | undefined

  constructor(clock: Clock, ms: number, outer?: AbortSignal) {
    this.#forget = clock.after(ms, () => this.#stop('timeout', `no reply within ${ms} ms`))
    const cancel = (): void => this.#stop('cancelled', 'the call was given up')
    if (outer?.aborted) cancel()
    this.#unlink = outer === undefined ? undefined : onAbort(outer, cancel)
  }

  /** Returns a shorter limit for a part of the work, which also ends with this one. */
  part(clock: Clock, ms: number): Deadline {
    const part = new Deadline(clock, ms)
    this.onEnd = reason => part.#over(reason)
    if (this.reason !== undefined) part.#over(this.reason)
    return part
  }

  /** Call this when the work is done. */
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

/**
 * Returns the outcome of `work`, or rejects once the time has ended; a later outcome is ignored.
 */
export function within<T>(limit: Deadline, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    limit.onEnd = reject
    if (limit.reason !== undefined) reject(limit.reason)
    work.then(resolve, reject)
  })
}
