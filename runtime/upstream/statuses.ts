/** Classifies a reply by its status alone, if no rule of the call matches it. */
import { STATUS_CODES } from 'node:http'
import type { FailureKind, Json } from '../contract.ts'
import type { Redactor } from '../observe/redact.ts'
import type { Received } from './exchange.ts'
import type { UpstreamFailure } from './types.ts'

/** The dependencies of classifying replies. */
export interface ClassifyContext {
  source: string
  redact: Redactor
  now: number
}

const DEFAULT_RETRY_AFTER = 60
const LONGEST_RETRY_AFTER = 86_400
/** This status is never passed on, because callers pay again on a 402. */
const PAYMENT_REQUIRED = 402
/**
 * Statuses below 500 of an upstream that is temporarily unavailable: request timeout, too early,
 * too many requests.
 */
const NOT_NOW: ReadonlySet<number> = new Set([408, 425, 429])

/** Creates a failure of an upstream call. */
export function failure(
  kind: FailureKind,
  details: Json,
  more: { source: string } & Partial<UpstreamFailure>,
): UpstreamFailure {
  return { ok: false, kind, details, ...more }
}

/** Whether a status means a result. */
export const isGood = (status: number): boolean => status >= 200 && status < 300

/** Whether a status means that a later repeat may help. */
export const isTransient = (status: number): boolean => status >= 500 || NOT_NOW.has(status)

/**
 * Returns the seconds of a Retry-After, given as seconds (`7`, `7s`) or as a date; 60 if it is
 * missing or invalid.
 */
export function retryAfter(value: Json | undefined, now: number): number {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  const seconds = /^\d+(\.\d+)?s?$/.test(text)
    ? Number.parseFloat(text)
    : text === ''
      ? Number.NaN
      : (Date.parse(text) - now) / 1000
  return Number.isFinite(seconds) && seconds > 0
    ? Math.min(Math.ceil(seconds), LONGEST_RETRY_AFTER)
    : DEFAULT_RETRY_AFTER
}

/** Returns the upstream's message in an error body, wherever it is. */
function message(json: any): string | undefined {
  const found = [json?.error?.message, json?.error, json?.message, json?.detail].find(
    text => typeof text === 'string' && text !== '',
  )
  return found
}

/** Returns the failure for a status outside 2xx. `json` is the reply's body if it is JSON. */
export function byStatus(
  received: Received,
  json: unknown,
  classifier: ClassifyContext,
): UpstreamFailure {
  const { status } = received
  // HTTP/2 and some servers send no reason phrase.
  const reason = received.reason || STATUS_CODES[status] || ''
  const { source, redact } = classifier
  if (status === PAYMENT_REQUIRED)
    return failure('upstream_failed', 'The upstream is not available to this gateway now', {
      source,
      status,
    })
  const body =
    json === undefined
      ? redact.text(received.body.subarray(0, 4000).toString('utf8'))
      : redact.json(json)
  const facts = {
    source,
    status,
    reason: redact.text(reason),
    body,
    ...(isTransient(status) ? { transient: true } : {}),
  }
  const words = message(json)
  const publicText = words === undefined ? undefined : redact.text(words)
  if (status === 429) {
    const wait = retryAfter(received.headers['retry-after'], classifier.now)
    return failure('rate_limited', publicText ?? 'The upstream is at capacity', {
      ...facts,
      retryAfter: wait,
    })
  }
  const refused = status >= 400 && status < 500
  if (refused)
    return failure(
      'upstream_rejected',
      publicText ?? `The upstream refused the request with status ${status}`,
      facts,
    )
  return failure('upstream_failed', `The upstream answered with status ${status}`, facts)
}
