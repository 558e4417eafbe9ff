// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import { ceilDiv, need } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { makerMake } from '../upstreams/maker.ts'
import type { ThingsRow } from './things.models.ts'
import type { PostOthersBody, PostThingsBody } from './things.requests.ts'

/** Members that /api/v1/things and one more route share. */
const shared = {
  family: 'tools/things', method: 'POST', aliases: [], prefix: '', summary: 'Makes things',
  tags: [], flow: 'inline', networks: ['base'], envelope: 'native', challenge: 'after_gates',
  discovery: 'challenge', table: 'things.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'], authorization: 300_000, bodyLimit: 1_048_576,
  example: { body: { model: 'small' } },
  upstream: () => makerMake,
  reply: ({ result }) => ({ made: need(result).made }),
} satisfies Partial<Route<Call<PostOthersBody | PostThingsBody, {}, ThingsRow>>>

/** POST /api/v1/things: Makes things */
export const postThings: Route<Call<PostThingsBody, {}, ThingsRow>> = {
  ...shared, id: 'post_things', origin: 'catalog/tools/things.routes.yaml:1',
  path: '/api/v1/things',
  quota: {
    names: ['taste', 'taste_of_user'],
    when: ({ body }) => body.count === 1,
    key: ({ body }) => body.user,
  },
  body: {
    schema: {
      type: 'object',
      properties: {
        user: { type: 'string', default: 'nobody' },
        model: { type: 'string' },
        count: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
      },
      required: ['model'],
    },
    unknown: 'ignore',
  },
  gates: ({ body, model }) => {
    // catalog/tools/things.routes.yaml:11
    if (model === undefined) return { status: 400, message: `Unknown model ${body.model}` }
    // catalog/tools/things.routes.yaml:13
    if (!(body.count <= model.most)) return { status: 400, message: `At most ${model.most}` }
    return undefined
  },
  price: {
    // catalog/tools/things.routes.yaml:15
    micro: ({ body, model }) => ceilDiv(model.rate * BigInt(body.count) * 21n + 20_000n, 20n),
    reads: ['body.count'],
    lines: ({ body, model }) => [
      ['count', body.count, 1n, model.rate, 1_000_000n],
      ['margin', BigInt(body.count) * model.rate, 1_000_000n, 1n, 20n],
      ['fee', 1, 1n, 1n, 1000n],
    ],
    decimals: 6, identify: false,
  },
  probes: [{ networks: ['base'], body: { model: 'small', user: 'nobody', count: 1 } }],
}

/** POST /api/v1/others: Makes things */
export const postOthers: Route<Call<PostOthersBody, {}, ThingsRow>> = {
  ...shared, id: 'post_others', origin: 'catalog/tools/things.routes.yaml:21',
  path: '/api/v1/others',
  quota: { names: ['of_wallet'], when: ({ body }) => body.count === 1, usedUp: 'refuse' },
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
    // catalog/tools/things.routes.yaml:30
    if (model === undefined) return { status: 400, message: `Unknown model ${body.model}` }
    // catalog/tools/things.routes.yaml:32
    if (!(body.count <= model.most)) return { status: 400, message: `At most ${model.most}` }
    return undefined
  },
  price: {
    // catalog/tools/things.routes.yaml:34
    micro: ({ body, model }) => ceilDiv(model.rate * BigInt(body.count) * 21n + 20_000n, 20n),
    reads: ['body.count'],
    lines: ({ body, model }) => [
      ['count', body.count, 1n, model.rate, 1_000_000n],
      ['margin', BigInt(body.count) * model.rate, 1_000_000n, 1n, 20n],
      ['fee', 1, 1n, 1n, 1000n],
    ],
    decimals: 6, identify: false,
  },
  probes: [{ networks: ['base'], body: { model: 'small', count: 1 } }],
}
