/** The keys of error envelopes in errors/. */
import type { OutcomeKind } from '../../runtime/contract.ts'
import { keys, type Schema } from '../shape/schema.ts'
import { keysOf, type Key } from './key.ts'
import { requiredOf, shapesOf } from './shapes.ts'

const STATUS: Schema = {
  type: ['integer', 'string'],
  minimum: 400,
  maximum: 599,
  pattern: '^=',
  patternErrorMessage: 'an error status, 400 to 599, or a formula after =',
}

/** What one outcome looks like. */
export const OUTCOME_KEYS = keysOf({
  status: {
    kind: 'leaf',
    about: 'HTTP status, or a formula after =',
    example: 'status: 404',
    shape: STATUS,
    sees: 'outcome',
    required: true,
  },
  headers: {
    kind: 'headers',
    about: 'Headers of the answer',
    example: 'headers: { Retry-After: =retry_after }',
    shape: {
      type: 'object',
      additionalProperties: { description: 'Text, or a formula after =', type: 'string' },
    },
    sees: 'outcome',
  },
  body: {
    kind: 'data',
    about: 'Body of the answer',
    example: 'body: { error: Rate limit exceeded, details: =details }',
    note:
      'The members of outcomes are `message`, `code`, `details`, `issues`, `extra`, `payer`, ' +
      '`price`, `payment_info`, `challenge`, `limit`, `retry_after`, `source`, `upstream` and ' +
      '`status`. One that an outcome does not have is left out of the body.',
    sees: 'outcome',
    required: true,
  },
})

/** An outcome, with its answer as an example. */
const outcome = <const E extends string>(about: string, example: E) =>
  ({
    kind: 'other',
    about,
    example,
    shape: keys(about, shapesOf(OUTCOME_KEYS), requiredOf(OUTCOME_KEYS)),
  }) as const satisfies Key

/** Every way in which a call can end without a result. */
const OUTCOMES = {
  invalid_json: outcome(
    'The body is not JSON',
    'invalid_json: { status: 400, body: { error: Invalid JSON, details: =details } }',
  ),
  invalid_body: outcome(
    'The request does not have its declared shape',
    'invalid_body: { status: 400, body: { error: Invalid request body, details: =issues } }',
  ),
  too_large: outcome(
    'The body is larger than allowed',
    'too_large: { status: 413, body: { error: "The largest body here is {limit} bytes" } }',
  ),
  refused: outcome(
    'A gate refused',
    'refused: { status: =status, body: { error: =message, code: =code, ...: =extra } }',
  ),
  not_found: outcome(
    'No route here',
    'not_found: { status: 404, body: { error: Not Found, message: =message } }',
  ),
  wrong_method: outcome(
    'The path has no route of this method',
    'wrong_method: { status: 405, body: { error: Method Not Allowed } }',
  ),
  limit_exceeded: outcome(
    'A named limit is used up',
    'limit_exceeded: { status: 429, body: { error: "Try again in {retry_after} seconds" } }',
  ),
  payment_required: outcome(
    'No payment came with the call',
    'payment_required: { status: 402, body: { error: Payment Required, accepts: =challenge.accepts } }',
  ),
  free: outcome(
    'Another method of a free path',
    'free: { status: 402, body: { free: true, message: This endpoint is free } }',
  ),
  payment_invalid: outcome(
    'The payment does not hold',
    'payment_invalid: { status: 402, body: { error: Payment failed, code: =code, payer: =payer } }',
  ),
  payment_replay: outcome(
    'The payment was used before',
    'payment_replay: { status: 402, body: { error: This authorization was already used } }',
  ),
  settlement_failed: outcome(
    'The payment failed for certain',
    'settlement_failed: { status: 402, body: { error: Payment failed, note: Nothing was charged } }',
  ),
  settlement_pending: outcome(
    'The payment is sent and not yet known to have landed',
    'settlement_pending: { status: 503, headers: { Retry-After: "5" }, body: { error: Pending } }',
  ),
  payer_mismatch: outcome(
    'A job of another wallet',
    'payer_mismatch: { status: 403, body: { error: Payment payer mismatch } }',
  ),
  job_not_found: outcome(
    'No such job',
    'job_not_found: { status: 404, body: { error: Job not found } }',
  ),
  content_policy: outcome(
    'The upstream refused the content',
    'content_policy: { status: 400, body: { error: Content refused, details: =details } }',
  ),
  invalid_input: outcome(
    'An input cannot be used, e.g. a file that cannot be fetched or read',
    'invalid_input: { status: 400, body: { error: Invalid input image, details: =details } }',
  ),
  rate_limited: outcome(
    'The upstream has no capacity',
    'rate_limited: { status: 429, headers: { Retry-After: =retry_after }, body: { error: Busy } }',
  ),
  upstream_rejected: outcome(
    'The upstream refused the request',
    'upstream_rejected: { status: 502, body: { error: Search failed, details: =details } }',
  ),
  upstream_failed: outcome(
    'The upstream failed',
    'upstream_failed: { status: 502, body: { error: Search failed, details: =details } }',
  ),
  upstream_timeout: outcome(
    'The upstream did not answer in time',
    'upstream_timeout: { status: 504, body: { error: The search took too long } }',
  ),
  not_configured: outcome(
    'The upstream has no key or address here',
    'not_configured: { status: 503, body: { error: Service not configured } }',
  ),
  busy: outcome(
    'Too much work in progress',
    'busy: { status: 503, headers: { Retry-After: =retry_after }, body: { error: Service busy } }',
  ),
  internal: outcome(
    'A fault of the gateway',
    'internal: { status: 500, body: { error: Internal server error } }',
  ),
} as const satisfies Readonly<Record<OutcomeKind, Key>>

/** The names of all outcomes. */
export const OUTCOME_KINDS = Object.keys(OUTCOMES) as readonly OutcomeKind[]

/** What errors of some routes look like. */
export const ENVELOPE_KEYS = keysOf({
  like: {
    kind: 'text',
    about: 'An envelope whose outcomes are taken where none is written here',
    example: 'like: native',
    note: 'An envelope needs every outcome, its own or one that it takes.',
  },
  ...OUTCOMES,
})
