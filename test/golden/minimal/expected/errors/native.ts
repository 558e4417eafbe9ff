// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import { need } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'

/** The envelope `native`, catalog/errors/native.yaml:1. */
export const native: Envelope = {
  // catalog/errors/native.yaml:3
  invalid_json: () => ({ status: 400, body: { error: 'invalid_json' } }),
  // catalog/errors/native.yaml:4
  invalid_body: () => ({ status: 400, body: { error: 'invalid_body' } }),
  too_large: () => ({ status: 400, body: { error: 'too_large' } }), // catalog/errors/native.yaml:5
  // catalog/errors/native.yaml:2
  refused: ({ status, message }) => ({ status: need(status), body: { error: message } }),
  not_found: () => ({ status: 404, body: { error: 'not_found' } }), // catalog/errors/native.yaml:6
  // catalog/errors/native.yaml:7
  wrong_method: () => ({ status: 405, body: { error: 'wrong_method' } }),
  // catalog/errors/native.yaml:8
  limit_exceeded: () => ({ status: 429, body: { error: 'limit_exceeded' } }),
  payment_required: ({ challenge }) => // catalog/errors/native.yaml:9
    ({ status: 402, body: { error: 'payment_required', accepts: need(challenge).accepts } }),
  free: () => ({ status: 402, body: { error: 'free' } }), // catalog/errors/native.yaml:10
  // catalog/errors/native.yaml:11
  payment_invalid: () => ({ status: 402, body: { error: 'payment_invalid' } }),
  // catalog/errors/native.yaml:12
  payment_replay: () => ({ status: 402, body: { error: 'payment_replay' } }),
  // catalog/errors/native.yaml:13
  settlement_failed: () => ({ status: 402, body: { error: 'settlement_failed' } }),
  // catalog/errors/native.yaml:14
  settlement_pending: () => ({ status: 503, body: { error: 'settlement_pending' } }),
  // catalog/errors/native.yaml:15
  payer_mismatch: () => ({ status: 403, body: { error: 'payer_mismatch' } }),
  // catalog/errors/native.yaml:16
  job_not_found: () => ({ status: 404, body: { error: 'job_not_found' } }),
  // catalog/errors/native.yaml:17
  content_policy: () => ({ status: 400, body: { error: 'content_policy' } }),
  // catalog/errors/native.yaml:18
  invalid_input: () => ({ status: 400, body: { error: 'invalid_input' } }),
  // catalog/errors/native.yaml:19
  rate_limited: () => ({ status: 429, body: { error: 'rate_limited' } }),
  // catalog/errors/native.yaml:20
  upstream_rejected: () => ({ status: 500, body: { error: 'upstream_rejected' } }),
  // catalog/errors/native.yaml:21
  upstream_failed: () => ({ status: 500, body: { error: 'upstream_failed' } }),
  // catalog/errors/native.yaml:22
  upstream_timeout: () => ({ status: 500, body: { error: 'upstream_timeout' } }),
  // catalog/errors/native.yaml:23
  not_configured: () => ({ status: 503, body: { error: 'not_configured' } }),
  busy: () => ({ status: 503, body: { error: 'busy' } }), // catalog/errors/native.yaml:24
  internal: () => ({ status: 500, body: { error: 'internal' } }), // catalog/errors/native.yaml:25
}
