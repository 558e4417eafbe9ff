// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import { ceilDiv, need } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { counterCount } from '../upstreams/counter.ts'
import { lookerLook } from '../upstreams/looker.ts'
import { makerMake } from '../upstreams/maker.ts'
import type { ThingsRow } from './things.models.ts'
import type { PostCountBody, PostCountValues, PostThingsBody } from './things.requests.ts'

/** Members that /api/v1/look and one more route share. */
const shared = {
  family: 'tools/things', method: 'GET', aliases: [], prefix: '/api/v1', tags: [], flow: 'inline',
  networks: ['base'], envelope: 'native', challenge: 'after_gates', discovery: 'challenge',
  authorization: 300_000, bodyLimit: 1_048_576,
  price: {
    micro: () => 6000n, // catalog/tools/things.routes.yaml:25
    lines: () => [['call', 1, 1n, 1n, 200n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  upstream: () => lookerLook,
  reply: ({ result }) => ({ made: need(result).made }),
  fixed: ['quote'],
  dated: [
    { // catalog/tools/things.routes.yaml:27
      from: 1_796_083_200_000, until: 1_796_688_000_000,
      route: {
        price: {
          micro: () => 4800n, // catalog/tools/things.routes.yaml:25
          lines: () => [
            ['call', 1, 1n, 1n, 200n], ['fee', 1, 1n, 1n, 1000n], ['discount', 6n, 1000n, -1n, 5n],
          ],
          decimals: 6, identify: false,
        },
      },
    },
    { // catalog/tools/things.routes.yaml:28
      from: 1_798_761_600_000,
      route: {
        price: {
          micro: () => 8000n, // catalog/tools/things.routes.yaml:28
          lines: () => [['call', 1, 1n, 7n, 1000n], ['fee', 1, 1n, 1n, 1000n]],
          decimals: 6, identify: false,
        },
      },
    },
  ],
} satisfies Partial<Route<Call>>

/** Members that /api/v1/things and one more route share. */
const postThingsShared = {
  family: 'tools/things', method: 'POST', aliases: [], tags: [], flow: 'inline', networks: ['base'],
  envelope: 'native', challenge: 'after_gates', discovery: 'challenge', authorization: 300_000,
  bodyLimit: 1_048_576,
  reply: ({ result }) => ({ made: need(result).made }),
} satisfies Partial<Route<Call<any, {}, any, any, any>>>

/** POST /api/v1/things: Makes things */
export const postThings: Route<Call<PostThingsBody, {}, ThingsRow>> = {
  ...postThingsShared, id: 'post_things', origin: 'catalog/tools/things.routes.yaml:1',
  path: '/api/v1/things', prefix: '', summary: 'Makes things', table: 'things.models',
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
}

/** GET /api/v1/look: Looks */
export const getLook: Route<Call> = {
  ...shared, id: 'get_look', origin: 'catalog/tools/things.routes.yaml:30', path: '/api/v1/look',
  summary: 'Looks',
  retired: { since: 1_801_440_000_000, use: 'GET /api/v1/see' },
  example: {},
}

export const getSee: Route<Call> = {
  ...shared, id: 'get_see', origin: 'catalog/tools/things.routes.yaml:38', path: '/api/v1/see',
  summary: 'Sees',
}

/** POST /api/v1/count: Counts */
export const postCount: Route<Call<PostCountBody, {}, never, any, PostCountValues>> = {
  ...postThingsShared, id: 'post_count', origin: 'catalog/tools/things.routes.yaml:39',
  path: '/api/v1/count', prefix: '/api/v1', summary: 'Counts',
  body: {
    schema: {
      type: 'object',
      properties: { n: { type: 'integer', minimum: 1, maximum: 10, default: 1 } },
    },
    unknown: 'ignore',
  },
  values: { twice: ({ body }) => body.n * 2 },
  price: {
    micro: ({ body }) => (BigInt(body.n) * 10n + 1n) * 1000n, // catalog/tools/things.routes.yaml:45
    reads: ['body.n'],
    lines: ({ body }) => [['n', body.n, 1n, 1n, 100n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  example: { body: { n: 2 } },
  probes: [{ networks: ['base'], body: { n: 2 } }],
  upstream: () => counterCount,
  dated: [
    { // catalog/tools/things.routes.yaml:47
      from: 1_798_761_600_000,
      route: {
        price: {
          // catalog/tools/things.routes.yaml:47
          micro: ({ values }) => (BigInt(values.twice) * 6n + 1n) * 1000n,
          reads: ['values.twice'],
          lines: ({ values }) => [['twice', values.twice, 1n, 3n, 500n], ['fee', 1, 1n, 1n, 1000n]],
          decimals: 6, identify: false,
        },
      },
    },
  ],
}
