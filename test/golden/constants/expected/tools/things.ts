// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import { at, ceilDiv, need, say } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { makerMake } from '../upstreams/maker.ts'
import type { ThingsRow } from './things.models.ts'
import type { PostThingsBody } from './things.requests.ts'

const colours = new Set(['red', 'blue'])

const paints = { red: 'crimson', blue: 'azure' }

/** POST /api/v1/things: Makes things */
export const postThings: Route<Call<PostThingsBody, {}, ThingsRow>> = {
  id: 'post_things', origin: 'catalog/tools/things.routes.yaml:1', family: 'tools/things',
  method: 'POST', path: '/api/v1/things', aliases: [], prefix: '', summary: 'Makes things',
  tags: [], flow: 'inline', networks: ['base'], envelope: 'native', challenge: 'after_gates',
  discovery: 'challenge', table: 'things.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'], limit: 'calm', authorization: 300_000, bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string' },
        colour: { type: 'string', default: 'red' },
        count: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
      },
      required: ['model'],
    },
    unknown: 'ignore',
  },
  gates: ({ body, model }) => {
    // catalog/tools/things.routes.yaml:11
    if (model === undefined) return { status: 400, message: `Unknown model ${body.model}` }
    if (!(body.count <= 4 && body.count <= model.most)) // catalog/tools/things.routes.yaml:13
      return { status: 400, message: `${'At most 4 at a time, and 30 calls a minute.'}` }
    if (!colours.has(body.colour)) // catalog/tools/things.routes.yaml:15
      return { status: 400, message: `Unknown colour. Colours - ${say(colours)}` }
    return undefined
  },
  price: {
    // catalog/tools/things.routes.yaml:17
    micro: ({ body, model }) => ceilDiv(model.rate * BigInt(body.count) * 21n + 80_000n, 80n),
    reads: ['body.count'],
    lines: ({ body, model }) => [
      ['count', body.count, 1n, model.rate, 4_000_000n],
      ['margin', BigInt(body.count) * model.rate, 4_000_000n, 1n, 20n],
      ['fee', 1, 1n, 1n, 1000n],
    ],
    decimals: 6, identify: false,
  },
  example: { body: { model: 'small' } },
  probes: [{ networks: ['base'], body: { model: 'small', colour: 'red', count: 1 } }],
  upstream: () => makerMake,
  reply: ({ body, result }) => ({
    made: need(result).made,
    paint: Object.hasOwn(paints, body.colour) ? at(paints, body.colour) : 'plain',
    most: 4,
  }),
}
