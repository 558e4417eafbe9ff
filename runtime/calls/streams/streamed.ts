/**
 * Streams answers to callers while the upstream writes them. The payment is settled after the
 * upstream's last piece. A stream that its upstream does not finish is not paid for and always ends
 * with an error. A caller that leaves, or that reads so slowly that the authorization would expire,
 * has been served and pays: otherwise everything but the last piece would be free.
 */
import type { Call, Reply, Write } from '../../call.ts'
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
import { lastEvent } from '../../replies/last-event.ts'
import { copyStream, type CopyEnd, type StreamCopy } from '../../replies/stream-copy.ts'
import type { StreamPayment } from './payment.ts'

const NOTHING: Usage = { uncached: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 }

/** Last message in the stored copy of a stream whose caller left. */
const LEFT =
  'The stream ended here because its caller left. Everything that was sent until then was paid for.'

/** Last message in the stored copy of a stream that the gateway ended. */
const STOPPED = 'The stream ended here because the gateway stopped.'

/** Last message of a stream whose payment failed. */
const UNPAID = 'The payment could not be settled. Nothing was charged.'

/** Added to the last message if the stream was paid for before its first word. */
const CREDITED = "What was paid is credited to this wallet's next stream of at most this price."

/**
 * How long, in ms, a caller may keep its stream waiting at a time. Upstreams disconnect slow
 * readers; what was sent by then is paid for.
 */
const LONGEST_WAIT = 10_000

/** How streams end whose upstream disconnects because nobody reads. */
const HUNG_UP: ReadonlySet<string> = new Set(['cut', 'stalled'])

/**
 * The state of a stream on its way to the caller. `waited` is the longest time, in ms, that the
 * caller kept it waiting; `since` is the start of the current wait (Unix ms). Without a writer the
 * upstream's events are passed on unchanged.
 */
interface StreamState {
  call: Call
  stream: UpstreamStream
  writer?: StreamWriter
  payment: StreamPayment
  output: StreamOutput
  copy: StreamCopy
  /** Why the stream is incomplete; undefined if it is complete. */
  cut?: string
  isDue: boolean
  isExcused: boolean
  waited: number
  since?: number
  /** The end of its payment; only the first reason to end it counts. */
  ending?: Promise<unknown>
}

/**
 * What a stream's reply is made of. If its caller has left already, `isDue` says that it pays and
 * `isExcused` that it is within its grace.
 */
interface StreamOptions {
  facts: ReplyFacts
  isDue: boolean
  isExcused: boolean
  payment: StreamPayment
}

/**
 * Builds the reply of a started upstream stream. Cancels the stream and throws if the reply cannot
 * be built.
 */
export function streamed(call: Call, stream: UpstreamStream, options: StreamOptions): Reply {
  const { route } = call.compiled
  const { facts, isDue, isExcused, payment } = options
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
    const state: StreamState = {
      call,
      stream,
      writer,
      payment,
      output: observeOutput(),
      copy,
      isDue,
      isExcused,
      waited: 0,
    }
    payment.storeWith(options => copy.toStore(headers, copyEnd(state, options)))
    return { status: 200, headers, outcome: 'streamed', ...replyOf(state) }
  } catch (error) {
    stream.cancel()
    throw error
  }
}

function replyOf(state: StreamState): Pick<Reply, 'body' | 'closed' | 'expedite' | 'done'> {
  const { stream, payment, copy } = state
  void payment.done.then(() => copy.drop())
  // This also runs while nobody reads, because a caller that reads nothing must not keep its
  // authorization unsettled.
  stream.broken.addEventListener(
    'abort',
    () => {
      void endBroken(state, stream.broken.reason)
    },
    { once: true },
  )
  const closed = (): void => {
    state.ending ??= endAbandoned(state)
    stream.cancel()
  }
  return {
    body: write => writeStream(state, write),
    closed,
    expedite: stream.broken,
    done: payment.done,
  }
}

/** Ends the payment of a stream whose caller left. */
async function endAbandoned(state: StreamState): Promise<void> {
  const { call, payment, output, isDue } = state
  state.cut ??= LEFT
  // Each departure is counted once as abandoned work.
  const isServed = isDue || output.isVisible() || !(state.isExcused || (await isWithinGrace(call)))
  await payment.end(isServed, 'the caller left')
}

async function writeStream(state: StreamState, write: Write): Promise<void> {
  const { call, stream, writer, payment, output } = state
  let head = writer?.open() ?? ''
  try {
    await stream.read(part => {
      output.take(part)
      state.copy.take(part)
      const drained =
        writer === undefined ? writeRaw(write, part) : writePart(write, writer, { head, part })
      head = ''
      return drained && measureWait(state, drained)
    })
  } catch (error) {
    await endBroken(state, error)
    const last = lastEventOf(state, error)
    if (last !== undefined) await write(last)
    return
  }
  const settled = payment.end(true, 'the stream ended')
  state.ending ??= settled
  const receipt = await settled
  if (writer !== undefined)
    await write(writer.close({ usage: usageOf(state), ...costOf(call), payment: receipt }))
}

function usageOf({ call, output }: StreamState): Usage {
  return output.usage() ?? estimatedUsage(call, output.size()) ?? NOTHING
}

/**
 * The end of the stream's stored copy. A copy of a stream that goes on counts as cut until the rest
 * is stored.
 */
