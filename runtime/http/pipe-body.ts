/** Pipes a streamed reply to the caller. */
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Reply, StreamBody, Write } from '../call.ts'
import type { GatewayContext } from '../context.ts'
import { withRequestId } from './request-ids.ts'

/** A reply with a streamed body. */
export type Streaming = Omit<Reply, 'body'> & {
  body: AsyncIterable<Uint8Array | string> | StreamBody
}

/**
 * How long, in ms, the last pieces may take to reach the reader when the stream must finish
 * quickly.
 */
const LAST_WORDS = 10_000

/**
 * Writes a body at its reader's pace: requests the next piece when the last one has left. If the
 * body breaks off after the head was sent, the connection is cut, so that the reply does not look
 * complete. Never rejects.
 */
export async function pipeBody(
  out: ServerResponse,
  made: Streaming,
  context: Pick<GatewayContext, 'clock' | 'observe' | 'random' | 'settings'>,
): Promise<void> {
  const { socket } = out.req
  const headed = { ...made, headers: withRequestId(made, out, context) }
  const line = lineTo(out, made.expedite)
  const leave = (): void => {
    made.closed?.()
    line.leave()
  }
  const expedite = (): void => {
    line.go()
    const forget = context.clock.after(LAST_WORDS, () => socket.destroy())
    const over = (): void => {
      forget()
      socket.off('close', over)
    }
    socket.once('close', over)
    out.once('close', over)
  }
  socket.once('close', leave)
  made.expedite?.addEventListener('abort', expedite, { once: true })
  if (socket.destroyed) leave()
  // If the body breaks off while its reader is stalled, the connection is closed with it.
  if (made.body instanceof Readable) made.body.once('error', () => socket.destroy())
  try {
    // Without this check, the body would end when its first piece is not taken.
    if (!line.isGone() || made.closed === undefined) await writeAll(out, headed, line)
  } catch (error) {
    context.observe.log.warn({ err: error }, 'a body broke off')
    socket.destroy()
  } finally {
    socket.off('close', leave)
    made.closed?.()
  }
}

async function writeAll(out: ServerResponse, made: Streaming, line: Line): Promise<void> {
  out.writeHead(made.status, made.headers)
  // Sent together with the first piece if that is ready, otherwise alone.
  let head: NodeJS.Immediate | undefined = setImmediate(() => out.flushHeaders())
  const headed = (): void => {
    if (head !== undefined) clearImmediate(head)
    head = undefined
  }
  const write: Write = (piece, encoding) => {
    headed()
    if (line.isGone()) return undefined
    out.write(piece, encoding ?? 'utf8')
    return out.writableNeedDrain ? line.drained() : undefined
  }
  if (typeof made.body === 'function') await made.body(write)
  else await writeEach(made.body, write, line)
  headed()
  if (!line.isGone()) out.end()
}

async function writeEach(
  body: AsyncIterable<Uint8Array | string>,
  write: Write,
  line: Line,
): Promise<void> {
  for await (const piece of body) {
    await write(piece)
    if (line.isGone()) return
  }
}

/** The connection to the reader. */
interface Line {
  /** Resolves when more can be written, or when nothing is left to wait for. */
  drained(): Promise<void>
  go(): void
  leave(): void
  isGone(): boolean
}

function lineTo(out: ServerResponse, expedite: AbortSignal | undefined): Line {
  let isGone = false
  let wake: (() => void) | undefined
  const go = (): void => wake?.()
  out.on('drain', go)
  // Errors of writing to a connection that has just closed are ignored.
  out.on('error', () => undefined)
  return {
    go,
    leave() {
      isGone = true
      go()
    },
    isGone: () => isGone,
    drained: () =>
      isGone || expedite?.aborted
        ? Promise.resolve()
        : new Promise(resolve => {
            wake = resolve
          }),
  }
}
