// Code generated from catalog/errors/sandbox.yaml by "npm run generate". DO NOT EDIT.
import { need } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `sandbox`, catalog/errors/sandbox.yaml:2. */
export const sandbox: Envelope = {
  invalid_json: native.invalid_json, invalid_body: native.invalid_body, too_large: native.too_large,
  refused: native.refused,
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
  wrong_method: native.wrong_method, limit_exceeded: native.limit_exceeded,
  payment_required: native.payment_required, free: native.free,
  payment_invalid: native.payment_invalid, payment_replay: native.payment_replay,
  settlement_failed: native.settlement_failed, settlement_pending: native.settlement_pending,
  payer_mismatch: native.payer_mismatch, job_not_found: native.job_not_found,
  content_policy: native.content_policy, invalid_input: native.invalid_input,
  rate_limited: native.rate_limited,
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
  not_configured: native.not_configured, busy: native.busy, internal: native.internal,
}
