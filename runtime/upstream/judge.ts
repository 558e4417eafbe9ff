/** Decides what a reply means: the call's own rules first, then its status. */
import type { ReplyScope, Scope, SupplierProtocolName, UpstreamCall } from '../contract.ts'
import { filled, get } from '../formula.ts'
import { isCountable } from '../input/json.ts'
import { askedOf } from '../protocols/asked.ts'
import { isEmpty } from '../protocols/empty.ts'
import { suppliers } from '../protocols/index.ts'
import type { Received, Trouble } from './exchange.ts'
import { byStatus, failure, isGood, isPassing, retryAfter, type Judge } from './statuses.ts'
import type { AnyCall, UpstreamFailure, UpstreamSuccess } from './types.ts'

/**
 * Headers of a reply that callers may see; everything else says more about the supplier than about
 * the result.
 */
const PASSED_ON = ['content-type', 'content-language']

/**
 * Most values of a reply. A few megabytes of empty lists would hold the whole process for seconds,
 * and gigabytes of its memory.
 */
const MOST_VALUES = 2_000_000

/** JSON of a reply; undefined when it is none, or one that nobody can mean. */
function parse(body: Buffer): unknown {
  if (body.length === 0 || !isCountable(body, MOST_VALUES)) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/**
 * What the call's own rules say of a reply; undefined when none holds. What they name has come to
 * its end, unless it is mere haste.
 */
function byRule(call: UpstreamCall, scope: ReplyScope, judge: Judge): UpstreamFailure | undefined {
  const found = call.fail?.(scope)
  if (!found) return undefined
  const { as, code } = found
  const body = judge.redact.json(scope.reply)
  const more = {
    source: judge.source,
    status: scope.status,
    body,
    ...(code === undefined ? {} : { code }),
  }
  const details =
    found.details === undefined
      ? 'The upstream refused the request'
      : judge.redact.json(found.details)
  if (as !== 'rate_limited') return failure(as, details, more)
  const told = found.retryAfter ?? scope.reply_headers['retry-after']
  return failure(as, details, { ...more, passing: true, retryAfter: retryAfter(told, judge.now) })
}

/** The headers of a reply that callers may see. */
function passedOn(headers: Received['headers']): Record<string, string> {
  const passed: Record<string, string> = {}
  for (const name of PASSED_ON)
    if (Object.hasOwn(headers, name)) passed[name] = headers[name] as string
  return passed
}

/** What a piece of media is: an address, base64, bytes or a path of the upstream's. */
const MEDIA = ['url', 'b64', 'bytes', 'path'] as const

/**
 * Whether a reply is a result: as its call says, else always, but for media of which a piece holds
 * nothing.
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

/**
 * What a reply is by its Content-Type, as far as that tells errors from files: no picture, film or
 * sound is a text.
 */
function kindOf(received: Received): 'json' | 'page' | 'other' {
  const type = (received.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json' || type.endsWith('+json')) return 'json'
  return /^text\/|[/+]xml$/.test(type) ? 'page' : 'other'
}

/**
 * Why a reply cannot be what was asked for; undefined where it can. Suppliers speak JSON or give a
 * file: the error page of something in between is no result, so it is never sold, and neither is an
 * error told as JSON where a file was wanted.
 */
function wrongForm(call: UpstreamCall, received: Received, json: unknown): string | undefined {
  if (!call.bytes || !isGood(received.status))
    return json === undefined ? 'The upstream gave a reply that is not JSON' : undefined
  return received.body.length === 0 || kindOf(received) !== 'other'
    ? 'The upstream gave no file'
    : undefined
}

/** A reply, and what judging it needs. */
interface Judged {
  received: Received
  judge: Judge
}

/**
 * What a conversation's supplier said; throws what its protocol throws. A model that said nothing
 * at all gave no result.
 */
function answered(
  name: SupplierProtocolName,
  scope: ReplyScope,
  { facts, failed }: { facts: UpstreamSuccess; failed: { source: string; status: number } },
): UpstreamSuccess | UpstreamFailure {
  const asked = askedOf(scope.body)
  const completion = suppliers[name].read(scope.reply, asked)
  if (!isEmpty(completion, asked.stops)) return Object.assign(facts, { completion })
  return failure('upstream_failed', 'The upstream gave an empty answer', { ...failed, empty: true })
}

/** What became of a reply that no rule and no status calls a failure. */
function resultOf(
  call: AnyCall,
  scope: ReplyScope,
  { received, judge }: Judged,
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
  const failed = { source: judge.source, status }
  if (call.ticket) {
    const ticket = call.ticket(scope)
    const missing = Object.values(ticket).some(
      value => value === undefined || value === null || value === '',
    )
    if (missing) return failure('upstream_failed', 'The upstream gave no ticket', failed)
    return Object.assign(facts, { ticket })
  }
  // What is only asked for is passed on in whatever state it is.
  if (call.protocol !== undefined && call.method !== 'GET')
    return answered(call.protocol, scope, { facts, failed })
  if (call.give !== undefined) facts.given = call.give(scope)
  if (isResult(call, scope, facts.given)) return facts
  return failure('upstream_failed', 'The upstream gave no result', failed)
}

/** What a reply means; throws what the call's formulas throw on an odd one. */
function judged(
  call: AnyCall,
  scope: ReplyScope,
  { received, judge }: Judged,
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
      : failure('upstream_failed', wrong, { source: judge.source, status })
  // Before the rules, which could take such a reply to a poll for the end; an error told as JSON is
  // theirs to name.
  if (odd && call.pending && good && json === undefined) return { ...odd, passing: true }
  const broken = byRule(call, scope, judge)
  if (broken) return broken
  if (!good && !call.passes?.(scope)) return byStatus(received, json, judge)
  if (odd) return odd
  return resultOf(call, scope, { received, judge })
}

/**
 * A reply judged. A rule or mapping that fails on an odd reply is a failure of the upstream. To a
 * poll, an odd reply (empty, not JSON, or not what its formulas can read) is a passing failure:
 * proxies before a supplier give such replies now and then while the work goes on, and a job that
 * hears nothing better ends when its time is over.
 */
export function judgeReply(
  call: AnyCall,
  caller: Scope,
  { received, judge }: Judged,
): UpstreamSuccess | UpstreamFailure {
  const { status, headers, body } = received
  const file = call.bytes === true && isGood(status) && kindOf(received) !== 'json'
  const scope: ReplyScope = {
    ...caller,
    status,
    reply: file ? undefined : parse(body),
    reply_headers: headers,
    reply_body: body,
  }
  try {
    return judged(call, scope, { received, judge })
  } catch {
    const passing = call.pending !== undefined || isPassing(status) ? { passing: true } : {}
    return failure('upstream_failed', 'The upstream gave an unexpected reply', {
      source: judge.source,
      status,
      ...passing,
    })
  }
}

/** An exchange without a reply, judged. Only a reply that is too large would be so again. */
export function judgeTrouble(trouble: Trouble, judge: Judge, timeout: number): UpstreamFailure {
  const passing = { source: judge.source, passing: true }
  switch (trouble) {
    case 'timeout':
      return failure(
        'upstream_timeout',
        `The upstream did not answer within ${timeout / 1000} s`,
        passing,
      )
    case 'cancelled':
      return failure('upstream_failed', 'The call was given up', passing)
    case 'too_large':
      return failure('upstream_failed', 'The upstream gave a reply that is too large', {
        source: judge.source,
      })
    case 'unreadable':
      return failure('upstream_failed', 'The upstream gave an unexpected reply', passing)
    default:
      return failure('upstream_failed', 'The upstream could not be reached', passing)
  }
}
