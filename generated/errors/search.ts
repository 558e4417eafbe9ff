// Code generated from catalog/errors/search.yaml by "npm run generate". DO NOT EDIT.
import { get, items, join, members, need, say, str } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `search`, catalog/errors/search.yaml:2. */
export const search: Envelope = {
  ...native,
  invalid_json: ({ details }) => ({ // catalog/errors/search.yaml:4
    status: 400,
    body: {
      error: 'Invalid JSON', code: 'INVALID_JSON',
      message: `The body is not valid JSON: ${say(details)}`, details,
    },
  }),
  invalid_body: ({ issues }) => ({ // catalog/errors/search.yaml:5
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
  payment_replay: ({ details, extra, payer }) => ({ // catalog/errors/search.yaml:25
    status: 402,
    body: {
      error: 'This authorization was already used', code: 'PAYMENT_REPLAY',
      message: 'Sign a fresh authorization for another search.', details, payer, ...members(extra),
    },
  }),
  upstream_rejected: ({ details }) => // catalog/errors/search.yaml:34
    ({ status: 500, body: { error: 'Internal server error', details } }),
  upstream_failed: ({ details }) => // catalog/errors/search.yaml:35
    ({ status: 500, body: { error: 'Internal server error', details } }),
  upstream_timeout: ({ details }) => // catalog/errors/search.yaml:36
    ({ status: 500, body: { error: 'Internal server error', details } }),
}
