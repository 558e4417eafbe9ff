// Code generated from catalog/errors/search.yaml by "npm run generate". DO NOT EDIT.
import { get, items, join, members, need, say, str } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { market } from './market.ts'
import { native } from './native.ts'

/** The envelope `search`, catalog/errors/search.yaml:2. */
export const search: Envelope = {
  // catalog/errors/search.yaml:4
  invalid_json: ({ details }) => ({
    status: 400,
    body: {
      error: 'Invalid JSON', code: 'INVALID_JSON',
      message: `The body is not valid JSON: ${say(details)}`, details,
    },
  }),
  // catalog/errors/search.yaml:5
  invalid_body: ({ issues }) => ({
    status: 400,
    body: {
      error: 'Invalid request body',
      message: `${say((get(issues, 0, 'path') ?? '') === '' ? get(issues, 0, 'message') : join([get(issues, 0, 'path'), get(issues, 0, 'message')], ' '))}`,
      details: items(issues).map(i => ({
        path: get(i, 'path'), message: get(i, 'message'),
        code: str(get(i, 'code')).startsWith('min')
          ? 'too_small'
          : str(get(i, 'code')).startsWith('max') ? 'too_big' : get(i, 'code'),
      })),
    },
  }),
  too_large: market.too_large, refused: market.refused, not_found: market.not_found,
  wrong_method: market.wrong_method, limit_exceeded: market.limit_exceeded,
  // catalog/errors/search.yaml:13
  payment_required: ({ extra, challenge, price, payment_info }) => ({
    status: 402,
    body: {
      x402Version: need(challenge).x402Version, accepts: need(challenge).accepts,
      resource: need(challenge).resource, extensions: need(challenge).extensions,
      error: 'Payment Required',
      message: 'Sign accepts[0], whose amount is the price and the fee of a call, and send it again with a PAYMENT-SIGNATURE header.',
      price, ...members(extra), paymentInfo: payment_info,
    },
  }),
  free: market.free, payment_invalid: native.payment_invalid,
  // catalog/errors/search.yaml:25
  payment_replay: ({ details, extra, payer }) => ({
    status: 402,
    body: {
      error: 'This authorization was already used', code: 'PAYMENT_REPLAY',
      message: 'Sign a fresh authorization for another search.', details, payer, ...members(extra),
    },
  }),
  settlement_failed: market.settlement_failed, settlement_pending: market.settlement_pending,
  payer_mismatch: market.payer_mismatch, job_not_found: market.job_not_found,
  content_policy: market.content_policy, invalid_input: native.invalid_input,
  rate_limited: market.rate_limited,
  // catalog/errors/search.yaml:34
  upstream_rejected: ({ details }) =>
    ({ status: 500, body: { error: 'Internal server error', details } }),
  // catalog/errors/search.yaml:35
  upstream_failed: ({ details }) =>
    ({ status: 500, body: { error: 'Internal server error', details } }),
  // catalog/errors/search.yaml:36
  upstream_timeout: ({ details }) =>
    ({ status: 500, body: { error: 'Internal server error', details } }),
  not_configured: market.not_configured, busy: market.busy, internal: market.internal,
}
