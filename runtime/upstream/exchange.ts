/**
 * One HTTP exchange on a pool: undici's dispatch, with the body collected up to a limit. Follows no
 * redirects, retries nothing.
 */
import type { Dispatcher } from 'undici'
import type { Deadline } from './deadline.ts'
import { decode } from './decode.ts'
import { SMALL_REPLY, type ReplyClaim } from './reply-room.ts'

/** The request to send. */
export interface Sending {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: Buffer | string
}

/** The decompressed reply. Header names are lower case; length and encoding headers are removed. */
export interface Received {
  status: number
  reason: string
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** Why there is no reply. */
export type TransportError = 'connection' | 'timeout' | 'cancelled' | 'too_large' | 'unreadable'

/** An exchange without a usable reply. Its message is for logs and contains no address. */
export class ExchangeError extends Error {
  problem: TransportError
  constructor(problem: TransportError, message: string) {
    super(message)
    this.problem = problem
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>
/** Headers about the transfer, which are not needed afterwards. */
const ON_THE_WAY: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
])

const text = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(', ') : (value ?? '')

/** Converts an error of undici to a transport error; undefined for any other error. */
export function exchangeError(error: Error): ExchangeError | undefined {
  const { code } = error as { code?: string }
  return code === undefined ? undefined : new ExchangeError('connection', code)
}

/**
 * Returns header values as one string each, without transfer headers. Their names are already lower
 * case.
 */
export function flat(headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of Object.keys(headers))
    if (!ON_THE_WAY.has(name)) kept[name] = text(headers[name])
  return kept
}

/** Code of zlib's error for more output than allowed. */
const TOO_LARGE = 'ERR_BUFFER_TOO_LARGE'

/** Builds the error for a reply that could not be decompressed. */
function unpackable({ code = 'encoding' }: { code?: string }): ExchangeError {
  const problem = code === TOO_LARGE ? 'too_large' : 'unreadable'
  return new ExchangeError(problem, `a reply that cannot be unpacked (${code})`)
}

/** The promise of an exchange. */
interface Waiting {
  resolve(received: Received): void
  reject(error: Error): void
}

/** Time and size limits of an exchange, and the room of its reply. */
interface Limits {
  limit: Deadline
  maxBytes: number
  room: ReplyClaim
}

/**
 * Collects one reply. Fails as soon as its time ends, even while the request waits for a
 * connection.
 */
class Gathering implements Dispatcher.DispatchHandler {
  readonly #waiting: Waiting
  readonly #limits: Limits
  #control: Dispatcher.DispatchController | undefined
  #status = 0
  #reason = ''
  #headers: Headers = {}
  readonly #chunks: Buffer[] = []
  #bytes = 0
  /** Bytes that may arrive before more room is needed. */
  #most = SMALL_REPLY
  #isWaiting = false

  constructor(waiting: Waiting, limits: Limits) {
    this.#waiting = waiting
    this.#limits = limits
    limits.limit.onEnd = reason => this.#fail(reason)
  }

  onRequestStart(control: Dispatcher.DispatchController): void {
    this.#control = control
    const late = this.#limits.limit.reason
    if (late !== undefined) control.abort(late)
  }

  onResponseStart(_control: unknown, status: number, headers: Headers, reason?: string): void {
    if (status < 200) return
    this.#status = status
    this.#headers = headers
    this.#reason = reason ?? ''
    if (Number(headers['content-length']) > this.#limits.maxBytes) this.#failLarge()
  }

  onResponseData(_control: unknown, chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > this.#limits.maxBytes) return this.#failLarge()
    this.#chunks.push(chunk)
    if (this.#bytes > this.#most && !this.#isWaiting) this.#reserve()
  }

  onResponseEnd(): void {
    const { resolve, reject } = this.#waiting
    const received = this.#received()
    // While it is unpacked, the time may still end.
    if (received instanceof Promise) return void received.then(resolve, reject)
    this.#limits.limit.onEnd = undefined
    this.#limits.room.keep(received.body.length)
    resolve(received)
  }

  onResponseError(_control: unknown, error: Error): void {
    this.#fail(new ExchangeError('connection', (error as { code?: string }).code ?? error.name))
  }

  #failLarge(): void {
    const { maxBytes } = this.#limits
    this.#fail(new ExchangeError('too_large', `a reply of more than ${maxBytes} bytes`))
  }

  #fail(error: ExchangeError): void {
    this.#limits.limit.onEnd = undefined
    this.#limits.room.drop()
    this.#waiting.reject(error)
    this.#control?.abort(error)
  }

  /** Reserves room for the announced rest of the body, or for as much again; waits if need be. */
  #reserve(): void {
    const { maxBytes, room } = this.#limits
    const size = Number(this.#headers['content-length'] ?? Math.min(maxBytes, 2 * this.#bytes))
    const wait = room.need(size)
    this.#most = size
    if (wait === undefined) return
    this.#isWaiting = true
    this.#control?.pause()
    void wait.then(() => {
      this.#isWaiting = false
      this.#control?.resume()
    })
  }

  #received(): Received | Promise<Received> {
    const chunks = this.#chunks
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, this.#bytes)
    const headers = flat(this.#headers)
    const received = { status: this.#status, reason: this.#reason, headers, body }
    const encoding = text(this.#headers['content-encoding'])
    return encoding === '' ? received : this.#unpacked(received, encoding)
  }

  async #unpacked(received: Received, encoding: string): Promise<Received> {
    const { limit, room } = this.#limits
    try {
      const body = await this.#decoded(received.body, encoding)
      room.keep(body.length)
      return { ...received, body }
    } catch (error) {
      room.drop()
      throw unpackable(error as { code?: string })
    } finally {
      limit.onEnd = undefined
    }
  }

  /** Unpacks a small reply at once, and a larger one when there is room for the largest. */
  async #decoded(bytes: Buffer, encoding: string): Promise<Buffer> {
    const { maxBytes, room } = this.#limits
    const small = Math.min(maxBytes, SMALL_REPLY)
    try {
      return await decode(bytes, encoding, small)
    } catch (error) {
      if (small === maxBytes || (error as { code?: string }).code !== TOO_LARGE) throw error
    }
    await room.need(maxBytes)
    return decode(bytes, encoding, maxBytes)
  }
}

/** Sends one request and receives its reply. Rejects with ExchangeError. */
export function exchange(pool: Dispatcher, sending: Sending, limits: Limits): Promise<Received> {
  return new Promise((resolve, reject) => {
    const over = limits.limit.reason
    if (over !== undefined) return reject(over)
    const { method, path, headers, body = null } = sending
    pool.dispatch({ method, path, headers, body }, new Gathering({ resolve, reject }, limits))
  })
}
