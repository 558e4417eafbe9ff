// Code generated from catalog/errors/swap.yaml by "npm run generate". DO NOT EDIT.
import { need } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { market } from './market.ts'
import { native } from './native.ts'

/** The envelope `swap`, catalog/errors/swap.yaml:2. */
export const swap: Envelope = {
  invalid_json: market.invalid_json, invalid_body: market.invalid_body, too_large: market.too_large,
  refused: market.refused,
  // catalog/errors/swap.yaml:4
  not_found: ({ message }) => ({
    status: 404,
    body: {
      error: 'Not Found', message,
      routes: [
        'GET /api/v1/dexagg/price', 'GET /api/v1/dexagg/quote', 'GET /api/v1/dexagg/gasless/price',
        'GET /api/v1/dexagg/gasless/quote', 'POST /api/v1/dexagg/gasless/submit',
        'GET /api/v1/dexagg/gasless/status/:trade_hash',
        'GET /api/v1/dexagg/gasless/approval-tokens', 'GET /api/v1/dexagg/gasless/chains',
        'GET /api/v1/dexagg/swap/chains',
      ],
    },
  }),
  wrong_method: market.wrong_method, limit_exceeded: market.limit_exceeded,
  payment_required: native.payment_required, free: market.free,
  payment_invalid: native.payment_invalid, payment_replay: native.payment_replay,
  settlement_failed: market.settlement_failed, settlement_pending: market.settlement_pending,
  payer_mismatch: market.payer_mismatch, job_not_found: market.job_not_found,
  content_policy: market.content_policy,
  // catalog/errors/swap.yaml:19
  invalid_input: ({ details }) => ({
    status: 422,
    body: {
      error: 'Bad Request',
      message: 'This swap cannot be served - no liquidity or too small an amount', status: 422,
      details,
    },
  }),
  rate_limited: market.rate_limited,
  // catalog/errors/swap.yaml:22
  upstream_rejected: ({ upstream }) => ({
    status: need(upstream).status,
    body: {
      error: 'Bad Request',
      message: `The upstream answered ${need(upstream).status} ${need(upstream).reason}`,
      status: need(upstream).status, details: need(upstream).body,
    },
  }),
  // catalog/errors/swap.yaml:25
  upstream_failed: ({ details }) =>
    ({ status: 502, body: { error: 'Upstream provider error', details } }),
  // catalog/errors/swap.yaml:26
  upstream_timeout: ({ details }) =>
    ({ status: 502, body: { error: 'Upstream provider error', details } }),
  not_configured: market.not_configured, busy: market.busy, internal: market.internal,
}
