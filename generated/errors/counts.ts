// Code generated from catalog/errors/messages.yaml by "npm run generate". DO NOT EDIT.
import { say } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { messages } from './messages.ts'

/** The envelope `counts`, catalog/errors/messages.yaml:47. */
export const counts: Envelope = {
  invalid_json: messages.invalid_json, invalid_body: messages.invalid_body,
  too_large: messages.too_large, refused: messages.refused, not_found: messages.not_found,
  wrong_method: messages.wrong_method,
  // catalog/errors/messages.yaml:49
  limit_exceeded: ({ details, retry_after }) => ({
    status: 429,
    body: {
      type: 'error',
      error: {
        type: 'rate_limit_error',
        message: `${say(details ?? 'Too many requests of this kind from this address.')} Try again in ${say(retry_after)} seconds.`,
      },
    },
  }),
  payment_required: messages.payment_required, free: messages.free,
  payment_invalid: messages.payment_invalid, payment_replay: messages.payment_replay,
  settlement_failed: messages.settlement_failed, settlement_pending: messages.settlement_pending,
  payer_mismatch: messages.payer_mismatch, job_not_found: messages.job_not_found,
  content_policy: messages.content_policy, invalid_input: messages.invalid_input,
  rate_limited: messages.rate_limited, upstream_rejected: messages.upstream_rejected,
  upstream_failed: messages.upstream_failed, upstream_timeout: messages.upstream_timeout,
  not_configured: messages.not_configured, busy: messages.busy, internal: messages.internal,
}
