// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import { ceilDiv, need, text } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { lookerLook } from '../upstreams/looker.ts'
import { makerMake } from '../upstreams/maker.ts'
import type { ThingsRow } from './things.models.ts'
import type {
  GetGlanceQuery, GetLookQuery, GetLookValues, PostThingsBody,
} from './things.requests.ts'

/** Members that /api/v1/things and 3 more routes share. */
const shared = {
  family: 'tools/things', aliases: [], prefix: '', tags: [], networks: ['base'], envelope: 'native',
  challenge: 'after_gates', authorization: 300_000, bodyLimit: 1_048_576,
} satisfies Partial<Route<Call<any, {}, any, any, any>>>

/** POST /api/v1/things: Makes things */
export const postThings: Route<Call<PostThingsBody, {}, ThingsRow>> = {
  ...shared, id: 'post_things', origin: 'catalog/tools/things.routes.yaml:1', method: 'POST',
  path: '/api/v1/things', summary: 'Makes things', flow: 'inline', discovery: 'challenge',
  table: 'things.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'],
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string' },
        count: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
      },
      required: ['model'],
    },
    unknown: 'ignore',
  },
  gates: ({ body, model }) => {
    // catalog/tools/things.routes.yaml:9
    if (model === undefined) return { status: 400, message: `Unknown model ${body.model}` }
    // catalog/tools/things.routes.yaml:11
    if (!(body.count <= model.most)) return { status: 400, message: `At most ${model.most}` }
    return undefined
  },
  price: {
    // catalog/tools/things.routes.yaml:13
    micro: ({ body, model }) => ceilDiv(model.rate * BigInt(body.count) * 21n + 20_000n, 20n),
    reads: ['body.count'],
    lines: ({ body, model }) => [
      ['count', body.count, 1n, model.rate, 1_000_000n],
      ['margin', BigInt(body.count) * model.rate, 1_000_000n, 1n, 20n],
      ['fee', 1, 1n, 1n, 1000n],
    ],
    decimals: 6, identify: false,
  },
  example: { body: { model: 'small' } },
  probes: [{ networks: ['base'], body: { model: 'small', count: 1 } }],
  upstream: () => makerMake,
  reply: ({ result }) => ({ made: need(result).made }),
  dated: [
    { // catalog/gateway.yaml:18
      from: 1_798_761_600_000,
      route: {
        price: {
          // catalog/tools/things.routes.yaml:13
          micro: ({ body, model }) => ceilDiv(model.rate * BigInt(body.count) * 21n + 30_000n, 20n),
          reads: ['body.count'],
          lines: ({ body, model }) => [
            ['count', body.count, 1n, model.rate, 1_000_000n],
            ['margin', BigInt(body.count) * model.rate, 1_000_000n, 1n, 20n],
            ['fee', 1, 1n, 3n, 2000n],
          ],
          decimals: 6, identify: false,
        },
      },
    },
  ],
}

