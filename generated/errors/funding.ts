// Code generated from catalog/errors/people.yaml by "npm run generate". DO NOT EDIT.
import type { Envelope } from '../../runtime/contract.ts'
import { market } from './market.ts'
import { native } from './native.ts'

/** The envelope `funding`, catalog/errors/people.yaml:28. */
export const funding: Envelope = {
  invalid_json: market.invalid_json, invalid_body: market.invalid_body, too_large: market.too_large,
  refused: market.refused, not_found: market.not_found, wrong_method: market.wrong_method,
  limit_exceeded: market.limit_exceeded, payment_required: native.payment_required,
  free: market.free, payment_invalid: native.payment_invalid, payment_replay: native.payment_replay,
  settlement_failed: market.settlement_failed, settlement_pending: market.settlement_pending,
  payer_mismatch: market.payer_mismatch, job_not_found: market.job_not_found,
  content_policy: market.content_policy, invalid_input: native.invalid_input,
  rate_limited: market.rate_limited,
  // catalog/errors/people.yaml:30
  upstream_rejected: () => ({ status: 503, body: { error: 'The bridge cannot be asked now' } }),
  // catalog/errors/people.yaml:31
  upstream_failed: ({ details }) =>
    ({ status: 503, body: { error: 'The bridge cannot be asked now', details } }),
  // catalog/errors/people.yaml:32
  upstream_timeout: ({ details }) =>
    ({ status: 503, body: { error: 'The bridge cannot be asked now', details } }),
  not_configured: market.not_configured, busy: market.busy, internal: market.internal,
}
