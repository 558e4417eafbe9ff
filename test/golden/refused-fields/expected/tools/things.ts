// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import { before, ceilDiv, count, get, join, need, same } from '../../runtime/formula.ts'
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
        best_of: { not: { type: 'null' }, description: 'refused' },
        tier: { not: { type: 'null' }, description: 'refused' },
        forms: { not: { type: 'null' }, description: 'refused' },
        store: { not: { type: 'null' }, description: 'refused' },
      },
      required: ['model'],
    },
    unknown: 'forward',
  },
  values: {
    refused_fields: ({ body }) => join(
      [
        { name: 'best_of', sent: count(body.best_of) !== 0 },
        {
          name: 'tier',
          sent: !(count(body.tier) === 0 || same(body.tier, 'auto') || same(body.tier, 'default')),
        },
        {
          name: 'forms',
          sent: !(count(body.forms) === 0
            || count(body.forms) === 1 && (get(body.forms, 0) ?? '') === 'text'),
        },
      ].filter(
        one => one.sent,
      ).map(
        one => one.name,
      ),
      ', ',
    ),
  },
  gates: ({ body, model, values }) => {
    // catalog/tools/things.routes.yaml:16
    if (model === undefined) return { status: 400, message: `Unknown model ${body.model}` }
    // catalog/tools/things.routes.yaml:12
    if (!(count(body.store) === 0 || same(body.store, false)))
      return {
        status: 400, message: 'Nothing is kept here, so store can only be false',
        extra: { param: 'store' },
      }
    if (values.refused_fields !== '') // catalog/tools/things.routes.yaml:9
      return {
        status: 400,
        message: `Not accepted here, because the price does not cover it: ${values.refused_fields}`,
        code: 'INVALID_PARAMETER',
        extra: { param: before(values.refused_fields, ',') },
      }
    // catalog/tools/things.routes.yaml:18
    if (!(body.count <= model.most)) return { status: 400, message: `At most ${model.most}` }
    return undefined
  },
  price: {
    // catalog/tools/things.routes.yaml:20
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
}
