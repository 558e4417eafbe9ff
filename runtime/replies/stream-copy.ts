/**
 * What a stream has sent to its caller, kept until it is delivered: a caller that loses the
 * connection gets it with the same payment header. Streams that the gateway writes are kept as
 * their pieces, those that are passed on as their bytes; 2 MiB of one at the most, and 128 MiB of
 * all that one process has under way. What is larger is not kept.
 */
import type { Call, Reply } from '../context.ts'
import { createMemoryBudget, type MemoryBudget } from '../http/memory-budget.ts'
import { callers } from '../protocols/index.ts'
import type { Piece, ReplyFacts, StreamEnd, StreamWriter } from '../protocols/types.ts'
import type { StoredReply, PaymentRecord } from '../payments/types.ts'
import { withReceipt } from './reply.ts'
import { piecesOf } from '../upstream/plain-words.ts'
import { isWords, type StreamPart } from '../upstream/types.ts'
import { lastWords } from './last-event.ts'

/** Marks a kept stream; never sent. */
export const STREAM = 'x-kept-stream'

/** What may be held for streams under way. */
export const createCopies = (): MemoryBudget =>
  createMemoryBudget({ all: 128 * 2 ** 20, each: 2 * 2 ** 20 })

/**
 * How a copied stream ended: whole, or with these last words. `isEnded` where its own end was
 * passed on.
 */
export interface CopyEnd {
  usage?: StreamEnd['usage']
  cost?: StreamEnd['cost']
  cut?: string
  isEnded: boolean
}

/**
 * What is kept, as JSON. `facts` and `pieces` of streams that the gateway writes; `text` of others.
 */
interface Stored {
  facts?: Omit<ReplyFacts, 'prompt'>
  pieces?: Piece[]
  text?: string
  end: CopyEnd
}

/** The copy of one stream. */
export interface StreamCopy {
  take(part: StreamPart): void
  /** What is to be kept if the stream ends now; undefined where it is too large. */
  kept(headers: Readonly<Record<string, string>>, end: CopyEnd): StoredReply | undefined
  /** Gives its memory back. */
  drop(): void
}

/** Begins a copy. `facts` are those of a stream that the gateway writes. */
export function copyStream({ context, charge }: Call, facts: ReplyFacts | undefined): StreamCopy {
  const { record } = charge
  const pieces: Piece[] = []
  const bytes: Uint8Array[] = []
  /** Words in latin1 that are not among the pieces yet. */
  let words = ''
  const addWords = (): void => {
    for (const piece of words === '' ? [] : piecesOf([words])) append(pieces, piece)
    words = ''
  }
  let held = 0
  let isKept = record !== undefined
  const drop = (): void => {
    if (record !== undefined && held > 0) context.copies.give(record.key, held)
    held = 0
    isKept = false
    pieces.length = bytes.length = 0
    words = ''
  }
  const hold = (size: number): boolean => {
    if (isKept && context.copies.take(record!.key, size)) held += size
    else drop()
    return isKept
  }
  return {
    drop,
    take(part) {
      if (!isKept || !hold(part.bytes.length)) return
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
    kept(headers, end) {
      if (!isKept) return undefined
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

/** Adds a piece, to the last one where both are more of the same text. */
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

/** The one text that a piece has, and nothing else. */
function textOf(piece: Piece): 'content' | 'reasoning' | undefined {
  let found: 'content' | 'reasoning' | undefined
  for (const [name, value] of Object.entries(piece)) {
    if (value === undefined || name === 'index') continue
    if ((name !== 'content' && name !== 'reasoning') || found !== undefined) return undefined
    found = name
  }
  return found
}

/** Whether what is kept is a stream that is not whole: good for its own payment header only. */
export const isCut = (kept: StoredReply | undefined): boolean => kept?.headers[STREAM] === 'cut'

/** The whole stream of a settled record as one body, with its receipt. */
export function streamAgain(call: Call, kept: StoredReply, record: PaymentRecord): Reply {
  const {
    facts,
    pieces = [],
    text,
    end,
  } = JSON.parse(Buffer.from(kept.body, 'base64').toString('utf8')) as Stored
  const { [STREAM]: _, ...headers } = kept.headers
  const speaks = call.compiled.route.speaks
  const writer =
    facts === undefined || speaks === undefined ? undefined : callers[speaks].writer(facts)
  const words =
    writer === undefined
      ? (text ?? '')
      : writer.open() + pieces.map(piece => writer.piece(piece)).join('')
  const body = words + ending(call, { writer, end, transaction: record.transaction! })
  return withReceipt(
    call,
    { status: kept.status, headers, body, outcome: 'ok' },
    record.transaction!,
  )
}

function ending(
  { context }: Call,
  { writer, end, transaction }: { writer?: StreamWriter; end: CopyEnd; transaction: string },
): string {
  if (end.cut !== undefined) return lastWords(end.cut, { writer, isEnded: end.isEnded }) ?? ''
  const payment = { settled: true, transaction, network: context.spec.label }
  return writer?.close({ usage: end.usage!, cost: end.cost, payment }) ?? ''
}
