/**
 * Requests over a bare socket, so that replies can be measured in bytes as they stand on the wire.
 */
import { connect } from 'node:net'

/** What to send; a body that is no text is sent as JSON. */
export interface RawSent {
  method: string
  path: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

/** A reply on the wire. `head` counts the status line, all headers and the blank line. */
export interface RawSeen {
  status: number
  head: number
  headers: Record<string, string>
  body: any
}

/**
 * Sends one request on a connection that stays open, and reads one reply, whose body has a length.
 */
export function sendRaw(url: string, sent: RawSent): Promise<RawSeen> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let got = Buffer.alloc(0)
    const socket = connect(Number(port), hostname, () => socket.write(requestBytes(sent)))
    socket
      .once('error', reject)
      .once('close', () => reject(new Error(`no whole reply: ${got.toString('latin1')}`)))
    socket.on('data', chunk => {
      got = Buffer.concat([got, chunk])
      const seen = readReply(got, sent.method)
      if (seen === undefined) return
      resolve(seen)
      socket.destroy()
    })
  })
}

function requestBytes({ method, path, body, headers = {} }: RawSent): Buffer {
  const text =
    body === undefined || typeof body === 'string'
      ? (body as string | undefined)
      : JSON.stringify(body)
  const own =
    text === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
  const lines = Object.entries({ host: 'localhost', ...own, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return Buffer.from(
    `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${text ?? ''}`,
  )
}

/** The reply, once it is whole. */
function readReply(got: Buffer, method: string): RawSeen | undefined {
  const end = got.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = got.subarray(0, end).toString('latin1').split('\r\n')
  const pairs = lines.map(line => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  const headers: Record<string, string> = Object.fromEntries(pairs)
  const body = got.subarray(end + 4)
  if (method !== 'HEAD' && body.length < Number(headers['content-length'] ?? 0)) return undefined
  const isJson = body.length > 0 && (headers['content-type'] ?? '').includes('json')
  return {
    status: Number(first.split(' ')[1]),
    head: end + 4,
    headers,
    body: isJson ? JSON.parse(body.toString()) : body.toString(),
  }
}
