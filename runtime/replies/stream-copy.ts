/**
 * Stores the output of a stream until it is delivered: a caller that loses the connection gets it
 * with the same payment header. Streams that the gateway writes are stored as pieces,
 * passed-through streams as bytes. The limits are 2 MiB per stream and 128 MiB for all running
 * streams of one process; a larger stream is not stored.
 */
import type { Call, Reply } from '../call.ts'
import { createMemoryBudget, type MemoryBudget } from '../http/memory-budget.ts'
import { callers } from '../protocols/index.ts'
import type { Piece, ReplyFacts, StreamEnd, StreamWriter } from '../protocols/types.ts'
import type { StoredReply, PaymentRecord } from '../payments/record.ts'
import { withReceipt } from './reply.ts'
import { piecesOf } from '../upstream/plain-words.ts'
import { isWords, type StreamPart } from '../upstream/types.ts'
import { lastEvent } from './last-event.ts'
import { networkLabel } from './network-label.ts'
import { signedReceipt } from '../x402/signed-receipt.ts'

/** Marks a stored stream; never sent. */
export const STREAM = 'x-kept-stream'

/** Creates the memory budget for the copies of running streams. */
export const createCopyBudget = (): MemoryBudget =>
  createMemoryBudget({ all: 128 * 2 ** 20, each: 2 * 2 ** 20 })

/**
 * How a copied stream ended: complete, or with the message `cut`. `isEnded` if the upstream's own
 * end was passed on.
 */
export interface CopyEnd {
  usage?: StreamEnd['usage']
  cost?: StreamEnd['cost']
  cut?: string
  isEnded: boolean
}

/** The stored JSON: `facts` and `pieces` for streams that the gateway writes, `text` for others. */
interface Stored {
  facts?: Omit<ReplyFacts, 'prompt'>
  pieces?: Piece[]
  text?: string
  end: CopyEnd
}

/** The copy of one stream. */
export interface StreamCopy {
  take(part: StreamPart): void
  /** Returns the stored form if the stream ends now; undefined if it is too large. */
  toStore(headers: Readonly<Record<string, string>>, end: CopyEnd): StoredReply | undefined
  /** Releases its memory. */
  drop(): void
}

/** Starts the copy of a stream. `facts` are set if the gateway writes the stream. */
export function copyStream({ context, charge }: Call, facts: ReplyFacts | undefined): StreamCopy {
  const { record } = charge
  const pieces: Piece[] = []
  const bytes: Uint8Array[] = []
  /** Words in latin1 that are not yet in `pieces`. */
  let words = ''
  const addWords = (): void => {
    for (const piece of words === '' ? [] : piecesOf([words])) append(pieces, piece)
    words = ''
  }
  let heldBytes = 0
  let isStored = record !== undefined
  const drop = (): void => {
    if (record !== undefined && heldBytes > 0) context.copies.give(record.key, heldBytes)
    heldBytes = 0
    isStored = false
    pieces.length = bytes.length = 0
    words = ''
  }
  const hold = (size: number): boolean => {
    if (isStored && context.copies.take(record!.key, size)) heldBytes += size
    else drop()
    return isStored
  }
  return {
    drop,
    take(part) {
      if (!isStored || !hold(part.bytes.length)) return
      if (facts === undefined) {
        bytes.push(part.bytes)
        return
      }
      for (const piece of part.pieces) {
        if (isWords(piece)) {
          words += piece.words.join('')
        } else {
          addWords()
          append(pieces, piece)
        }
      }
    },
    toStore(headers, end) {
      if (!isStored) return undefined
      addWords()
      const { id, model, created } = facts ?? { id: '', model: '', created: 0 }
      const stored: Stored =
        facts === undefined
          ? { text: Buffer.concat(bytes).toString('utf8'), end }
          : { facts: { id, model, created }, pieces, end }
      return {
        status: 200,
        headers: { ...headers, [STREAM]: end.cut === undefined ? 'whole' : 'cut' },
        body: Buffer.from(JSON.stringify(stored)).toString('base64'),
      }
    },
  }
}

/** Appends a piece; merges it with the last one if both continue the same text. */
function append(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1)
  const name = textOf(piece)
  if (
    last !== undefined &&
    name !== undefined &&
    textOf(last) === name &&
    last.index === piece.index
  ) {
    pieces[pieces.length - 1] = { ...last, [name]: `${last[name]}${piece[name]}` }
  } else pieces.push(piece)
}

/** Returns the name of a piece's text, if the piece has nothing else. */
function textOf(piece: Piece): 'content' | 'reasoning' | undefined {
  let found: 'content' | 'reasoning' | undefined
  for (const [name, value] of Object.entries(piece)) {
    if (value === undefined || name === 'index') continue
    if ((name !== 'content' && name !== 'reasoning') || found !== undefined) return undefined
    found = name
  }
  return found
}

/**
 * Whether a stored reply is an incomplete stream, which is redelivered only for its own payment
 * header.
 */
export const isCut = (stored: StoredReply | undefined): boolean => stored?.headers[STREAM] === 'cut'

/** Renders the stored stream of a settled record as one body, with its receipt. */
export function renderStreamCopy(call: Call, stored: StoredReply, record: PaymentRecord): Reply {
  const transaction = record.transaction!
  return withReceipt(call, streamCopyReply(call, stored, transaction), transaction)
}

/** Renders a stored stream as one body. Its last event names the transaction that paid for it. */
export function streamCopyReply(call: Call, stored: StoredReply, transaction: string): Reply {
  const {
    facts,
    pieces = [],
    text,
    end,
  } = JSON.parse(Buffer.from(stored.body, 'base64').toString('utf8')) as Stored
  const { [STREAM]: _, ...headers } = stored.headers
  const protocol = call.compiled.route.protocol
  const writer =
    facts === undefined || protocol === undefined ? undefined : callers[protocol].writer(facts)
  const words =
    writer === undefined
      ? (text ?? '')
      : writer.open() + pieces.map(piece => writer.piece(piece)).join('')
  const body = words + endText(call, { writer, end, transaction })
  return { status: stored.status, headers, body, outcome: 'ok' }
}

function endText(
  call: Call,
  { writer, end, transaction }: { writer?: StreamWriter; end: CopyEnd; transaction: string },
): string {
  if (end.cut !== undefined) return lastEvent(end.cut, { writer, isEnded: end.isEnded }) ?? ''
  const receipt = signedReceipt(call, { transaction, payer: call.payer })
  const payment = {
    settled: true,
    transaction,
    network: networkLabel(call),
    ...(receipt === undefined ? {} : { receipt }),
  }
  return writer?.close({ usage: end.usage!, cost: end.cost, payment }) ?? ''
}
