/** Streams of suppliers: read as they come, and only as fast as they are taken. */
import type { Dispatcher } from 'undici'
import type { ReplyScope, Scope, UpstreamCall } from '../contract.ts'
import { suppliers } from '../protocols/index.ts'
import { createSseParser } from '../protocols/sse.ts'
import { Malformed, type Piece, type SseEvent, type StreamReader } from '../protocols/types.ts'
import { exchangeError, ExchangeError, flat, type Received } from './exchange.ts'
import { judgeReply } from './judge.ts'
import { patienceOf, type Patience } from './patience.ts'
import { prepare } from './prepare.ts'
import { troubled, type RunParts } from './run.ts'
import { failure, isGood, type Judge } from './statuses.ts'
import type { Ready } from './targets.ts'
import { StreamBroken, type StreamPart, type UpstreamFailure, type UpstreamStream } from './types.ts'

/** Runs one streaming call of a supplier that is ready. Never rejects. */
export type RunStream = (
  call: UpstreamCall, scope: Scope, options: { target: Ready; signal?: AbortSignal; body?: Buffer },
) => Promise<UpstreamStream | UpstreamFailure>

/** A stream being opened: who is asked for what, how long it is waited for, and who judges what comes instead. */
interface Opening { call: UpstreamCall; scope: Scope; patience: Patience; judge: Judge; maxBytes: number }

/** A reply whose body has not been read. */
type Open = Dispatcher.ResponseData

/** Statuses by the words with which suppliers tell of a failure inside a stream; anything else is a failure of theirs. */
const STATUS_OF: readonly (readonly [RegExp, number])[] = [
  [/rate_limit|resource_exhausted|too_many/i, 429], [/overloaded|unavailable|capacity/i, 503], [/invalid_request|invalid_argument/i, 400],
]

/** Makes the opener of streams of one client. */
export function createStreams(parts: RunParts): RunStream {
  const { clock, observe, redact, tally, pools, maxBytes } = parts
  return async (call, scope, { target, signal, body }) => {
    const start = clock.now()
    const judge: Judge = { source: target.source, redact, now: start }
    const patience = patienceOf(clock, { each: call.timeout, all: call.lasts }, signal)
    const opening: Opening = { call, scope, patience, judge, maxBytes }
    const tell = (outcome: string, isFault: boolean): void => {
      patience.end()
      observe.upstream({ call: call.id, outcome, ms: clock.now() - start })
      if (!signal?.aborted) tally.add(call.upstream, isFault)
    }
    try {
      const request = await patience.wait(() => prepare(call, scope, { ...parts, target, body, streaming: true }))
      const reply = await patience.wait(() => pools.to(request.origin).request({ ...request.sending, signal: patience.signal }))
      reply.body.on('error', () => undefined)
      const begun = await begin(opening, reply)
      if ('ok' in begun) tell(begun.kind, begun.kind !== 'upstream_rejected')
      return 'ok' in begun ? begun : streamOf(opening, begun, tell)
    } catch (error) {
      const failed = troubled(call, error instanceof Error && !(error instanceof ExchangeError) ? exchangeError(error) ?? error : error, { judge, observe })
      tell(failed.kind, true)
      return failed
    }
  }
}

/** A stream as far as it was read to know that it is one. */
interface Begun { reply: Open; chunks: AsyncIterator<Uint8Array>; reader: Reading; first: StreamPart[] }

/** Reads up to the first piece. What ends before is a failure, as is a reply that is no stream. */
async function begin(opening: Opening, reply: Open): Promise<Begun | UpstreamFailure> {
  const { call, patience } = opening
  const type = String(reply.headers['content-type'] ?? '')
  if (!isGood(reply.statusCode) || !type.toLowerCase().startsWith('text/event-stream')) return instead(opening, reply)
  const chunks = reply.body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  const reader = reading(suppliers[call.protocol!].reader())
  const first: StreamPart[] = []
  for (;;) {
    const next = await patience.wait(() => chunks.next())
    const part = next.done ? reader.end() : reader.take(next.value)
    first.push(part)
    const trouble = troubleIn(part)
    if (trouble !== undefined) return broken(opening, reply, trouble)
    if (part.pieces.some(isTold)) return { reply, chunks, reader, first }
    if (next.done) break
  }
  return failure('upstream_failed', 'The upstream ended its stream before it began', { source: opening.judge.source, passing: true })
}

/** Whether a piece is something for the caller. */
const isTold = (piece: Piece): boolean => piece.content !== undefined || piece.reasoning !== undefined || piece.tool !== undefined || piece.finish !== undefined

