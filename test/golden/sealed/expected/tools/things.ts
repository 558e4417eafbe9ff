// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import { need, say } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { makerMake } from '../upstreams/maker.ts'
import type { ThingsRow } from './things.models.ts'
import type { PostThingsBody, PostThingsValues } from './things.requests.ts'

/** POST /api/v1/things: Makes things */
export const postThings: Route<Call<PostThingsBody, {}, ThingsRow, any, PostThingsValues>> = {
  id: 'post_things', origin: 'catalog/tools/things.routes.yaml:2', family: 'tools/things',
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
        handle: { type: 'string' },
      },
      required: ['model', 'handle'],
    },
    unknown: 'ignore',
  },
  values: { made: ({ body, hooks }) => hooks.unseal('thing', body.handle) },
  gates: ({ body, model, values }) => {
    // catalog/tools/things.routes.yaml:9
    if (values.made === '') return { status: 404, message: 'No such thing' }
    // catalog/tools/things.routes.yaml:10
    if (model === undefined) return { status: 400, message: `Unknown model ${body.model}` }
    return undefined
  },
  price: {
    micro: ({ model }) => model.rate + 1000n, // catalog/tools/things.routes.yaml:11
    lines: ({ model }) => [['call', 1, 1n, model.rate, 1_000_000n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  example: { body: { model: 'small', handle: 'thing_a' } },
  probes: [{ networks: ['base'], body: { model: 'small', handle: 'thing_a', count: 1 } }],
  upstream: () => makerMake,
  reply: ({ hooks, result, values }) =>
    ({ handle: hooks.seal('thing', say(need(result).made)), was: values.made }),
}
