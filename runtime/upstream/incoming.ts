/**
 * A reply whose body is read as it arrives. All bytes of one turn of the event loop are passed on
 * as one piece, because an upstream may send each event as a separate chunk, and each piece has a
 * fixed cost.
 */
import type { Dispatcher } from 'undici'
import type { Sending } from './exchange.ts'
import type { Timeouts } from './timeouts.ts'

/** What a reader of pieces returns: continue, continue once the promise resolves, or stop. */
export type Taken = undefined | Promise<void> | 'enough'

/** Starts and stops the timer that limits the upstream's silence. */
type SilenceTimer = Pick<Timeouts, 'listen' | 'rest'>

/** A reply whose body is still unread. Header names are lower case. */
export interface Open {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Incoming
}

/** Most bytes that may wait to be read. Above this the upstream is paused. */
const MOST_WAITING = 64 * 1024

/**
 * Sends a request, and resolves with the head of the reply. Rejects with undici's error, or with
 * the signal's reason.
 */
export function ask(pool: Dispatcher, sending: Sending, signal: AbortSignal): Promise<Open> {
  return new Promise((resolve, reject) => {
    const body = new Incoming()
    pool.dispatch(
      { ...sending, body: sending.body ?? null },
      {
        onRequestStart: controller => body.begin(controller, signal),
        onResponseStart(_controller, status, headers) {
          if (status >= 200) resolve({ status, headers, body })
        },
        onResponseData: (_controller, bytes) => body.add(bytes),
        onResponseEnd: () => body.end(),
        onResponseError(_controller, error) {
          reject(error)
          body.fail(error)
        },
      },
    )
  })
}

/** The current reader of a body. */
interface Reader {
  take: (bytes: Uint8Array) => Taken
  timer: SilenceTimer | undefined
  hasRoom: boolean
  resolve: (isAtEnd: boolean) => void
  reject: (error: unknown) => void
}

/** The body of a reply. */
export class Incoming {
  #controller: Dispatcher.DispatchController | undefined
  #waiting: Uint8Array[] = []
  #size = 0
  #reader: Reader | undefined
  #isDue = false
  #isEnded = false
  #broken: { error: unknown } | undefined

  /** Starts with the request; stops when the signal fires. */
  begin(controller: Dispatcher.DispatchController, signal: AbortSignal): void {
    this.#controller = controller
    const stop = (): void => this.destroy(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  }

  add(bytes: Uint8Array): void {
    this.#waiting.push(bytes)
    this.#size += bytes.length
    if (this.#size >= MOST_WAITING) this.#controller?.pause()
    this.#due()
  }

  end(): void {
    this.#isEnded = true
    this.#due()
  }

  fail(error: unknown): void {
    this.#broken ??= { error }
    if (this.#reader?.hasRoom === false) this.#over(({ reject }) => reject(error))
    else this.#due()
  }

  /** Abandons the rest of the body. */
  destroy(reason: unknown = new Error('the rest of the body is not needed')): void {
    if (!this.#isEnded && this.#broken === undefined) this.#controller?.abort(reason as Error)
  }

  /**
   * Passes on the arriving bytes until `take` returns `enough` (resolves to false) or the body ends
   * (resolves to true). While the promise of `take` is pending, the upstream is paused and `timer`
   * rests. Rejects with the error that ends the body, or with the error of `take`. Bytes that were
   * not taken remain for the next `read`.
   */
  read(take: Reader['take'], timer?: SilenceTimer): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#reader = { take, timer, hasRoom: true, resolve, reject }
      this.#goOn()
    })
  }

  #goOn(): void {
    this.#reader?.timer?.listen()
    this.#controller?.resume()
    if (this.#size > 0 || this.#isEnded || this.#broken !== undefined) this.#due()
  }

  #due(): void {
    if (this.#isDue) return
    this.#isDue = true
    process.nextTick(this.#pass)
  }

  #pass = (): void => {
    this.#isDue = false
    const reader = this.#reader
    if (reader === undefined || !reader.hasRoom) return
    if (this.#size > 0) this.#hand(reader)
    else if (this.#broken !== undefined) this.#over(({ reject }) => reject(this.#broken!.error))
    else if (this.#isEnded) this.#over(({ resolve }) => resolve(true))
  }

  #hand(reader: Reader): void {
    const fail = (error: unknown): void => this.#over(({ reject }) => reject(error), reader)
    reader.timer?.rest()
    let taken: Taken
    try {
      taken = reader.take(this.#all())
    } catch (error) {
      return fail(error)
    }
    if (taken === undefined) return this.#goOn()
    if (taken === 'enough') return this.#over(({ resolve }) => resolve(false))
    reader.hasRoom = false
    taken.then(() => {
      reader.hasRoom = true
      if (this.#reader === reader) this.#goOn()
    }, fail)
  }

  #all(): Uint8Array {
    const [first] = this.#waiting
    const all = this.#waiting.length === 1 ? first! : Buffer.concat(this.#waiting, this.#size)
    this.#waiting = []
    this.#size = 0
    return all
  }

  #over(settle: (reader: Reader) => void, reader = this.#reader): void {
    if (reader === undefined || this.#reader !== reader) return
    this.#reader = undefined
    reader.timer?.rest()
    settle(reader)
  }
}
