/** Opens streams of upstreams, and reads them up to their first piece. */
import type { Scope, UpstreamCall } from '../contract.ts'
import { shownIds, spanOf, type Outgoing } from '../lib/trace.ts'
import { requestOptionsOf } from '../protocols/request-options.ts'
import { hasThought } from '../protocols/empty.ts'
import { upstreamProtocols } from '../protocols/index.ts'
import { Malformed, type Piece } from '../protocols/types.ts'
import { exchangeError, ExchangeError } from './exchange.ts'
import { ask, type Open, type Taken } from './incoming.ts'
import { timeoutOf, timeoutsOf } from './timeouts.ts'
import { prepare } from './prepare.ts'
import { failedCall, type RunOptions } from './run.ts'
import { failure, isGood, type ClassifyContext } from './statuses.ts'
import { classifyOtherReply, classifyStreamError, type Opening } from './stream-instead.ts'
import { isVisible, reading } from './stream-parts.ts'
import type { Ready } from './targets.ts'
import {
  isWords,
  type CallOptions,
  type StreamPart,
  type UpstreamFailure,
  type UpstreamStream,
} from './types.ts'
import { type ReportEnd, type Begun, upstreamErrorIn, streamOf } from './read-stream.ts'

/** Runs one streaming call of an available upstream. Never rejects. */
export type RunStream = (
  call: UpstreamCall,
  scope: Scope,
  options: CallOptions & { target: Ready },
) => Promise<UpstreamStream | UpstreamFailure>

/**
 * Bytes that an upstream may send before its first piece, plus this many times the request's size.
 */
const MOST_HELD = 2 ** 20
const ECHOES = 4

/** Failures of the request, which do not count against the upstream. */
const REFUSED: ReadonlySet<string> = new Set([
  'content_policy',
  'invalid_input',
  'upstream_rejected',
])

/**
 * Longest stream in ms, if its call sets no limit; otherwise a reader that reads nothing would hold
 * it forever.
 */
const LONGEST = 3_600_000

/** What opening needs. A stream is passed on as it arrives, and needs no room. */
type StreamOptions = Omit<RunOptions, 'replies' | 'maxBytes'>

/** Makes the function that opens streams for one client. */
export function createStreams(parts: StreamOptions): RunStream {
  const { clock, random, observe, redact, tally } = parts
  return async (call, scope, { target, signal, body, ids }) => {
    const start = clock.now()
    const span = spanOf(ids, random)
    const classifier: ClassifyContext = { source: target.source, redact, now: start }
    const timeouts = timeoutsOf(
      clock,
      { each: timeoutOf(call, scope), all: call.lasts ?? LONGEST },
      signal,
    )
    const opening: Opening = { call, scope, timeouts, classifier }
    const report: ReportEnd = (outcome, isFault) => {
      timeouts.end()
      const ms = clock.now() - start
      observe.upstream({ call: call.id, outcome, ms, ...shownIds(ids, span) })
      if (!signal?.aborted) tally.add(call.upstream, isFault)
    }
    try {
      const begun = await open(opening, parts, { target, body, span })
      if ('ok' in begun) report(begun.kind, !REFUSED.has(begun.kind))
      return 'ok' in begun ? begun : streamOf(opening, begun, report)
    } catch (error) {
      const failed = notOpened(opening, error, observe)
      report(failed.kind, !REFUSED.has(failed.kind))
      return failed
    }
  }
}

/** Sends the request and reads up to the first piece. Leaves nothing open if that fails. */
async function open(
  opening: Opening,
  parts: StreamOptions,
  sent: { target: Ready; body?: Buffer; span?: Outgoing },
): Promise<Begun | UpstreamFailure> {
  const { call, scope, timeouts } = opening
  const request = await timeouts.wait(async () =>
    prepare(call, scope, { ...parts, ...sent, streaming: true, now: parts.clock.now() }),
  )
  const pool = parts.pools.to(request.origin)
  const reply = await timeouts.wait(() => ask(pool, request.sending, timeouts.signal))
  let begun: Begun | UpstreamFailure | undefined
  try {
    begun = await begin(
      opening,
      reply,
      MOST_HELD + ECHOES * Buffer.byteLength(request.sending.body ?? ''),
    )
    return begun
  } finally {
    if (begun === undefined || 'ok' in begun) reply.body.destroy()
  }
}

/** Returns the failure of a stream that did not open. */
function notOpened(
  { call, classifier }: Opening,
  error: unknown,
  observe: RunOptions['observe'],
): UpstreamFailure {
  if (error instanceof Malformed)
    return failure('upstream_failed', 'The upstream gave an unexpected reply', {
      source: classifier.source,
      transient: true,
    })
  const known =
    error instanceof Error && !(error instanceof ExchangeError) ? exchangeError(error) : undefined
  return failedCall(call, known ?? error, { classifier, observe })
}

/**
 * Reads up to the first piece. An earlier end is a failure, and so is a reply that is not a stream.
 */
async function begin(
  opening: Opening,
  reply: Open,
  mostHeld: number,
): Promise<Begun | UpstreamFailure> {
  const { call, scope, timeouts, classifier } = opening
  const type = String(reply.headers['content-type'] ?? '')
  if (!isGood(reply.status) || !type.toLowerCase().startsWith('text/event-stream'))
    return classifyOtherReply(opening, reply)
  const requestOptions = requestOptionsOf(scope.body)
  const reader = reading(
    upstreamProtocols[call.protocol!].reader(requestOptions),
    classifier.redact,
  )
  const begun: Begun = { reply, reader, first: [], isRead: false }
  // A stream in another format is only passed through; it may be silent for long, and may end in
  // any way.
  if (call.method === 'GET') return begun
  let problem: Piece['problem']
  let hasOutput = false
  let held = 0
  const take = (part: StreamPart): Taken => {
    begun.first.push(part)
    if ((held += part.bytes.length) > mostHeld)
      throw new Malformed('too much before the first piece')
    problem = upstreamErrorIn(part)
    hasOutput = part.pieces.some(isVisible)
    return hasOutput || problem !== undefined ? 'enough' : undefined
  }
  begun.isRead = await reply.body.read(bytes => take(reader.take(bytes)), timeouts)
  if (begun.isRead) take(reader.end())
  if (problem !== undefined) return classifyStreamError(opening, reply, problem)
  const more = { source: classifier.source, transient: true }
  if (!hasOutput && !reader.ended())
    return failure('upstream_failed', 'The upstream ended its stream before it began', more)
  // A model may spend its tokens on hidden reasoning, or reach the caller's stop sequence
  // immediately.
  if (hasOutput || requestOptions.stops || hasThought(usageIn(begun.first))) return begun
  return failure('upstream_failed', 'The upstream gave an empty answer', { ...more, empty: true })
}

/** Returns the pieces of a part's parsed events. */
const parsed = ({ pieces }: StreamPart): Piece[] =>
  pieces.filter((piece): piece is Piece => !isWords(piece))

const usageIn = (parts: readonly StreamPart[]): Piece['usage'] =>
  parts.flatMap(parsed).findLast(({ usage }) => usage)?.usage
