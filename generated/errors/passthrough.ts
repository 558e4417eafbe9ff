// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import { need } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { market } from './market.ts'
import { native } from './native.ts'

/** The envelope `passthrough`, catalog/errors/native.yaml:109. */
export const passthrough: Envelope = {
  invalid_json: market.invalid_json, invalid_body: market.invalid_body, too_large: market.too_large,
  refused: market.refused, not_found: market.not_found, wrong_method: market.wrong_method,
  limit_exceeded: market.limit_exceeded, payment_required: native.payment_required,
  free: market.free, payment_invalid: native.payment_invalid, payment_replay: native.payment_replay,
  settlement_failed: market.settlement_failed, settlement_pending: market.settlement_pending,
  payer_mismatch: market.payer_mismatch, job_not_found: market.job_not_found,
  content_policy: market.content_policy, invalid_input: native.invalid_input,
  rate_limited: market.rate_limited,
  // catalog/errors/native.yaml:111
  upstream_rejected: ({ upstream }) => ({
    status: need(upstream).status,
    body: {
      error: 'Bad Request',
      message: `The upstream answered ${need(upstream).status} ${need(upstream).reason}. Nothing was charged.`,
      status: need(upstream).status, details: need(upstream).body,
    },
  }),
  // catalog/errors/native.yaml:112
  upstream_failed: ({ details }) => ({
    status: 502,
    body: {
      error: 'Upstream provider error',
      message: 'The upstream could not answer. Nothing was charged.', details,
    },
  }),
  upstream_timeout: native.upstream_timeout, not_configured: market.not_configured,
  busy: market.busy, internal: market.internal,
}
