// Code generated from catalog/errors/websearch.yaml by "npm run generate". DO NOT EDIT.
import { get, members, need, say } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { market } from './market.ts'
import { native } from './native.ts'
import { passthrough } from './passthrough.ts'

/** The envelope `websearch`, catalog/errors/websearch.yaml:2. */
export const websearch: Envelope = {
  invalid_json: market.invalid_json, invalid_body: market.invalid_body, too_large: market.too_large,
  refused: market.refused,
  // catalog/errors/websearch.yaml:4
  not_found: ({ message }) => ({
    status: 404,
    body: {
      error: 'Not Found', message,
      available: [
        '/api/v1/websearch/search', '/api/v1/websearch/answer', '/api/v1/websearch/contents',
        '/api/v1/websearch/find-similar',
      ],
    },
  }),
  wrong_method: market.wrong_method, limit_exceeded: market.limit_exceeded,
  // catalog/errors/websearch.yaml:10
  payment_required: ({ extra, challenge, price, payment_info }) => ({
    status: 402,
    body: {
      x402Version: need(challenge).x402Version, accepts: need(challenge).accepts,
      resource: need(challenge).resource, extensions: need(challenge).extensions,
      error: 'Payment Required',
      message: `Sign accepts[0] for ${say(get(price, 'amount'))} ${say(get(price, 'currency'))} and send it again with a PAYMENT-SIGNATURE header.`,
      price, ...members(extra),
      paymentInfo: {
        network: get(payment_info, 'network'), asset: get(payment_info, 'asset'),
        x402Version: get(payment_info, 'x402Version'), ...members(get(extra, 'paymentInfo')),
      },
    },
  }),
  free: market.free, payment_invalid: native.payment_invalid, payment_replay: native.payment_replay,
  settlement_failed: market.settlement_failed, settlement_pending: market.settlement_pending,
  payer_mismatch: market.payer_mismatch, job_not_found: market.job_not_found,
  content_policy: market.content_policy, invalid_input: native.invalid_input,
  rate_limited: market.rate_limited, upstream_rejected: passthrough.upstream_rejected,
  upstream_failed: passthrough.upstream_failed, upstream_timeout: native.upstream_timeout,
  not_configured: market.not_configured, busy: market.busy, internal: market.internal,
}
