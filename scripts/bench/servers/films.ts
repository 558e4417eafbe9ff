/** A server of large films, made as they are sent: nothing of them is ever whole anywhere. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const HEAD = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'latin1')
const PIECE = 64 * 1024

/** Films by size in bytes; those of another `kind` (0 to 255) have another content. */
export interface Films {
  host: string
  url(bytes: number, kind?: number): string
  /** Bytes sent of the film requested last. */
  sent(): number
  /** Whether the receiver of that film holds it up. */
  waiting(): boolean
  stop(): Promise<void>
}

/** Starts the server on a free port of loopback. */
export async function serveFilms(): Promise<Films> {
  let sent = 0
  let waiting = (): boolean => false
  const server = createServer((request, response) => {
    const [, bytes = 0, kind = 0] = (request.url ?? '').split('/').map(Number)
    const filling = Buffer.alloc(PIECE, kind)
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': bytes })
    sent = 0
    waiting = () => response.writableNeedDrain
    const film = function* (): Generator<Uint8Array> {
      for (
        let piece: Uint8Array = HEAD;
        sent < bytes;
        piece = filling.subarray(0, Math.min(PIECE, bytes - sent))
      ) {
        sent += piece.length
        yield piece
      }
    }
    pipeline(Readable.from(film(), { highWaterMark: 1 }), response).catch(() => undefined)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: (bytes, kind = 0) => `http://${host}/${bytes}/${kind}`,
    sent: () => sent,
    waiting: () => waiting(),
    stop: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
