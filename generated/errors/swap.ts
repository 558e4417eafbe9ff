// Code generated from catalog/errors/swap.yaml by "npm run generate". DO NOT EDIT.
import { need } from '../../runtime/formula.ts'
import type { Envelope } from '../../runtime/contract.ts'
import { native } from './native.ts'

/** The envelope `swap`, catalog/errors/swap.yaml:2. */
export const swap: Envelope = {
  ...native,
  not_found: ({ message }) => ({ // catalog/errors/swap.yaml:4
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
  invalid_input: ({ details }) => ({ // catalog/errors/swap.yaml:19
    status: 422,
    body: {
      error: 'Bad Request',
      message: 'This swap cannot be served - no liquidity or too small an amount', status: 422,
      details,
    },
  }),
  upstream_rejected: ({ upstream }) => ({ // catalog/errors/swap.yaml:22
    status: need(upstream).status,
    body: {
      error: 'Bad Request',
      message: `The upstream answered ${need(upstream).status} ${need(upstream).reason}`,
      status: need(upstream).status, details: need(upstream).body,
    },
  }),
  upstream_failed: ({ details }) => // catalog/errors/swap.yaml:25
    ({ status: 502, body: { error: 'Upstream provider error', details } }),
  upstream_timeout: ({ details }) => // catalog/errors/swap.yaml:26
    ({ status: 502, body: { error: 'Upstream provider error', details } }),
}
