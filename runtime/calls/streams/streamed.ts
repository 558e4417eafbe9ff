/**
 * Answers that are handed over while they are made. The payment is settled once the last piece has
 * come from the supplier; a stream that its supplier does not bring to an end is not paid for, and
 * never looks whole. A caller who leaves, or who reads so slowly that the authorization would
 * lapse, has been served and pays: otherwise everything but the last piece would be free.
 */
import type { Call, Reply, Write } from '../../context.ts'
import { estimatedUsage, type ModelOutput } from '../../replies/usage.ts'
import { openHeaders } from '../../http/cors.ts'
import { isWithinGrace } from '../../limits/abandoned-work.ts'
import { callers } from '../../protocols/index.ts'
import { hasOutput } from '../../protocols/empty.ts'
import type { Piece, ReplyFacts, StreamEnd, StreamWriter, Usage } from '../../protocols/types.ts'
import { ownHeaders } from '../../replies/reply.ts'
import { framed, piecesOf } from '../../upstream/plain-words.ts'
import { isVisible } from '../../upstream/stream-parts.ts'
import {
  isWords,
  StreamBroken,
  type StreamPart,
  type UpstreamStream,
} from '../../upstream/types.ts'
import { lastWords } from '../../replies/last-event.ts'
import { copyStream, type CopyEnd, type StreamCopy } from '../../replies/stream-copy.ts'
import type { StreamPayment } from './payment.ts'

const NOTHING: Usage = { uncached: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 }

/** Why the copy of a stream ends where it does, if its caller left. */
const LEFT =
  'The stream ended here because its caller left. Everything that was sent until then was paid for.'

/** The same if the gateway stopped. */
const STOPPED = 'The stream ended here because the gateway stopped.'

/** Why a stream ends whose authorization did not pay for it. */
const UNPAID = 'The payment could not be settled. Nothing was charged.'

/** What is said besides where the stream was paid for before its first word. */
const CREDITED = "What was paid is credited to this wallet's next stream of at most this price."

/**
 * So long, in ms, a caller may let its stream wait at a time. Suppliers hang up on who does not
 * read: what was told by then is paid for.
 */
const PATIENCE = 10_000

/** How streams end that a supplier gives up because nobody reads. */
const HUNG_UP: ReadonlySet<string> = new Set(['cut', 'stalled'])

/**
 * A stream being told to a caller, who let it wait for `waited` ms at the most, and lets it wait
 * `since` then (Unix ms). Without a writer the supplier's events are passed on as they are.
 */
interface Telling {
  call: Call
  stream: UpstreamStream
  writer?: StreamWriter
  payment: StreamPayment
  seen: Seen
  copy: StreamCopy
  /** Why the stream is not whole, where it is not. */
  cut?: string
  isDue: boolean
  isExcused: boolean
  waited: number
  since?: number
  /** The end of its payment, for whichever reason comes first. */
  ending?: Promise<unknown>
}

/**
 * What a stream's reply is made of. Its caller may have left: then it pays (`isDue`), or
 * `isExcused`.
 */
interface About {
  facts: ReplyFacts
  isDue: boolean
  isExcused: boolean
  payment: StreamPayment
}

/** A stream's reply. */
export function streamed(call: Call, stream: UpstreamStream, about: About): Reply {
  const { route } = call.compiled
  const { facts, isDue, isExcused: hasLeft, payment } = about
  try {
    const writer = route.speaks === undefined ? undefined : callers[route.speaks].writer(facts)
    const type = writer === undefined ? stream.type : 'text/event-stream; charset=utf-8'
    const own = ownHeaders(route, call.scope)
    const headers = {
      ...openHeaders,
      'content-type': type,
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      ...own,
    }
    const copy = copyStream(call, writer === undefined ? undefined : facts)
    const telling: Telling = {
      call,
      stream,
      writer,
      payment,
      seen: watch(),
      copy,
      isDue,
      isExcused: hasLeft,
      waited: 0,
    }
    payment.keeps(how => copy.kept(headers, copyEnd(telling, how)))
    return { status: 200, headers, outcome: 'streamed', ...replyOf(telling) }
  } catch (error) {
    stream.cancel()
    throw error
  }
}

function replyOf(about: Telling): Pick<Reply, 'body' | 'closed' | 'expedite' | 'done'> {
  const { stream, payment, copy } = about
  void payment.done.then(() => copy.drop())
  // Also where nobody reads: a caller who takes nothing must not keep its authorization unsettled
  // for as long as it likes.
  stream.broken.addEventListener(
    'abort',
    () => {
      void endBroken(about, stream.broken.reason)
    },
    { once: true },
  )
  const closed = (): void => {
    about.ending ??= left(about)
    stream.cancel()
  }
  return { body: write => tell(about, write), closed, expedite: stream.broken, done: payment.done }
}

/** The payment of a stream whose caller left. */
async function left(about: Telling): Promise<void> {
  const { call, payment, seen, isDue } = about
  about.cut ??= LEFT
  // Each leave is counted once.
  const isServed = isDue || seen.isTold() || !(about.isExcused || (await isWithinGrace(call)))
  await payment.end(isServed, 'the caller left')
}

async function tell(about: Telling, write: Write): Promise<void> {
  const { call, stream, writer, payment, seen } = about
  let head = writer?.open() ?? ''
  try {
    await stream.read(part => {
      seen.take(part)
      about.copy.take(part)
      const room =
        writer === undefined ? passOn(write, part) : handOver(write, writer, { head, part })
      head = ''
      return room && roomIn(about, room)
    })
  } catch (error) {
    await endBroken(about, error)
    const last = farewell(about, error)
    if (last !== undefined) await write(last)
    return
  }
  const paid = payment.end(true, 'the stream ended')
  about.ending ??= paid
  const receipt = await paid
  if (writer !== undefined)
    await write(writer.close({ usage: usageOf(about), ...costOf(call), payment: receipt }))
}

