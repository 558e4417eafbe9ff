// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import { members } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `music`, catalog/errors/native.yaml:84. */
export const music: Envelope = {
  invalid_json: native.invalid_json, invalid_body: native.invalid_body, too_large: native.too_large,
  refused: native.refused, not_found: native.not_found, wrong_method: native.wrong_method,
  limit_exceeded: native.limit_exceeded, payment_required: native.payment_required,
  free: native.free, payment_invalid: native.payment_invalid, payment_replay: native.payment_replay,
  settlement_failed: native.settlement_failed, settlement_pending: native.settlement_pending,
  payer_mismatch: native.payer_mismatch, job_not_found: native.job_not_found,
  // catalog/errors/native.yaml:86
  content_policy: ({ details, extra }) =>
    ({ status: 502, body: { error: 'Content policy violation', details, ...members(extra) } }),
  invalid_input: native.invalid_input, rate_limited: native.rate_limited,
  // catalog/errors/native.yaml:87
  upstream_rejected: ({ details, extra }) =>
    ({ status: 502, body: { error: 'Music generation rejected', details, ...members(extra) } }),
  // catalog/errors/native.yaml:88
  upstream_failed: ({ details, extra }) =>
    ({ status: 500, body: { error: 'Music generation failed', details, ...members(extra) } }),
  // catalog/errors/native.yaml:89
  upstream_timeout: ({ details, extra }) =>
    ({ status: 504, body: { error: 'Music generation timed out', details, ...members(extra) } }),
  not_configured: native.not_configured, busy: native.busy, internal: native.internal,
}
