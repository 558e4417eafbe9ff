/**
 * Streams answers to callers while the upstream writes them. The payment is settled after the
 * upstream's last piece. A stream that its upstream does not finish is not charged and always ends
 * with an error. A caller that leaves, or that reads so slowly that the authorization would expire,
 * has been served and pays: otherwise everything but the last piece would be free. A metered stream
 * is read on for a moment, because its upstream reports the usage at the end.
 */
import type { Call, Reply, Write } from '../../call.ts'
import { openHeaders } from '../../http/cors.ts'
import { callers } from '../../protocols/index.ts'
import type { ReplyFacts, StreamEnd, StreamWriter } from '../../protocols/types.ts'
import { ownHeaders } from '../../replies/reply.ts'
import { copyStream, type CopyEnd } from '../../replies/stream-copy.ts'
import { framed, piecesOf } from '../../upstream/plain-words.ts'
import { isWords, type StreamPart, type UpstreamStream } from '../../upstream/types.ts'
import {
  endAbandoned,
  endBroken,
  isReadOn,
  lastEventOf,
  longestWait,
  READ_ON,
  type StreamState,
} from './ends.ts'
import { chargedUsage, observeOutput, usageOf } from './output.ts'
import type { StreamPayment } from './payment.ts'
import type { Receipt } from './settle.ts'
import { usageFacts } from '../stages/actual.ts'
import { prepaidHeaders } from '../../x402/receipt.ts'
import { signedReceipt } from '../../x402/signed-receipt.ts'

/** Last message in the stored copy of a stream that the gateway ended. */
const STOPPED = 'The stream ended here because the gateway stopped.'

/**
 * What a stream's reply is built from. If its caller has left already, `isDue` means that it pays
 * and `isInGrace` that it is within its grace.
 */
interface StreamOptions {
  facts: ReplyFacts
  isDue: boolean
  isInGrace: boolean
  payment: StreamPayment
}

/**
 * Builds the reply of a started upstream stream. Cancels the stream and throws if the reply cannot
 * be built.
 */
export function streamed(call: Call, stream: UpstreamStream, options: StreamOptions): Reply {
  const { facts, isDue, isInGrace, payment } = options
  try {
    const { headers: own, writer, output, copy } = beginStream(call, stream, facts)
    const headers = { ...own, ...prepaidHeaders(call) }
    const state: StreamState = {
      call,
      stream,
      writer,
      payment,
      output,
      copy,
      isDue,
      isInGrace,
      waited: 0,
    }
    payment.follow({
      progress: options => copy.toStore(headers, copyEnd(state, options)),
      usage: () => chargedUsage(call, state),
      reported: () => output.usage(),
    })
    return { status: 200, headers, outcome: 'streamed', ...replyOf(state) }
  } catch (error) {
    stream.cancel()
    throw error
  }
}

/** Returns the common beginning of every stream's reply. */
export function beginStream(
  call: Call,
  stream: UpstreamStream,
  facts: ReplyFacts,
): Pick<StreamState, 'writer' | 'output' | 'copy'> & { headers: Record<string, string> } {
  const { route } = call.compiled
  const writer = route.protocol === undefined ? undefined : callers[route.protocol].writer(facts)
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
  return { headers, writer, output: observeOutput(), copy }
}

function replyOf(state: StreamState): Pick<Reply, 'body' | 'closed' | 'expedite' | 'done'> {
  const { stream, payment, copy } = state
  void payment.done.then(() => copy.drop())
  // This also runs while the caller reads nothing, because such a caller must not keep its
  // authorization unsettled.
  stream.broken.addEventListener(
    'abort',
    () => {
      void endBroken(state, stream.broken.reason)
    },
    { once: true },
  )
  const abandon = (): void => {
    state.ending ??= endAbandoned(state)
    stream.cancel()
  }
  const closed = (): void => {
    if (!isReadOn(state)) return abandon()
    const stop = state.call.context.clock.after(READ_ON, abandon)
    void payment.done.then(stop)
  }
  return {
    body: write => writeStream(state, write),
    closed,
    expedite: stream.broken,
    done: payment.done,
  }
}

async function writeStream(state: StreamState, write: Write): Promise<void> {
  const { call, stream, writer, payment, output } = state
  let head = writer?.open() ?? ''
  state.reading = 'begun'
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
  state.reading = 'over'
  const settled = payment.end(true, 'the stream ended')
  state.ending ??= settled
  const receipt = await settled
  if (writer !== undefined)
    await write(
      writer.close({ usage: usageOf(state), ...costOf(call), payment: signed(state, receipt) }),
    )
}

/** Returns the receipt of a paid stream with its signed form, which has no hash of the body. */
function signed({ call, output }: StreamState, receipt: Receipt): Receipt {
  if (receipt?.transaction === undefined) return receipt
  const reported = output.usage()
  const usage = reported && { ...usageFacts(reported) }
  const proof = signedReceipt(call, {
    transaction: receipt.transaction,
    payer: call.payer,
    usage,
  })
  return proof === undefined ? receipt : { ...receipt, receipt: proof }
}

/**
 * The end of the stream's stored copy. The copy of a stream that continues counts as cut until the
 * rest is stored.
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
 * Writes a part as one string. If the writer has a prepared event for words, they are copied into
 * it as bytes.
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

/** Converts a text to a string with one character per byte. */
const bytesAsText = (text: string): string =>
  text === '' ? '' : Buffer.from(text, 'utf8').toString('latin1')

/** Returns the cost of a stream, for its last event. */
export function costOf({ quote, scope }: Call): Pick<StreamEnd, 'cost'> {
  return quote === undefined ? {} : { cost: scope.price ?? quote.price }
}
