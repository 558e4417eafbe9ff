/** Reads a stream that has begun, and reports how it ended. */
import { Malformed, TooLarge, type Piece } from '../protocols/types.ts'
import { ExchangeError } from './exchange.ts'
import type { Open } from './incoming.ts'
import { Overdue } from './timeouts.ts'
import type { Opening } from './stream-instead.ts'
import type { Reading } from './stream-parts.ts'
import {
  isWords,
  StreamBroken,
  type StreamPart,
  type TakePart,
  type UpstreamStream,
} from './types.ts'

/** Reports how a stream ended. */
export type ReportEnd = (outcome: string, isFault: boolean) => void

/**
 * A stream that was read far enough to know that it is valid. `isRead` is true if it was read to
 * its end.
 */
export interface Begun {
  reply: Open
  reader: Reading
  first: StreamPart[]
  isRead: boolean
}

/** Returns the upstream's own error message in a part; undefined if it has none. */
export function upstreamErrorIn({ pieces }: StreamPart): Piece['problem'] {
  for (const piece of pieces)
    if (!isWords(piece) && piece.problem !== undefined) return piece.problem
  return undefined
}

/** Returns a stream that has begun, for its reader. `report` is called once, when it has ended. */
export function streamOf(opening: Opening, begun: Begun, report: ReportEnd): UpstreamStream {
  const { signal, stop } = opening.timeouts
  const ending = new AbortController()
  const isBroken = (): void => ending.abort(brokenBy(signal.reason, signal))
  signal.addEventListener('abort', isBroken, { once: true })
  let isOver = false
  const over = (outcome: string, isFault: boolean): void => {
    if (isOver) return
    isOver = true
    signal.removeEventListener('abort', isBroken)
    report(outcome, isFault)
    // A finished stream is not aborted, because its connection serves others.
    if (outcome !== 'ok') stop()
    begun.reply.body.destroy()
  }
  return {
    ok: true,
    type: String(begun.reply.headers['content-type']),
    read: take => readParts(opening, begun, { done: over, take }),
    broken: ending.signal,
    cancel: how => {
      if (how?.broken) stop()
      over('cancelled', false)
    },
  }
}

/**
 * Reads the parts of a stream. Rejects with StreamBroken unless the protocol's own end was seen.
 */
async function readParts(
  { call, timeouts, classifier }: Opening,
  begun: Begun,
  { done: over, take }: { done: ReportEnd; take: TakePart },
): Promise<void> {
  const { reply, reader, first } = begun
  const pass = (part: StreamPart): Promise<void> | undefined => {
    const problem = upstreamErrorIn(part)
    const ready = take(part)
    if (problem !== undefined)
      throw new StreamBroken('error_event', classifier.redact.text(problem.message))
    return ready
  }
  try {
    // Freed while the rest arrives.
    for (const part of first.splice(0)) await pass(part)
    if (!begun.isRead) {
      await reply.body.read(bytes => pass(reader.take(bytes)), timeouts)
      await pass(reader.end())
    }
    if (!reader.ended() && call.method !== 'GET')
      throw new StreamBroken('cut', 'The upstream ended its stream in the middle')
    over('ok', false)
  } catch (error) {
    const end = brokenBy(error, timeouts.signal)
    over(end.broken, end.broken !== 'given_up')
    throw end
  }
}

/** Returns why reading ended. */
function brokenBy(error: unknown, signal: AbortSignal): StreamBroken {
  if (error instanceof StreamBroken) return error
  if (error instanceof TooLarge)
    return new StreamBroken('too_large', 'The upstream sent an event that is too large')
  if (error instanceof Malformed)
    return new StreamBroken('malformed', 'The upstream sent what cannot be read')
  const reason: unknown = signal.aborted ? signal.reason : error
  if (!(reason instanceof ExchangeError))
    return new StreamBroken('cut', 'The upstream broke off its stream')
  if (reason instanceof Overdue)
    return new StreamBroken('too_long', 'The stream took longer than a stream may')
  if (reason.problem === 'timeout') return new StreamBroken('stalled', 'The upstream fell silent')
  return new StreamBroken('given_up', 'The stream was given up')
}
