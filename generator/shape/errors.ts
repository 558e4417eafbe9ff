/** Shape of `catalog/errors/*.yaml`. */
import { keys, named, text, tree, type Schema } from './schema.ts'
import type { OutcomeKind } from '../../runtime/contract.ts'

/** Every way in which a call can end without a result, with a description. */
export const OUTCOMES: Readonly<Record<OutcomeKind, string>> = {
  invalid_json: 'The body is not JSON',
  invalid_body: 'The request does not have its declared shape',
  too_large: 'The body is larger than allowed',
  refused: 'A gate refused',
  not_found: 'No route here',
  wrong_method: 'The path has no route of this method',
  limit_exceeded: 'A named limit is used up',
  payment_required: 'No payment came with the call',
  free: 'Another method of a free path',
  payment_invalid: 'The payment does not hold',
  payment_replay: 'The payment was used before',
  settlement_failed: 'The payment failed for certain',
  settlement_pending: 'The payment is sent and not yet known to have landed',
  payer_mismatch: 'A job of another wallet',
  job_not_found: 'No such job',
  content_policy: 'The upstream refused the content',
  invalid_input: 'An input cannot be used, e.g. a file that cannot be fetched or read',
  rate_limited: 'The upstream has no capacity',
  upstream_rejected: 'The upstream refused the request',
  upstream_failed: 'The upstream failed',
  upstream_timeout: 'The upstream did not answer in time',
  not_configured: 'The upstream has no key or address here',
  busy: 'Too much work in progress',
  internal: 'A fault of the gateway',
}

const STATUS: Schema = {
  description: 'HTTP status, or a formula after =',
  type: ['integer', 'string'],
  minimum: 100,
  maximum: 599,
  pattern: '^=',
  patternErrorMessage: 'a status such as 404, or a formula after =',
}

const outcome = (description: string): Schema =>
  keys(
    description,
    {
      status: STATUS,
      headers: {
        description: 'Headers of the answer',
        type: 'object',
        additionalProperties: { description: 'Text, or a formula after =', type: 'string' },
      },
      body: tree('Body of the answer; names after = come from the outcome'),
    },
    ['status', 'body'],
  )

/** Files of error envelopes. */
export const errorsSchema: Schema = named(
  'Error envelopes by name',
  keys('How each outcome looks', {
    like: text('An envelope whose outcomes are taken where none is written here'),
    ...Object.fromEntries(Object.entries(OUTCOMES).map(([kind, when]) => [kind, outcome(when)])),
  }),
)
