// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import { ceilDiv, need } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { makerMake } from '../upstreams/maker.ts'
import type { ThingsRow } from './things.models.ts'
import type { PostThingsBody } from './things.requests.ts'

/** POST /api/v1/things: Makes things, and pays the one who makes them */
export const postThings: Route<Call<PostThingsBody, {}, ThingsRow>> = {
  id: 'post_things', origin: 'catalog/tools/things.routes.yaml:1', family: 'tools/things',
  method: 'POST', path: '/api/v1/things', aliases: [], prefix: '',
  summary: 'Makes things, and pays the one who makes them', tags: [], flow: 'inline',
  networks: ['base'], envelope: 'native', challenge: 'after_gates', discovery: 'challenge',
  table: 'things.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'], authorization: 300_000, onSettlementFailure: 'absorb',
  bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string' },
        count: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
        maker: { type: 'string' },
        amount: { type: 'string' },
        authorization: { type: 'string' },
      },
      required: ['model', 'maker', 'amount', 'authorization'],
    },
    unknown: 'ignore',
  },
  gates: ({ body, model }) => {
    // catalog/tools/things.routes.yaml:12
    if (model === undefined) return { status: 400, message: `Unknown model ${body.model}` }
    // catalog/tools/things.routes.yaml:14
    if (!(body.count <= model.most)) return { status: 400, message: `At most ${model.most}` }
    return undefined
  },
  transfer: {
    payload: ({ body }) => body.authorization,
    to: ({ body }) => body.maker,
    micro: ({ body }) => body.amount,
    invalid: { status: 400, message: 'The authorization is not valid' },
    used: { status: 409, message: 'It was used before', code: 'USED' },
    failed: { status: 502, message: 'The transfer failed' },
  },
  price: {
    // catalog/tools/things.routes.yaml:16
    micro: ({ body, model }) => ceilDiv(model.rate * BigInt(body.count) * 21n + 20_000n, 20n),
    reads: ['body.count'],
    lines: ({ body, model }) => [
      ['count', body.count, 1n, model.rate, 1_000_000n],
      ['margin', BigInt(body.count) * model.rate, 1_000_000n, 1n, 20n],
      ['fee', 1, 1n, 1n, 1000n],
    ],
    decimals: 6, identify: false,
  },
  example: { body: { model: 'small', maker: 'a', amount: '1', authorization: 'b' } },
  probes: [{
    networks: ['base'],
    body: { model: 'small', maker: 'a', amount: '1', authorization: 'b', count: 1 },
  }],
  upstream: () => makerMake,
  headers: ({ transfer }) => ({ 'X-Transfer': need(transfer).tx_hash }),
  reply: ({ payment, result, transfer }) => ({
    made: need(result).made, paid: need(transfer).amount_micro, to: need(transfer).recipient,
    settled: payment !== undefined,
  }),
}