function usageOf({ call, seen }: Telling): Usage {
  return seen.usage() ?? estimatedUsage(call, seen.said()) ?? NOTHING
}

/** How the copy of a stream ends. One that goes on is whole only once more is kept of it. */
function copyEnd(about: Telling, { goesOn }: { goesOn: boolean }): CopyEnd {
  const { call, seen, cut = goesOn ? STOPPED : undefined } = about
  const isEnded = seen.isEnded()
  return cut === undefined ? { usage: usageOf(about), ...costOf(call), isEnded } : { cut, isEnded }
}

/** Waits for the caller, and notes for how long. */
async function roomIn(about: Telling, room: Promise<void>): Promise<void> {
  about.since = about.call.context.clock.now()
  await room
  about.waited = longestWait(about)
  about.since = undefined
}

/** Passes on the upstream's own bytes. */
function passOn(write: Write, { bytes }: StreamPart): ReturnType<Write> {
  return bytes.length === 0 ? undefined : write(bytes)
}

/**
 * Writes a part as one text: its words as the bytes that they are where the writer has a frame for
 * them.
 */
function handOver(
  write: Write,
  writer: StreamWriter,
  { head, part }: { head: string; part: StreamPart },
): ReturnType<Write> {
  let text = bytesAsText(head)
  for (const piece of part.pieces)
    text += isWords(piece) ? writtenWords(writer, piece.words) : bytesAsText(writer.piece(piece))
  return text === '' ? undefined : write(text, 'latin1')
}

function writtenWords(writer: StreamWriter, words: readonly string[]): string {
  const frame = writer.frame?.()
  return frame === undefined
    ? bytesAsText(
        piecesOf(words)
          .map(piece => writer.piece(piece))
          .join(''),
      )
    : framed(frame, words)
}

/** A text's bytes as one character each. */
const bytesAsText = (text: string): string =>
  text === '' ? '' : Buffer.from(text, 'utf8').toString('latin1')

/** How long, in ms, the caller let its stream wait at a time until now. */
function longestWait({ call, waited, since }: Telling): number {
  return since === undefined ? waited : Math.max(waited, call.context.clock.now() - since)
}

/**
 * The payment of a stream that broke off. What reached the end of its time was served, and what its
 * reader let hang; so was what the caller got whole.
 */
async function endBroken(about: Telling, error: unknown): Promise<void> {
  await (about.ending ??= broken(about, error))
}

async function broken(about: Telling, error: unknown): Promise<void> {
  const { call, writer, payment, seen } = about
  about.cut ??= messageOf(error)
  const isOurs = !(error instanceof StreamBroken)
  if (isOurs)
    call.context.observe.log.error(
      { route: call.compiled.route.id, err: error },
      'a stream failed inside the gateway',
    )
  const isHung = !isOurs && HUNG_UP.has(error.broken) && longestWait(about) > PATIENCE
  const isServed = !isOurs && (error.broken === 'too_long' || isHung) && seen.isTold()
  await payment.end(
    isServed || (writer === undefined && seen.isEnded()),
    isOurs ? 'internal error' : `the stream broke off: ${error.broken}`,
  )
}

/**
 * What a caller is told of a stream that broke off; nothing where its supplier's own events have
 * told the end already.
 */
function farewell({ call, writer, seen, payment }: Telling, error: unknown): string | undefined {
  const why = call.charge.unsettled === 'failed' ? UNPAID : messageOf(error)
  const message = payment.isCredited() ? `${why} ${CREDITED}` : why
  const isEnded = seen.isEnded() || (error instanceof StreamBroken && error.broken === 'trouble')
  return lastWords(message, { writer, isEnded })
}

function messageOf(error: unknown): string {
  return error instanceof StreamBroken
    ? error.message
    : 'The gateway failed; the fault is recorded.'
}

/** What came so far. */
interface Seen {
  take(part: StreamPart): void
  /** What the supplier told of usage. */
  usage(): Usage | undefined
  /** How much it said before that. */
  said(): ModelOutput
  /** Whether anything was for the caller. */
  isTold(): boolean
  /** Whether the answer's own end was among it. */
  isEnded(): boolean
}

function watch(): Seen {
  let usage: Usage | undefined
  let [output, reasoning] = [0, 0]
  let hasTold = false
  let hasEnded = false
  const take = (piece: Piece): void => {
    usage = piece.usage ?? usage
    if (usage === undefined) {
      output += bytesOf(piece.content) + bytesOf(piece.tool?.name) + bytesOf(piece.tool?.arguments)
      reasoning += bytesOf(piece.reasoning)
    }
    hasTold ||= isVisible(piece)
    hasEnded ||= piece.finish !== undefined
  }
  return {
    take: ({ pieces }) => {
      for (const piece of pieces) {
        // Words come only behind others that were for the caller.
        if (!isWords(piece)) take(piece)
        else if (usage === undefined) for (const said of piece.words) output += said.length
      }
    },
    usage: () => usage,
    said: () => ({ output, reasoning }),
    isTold: () => hasTold || hasOutput(usage),
    isEnded: () => hasEnded,
  }
}

function bytesOf(text: string | undefined): number {
  return text === undefined ? 0 : Buffer.byteLength(text)
}

function costOf({ quote }: Call): Pick<StreamEnd, 'cost'> {
  return quote === undefined ? {} : { cost: quote.price }
}
