/** Just enough HTTP/1.1 framing for bench traffic: where one message ends. */

const END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/**
 * The first message of a buffer: its head as text, where its body starts and where it ends
 * (exclusive).
 */
export interface Frame {
  head: string
  body: number
  end: number
}

/**
 * Finds the first whole message (request or response); undefined while bytes are missing. Bodies
 * are framed by content-length or chunked; chunked ones must not contain a CRLF of their own, which
 * JSON written by a server does not.
 */
export function frame(bytes: Buffer): Frame | undefined {
  const at = bytes.indexOf(END)
  if (at < 0) return undefined
  const head = bytes.toString('latin1', 0, at)
  const body = at + 4
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)
  if (length)
    return bytes.length >= body + Number(length[1])
      ? { head, body, end: body + Number(length[1]) }
      : undefined
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return { head, body, end: body }
  const last = bytes.indexOf(LAST_CHUNK, at + 2)
  return last < 0 ? undefined : { head, body, end: last + LAST_CHUNK.length }
}

/** Text of a framed body, chunk sizes removed. For checks, not for speed. */
export function bodyOf(bytes: Buffer, found: Frame): string {
  const raw = bytes.toString('utf8', found.body, found.end)
  if (!/\r\ntransfer-encoding: *chunked/i.test(found.head)) return raw
  return raw
    .split('\r\n')
    .filter((_, i) => i % 2 === 1)
    .join('')
}

/** Value of a header of a framed head, or undefined. `name` is lower case. */
export function headerOf(head: string, name: string): string | undefined {
  const line = head
    .split('\r\n')
    .find(l => l.slice(0, name.length + 1).toLowerCase() === `${name}:`)
  return line?.slice(name.length + 1).trim()
}

/** One request as bytes. `headers` are written as given; a body gets its length. */
export function request(
  method: string,
  path: string,
  options: { headers?: Record<string, string>; body?: string } = {},
): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1']
  for (const [name, value] of Object.entries(options.headers ?? {})) lines.push(`${name}: ${value}`)
  if (options.body !== undefined)
    lines.push(
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(options.body)}`,
    )
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${options.body ?? ''}`)
}
