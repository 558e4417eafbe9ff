// Code generated from catalog/errors/market.yaml by "npm run generate". DO NOT EDIT.
import { get, members, need, say } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `market`, catalog/errors/market.yaml:2. */
export const market: Envelope = {
  ...native,
  // catalog/errors/market.yaml:10
  payment_required: ({ extra, challenge, price, payment_info }) => ({
    status: 402,
    body: {
      x402Version: need(challenge).x402Version, accepts: need(challenge).accepts,
      resource: need(challenge).resource, extensions: need(challenge).extensions, x402: challenge,
      error: 'Payment Required',
      message: `Sign accepts[0] for ${say(get(price, 'amount'))} ${say(get(price, 'currency'))} and send it again with a PAYMENT-SIGNATURE header.`,
      price, ...members(extra), paymentInfo: payment_info,
    },
  }),
  payment_invalid: ({ message, details, payer }) => // catalog/errors/market.yaml:8
    ({ status: 402, body: { error: 'Payment verification failed', message, details, payer } }),
  payment_replay: ({ details, payer }) => ({ // catalog/errors/market.yaml:9
    status: 402,
    body: {
      error: 'Payment verification failed', message: 'This authorization was already used.',
      details, payer,
    },
  }),
  // catalog/errors/market.yaml:4
  invalid_input: ({ details }) => ({ status: 400, body: { error: 'Invalid parameters', details } }),
  upstream_rejected: ({ details }) => // catalog/errors/market.yaml:5
    ({ status: 502, body: { error: 'Price feed unavailable', details } }),
  upstream_failed: ({ details }) => // catalog/errors/market.yaml:6
    ({ status: 502, body: { error: 'Price feed unavailable', details } }),
  upstream_timeout: ({ details }) => // catalog/errors/market.yaml:7
    ({ status: 502, body: { error: 'Price feed unavailable', details } }),
}
