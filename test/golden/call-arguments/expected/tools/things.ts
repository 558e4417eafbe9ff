// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import { need } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { makerMake, makerPrice } from '../upstreams/maker.ts'
import type { ThingsRow } from './things.models.ts'
import type { PostMakesBody, PostPricesBody } from './things.requests.ts'

/** Members that /api/v1/prices and one more route share. */
const shared = {
  family: 'tools/things', method: 'POST', aliases: [], prefix: '/api/v1', tags: [], flow: 'inline',
  networks: ['base'], envelope: 'native', challenge: 'after_gates', discovery: 'challenge',
  table: 'things.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'], authorization: 300_000, bodyLimit: 1_048_576,
  gates: ({ body, model }) => {
    // catalog/tools/things.routes.yaml:6
    if (model === undefined) return { status: 400, message: `Unknown model ${body.model}` }
    return undefined
  },
  price: {
    micro: ({ model }) => model.rate + 1000n, // catalog/tools/things.routes.yaml:8
    lines: ({ model }) => [['call', 1, 1n, model.rate, 1_000_000n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  example: { body: { model: 'small', symbol: 'A' } },
  probes: [{ networks: ['base'], body: { model: 'small', symbol: 'A' } }],
  reply: ({ result }) => ({ made: need(result).made }),
} satisfies Partial<Route<Call<PostMakesBody | PostPricesBody, {}, ThingsRow>>>

/** POST /api/v1/prices: Prices */
export const postPrices: Route<Call<PostPricesBody, {}, ThingsRow>> = {
  ...shared, id: 'post_prices', origin: 'catalog/tools/things.routes.yaml:13',
  path: '/api/v1/prices', summary: 'Prices',
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string' },
        symbol: { type: 'string' },
        limit: { type: 'integer', minimum: 1, maximum: 9 },
        extra: {},
      },
      required: ['model', 'symbol'],
    },
    unknown: 'ignore',
  },
  upstream: () => makerPrice,
  with: ({ body }) =>
    ({ symbol: body.symbol, group: 'equity', limit: body.limit, tags: body.extra }),
}

/** POST /api/v1/makes: Makes */
export const postMakes: Route<Call<PostMakesBody, {}, ThingsRow>> = {
  ...shared, id: 'post_makes', origin: 'catalog/tools/things.routes.yaml:17', path: '/api/v1/makes',
  summary: 'Makes',
  body: {
    schema: {
      type: 'object',
      properties: { model: { type: 'string' }, symbol: { type: 'string' } },
      required: ['model', 'symbol'],
    },
    unknown: 'ignore',
  },
  upstream: () => makerMake,
  with: ({ body, model }) => ({ symbol: body.symbol, group: model.id }),
}