/** GET /api/v1/look: Looks */
export const getLook: Route<Call<undefined, {}, never, GetLookQuery, GetLookValues>> = {
  ...shared, id: 'get_look', origin: 'catalog/tools/things.routes.yaml:21', method: 'GET',
  path: '/api/v1/look', summary: 'Looks', flow: 'inline', discovery: 'challenge',
  query: {
    schema: {
      type: 'object',
      properties: { n: { type: 'integer', minimum: 1, maximum: 20, default: 1 } },
    },
    unknown: 'ignore',
  },
  values: { cost: ({ query }) => BigInt(query.n) * 21n },
  gates: ({ query }) => {
    // catalog/tools/things.routes.yaml:26
    if (!(query.n <= 10)) return { status: 400, message: `At most ${10}` }
    return undefined
  },
  price: {
    micro: ({ values }) => (values.cost + 4n) * 250n, // catalog/tools/things.routes.yaml:28
    reads: ['values.cost'],
    lines: ({ query }) => [
      ['n', query.n, 1n, 1n, 200n],
      ['margin', BigInt(query.n), 200n, 1n, 20n],
      ['fee', 1, 1n, 1n, 1000n],
    ],
    decimals: 6, identify: false,
  },
  example: { query: { n: '2' } },
  probes: [{ networks: ['base'], query: { n: 2 } }],
  upstream: () => lookerLook,
  reply: ({ result, values }) => ({ made: need(result).made, cost: text(values.cost, 4000n, 4) }),
  dated: [
    { // catalog/tools/things.routes.yaml:29
      from: 1_796_083_200_000, until: 1_798_761_600_000,
      route: {
        price: {
          micro: ({ values }) => (values.cost + 4n) * 125n, // catalog/tools/things.routes.yaml:28
          reads: ['values.cost'],
          lines: ({ query, values }) => [
            ['n', query.n, 1n, 1n, 200n],
            ['margin', BigInt(query.n), 200n, 1n, 20n],
            ['fee', 1, 1n, 1n, 1000n],
            ['discount', values.cost + 4n, 4000n, -1n, 2n],
          ],
          decimals: 6, identify: false,
        },
      },
    },
    { // catalog/tools/things.routes.yaml:29
      from: 1_798_761_600_000, until: 1_799_971_200_000,
      route: {
        price: {
          micro: ({ values }) => (values.cost + 6n) * 125n, // catalog/tools/things.routes.yaml:28
          reads: ['values.cost'],
          lines: ({ query, values }) => [
            ['n', query.n, 1n, 1n, 200n],
            ['margin', BigInt(query.n), 200n, 1n, 20n],
            ['fee', 1, 1n, 3n, 2000n],
            ['discount', values.cost + 6n, 4000n, -1n, 2n],
          ],
          decimals: 6, identify: false,
        },
      },
    },
    { // catalog/gateway.yaml:18
      from: 1_799_971_200_000, until: 1_801_440_000_000,
      route: {
        price: {
          micro: ({ values }) => (values.cost + 6n) * 250n, // catalog/tools/things.routes.yaml:28
          reads: ['values.cost'],
          lines: ({ query }) => [
            ['n', query.n, 1n, 1n, 200n],
            ['margin', BigInt(query.n), 200n, 1n, 20n],
            ['fee', 1, 1n, 3n, 2000n],
          ],
          decimals: 6, identify: false,
        },
      },
    },
    { // catalog/gateway.yaml:18
      from: 1_801_440_000_000, until: 1_803_859_200_000,
      route: {
        values: { cost: ({ query }) => BigInt(query.n) * 63n },
        gates: ({ query }) => {
          // catalog/tools/things.routes.yaml:26
          if (!(query.n <= 6)) return { status: 400, message: `At most ${6}` }
          return undefined
        },
        price: {
          micro: ({ values }) => (values.cost + 15n) * 100n, // catalog/tools/things.routes.yaml:28
          reads: ['values.cost'],
          lines: ({ query }) => [
            ['n', query.n, 1n, 3n, 500n],
            ['margin', BigInt(query.n) * 3n, 500n, 1n, 20n],
            ['fee', 1, 1n, 3n, 2000n],
          ],
          decimals: 6, identify: false,
        },
        reply: ({ result, values }) =>
          ({ made: need(result).made, cost: text(values.cost, 10_000n, 4) }),
      },
    },
    { // catalog/gateway.yaml:18
      from: 1_803_859_200_000,
      route: {
        price: {
          micro: ({ values }) => (values.cost + 6n) * 250n, // catalog/tools/things.routes.yaml:28
          reads: ['values.cost'],
          lines: ({ query }) => [
            ['n', query.n, 1n, 1n, 200n],
            ['margin', BigInt(query.n), 200n, 1n, 20n],
            ['fee', 1, 1n, 3n, 2000n],
          ],
          decimals: 6, identify: false,
        },
      },
    },
  ],
}

/** GET /api/v1/glance: Looks once */
export const getGlance: Route<Call<undefined, {}, never, GetGlanceQuery>> = {
  ...shared, id: 'get_glance', origin: 'catalog/tools/things.routes.yaml:42', method: 'GET',
  path: '/api/v1/glance', summary: 'Looks once', flow: 'inline', discovery: 'challenge',
  query: {
    schema: {
      type: 'object',
      properties: { n: { type: 'integer', minimum: 1, maximum: 1, default: 1 } },
    },
    unknown: 'ignore',
  },
  price: {
    micro: () => 6000n, // catalog/tools/things.routes.yaml:47
    lines: () => [['call', 1, 1n, 1n, 200n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  example: {},
  upstream: () => lookerLook,
  reply: ({ result }) => ({ made: need(result).made }),
  fixed: ['quote'],
  dated: [
    { // catalog/gateway.yaml:18
      from: 1_798_761_600_000, until: 1_801_440_000_000,
      route: {
        price: {
          micro: () => 6500n, // catalog/tools/things.routes.yaml:47
          lines: () => [['call', 1, 1n, 1n, 200n], ['fee', 1, 1n, 3n, 2000n]],
          decimals: 6, identify: false,
        },
      },
    },
    { // catalog/gateway.yaml:18
      from: 1_801_440_000_000, until: 1_803_859_200_000,
      route: {
        price: {
          micro: () => 7500n, // catalog/tools/things.routes.yaml:47
          lines: () => [['call', 1, 1n, 3n, 500n], ['fee', 1, 1n, 3n, 2000n]],
          decimals: 6, identify: false,
        },
      },
    },
    { // catalog/gateway.yaml:18
      from: 1_803_859_200_000,
      route: {
        price: {
          micro: () => 6500n, // catalog/tools/things.routes.yaml:47
          lines: () => [['call', 1, 1n, 1n, 200n], ['fee', 1, 1n, 3n, 2000n]],
          decimals: 6, identify: false,
        },
      },
    },
  ],
}

/** GET /api/v1/free: Is free */
export const getFree: Route<Call> = {
  ...shared, id: 'get_free', origin: 'catalog/tools/things.routes.yaml:55', method: 'GET',
  path: '/api/v1/free', summary: 'Is free', flow: 'free', discovery: 'none',
  reply: () => ({ ok: true }),
  fixed: ['reply'],
}
