// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import type { Envelope } from '../../runtime/contract.ts'
import { market } from './market.ts'
import { native } from './native.ts'

/** The envelope `speech`, catalog/errors/native.yaml:96. */
export const speech: Envelope = {
  invalid_json: market.invalid_json, invalid_body: market.invalid_body, too_large: market.too_large,
  refused: market.refused, not_found: market.not_found, wrong_method: market.wrong_method,
  limit_exceeded: market.limit_exceeded, payment_required: native.payment_required,
  free: market.free, payment_invalid: native.payment_invalid, payment_replay: native.payment_replay,
  settlement_failed: market.settlement_failed, settlement_pending: market.settlement_pending,
  payer_mismatch: market.payer_mismatch, job_not_found: market.job_not_found,
  content_policy: market.content_policy, invalid_input: native.invalid_input,
  rate_limited: market.rate_limited,
  // catalog/errors/native.yaml:98
  upstream_rejected: ({ details }) =>
    ({ status: 502, body: { error: 'Speech generation failed', details } }),
  // catalog/errors/native.yaml:99
  upstream_failed: ({ details }) =>
    ({ status: 502, body: { error: 'Speech generation failed', details } }),
  // catalog/errors/native.yaml:100
  upstream_timeout: ({ details }) =>
    ({ status: 504, body: { error: 'Speech generation timed out', details } }),
  not_configured: market.not_configured, busy: market.busy, internal: market.internal,
}