/** What came instead of a stream, judged as a whole reply. */
async function instead({ call, scope, patience, judge, maxBytes }: Opening, reply: Open): Promise<UpstreamFailure> {
  const body = await patience.wait(() => whole(reply.body, maxBytes))
  const received: Received = { status: reply.statusCode, reason: '', headers: flat(reply.headers), body }
  const judged = judgeReply(call, scope, { received, judge })
  return judged.ok ? failure('upstream_failed', 'The upstream gave no stream', { source: judge.source, status: received.status }) : judged
}

/** All bytes of a body. Rejects with ExchangeError above so many. */
async function whole(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new ExchangeError('too_large', `a reply of more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes)
}

/** A failure that the supplier told of before anything else. */
function broken({ call, scope, judge }: Opening, reply: Open, trouble: NonNullable<Piece['trouble']>): UpstreamFailure {
  reply.body.destroy()
  const status = STATUS_OF.find(([words]) => words.test(trouble.type ?? ''))?.[1] ?? 500
  const body = Buffer.from(JSON.stringify({ error: trouble }))
  const judged = judgeReply(call, scope as ReplyScope, { received: { status, reason: '', headers: flat(reply.headers), body }, judge })
  return judged.ok ? failure('upstream_failed', 'The upstream failed', { source: judge.source, status }) : judged
}

/** Takes bytes, gives parts. `end` gives what stood before the end of the stream without an empty line after it. */
interface Reading { take(bytes: Uint8Array): StreamPart; end(): StreamPart; ended(): boolean }

const NO_BYTES = new Uint8Array()

function reading(reader: StreamReader): Reading {
  const events: SseEvent[] = []
  const parser = createSseParser((event) => { events.push(event) })
  const part = (bytes: Uint8Array): StreamPart => ({ bytes, pieces: events.splice(0).flatMap((event) => reader.take(event)) })
  return {
    take(bytes) {
      parser.push(bytes)
      return part(bytes)
    },
    end() {
      parser.end()
      return part(NO_BYTES)
    },
    ended: () => reader.ended(),
  }
}

/** The supplier's own words of a failure in what came. */
const troubleIn = (part: StreamPart): Piece['trouble'] => part.pieces.find((piece) => piece.trouble !== undefined)?.trouble

function streamOf(opening: Opening, begun: Begun, tell: (outcome: string, isFault: boolean) => void): UpstreamStream {
  let isOver = false
  const over = (outcome: string, isFault: boolean): void => {
    if (isOver) return
    isOver = true
    tell(outcome, isFault)
    begun.reply.body.destroy()
  }
  return {
    ok: true,
    type: String(begun.reply.headers['content-type']),
    parts: partsOf(opening, begun, over),
    cancel: () => over('cancelled', false),
  }
}

/** The parts of a stream. Throws StreamBroken unless the protocol's own end was seen. */
async function* partsOf({ patience, judge }: Opening, begun: Begun, over: (outcome: string, isFault: boolean) => void): AsyncGenerator<StreamPart, void> {
  const { chunks, reader, first } = begun
  try {
    yield* first
    for (;;) {
      const next = await patience.wait(() => chunks.next())
      const part = next.done ? reader.end() : reader.take(next.value)
      const trouble = troubleIn(part)
      yield part
      if (trouble !== undefined) throw new StreamBroken('trouble', judge.redact.text(trouble.message))
      if (next.done) break
    }
    if (!reader.ended()) throw new StreamBroken('cut', 'The upstream ended its stream in the middle')
    over('ok', false)
  } catch (error) {
    const end = brokenBy(error, patience)
    over(end.broken, end.broken !== 'given_up')
    throw end
  } finally {
    over('cancelled', false)
  }
}

/** Why reading ended. */
function brokenBy(error: unknown, patience: Patience): StreamBroken {
  if (error instanceof StreamBroken) return error
  if (error instanceof Malformed) return new StreamBroken('malformed', 'The upstream sent what cannot be read')
  const reason: unknown = patience.signal.aborted ? patience.signal.reason : error
  if (!(reason instanceof ExchangeError)) return new StreamBroken('cut', 'The upstream broke off its stream')
  if (reason.trouble === 'cancelled') return new StreamBroken('given_up', 'The stream was given up')
  return reason.message.startsWith('nothing')
    ? new StreamBroken('stalled', 'The upstream fell silent')
    : new StreamBroken('too_long', 'The stream took longer than a stream may')
}
