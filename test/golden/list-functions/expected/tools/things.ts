// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import {
  ceilDiv, get, join, lower, max, need, split, str, toScaled, toTime, uniqueBy, zip,
} from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { makerMake } from '../upstreams/maker.ts'
import type { ThingsRow } from './things.models.ts'
import type { PostThingsBody, PostThingsValues } from './things.requests.ts'

/** POST /api/v1/things: Makes things */
export const postThings: Route<Call<PostThingsBody, {}, ThingsRow, any, PostThingsValues>> = {
  id: 'post_things', origin: 'catalog/tools/things.routes.yaml:1', family: 'tools/things',
  method: 'POST', path: '/api/v1/things', aliases: [], prefix: '', summary: 'Makes things',
  tags: [], flow: 'inline', networks: ['base'], envelope: 'native', challenge: 'after_gates',
  discovery: 'challenge', table: 'things.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'], authorization: 300_000, bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string' },
        count: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
        names: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      },
      required: ['model', 'names'],
    },
    unknown: 'ignore', wrap: ['names'],
  },
  values: {
    each: ({ body }) => split(join(body.names, ','), ','),
    names: ({ values }) => uniqueBy(values.each, n => lower(n)).slice(0, 3),
  },
  gates: ({ body, model }) => {
    // catalog/tools/things.routes.yaml:13
    if (model === undefined) return { status: 400, message: `Unknown model ${body.model}` }
    // catalog/tools/things.routes.yaml:15
    if (!(body.count <= model.most)) return { status: 400, message: `At most ${model.most}` }
    return undefined
  },
  price: {
    micro: ({ model, values }) => // catalog/tools/things.routes.yaml:17
      ceilDiv(model.rate * max(BigInt(values.names.length), 2n) * 21n + 20_000n, 20n),
    reads: ['values.names.length'],
    lines: ({ model, values }) => [
      ['names', max(values.names.length, 2), 1n, model.rate, 1_000_000n],
      ['margin', max(BigInt(values.names.length), 2n) * model.rate, 1_000_000n, 1n, 20n],
      ['fee', 1, 1n, 1n, 1000n],
    ],
    decimals: 6, identify: false,
  },
  example: { body: { model: 'small', names: 'a' } },
  probes: [{ networks: ['base'], body: { model: 'small', names: ['a'], count: 1 } }],
  upstream: () => makerMake,
  reply: ({ result }) => ({
    made: need(result).made,
    parts: zip({ name: get(need(result).made, 'names'), size: get(need(result).made, 'sizes') }),
    since: toTime(str(get(need(result).made, 'since'))),
    cost: toScaled(
      get(need(result).made, 'cost', 'value'), get(need(result).made, 'cost', 'exponent'),
    ),
  }),
}
