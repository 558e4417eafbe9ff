// Code generated from catalog/tools/change.routes.yaml by "npm run generate". DO NOT EDIT.
import { at, ceilDiv, need } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { bankChange } from '../upstreams/bank.ts'
import type { PostChangeBody } from './change.requests.ts'

/** POST /api/v1/change: Changes money */
export const postChange: Route<Call<PostChangeBody>> = {
  id: 'post_change', origin: 'catalog/tools/change.routes.yaml:1', family: 'tools/change',
  method: 'POST', path: '/api/v1/change', aliases: [], prefix: '', summary: 'Changes money',
  tags: [], flow: 'inline', networks: ['base'], envelope: 'native', challenge: 'after_gates',
  discovery: 'challenge', authorization: 300_000, bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        currency: { type: 'string' },
        amount: { type: 'integer', minimum: 1, maximum: 1000 },
      },
      required: ['currency', 'amount'],
    },
    unknown: 'ignore',
  },
  fetched: ['rates'],
  gates: ({ body, fetched }) => {
    if (!Object.hasOwn(fetched.rates, body.currency)) // catalog/tools/change.routes.yaml:8
      return { status: 404, message: `No rate for ${body.currency}` }
    return undefined
  },
  price: {
    micro: ({ body, fetched }) => ceilDiv( // catalog/tools/change.routes.yaml:10
      at(fetched.rates, body.currency).usd * BigInt(body.amount) * 21n + 20_000_000_000n,
      20_000_000n,
    ),
    reads: ['body.currency', 'fetched.rates', 'body.amount'],
    lines: ({ body, fetched }) => [
      ['amount', body.amount, 1n, at(fetched.rates, body.currency).usd, 1_000_000_000_000n],
      [
        'margin',
        BigInt(body.amount) * at(fetched.rates, body.currency).usd,
        1_000_000_000_000n, 1n, 20n,
      ],
      ['fee', 1, 1n, 1n, 1000n],
    ],
    decimals: 6, identify: false,
  },
  example: { body: { currency: 'EUR', amount: 1 } },
  probes: [{ networks: ['base'], body: { currency: 'EUR', amount: 1 } }],
  upstream: () => bankChange,
  reply: ({ body, result, fetched }) =>
    ({ id: need(result).id, digits: at(fetched.rates, body.currency).digits }),
}
