/** Decides what a reply means: the call's own rules first, then its status. */
import { STATUS_CODES } from 'node:http'
import type { FailureKind, Json, ReplyScope, Scope, UpstreamCall } from '../contract.ts'
import type { Redactor } from '../observe/redact.ts'
import type { Received, Trouble } from './exchange.ts'
import type { UpstreamFailure, UpstreamSuccess } from './types.ts'

/** What judging needs to know of the gateway. */
export interface Judge { source: string; redact: Redactor; now: number }

const DEFAULT_RETRY_AFTER = 60
const LONGEST_RETRY_AFTER = 86_400
/** Headers of a reply that callers may see; everything else says more about the supplier than about the result. */
const PASSED_ON = ['content-type', 'content-language']
/** A refusal that is never passed on: a caller who sees 402 pays again. */
const PAYMENT_REQUIRED = 402

/** A failure in plain words. */
export function failure(kind: FailureKind, details: Json, more: { source: string } & Partial<UpstreamFailure>): UpstreamFailure {
  return { ok: false, kind, details, ...more }
}

/** JSON of a reply; undefined when it is none. */
function parse(body: Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Seconds of a Retry-After, given as seconds or as a date; 60 where there is none that makes sense. */
export function retryAfter(header: string | undefined, now: number): number {
  const text = (header ?? '').trim()
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : text === '' ? Number.NaN : (Date.parse(text) - now) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.ceil(seconds), LONGEST_RETRY_AFTER) : DEFAULT_RETRY_AFTER
}

/** The supplier's own words in an error body, wherever it puts them. */
function message(json: any): string | undefined {
  const found = [json?.error?.message, json?.error, json?.message, json?.detail].find((text) => typeof text === 'string' && text !== '')
  return found
}

/** What a status outside 2xx means. */
function byStatus(received: Received, json: unknown, judge: Judge): UpstreamFailure {
  const { status } = received
  // HTTP/2, and some servers, send no words beside the number.
  const reason = received.reason || STATUS_CODES[status] || ''
  const { source, redact } = judge
  const facts = { source, status, reason: redact.text(reason) }
  if (status === PAYMENT_REQUIRED) return failure('upstream_failed', 'The upstream is not available to this gateway now', { source, status })
  const body = json === undefined ? redact.text(received.body.subarray(0, 4000).toString('utf8')) : redact.json(json)
  const words = message(json)
  const said = words === undefined ? undefined : redact.text(words)
  if (status === 429) {
    const wait = retryAfter(received.headers['retry-after'], judge.now)
    return failure('rate_limited', said ?? 'The upstream is at capacity', { ...facts, body, retryAfter: wait })
  }
  const refused = status >= 400 && status < 500
  if (refused) return failure('upstream_rejected', said ?? `The upstream refused the request with status ${status}`, { ...facts, body })
  return failure('upstream_failed', `The upstream answered with status ${status}`, { ...facts, body })
}

/** What the call's own rules say of a reply; undefined when none holds. */
function byRule(call: UpstreamCall, scope: ReplyScope, judge: Judge): UpstreamFailure | undefined {
  const found = call.fail?.(scope)
  if (!found) return undefined
  const more = { source: judge.source, status: scope.status, body: judge.redact.json(scope.reply) }
  const details = found.details === undefined ? 'The upstream refused the request' : judge.redact.json(found.details)
  if (found.as !== 'rate_limited') return failure(found.as, details, more)
  return failure(found.as, details, { ...more, retryAfter: retryAfter(scope.reply_headers['retry-after'], judge.now) })
}

/** The headers of a reply that callers may see. */
function passedOn(headers: Received['headers']): Record<string, string> {
  const passed: Record<string, string> = {}
  for (const name of PASSED_ON) if (Object.hasOwn(headers, name)) passed[name] = headers[name] as string
  return passed
}

/** Whether a mapping made lists and nothing in them: no result, so never a success. */
function hollow(given: UpstreamSuccess['given']): boolean {
  const lists = Object.values(given).filter(Array.isArray)
  return lists.length > 0 && lists.every((list) => list.length === 0)
}

/** A reply, and what judging it needs. */
interface Judged { received: Received; judge: Judge }

/** A reply judged. A rule or mapping that fails on an odd reply is a failure of the upstream. */
export function judgeReply(call: UpstreamCall, caller: Scope, { received, judge }: Judged): UpstreamSuccess | UpstreamFailure {
  const { status, headers, body } = received
  const json = parse(body)
  try {
    const scope: ReplyScope = { ...caller, status, reply: json, reply_headers: headers }
    const broken = byRule(call, scope, judge)
    if (broken) return broken
    if ((status < 200 || status > 299) && !call.passes?.(scope)) return byStatus(received, json, judge)
    // Every supplier speaks JSON: an error page of something in between is no result, so it is never sold.
    if (json === undefined) return failure('upstream_failed', 'The upstream gave a reply that is not JSON', { source: judge.source, status })
    const given = call.give?.(scope) ?? {}
    if (hollow(given)) return failure('upstream_failed', 'The upstream gave no result', { source: judge.source, status })
    return { ok: true, status, headers: passedOn(headers), body, json, given }
  } catch {
    return failure('upstream_failed', 'The upstream gave an unexpected reply', { source: judge.source, status })
  }
}

/** An exchange without a reply, judged. */
export function judgeTrouble(trouble: Trouble, judge: Judge, timeout: number): UpstreamFailure {
  const { source } = judge
  switch (trouble) {
    case 'timeout': return failure('upstream_timeout', `The upstream did not answer within ${timeout / 1000} s`, { source })
    case 'cancelled': return failure('upstream_failed', 'The call was given up', { source })
    case 'too_large': return failure('upstream_failed', 'The upstream gave a reply that is too large', { source })
    case 'unreadable': return failure('upstream_failed', 'The upstream gave an unexpected reply', { source })
    default: return failure('upstream_failed', 'The upstream could not be reached', { source })
  }
}
