/** Classifies a reply: by the call's own rules first, then by its status. */
import type {
  FailureRefusal,
  ReplyScope,
  Scope,
  UpstreamProtocolName,
  UpstreamCall,
} from '../contract.ts'
import { filled, get } from '../formula.ts'
import { requestOptionsOf } from '../protocols/request-options.ts'
import { isEmpty } from '../protocols/empty.ts'
import { upstreamProtocols } from '../protocols/index.ts'
import type { Received } from './exchange.ts'
import {
  byStatus,
  failure,
  isGood,
  isTransient,
  retryAfter,
  type ClassifyContext,
} from './statuses.ts'
import type { AnyCall, UpstreamFailure, UpstreamSuccess } from './types.ts'
import { parseReply, passedOn, kindOf, wrongForm } from './reply-form.ts'

/**
 * Applies the call's own rules to a reply; undefined if none applies. A reply that a rule matches
 * is final, unless the rule only reports `rate_limited`.
 */
function byRule(
  call: UpstreamCall,
  scope: ReplyScope,
  classifier: ClassifyContext,
): UpstreamFailure | undefined {
  const found = call.fail?.(scope)
  if (!found) return undefined
  const { as, code } = found
  const body = classifier.redact.json(scope.reply)
  const more = {
    source: classifier.source,
    status: scope.status,
    body,
    ...(code === undefined ? {} : { code }),
  }
  if (found.refusal !== undefined) {
    const refused = classifier.redact.json(found.refusal) as unknown as FailureRefusal
    return failure(as, refused.message, { ...more, refused })
  }
  const details =
    found.details === undefined
      ? 'The upstream refused the request'
      : classifier.redact.json(found.details)
  if (as !== 'rate_limited') return failure(as, details, more)
  const wait = found.retryAfter ?? scope.reply_headers['retry-after']
  return failure(as, details, {
    ...more,
    transient: true,
    retryAfter: retryAfter(wait, classifier.now),
  })
}

/** The members that hold a media asset: an address, base64, bytes, or a path at the upstream. */
const MEDIA = ['url', 'b64', 'bytes', 'path'] as const

/**
 * Whether a reply is a result: as its call defines, otherwise always, except for media with an
 * empty item.
 */
function isResult(call: AnyCall, scope: ReplyScope, given: UpstreamSuccess['given']): boolean {
  if (call.resultWhen !== undefined) return call.resultWhen(scope)
  if (call.media === undefined || !Object.hasOwn(given, call.media)) return true
  const pieces = given[call.media]
  return (
    Array.isArray(pieces) &&
    pieces.length > 0 &&
    pieces.every(piece => MEDIA.some(name => filled(get(piece, name))))
  )
}

/** A reply, and the dependencies of classifying it. */
interface ClassifyInput {
  received: Received
  classifier: ClassifyContext
}

/**
 * Reads the answer of a conversation's upstream. Throws what its protocol throws. An answer without
 * content is a failure.
 */
function answered(
  name: UpstreamProtocolName,
  scope: ReplyScope,
  { facts, failed }: { facts: UpstreamSuccess; failed: { source: string; status: number } },
): UpstreamSuccess | UpstreamFailure {
  const requestOptions = requestOptionsOf(scope.body)
  const completion = upstreamProtocols[name].read(scope.reply, requestOptions)
  if (!isEmpty(completion, requestOptions.stops)) return Object.assign(facts, { completion })
  return failure('upstream_failed', 'The upstream gave an empty answer', { ...failed, empty: true })
}

/** Classifies a reply that no rule and no status classifies as a failure. */
function resultOf(
  call: AnyCall,
  scope: ReplyScope,
  { received, classifier }: ClassifyInput,
): UpstreamSuccess | UpstreamFailure {
  const { status, headers, body } = received
  const facts: UpstreamSuccess = {
    ok: true,
    status,
    headers: passedOn(headers),
    body,
    json: scope.reply as unknown,
    given: {},
  }
  const failed = { source: classifier.source, status }
  if (call.ticket) {
    const ticket = call.ticket(scope)
    const missing = Object.values(ticket).some(
      value => value === undefined || value === null || value === '',
    )
    if (missing) return failure('upstream_failed', 'The upstream gave no ticket', failed)
    return Object.assign(facts, { ticket })
  }
  // A passed-through reply may be in any state.
  if (call.protocol !== undefined && call.method !== 'GET')
    return answered(call.protocol, scope, { facts, failed })
  if (call.give !== undefined) facts.given = call.give(scope)
  if (isResult(call, scope, facts.given)) return facts
  return failure('upstream_failed', 'The upstream gave no result', failed)
}

/** Classifies a reply. Throws what the call's formulas throw on an unexpected one. */
function classify(
  call: AnyCall,
  scope: ReplyScope,
  { received, classifier }: ClassifyInput,
): UpstreamSuccess | UpstreamFailure {
  const { status, headers, body } = received
  const json = scope.reply as unknown
  if (call.pending?.(scope))
    return { ok: true, status, headers: passedOn(headers), body, json, given: {}, pending: true }
  const good = isGood(status)
  const wrong = wrongForm(call, received, json)
  const odd =
    wrong === undefined
      ? undefined
      : failure('upstream_failed', wrong, { source: classifier.source, status })
  // Checked before the rules, which could mistake such a reply to a poll for the end. The rules
  // decide about an error in JSON.
  if (odd && call.pending && good && json === undefined) return { ...odd, transient: true }
  const broken = byRule(call, scope, classifier)
  if (broken) return broken
  if (!good && !call.passes?.(scope)) return byStatus(received, json, classifier)
  if (odd) return odd
  return resultOf(call, scope, { received, classifier })
}

/**
 * Classifies a reply. A rule or mapping that fails on an unexpected reply is a failure of the
 * upstream. For a poll, an unexpected reply (empty, not JSON, or unreadable for its formulas) is a
 * transient failure: proxies in front of an upstream sometimes send such replies while the work
 * continues, and a job without a better reply ends at its time limit.
 */
export function classifyReply(
  call: AnyCall,
  caller: Scope,
  { received, classifier }: ClassifyInput,
): UpstreamSuccess | UpstreamFailure {
  const { status, headers, body } = received
  const file = call.bytes === true && isGood(status) && kindOf(received) !== 'json'
  const scope: ReplyScope = {
    ...caller,
    status,
    reply: file ? undefined : parseReply(body),
    reply_headers: headers,
    reply_body: body,
  }
  try {
    return classify(call, scope, { received, classifier })
  } catch {
    const transient = call.pending !== undefined || isTransient(status) ? { transient: true } : {}
    return failure('upstream_failed', 'The upstream gave an unexpected reply', {
      source: classifier.source,
      status,
      ...transient,
    })
  }
}
