/**
 * Writes replies with known headers as prepared text. Node checks each header of each reply again,
 * which costs more than the rest of a 402. Node has no public way to send a head as text, so this
 * uses a private field of the response and tests it first; if it does not work, everything is sent
 * with `writeHead`.
 */
import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import { Duplex } from 'node:stream'
import { Socket } from 'node:net'
import type { Clock } from '../seams.ts'

type Headers = Readonly<Record<string, string>>

/** Undocumented parts of Node's response that are used here. */
interface Inside {
  _header: string | null
  _last: boolean
  _hasBody: boolean
  _keepAliveTimeout: number
  _defaultKeepAlive: boolean
  _expect_continue?: boolean
}

/** A body and its length in bytes. A string of that length has one byte per character (latin1). */
export interface Body {
  bytes: string | Buffer
  length: number
}

/** Whether replies with this status have neither a body nor a length. */
export const isBodiless = (status: number): boolean => status === 204 || status === 304

/**
 * Largest head of a 402, in bytes. A stock nginx in front of the gateway accepts 4,096 bytes of
 * head, and replies 502 to more.
 */
export const LARGEST_HEAD = 3_800
/** Bytes of the lines that Node adds to a head: status, date, connection and length. */
const ADDED = 160

const texts = new WeakMap<Headers, string>()

/**
 * Registers headers that many replies will have. They must not change, and each must be one line of
 * visible characters.
 */
export function prepared<T extends Headers>(headers: T): T {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  texts.set(headers, lines.join(''))
  return headers
}

/** Writes complete replies with prepared heads. */
export interface Heads {
  /**
   * Sends the reply and returns true, or does nothing and returns false if the caller must use
   * `writeHead`. `id` is the id of the request, for `X-Request-Id`; it must be safe in a header.
   */
  write(
    out: ServerResponse,
    made: { status: number; headers: Headers },
    body: Body,
    id?: string,
  ): boolean
  /**
   * Ends a response whose head was just written, with its content length. Head and body leave
   * together if possible.
   */
  end(out: ServerResponse, body: Body): void
}

/** Makes the writer of one server. */
export function createHeads(clock: Pick<Clock, 'now'>): Heads {
  const date = dates(clock)
  if (!isWritable()) return { write: () => false, end: endApart }
  return {
    end: (out, body) => (isConnected(out) ? endTogether : endApart)(out, body),
    write(out, { status, headers }, { bytes, length }, id) {
      const lines = texts.get(headers)
      // Node closes an HTTP/1.0 connection after a reply without a length.
      const isEnd = isBodiless(status) && !out.useChunkedEncodingByDefault
      if (lines === undefined || isEnd || !isPlain(out)) return false
      out.statusCode = status
      const own = idLine(status, id, lines.length)
      const size = isBodiless(status) ? '' : `content-length: ${length}\r\n`
      if (size === '') (out as unknown as Inside)._hasBody = false
      writeWhole(out, `${startLine(status)}${own}${lines}${size}${date()}`, { bytes, length })
      return true
    },
  }
}

/**
 * Returns the header line with the request's id; empty if it does not fit into a 402. `bytes` is
 * the size of the other headers.
 */
export function idLine(status: number, id: string | undefined, bytes: number): string {
  const line = id === undefined ? '' : `x-request-id: ${id}\r\n`
  return status === 402 && bytes + line.length + ADDED > LARGEST_HEAD ? '' : line
}

/**
 * Whether this is an ordinary response on its connection, without state that the text would have to
 * repeat.
 */
function isPlain(out: ServerResponse): boolean {
  const isOpen = isConnected(out) && !out.headersSent
  return (
    isOpen && !out.hasHeader('connection') && (out as unknown as Inside)._expect_continue !== true
  )
}

/** Requests injected by tests have no connection. */
function isConnected(out: ServerResponse): boolean {
  return out.socket instanceof Socket
}

/**
 * Writes head and body. A latin1 text is joined with its head, which is one write to the socket;
 * any other body is written separately.
 */
function writeWhole(out: ServerResponse, lines: string, { bytes, length }: Body): void {
  const inside = out as unknown as Inside
  if (!out.shouldKeepAlive) inside._last = true
  inside._header = `${lines}${connection(out, inside)}\r\n`
  endTogether(out, { bytes, length })
}

/**
 * Ends the response together with its body. Node's own way to write a head and an empty end costs
 * more.
 */
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

/** Returns the Date line, built once per second. */
function dates(clock: Pick<Clock, 'now'>): () => string {
  let [second, line] = [-1, '']
  return () => {
    const now = Math.floor(clock.now() / 1000)
    if (now !== second) [second, line] = [now, `date: ${new Date(now * 1000).toUTCString()}\r\n`]
    return line
  }
}

/** Whether the private field works: head and body leave together, and HEAD has no body. */
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
