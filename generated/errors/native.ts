// Code generated from catalog/errors/native.yaml by "npm run generate". DO NOT EDIT.
import { get, members, need, say } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { market } from './market.ts'

/** The envelope `native`, catalog/errors/native.yaml:2. */
export const native: Envelope = {
  invalid_json: market.invalid_json, invalid_body: market.invalid_body, too_large: market.too_large,
  refused: market.refused, not_found: market.not_found, wrong_method: market.wrong_method,
  limit_exceeded: market.limit_exceeded,
  // catalog/errors/native.yaml:21
  payment_required: ({ extra, challenge, price, payment_info }) => ({
    status: 402,
    body: {
      x402Version: need(challenge).x402Version, accepts: need(challenge).accepts,
      resource: need(challenge).resource, extensions: need(challenge).extensions,
      error: 'Payment Required',
      message: `Sign accepts[0] for ${say(get(price, 'amount'))} ${say(get(price, 'currency'))} and send it again with a PAYMENT-SIGNATURE header.`,
      price, ...members(extra), paymentInfo: payment_info,
    },
  }),
  free: market.free,
  // catalog/errors/native.yaml:36
  payment_invalid: ({ message, code, details, payer }) => ({
    status: 402,
    body: { error: 'Payment verification failed', code, message, details, payer },
  }),
  // catalog/errors/native.yaml:37
  payment_replay: ({ details, extra, payer }) => ({
    status: 402,
    body: {
      error: 'Payment verification failed', code: 'PAYMENT_REPLAY',
      message: 'This authorization was already used.', details, payer, ...members(extra),
    },
  }),
  settlement_failed: market.settlement_failed, settlement_pending: market.settlement_pending,
  payer_mismatch: market.payer_mismatch, job_not_found: market.job_not_found,
  content_policy: market.content_policy,
  // catalog/errors/native.yaml:64
  invalid_input: ({ code, details, extra }) =>
    ({ status: 400, body: { error: 'Invalid input', code, details, ...members(extra) } }),
  rate_limited: market.rate_limited,
  // catalog/errors/native.yaml:69
  upstream_rejected: ({ details, extra }) =>
    ({ status: 500, body: { error: 'Internal server error', details, ...members(extra) } }),
  // catalog/errors/native.yaml:70
  upstream_failed: ({ details, extra }) =>
    ({ status: 500, body: { error: 'Internal server error', details, ...members(extra) } }),
  // catalog/errors/native.yaml:71
  upstream_timeout: ({ details, extra }) =>
    ({ status: 500, body: { error: 'Internal server error', details, ...members(extra) } }),
  not_configured: market.not_configured, busy: market.busy, internal: market.internal,
}
