/** Classifies replies that are not the requested stream. */
import type { ReplyScope, Scope, UpstreamCall } from '../contract.ts'
import type { Piece } from '../protocols/types.ts'
import { ExchangeError, flat, type Received } from './exchange.ts'
import type { Incoming, Open } from './incoming.ts'
import { judgeReply } from './judge.ts'
import type { Patience } from './patience.ts'
import { failure, type Judge } from './statuses.ts'
import type { UpstreamFailure } from './types.ts'

/** A stream being opened: the call, its timeouts, and how to classify another reply. */
export interface Opening {
  call: UpstreamCall
  scope: Scope
  patience: Patience
  judge: Judge
  maxBytes: number
}

/**
 * Statuses for the error words in an upstream's stream; any other word is a failure of the
 * upstream.
 */
const STATUS_OF: readonly (readonly [RegExp, number])[] = [
  [/rate_limit|resource_exhausted|too_many/i, 429],
  [/overloaded|unavailable|capacity/i, 503],
  [/invalid_request|invalid_argument/i, 400],
]

/**
 * Words with which suppliers tell that content is against their rules. Another model is not asked:
 * the request is the trouble.
 */
const BLOCKED = /content_filter|content_policy/i

/** What came instead of a stream, judged as a whole reply. */
export async function instead(
  { call, scope, patience, judge, maxBytes }: Opening,
  reply: Open,
): Promise<UpstreamFailure> {
  const body = await patience.wait(() => whole(reply.body, maxBytes))
  const received: Received = {
    status: reply.status,
    reason: '',
    headers: flat(reply.headers),
    body,
  }
  const judged = judgeReply(call, scope, { received, judge })
  return judged.ok
    ? failure('upstream_failed', 'The upstream gave no stream', {
        source: judge.source,
        status: received.status,
      })
    : judged
}

/** All bytes of a body. Rejects with ExchangeError above so many. */
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

/** A failure that the supplier told of before anything else. */
export function broken(
  { call, scope, judge }: Opening,
  reply: Open,
  trouble: NonNullable<Piece['trouble']>,
): UpstreamFailure {
  if (BLOCKED.test(trouble.type ?? '')) return blocked(judge, reply.status, trouble)
  const status = STATUS_OF.find(([words]) => words.test(trouble.type ?? ''))?.[1] ?? 500
  const body = Buffer.from(JSON.stringify({ error: trouble }))
  const judged = judgeReply(call, scope as ReplyScope, {
    received: { status, reason: '', headers: flat(reply.headers), body },
    judge,
  })
  return judged.ok
    ? failure('upstream_failed', 'The upstream failed', { source: judge.source, status })
    : judged
}

function blocked(
  { source, redact }: Judge,
  status: number,
  trouble: NonNullable<Piece['trouble']>,
): UpstreamFailure {
  return failure('content_policy', redact.text(trouble.message), {
    source,
    status,
    body: redact.json({ error: trouble }),
  })
}
