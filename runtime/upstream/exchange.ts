/** One HTTP exchange on a pool: undici's dispatch, the body gathered up to a limit, nothing followed, nothing retried. */
import type { Dispatcher } from 'undici'
import type { Deadline } from './deadline.ts'
import { decode } from './decode.ts'

/** What is sent. */
export interface Sending { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: Buffer | string }

/** What came back, decompressed. Header names are lower case; length and encoding are gone. */
export interface Received { status: number; reason: string; headers: Readonly<Record<string, string>>; body: Buffer }

/** Why there is no reply. */
export type Trouble = 'connection' | 'timeout' | 'cancelled' | 'too_large' | 'unreadable'

/** An exchange without a usable reply. Its message is for logs and holds no address. */
export class ExchangeError extends Error {
  trouble: Trouble
  constructor(trouble: Trouble, message: string) {
    super(message)
    this.trouble = trouble
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>
type Parts = { status: number; reason: string; headers: Headers; chunks: Buffer[]; bytes: number }

/** Headers that say how the bytes came, which nobody needs when they are here. */
const ON_THE_WAY: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding'])

const text = (value: string | string[] | undefined): string => Array.isArray(value) ? value.join(', ') : value ?? ''

/** A failure to reach a supplier, of what undici throws; undefined for any other error. */
export function exchangeError(error: Error): ExchangeError | undefined {
  const { code } = error as { code?: string }
  return code === undefined ? undefined : new ExchangeError('connection', code)
}

/** Header values as one text each, without those of the way. Their names are lower case already. */
export function flat(headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of Object.keys(headers)) if (!ON_THE_WAY.has(name)) kept[name] = text(headers[name])
  return kept
}

/** Gathers a reply. The returned promise settles at once when the time is over, also while the request waits for a connection. */
function gather(pool: Dispatcher, sending: Sending, limits: { limit: Deadline; maxBytes: number }): Promise<Parts> {
  const { limit, maxBytes } = limits
  return new Promise((resolve, reject) => {
    const parts: Parts = { status: 0, reason: '', headers: {}, chunks: [], bytes: 0 }
    let control: Dispatcher.DispatchController | undefined
    const end = (error?: ExchangeError): void => {
      forget()
      if (!error) return resolve(parts)
      reject(error)
      control?.abort(error)
    }
    const large = (): void => end(new ExchangeError('too_large', `a reply of more than ${maxBytes} bytes`))
    const over = limit.reason()
    if (over !== undefined) return reject(over)
    const forget = limit.onEnd(end)
    pool.dispatch({ ...sending, body: sending.body ?? null }, {
      onRequestStart(controller) {
        control = controller
        const late = limit.reason()
        if (late !== undefined) controller.abort(late)
      },
      onResponseStart(_controller, status, headers, reason) {
        if (status < 200) return
        parts.status = status
        parts.headers = headers
        parts.reason = reason ?? ''
        if (Number(parts.headers['content-length']) > maxBytes) large()
      },
      onResponseData(_controller, chunk) {
        parts.bytes += chunk.length
        if (parts.bytes > maxBytes) return large()
        parts.chunks.push(chunk)
      },
      onResponseEnd: () => end(),
      onResponseError(_controller, error) { end(new ExchangeError('connection', (error as { code?: string }).code ?? error.name)) },
    })
  })
}

/** Sends and receives once. Rejects with ExchangeError. */
export async function exchange(pool: Dispatcher, sending: Sending, limits: { limit: Deadline; maxBytes: number }): Promise<Received> {
  const { status, reason, headers, chunks, bytes } = await gather(pool, sending, limits)
  const encoding = text(headers['content-encoding'])
  const raw = chunks.length === 1 ? chunks[0] as Buffer : Buffer.concat(chunks, bytes)
  try {
    const body = encoding === '' ? raw : await decode(raw, encoding, limits.maxBytes)
    return { status, reason, headers: flat(headers), body }
  } catch (error) {
    const { code = 'encoding' } = error as { code?: string }
    throw new ExchangeError(code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'unreadable', `a reply that cannot be unpacked (${code})`)
  }
}
