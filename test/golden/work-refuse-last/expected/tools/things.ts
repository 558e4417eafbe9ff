// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import { count, get, items, need } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { makerLook, makerMake } from '../upstreams/maker.ts'
import type { ThingsRow } from './things.models.ts'
import type { PostThingsBody } from './things.requests.ts'

/**
 * POST /api/v1/things: A result is checked after the last call, and the list is looked up only
 * where it is given
 */
export const postThings: Route<Call<PostThingsBody, {}, ThingsRow>> = {
  id: 'post_things', origin: 'catalog/tools/things.routes.yaml:1', family: 'tools/things',
  method: 'POST', path: '/api/v1/things', aliases: [], prefix: '',
  summary: 'A result is checked after the last call, and the list is looked up only where it is given',
  tags: [], flow: 'inline', networks: ['base'], envelope: 'native', challenge: 'after_gates',
  discovery: 'challenge', table: 'things.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'], authorization: 300_000, bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string' },
        names: { type: 'array', items: { type: 'string' } },
        count: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
      },
      required: ['model'],
    },
    unknown: 'ignore',
  },
  gates: ({ model }) => {
    // catalog/tools/things.routes.yaml:10
    if (model === undefined) return { status: 400, message: 'Unknown model' }
    return undefined
  },
  price: {
    micro: ({ model }) => model.rate + 1000n, // catalog/tools/things.routes.yaml:11
    lines: ({ model }) => [['call', 1, 1n, model.rate, 1_000_000n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  example: { body: { model: 'small' } },
  probes: [{ networks: ['base'], body: { model: 'small', count: 1 } }],
  work: [
    {
      name: 'more',
      when: ({ body }) => body.names !== undefined,
      each: { name: 'name', in: ({ body }) => body.names ?? [], atOnce: 4 },
      call: makerLook,
      with: ({ steps }) => ({ id: steps.name }),
    },
    { name: 'made', call: makerMake },
    {
      refuse: ({ steps }) => {
        // catalog/tools/things.routes.yaml:15
        if (count(steps.made.made) === 0) return { status: 404, message: 'Nothing was made' }
        return undefined
      },
    },
  ],
  reply: ({ result, steps }) => ({
    made: need(result).made,
    more: items(steps.more).map(m => get(m, 'name')),
    first: get(steps.more, 0, 'name') ?? 'none',
  }),
}
