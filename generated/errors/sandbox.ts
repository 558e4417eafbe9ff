// Code generated from catalog/errors/sandbox.yaml by "npm run generate". DO NOT EDIT.
import { need } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { market } from './market.ts'
import { native } from './native.ts'

/** The envelope `sandbox`, catalog/errors/sandbox.yaml:2. */
export const sandbox: Envelope = {
  invalid_json: market.invalid_json, invalid_body: market.invalid_body, too_large: market.too_large,
  refused: market.refused,
  // catalog/errors/sandbox.yaml:4
  not_found: ({ message }) => ({
    status: 404,
    body: {
      error: 'Not Found', message,
      endpoints: [
        'POST /api/v1/sandbox/create', 'POST /api/v1/sandbox/exec', 'POST /api/v1/sandbox/status',
        'POST /api/v1/sandbox/terminate',
      ],
    },
  }),
  wrong_method: market.wrong_method, limit_exceeded: market.limit_exceeded,
  payment_required: native.payment_required, free: market.free,
  payment_invalid: native.payment_invalid, payment_replay: native.payment_replay,
  settlement_failed: market.settlement_failed, settlement_pending: market.settlement_pending,
  payer_mismatch: market.payer_mismatch, job_not_found: market.job_not_found,
  content_policy: market.content_policy, invalid_input: native.invalid_input,
  rate_limited: market.rate_limited,
  // catalog/errors/sandbox.yaml:7
  upstream_rejected: ({ upstream }) => ({
    status: need(upstream).status,
    body: { error: 'Bad Request', details: need(upstream).body },
  }),
  // catalog/errors/sandbox.yaml:8
  upstream_failed: ({ details }) =>
    ({ status: 502, body: { error: 'Sandbox service error', details } }),
  // catalog/errors/sandbox.yaml:9
  upstream_timeout: ({ details }) =>
    ({ status: 502, body: { error: 'Sandbox service timeout', details } }),
  not_configured: market.not_configured, busy: market.busy, internal: market.internal,
}
