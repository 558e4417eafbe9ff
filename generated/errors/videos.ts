// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import { members } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `videos`, catalog/errors/native.yaml:97. */
export const videos: Envelope = {
  invalid_json: native.invalid_json, invalid_body: native.invalid_body, too_large: native.too_large,
  refused: native.refused, not_found: native.not_found, wrong_method: native.wrong_method,
  limit_exceeded: native.limit_exceeded, payment_required: native.payment_required,
  free: native.free, payment_invalid: native.payment_invalid, payment_replay: native.payment_replay,
  settlement_failed: native.settlement_failed, settlement_pending: native.settlement_pending,
  payer_mismatch: native.payer_mismatch, job_not_found: native.job_not_found,
  content_policy: native.content_policy,
  // catalog/errors/native.yaml:99
  invalid_input: ({ code, details, extra }) =>
    ({ status: 400, body: { error: 'Invalid input image', code, details, ...members(extra) } }),
  rate_limited: native.rate_limited,
  // catalog/errors/native.yaml:100
  upstream_rejected: ({ details, extra }) =>
    ({ status: 502, body: { error: 'Video generation failed', details, ...members(extra) } }),
  // catalog/errors/native.yaml:101
  upstream_failed: ({ details, extra }) =>
    ({ status: 502, body: { error: 'Video generation failed', details, ...members(extra) } }),
  // catalog/errors/native.yaml:102
  upstream_timeout: ({ details, extra }) =>
    ({ status: 504, body: { error: 'Video generation timed out', details, ...members(extra) } }),
  not_configured: native.not_configured, busy: native.busy, internal: native.internal,
}
