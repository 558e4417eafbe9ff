// Code generated from catalog/errors/people.yaml by "npm run generate". DO NOT EDIT.
import type { Envelope } from '../../runtime/contract.ts'
import { market } from './market.ts'
import { native } from './native.ts'

/** The envelope `faces`, catalog/errors/people.yaml:21. */
export const faces: Envelope = {
  invalid_json: market.invalid_json, invalid_body: market.invalid_body, too_large: market.too_large,
  refused: market.refused, not_found: market.not_found, wrong_method: market.wrong_method,
  limit_exceeded: market.limit_exceeded, payment_required: native.payment_required,
  free: market.free, payment_invalid: native.payment_invalid, payment_replay: native.payment_replay,
  settlement_failed: market.settlement_failed, settlement_pending: market.settlement_pending,
  payer_mismatch: market.payer_mismatch, job_not_found: market.job_not_found,
  content_policy: market.content_policy,
  // catalog/errors/people.yaml:23
  invalid_input: () => ({
    status: 404,
    body: {
      error: 'Unknown group',
      message: 'The group_id is unknown here. Begin with POST /api/v1/realface/init and pass its group_id back unchanged.',
    },
  }),
  rate_limited: market.rate_limited,
  // catalog/errors/people.yaml:24
  upstream_rejected: ({ details }) =>
    ({ status: 502, body: { error: 'Upstream provider error', details } }),
  // catalog/errors/people.yaml:25
  upstream_failed: ({ details }) =>
    ({ status: 502, body: { error: 'Upstream provider error', details } }),
  // catalog/errors/people.yaml:26
  upstream_timeout: ({ details }) =>
    ({ status: 502, body: { error: 'Upstream provider error', details } }),
  not_configured: market.not_configured, busy: market.busy, internal: market.internal,
}
