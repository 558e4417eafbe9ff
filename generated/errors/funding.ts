// Code generated from catalog/errors/people.yaml by "npm run generate". DO NOT EDIT.
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `funding`, catalog/errors/people.yaml:29. */
export const funding: Envelope = {
  invalid_json: native.invalid_json, invalid_body: native.invalid_body, too_large: native.too_large,
  refused: native.refused, not_found: native.not_found, wrong_method: native.wrong_method,
  limit_exceeded: native.limit_exceeded, payment_required: native.payment_required,
  free: native.free, payment_invalid: native.payment_invalid, payment_replay: native.payment_replay,
  settlement_failed: native.settlement_failed, settlement_pending: native.settlement_pending,
  payer_mismatch: native.payer_mismatch, job_not_found: native.job_not_found,
  content_policy: native.content_policy, invalid_input: native.invalid_input,
  rate_limited: native.rate_limited,
  // catalog/errors/people.yaml:31
  upstream_rejected: () => ({ status: 503, body: { error: 'The bridge cannot be asked now' } }),
  // catalog/errors/people.yaml:32
  upstream_failed: ({ details }) =>
    ({ status: 503, body: { error: 'The bridge cannot be asked now', details } }),
  // catalog/errors/people.yaml:33
  upstream_timeout: ({ details }) =>
    ({ status: 503, body: { error: 'The bridge cannot be asked now', details } }),
  not_configured: native.not_configured, busy: native.busy, internal: native.internal,
}
