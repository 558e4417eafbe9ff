/**
 * Replies whose headers are known beforehand, written as ready text. Node looks at each header of
 * each reply again, which costs more than the rest of a 402. Its response has no public way to give
 * it a head as text, so a private field is used, and tried first: where it does not behave as it
 * did, everything goes the ordinary way.
 */
import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import { Duplex } from 'node:stream'
import { Socket } from 'node:net'
import type { Clock } from '../seams.ts'

type Headers = Readonly<Record<string, string>>

/** The parts of a response that are used although Node does not document them. */
interface Inside {
  _header: string | null
  _last: boolean
  _hasBody: boolean
  _keepAliveTimeout: number
  _defaultKeepAlive: boolean
  _expect_continue?: boolean
}

/**
 * A body and how many bytes it has; a text of as many letters has one byte for each, as in latin1.
 */
interface Body {
  bytes: string | Buffer
  length: number
}

/** Statuses of replies that have no body; Node sees to it. */
const BODILESS: ReadonlySet<number> = new Set([204, 304])

const texts = new WeakMap<Headers, string>()

/**
 * Notes headers that many replies will have. They must not change, and hold one line of visible
 * characters each.
 */
export function prepared<T extends Headers>(headers: T): T {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  texts.set(headers, lines.join(''))
  return headers
}

/** Writes whole replies with prepared heads. */
export interface Heads {
  /**
   * Sends, and says true; or does nothing, and says false, where the ordinary way must be taken.
   */
  write(out: ServerResponse, made: { status: number; headers: Headers }, body: Body): boolean
  /**
   * Ends a response whose head was just written and says how long the body is. Head and body leave
   * together where that is possible.
   */
  end(out: ServerResponse, body: Body): void
}

/** Makes the writer of one server. */
export function createHeads(clock: Pick<Clock, 'now'>): Heads {
  const date = dates(clock)
  if (!isWritable()) return { write: () => false, end: endApart }
  return {
    end: (out, body) => (isConnected(out) ? endTogether : endApart)(out, body),
    write(out, { status, headers }, { bytes, length }) {
      const lines = texts.get(headers)
      if (lines === undefined || BODILESS.has(status) || !isPlain(out)) return false
      out.statusCode = status
      writeWhole(out, `${startLine(status)}${lines}content-length: ${length}\r\n${date()}`, {
        bytes,
        length,
      })
      return true
    },
  }
}

/**
 * Whether it is an ordinary response on its connection, of which nothing was said that the text
 * would have to repeat.
 */
function isPlain(out: ServerResponse): boolean {
  const isOpen = isConnected(out) && !out.headersSent
  return (
    isOpen && !out.hasHeader('connection') && (out as unknown as Inside)._expect_continue !== true
  )
}

/** Requests that are injected for tests have no connection. */
function isConnected(out: ServerResponse): boolean {
  return out.socket instanceof Socket
}

/**
 * A text of one byte a letter goes as one text with its head, which is one write to the socket; any
 * other body is written beside it.
 */
function writeWhole(out: ServerResponse, lines: string, { bytes, length }: Body): void {
  const inside = out as unknown as Inside
  if (!out.shouldKeepAlive) inside._last = true
  inside._header = `${lines}${connection(out, inside)}\r\n`
  endTogether(out, { bytes, length })
}

/** Node writes a head and an end beside it, even an empty one, in a way that costs more. */
function endTogether(out: ServerResponse, { bytes, length }: Body): void {
  const inside = out as unknown as Inside
  if (typeof bytes !== 'string' || length !== bytes.length) return endApart(out, { bytes, length })
  if (inside._hasBody) inside._header += bytes
  out.end()
}

function endApart(out: ServerResponse, { bytes, length }: Body): void {
  out.end(bytes, length === bytes.length ? 'latin1' : 'utf8')
}

function connection(
  out: ServerResponse,
  { _keepAliveTimeout: timeout, _defaultKeepAlive: isDefault }: Inside,
): string {
  if (!out.shouldKeepAlive) return 'connection: close\r\n'
  return timeout && isDefault
    ? `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(timeout / 1000)}\r\n`
    : 'connection: keep-alive\r\n'
}

function startLine(status: number): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`
}

/** The date's line, made once a second. */
function dates(clock: Pick<Clock, 'now'>): () => string {
  let [second, line] = [-1, '']
  return () => {
    const now = Math.floor(clock.now() / 1000)
    if (now !== second) [second, line] = [now, `date: ${new Date(now * 1000).toUTCString()}\r\n`]
    return line
  }
}

/**
 * Whether the private field does what is needed: head and body leave together, and HEAD has no
 * body.
 */
function isWritable(): boolean {
  try {
    return ['GET', 'HEAD'].every(method => {
      const sent: Buffer[] = []
      const wire = new Duplex({
        read() {},
        write(chunk, _encoding, done) {
          sent.push(chunk)
          done()
        },
      })
      const request = new IncomingMessage(new Socket())
      Object.assign(request, { method, httpVersionMajor: 1, httpVersionMinor: 1 })
      const out = new ServerResponse(request)
      out.assignSocket(wire as Socket)
      const lines = `${startLine(402)}content-length: 2\r\n`
      writeWhole(out, lines, { bytes: '{}', length: 2 })
      const head = `${lines}${connection(out, out as unknown as Inside)}\r\n`
      const wanted = method === 'HEAD' ? head : `${head}{}`
      return out.headersSent && out.writableEnded && Buffer.concat(sent).toString() === wanted
    })
  } catch {
    return false
  }
}
