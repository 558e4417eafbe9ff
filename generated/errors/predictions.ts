// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import { need } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'
import { passthrough } from './passthrough.ts'

/** The envelope `predictions`, catalog/errors/native.yaml:109. */
export const predictions: Envelope = {
  invalid_json: native.invalid_json, invalid_body: native.invalid_body, too_large: native.too_large,
  refused: native.refused, not_found: native.not_found, wrong_method: native.wrong_method,
  limit_exceeded: native.limit_exceeded, payment_required: native.payment_required,
  free: native.free, payment_invalid: native.payment_invalid, payment_replay: native.payment_replay,
  settlement_failed: native.settlement_failed, settlement_pending: native.settlement_pending,
  payer_mismatch: native.payer_mismatch, job_not_found: native.job_not_found,
  content_policy: native.content_policy, invalid_input: native.invalid_input,
  rate_limited: native.rate_limited,
  // catalog/errors/native.yaml:111
  upstream_rejected: ({ route, upstream }) => ({
    status: need(upstream).status,
    body: {
      error: 'Bad Request', status: need(upstream).status, endpoint: route.path,
      method: route.method,
      message: `The upstream answered ${need(upstream).status} ${need(upstream).reason}`,
      details: need(upstream).body,
      hint: 'Check the parameter names and values; nothing was charged. Unknown parameter names are not rejected.',
    },
  }),
  upstream_failed: passthrough.upstream_failed, upstream_timeout: native.upstream_timeout,
  not_configured: native.not_configured, busy: native.busy, internal: native.internal,
}
