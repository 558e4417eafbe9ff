// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import { members } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { market } from './market.ts'
import { native } from './native.ts'

/** The envelope `edits`, catalog/errors/native.yaml:82. */
export const edits: Envelope = {
  invalid_json: market.invalid_json, invalid_body: market.invalid_body, too_large: market.too_large,
  refused: market.refused, not_found: market.not_found, wrong_method: market.wrong_method,
  limit_exceeded: market.limit_exceeded, payment_required: native.payment_required,
  free: market.free, payment_invalid: native.payment_invalid, payment_replay: native.payment_replay,
  settlement_failed: market.settlement_failed, settlement_pending: market.settlement_pending,
  payer_mismatch: market.payer_mismatch, job_not_found: market.job_not_found,
  content_policy: market.content_policy,
  // catalog/errors/native.yaml:84
  invalid_input: ({ code, details, extra }) =>
    ({ status: 400, body: { error: 'Invalid input image', code, details, ...members(extra) } }),
  rate_limited: market.rate_limited,
  // catalog/errors/native.yaml:85
  upstream_rejected: ({ details, extra }) =>
    ({ status: 500, body: { error: 'Image editing failed', details, ...members(extra) } }),
  // catalog/errors/native.yaml:86
  upstream_failed: ({ details, extra }) =>
    ({ status: 500, body: { error: 'Image editing failed', details, ...members(extra) } }),
  // catalog/errors/native.yaml:87
  upstream_timeout: ({ details, extra }) =>
    ({ status: 504, body: { error: 'Image editing timed out', details, ...members(extra) } }),
  not_configured: market.not_configured, busy: market.busy, internal: market.internal,
}
