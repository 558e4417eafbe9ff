// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import { members } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `edits`, catalog/errors/native.yaml:77. */
export const edits: Envelope = {
  invalid_json: native.invalid_json, invalid_body: native.invalid_body, too_large: native.too_large,
  refused: native.refused, not_found: native.not_found, wrong_method: native.wrong_method,
  limit_exceeded: native.limit_exceeded, payment_required: native.payment_required,
  free: native.free, payment_invalid: native.payment_invalid, payment_replay: native.payment_replay,
  settlement_failed: native.settlement_failed, settlement_pending: native.settlement_pending,
  payer_mismatch: native.payer_mismatch, job_not_found: native.job_not_found,
  content_policy: native.content_policy,
  // catalog/errors/native.yaml:79
  invalid_input: ({ code, details, extra }) =>
    ({ status: 400, body: { error: 'Invalid input image', code, details, ...members(extra) } }),
  rate_limited: native.rate_limited,
  // catalog/errors/native.yaml:80
  upstream_rejected: ({ details, extra }) =>
    ({ status: 500, body: { error: 'Image editing failed', details, ...members(extra) } }),
  // catalog/errors/native.yaml:81
  upstream_failed: ({ details, extra }) =>
    ({ status: 500, body: { error: 'Image editing failed', details, ...members(extra) } }),
  // catalog/errors/native.yaml:82
  upstream_timeout: ({ details, extra }) =>
    ({ status: 504, body: { error: 'Image editing timed out', details, ...members(extra) } }),
  not_configured: native.not_configured, busy: native.busy, internal: native.internal,
}
