// Code generated from catalog/errors/websearch.yaml by "npm run generate". DO NOT EDIT.
import { get, members, need, say } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { passthrough } from './passthrough.ts'

/** The envelope `websearch`, catalog/errors/websearch.yaml:2. */
export const websearch: Envelope = {
  ...passthrough,
  not_found: ({ message }) => ({ // catalog/errors/websearch.yaml:4
    status: 404,
    body: {
      error: 'Not Found', message,
      available: [
        '/api/v1/websearch/search', '/api/v1/websearch/answer', '/api/v1/websearch/contents',
        '/api/v1/websearch/find-similar',
      ],
    },
  }),
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
}
