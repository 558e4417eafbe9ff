/** Hands over the body of a reply piece by piece. */
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Core, Reply, Told, Write } from '../context.ts'

/** A reply whose body comes in pieces. */
export type Streaming = Omit<Reply, 'body'> & { body: AsyncIterable<Uint8Array | string> | Told }

/** How long, in ms, the last pieces of a body that is to hurry may take to reach their reader. */
const LAST_WORDS = 10_000

/**
 * Writes a body at its reader's pace: the next piece is asked for when the last one has left. What
 * breaks off after the head was sent is cut off, so that nobody takes it for whole. Never rejects.
 */
export async function pour(
  out: ServerResponse,
  made: Streaming,
  core: Pick<Core, 'clock' | 'observe'>,
): Promise<void> {
  const { socket } = out.req
  const line = lineTo(out, made.hurry)
  const leave = (): void => {
    made.closed?.()
    line.leave()
  }
  const hurry = (): void => {
    line.go()
    const forget = core.clock.after(LAST_WORDS, () => socket.destroy())
    const over = (): void => {
      forget()
      socket.off('close', over)
    }
    socket.once('close', over)
    out.once('close', over)
  }
  socket.once('close', leave)
  made.hurry?.addEventListener('abort', hurry, { once: true })
  if (socket.destroyed) leave()
  // What breaks off by itself while its reader stands still takes the connection along.
  if (made.body instanceof Readable) made.body.once('error', () => socket.destroy())
  try {
    // What does not hear of it otherwise is closed by its first piece's not being taken.
    if (!line.isGone() || made.closed === undefined) await writeAll(out, made, line)
  } catch (error) {
    core.observe.log.warn({ err: error }, 'a body broke off')
    socket.destroy()
  } finally {
    socket.off('close', leave)
    made.closed?.()
  }
}

async function writeAll(out: ServerResponse, made: Streaming, line: Line): Promise<void> {
  out.writeHead(made.status, made.headers)
  // With the first piece where that is there already, and without it where it takes its time.
  let head: NodeJS.Immediate | undefined = setImmediate(() => out.flushHeaders())
  const headed = (): void => {
    if (head !== undefined) clearImmediate(head)
    head = undefined
  }
  const write: Write = (piece, encoding) => {
    headed()
    if (line.isGone()) return undefined
    out.write(piece, encoding ?? 'utf8')
    return out.writableNeedDrain ? line.room() : undefined
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

/** The way to the reader. */
interface Line {
  /** Resolves when there is room for more, or when nothing is to be waited for any longer. */
  room(): Promise<void>
  go(): void
  leave(): void
  isGone(): boolean
}

function lineTo(out: ServerResponse, hurry: AbortSignal | undefined): Line {
  let isGone = false
  let wake: (() => void) | undefined
  const go = (): void => wake?.()
  out.on('drain', go)
  // What is written to a connection that has just gone is no news.
  out.on('error', () => undefined)
  return {
    go,
    leave() {
      isGone = true
      go()
    },
    isGone: () => isGone,
    room: () =>
      isGone || hurry?.aborted
        ? Promise.resolve()
        : new Promise(resolve => {
            wake = resolve
          }),
  }
}