function copyEnd(state: StreamState, { goesOn }: { goesOn: boolean }): CopyEnd {
  const { call, output, cut = goesOn ? STOPPED : undefined } = state
  const isEnded = output.isEnded()
  return cut === undefined ? { usage: usageOf(state), ...costOf(call), isEnded } : { cut, isEnded }
}

/** Waits until the caller reads on, and measures how long that takes. */
async function measureWait(state: StreamState, drained: Promise<void>): Promise<void> {
  state.since = state.call.context.clock.now()
  await drained
  state.waited = longestWait(state)
  state.since = undefined
}

/** Writes the upstream's bytes unchanged. */
function writeRaw(write: Write, { bytes }: StreamPart): ReturnType<Write> {
  return bytes.length === 0 ? undefined : write(bytes)
}

/**
 * Writes a part as one text. If the writer has a frame for words, they are copied into it as bytes.
 */
function writePart(
  write: Write,
  writer: StreamWriter,
  { head, part }: { head: string; part: StreamPart },
): ReturnType<Write> {
  let text = bytesAsText(head)
  for (const piece of part.pieces)
    text += isWords(piece) ? wordsText(writer, piece.words) : bytesAsText(writer.piece(piece))
  return text === '' ? undefined : write(text, 'latin1')
}

function wordsText(writer: StreamWriter, words: readonly string[]): string {
  const frame = writer.frame?.()
  return frame === undefined
    ? bytesAsText(
        piecesOf(words)
          .map(piece => writer.piece(piece))
          .join(''),
      )
    : framed(frame, words)
}

/** A text with one character per byte. */
const bytesAsText = (text: string): string =>
  text === '' ? '' : Buffer.from(text, 'utf8').toString('latin1')

/** The longest time, in ms, that the caller has kept its stream waiting. */
function longestWait({ call, waited, since }: StreamState): number {
  return since === undefined ? waited : Math.max(waited, call.context.clock.now() - since)
}

/**
 * Ends the payment of a stream that broke off. The caller pays if the stream reached its time
 * limit, if the caller kept it waiting too long, or if it got the whole answer.
 */
async function endBroken(state: StreamState, error: unknown): Promise<void> {
  await (state.ending ??= settleBroken(state, error))
}

async function settleBroken(state: StreamState, error: unknown): Promise<void> {
  const { call, writer, payment, output } = state
  state.cut ??= messageOf(error)
  const isOurs = !(error instanceof StreamBroken)
  if (isOurs)
    call.context.observe.log.error(
      { route: call.compiled.route.id, err: error },
      'a stream failed inside the gateway',
    )
  const isStalledByCaller =
    !isOurs && HUNG_UP.has(error.broken) && longestWait(state) > LONGEST_WAIT
  const isServed =
    !isOurs && (error.broken === 'too_long' || isStalledByCaller) && output.isVisible()
  await payment.end(
    isServed || (writer === undefined && output.isEnded()),
    isOurs ? 'internal error' : `the stream broke off: ${error.broken}`,
  )
}

/**
 * Writes the last event of a stream that broke off; undefined if the upstream's own events have
 * reported the end.
 */
function lastEventOf(
  { call, writer, output, payment }: StreamState,
  error: unknown,
): string | undefined {
  const why = call.charge.unsettled === 'failed' ? UNPAID : messageOf(error)
  const message = payment.isCredited() ? `${why} ${CREDITED}` : why
  const isEnded = output.isEnded() || (error instanceof StreamBroken && error.broken === 'trouble')
  return lastEvent(message, { writer, isEnded })
}

function messageOf(error: unknown): string {
  return error instanceof StreamBroken
    ? error.message
    : 'The gateway failed; the fault is recorded.'
}

/** What the upstream has sent so far. */
interface StreamOutput {
  take(part: StreamPart): void
  /** The usage that the upstream reported. */
  usage(): Usage | undefined
  /** Bytes of output before that report. */
  size(): ModelOutput
  /** Whether anything was visible to the caller. */
  isVisible(): boolean
  /** Whether the answer was finished. */
  isEnded(): boolean
}

function observeOutput(): StreamOutput {
  let usage: Usage | undefined
  let [output, reasoning] = [0, 0]
  let hasShown = false
  let hasEnded = false
  const take = (piece: Piece): void => {
    usage = piece.usage ?? usage
    if (usage === undefined) {
      output += bytesOf(piece.content) + bytesOf(piece.tool?.name) + bytesOf(piece.tool?.arguments)
      reasoning += bytesOf(piece.reasoning)
    }
    hasShown ||= isVisible(piece)
    hasEnded ||= piece.finish !== undefined
  }
  return {
    take: ({ pieces }) => {
      for (const piece of pieces) {
        // Words follow only after pieces that were visible already.
        if (!isWords(piece)) take(piece)
        else if (usage === undefined) for (const text of piece.words) output += text.length
      }
    },
    usage: () => usage,
    size: () => ({ output, reasoning }),
    isVisible: () => hasShown || hasOutput(usage),
    isEnded: () => hasEnded,
  }
}

function bytesOf(text: string | undefined): number {
  return text === undefined ? 0 : Buffer.byteLength(text)
}

function costOf({ quote }: Call): Pick<StreamEnd, 'cost'> {
  return quote === undefined ? {} : { cost: quote.price }
}
