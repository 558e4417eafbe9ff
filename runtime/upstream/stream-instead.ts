/** Classifies replies that are not the requested stream. */
import type { ReplyScope, Scope, UpstreamCall } from '../contract.ts'
import type { Piece } from '../protocols/types.ts'
import { ExchangeError, flat, type Received } from './exchange.ts'
import type { Incoming, Open } from './incoming.ts'
import { SMALL_REPLY } from './reply-room.ts'
import { classifyReply } from './classify.ts'
import type { Timeouts } from './timeouts.ts'
import { failure, type ClassifyContext } from './statuses.ts'
import type { UpstreamFailure } from './types.ts'

/**
 * A stream being opened: the call, its timeouts, and how to classify a reply that is not a stream.
 */
export interface Opening {
  call: UpstreamCall
  scope: Scope
  timeouts: Timeouts
  classifier: ClassifyContext
}

/**
 * Statuses for the error types in an upstream's stream; any other type is a failure of the
 * upstream.
 */
const STATUS_OF: readonly (readonly [RegExp, number])[] = [
  [/rate_limit|resource_exhausted|too_many/i, 429],
  [/overloaded|unavailable|capacity/i, 503],
  [/invalid_request|invalid_argument/i, 400],
]

/**
 * Error types of content that violates the upstream's rules. The gateway does not try another
 * model, because the request is the cause.
 */
const BLOCKED = /content_filter|content_policy/i

/** Classifies a reply that came instead of a stream: whatever it says, it is a failure. */
export async function classifyOtherReply(
  { call, scope, timeouts, classifier }: Opening,
  reply: Open,
): Promise<UpstreamFailure> {
  const body = await timeouts.wait(() => whole(reply.body, SMALL_REPLY))
  const received: Received = {
    status: reply.status,
    reason: '',
    headers: flat(reply.headers),
    body,
  }
  const classified = classifyReply(call, scope, { received, classifier })
  return classified.ok
    ? failure('upstream_failed', 'The upstream gave no stream', {
        source: classifier.source,
        status: received.status,
      })
    : classified
}

/** Reads all bytes of a body. Rejects with ExchangeError above `maxBytes`. */
async function whole(body: Incoming, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  await body.read(bytes => {
    size += bytes.length
    if (size > maxBytes)
      throw new ExchangeError('too_large', `a reply of more than ${maxBytes} bytes`)
    pieces.push(bytes)
    return undefined
  })
  return Buffer.concat(pieces, size)
}

/** Classifies an error that the upstream sent before any output. */
export function classifyStreamError(
  { call, scope, classifier }: Opening,
  reply: Open,
  problem: NonNullable<Piece['problem']>,
): UpstreamFailure {
  if (BLOCKED.test(problem.type ?? '')) return blocked(classifier, reply.status, problem)
  const status = STATUS_OF.find(([words]) => words.test(problem.type ?? ''))?.[1] ?? 500
  const body = Buffer.from(JSON.stringify({ error: problem }))
  const classified = classifyReply(call, scope as ReplyScope, {
    received: { status, reason: '', headers: flat(reply.headers), body },
    classifier,
  })
  return classified.ok
    ? failure('upstream_failed', 'The upstream failed', { source: classifier.source, status })
    : classified
}

function blocked(
  { source, redact }: ClassifyContext,
  status: number,
  problem: NonNullable<Piece['problem']>,
): UpstreamFailure {
  return failure('content_policy', redact.text(problem.message), {
    source,
    status,
    body: redact.json({ error: problem }),
  })
}
