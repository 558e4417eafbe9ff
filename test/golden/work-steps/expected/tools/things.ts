// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import { count, get, items, need } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { makerBuy, makerGiveBack, makerLook, makerSearch } from '../upstreams/maker.ts'
import type { ThingsRow } from './things.models.ts'
import type { PostThingsBody } from './things.requests.ts'

/** POST /api/v1/things: Buys a thing */
export const postThings: Route<Call<PostThingsBody, {}, ThingsRow>> = {
  id: 'post_things', origin: 'catalog/tools/things.routes.yaml:1', family: 'tools/things',
  method: 'POST', path: '/api/v1/things', aliases: [], prefix: '', summary: 'Buys a thing',
  tags: [], flow: 'inline', networks: ['base'], envelope: 'native', challenge: 'after_gates',
  discovery: 'challenge', table: 'things.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'], authorization: 300_000, bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string' },
        area: { type: 'string' },
        names: { type: 'array', items: { type: 'string' } },
      },
      required: ['model'],
    },
    unknown: 'ignore',
  },
  gates: ({ body, model }) => {
    // catalog/tools/things.routes.yaml:10
    if (model === undefined) return { status: 400, message: `Unknown model ${body.model}` }
    return undefined
  },
  price: {
    micro: ({ model }) => model.rate + 1000n, // catalog/tools/things.routes.yaml:12
    lines: ({ model }) => [['call', 1, 1n, model.rate, 1_000_000n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  example: { body: { model: 'small' } },
  probes: [{ networks: ['base'], body: { model: 'small' } }],
  work: [
    {
      name: 'found', call: makerSearch,
      with: ({ body, model }) => ({ kind: model.id, area: body.area }),
    },
    {
      name: 'wider',
      when: ({ steps }) => count(steps.found.things) === 0,
      call: makerSearch,
      with: ({ model }) => ({ kind: model.id }),
    },
    {
      refuse: ({ body, model, steps }) => {
        // catalog/tools/things.routes.yaml:16
        if (count(steps.found.things) + count(get(steps.wider, 'things')) === 0)
          return {
            status: 404, message: `No ${model.id} available`, code: 'none_left',
            extra: { area: body.area },
          }
        return undefined
      },
    },
    {
      name: 'friends',
      each: { name: 'name', in: ({ body }) => body.names ?? [], atOnce: 8, missing: 'drop' },
      call: makerLook,
      with: ({ steps }) => ({ id: steps.name }),
    },
    {
      name: 'bought', call: makerBuy,
      with: ({ call, steps }) => ({
        id: get(steps.found.things, 0, 'id') ?? get(steps.wider, 'things', 0, 'id'),
        label: call.id,
      }),
      undo: { call: makerGiveBack, with: ({ call }) => ({ label: call.id }) },
    },
  ],
  give: ({ steps }) => ({
    id: steps.bought.id,
    friends: items(steps.friends).map(f => f.name),
    more: count(steps.found.things),
  }),
  headers: ({ steps }) => ({ 'x-friends': String(count(items(steps.friends))) }),
  reply: ({ result, steps }) => ({
    id: need(result).id, friends: need(result).friends, area: get(steps.wider, 'area') ?? 'any',
  }),
  chargeIf: ({ steps }) => steps.bought.id !== undefined,
}
