// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import { ceilDiv, need } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { order } from '../shapes.ts'
import { makerMake } from '../upstreams/maker.ts'
import type { ThingsRow } from './things.models.ts'
import type { PostThingsBody } from './things.requests.ts'

/** POST /api/v1/things: Makes things */
export const postThings: Route<Call<PostThingsBody, {}, ThingsRow>> = {
  id: 'post_things', origin: 'catalog/tools/things.routes.yaml:1', family: 'tools/things',
  method: 'POST', path: '/api/v1/things', aliases: [], prefix: '', summary: 'Makes things',
  tags: [], flow: 'inline', networks: ['base'], envelope: 'native', challenge: 'after_gates',
  discovery: 'challenge', table: 'things.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'], authorization: 300_000, bodyLimit: 1_048_576,
  body: { schema: order, unknown: 'forward' },
  gates: ({ body, model }) => {
    // catalog/tools/things.routes.yaml:7
    if (model === undefined) return { status: 400, message: 'Unknown model' }
    // catalog/tools/things.routes.yaml:8
    if (!(body.count <= 5)) return { status: 400, message: 'At most 5' }
    // catalog/tools/things.routes.yaml:9
    if (!(body.tags === undefined || need(body.tags[0]) !== 'a'))
      return { status: 400, message: 'Not this tag' }
    // catalog/tools/things.routes.yaml:11
    if (!(body.loud === undefined || !body.loud)) return { status: 400, message: 'Not so loud' }
    // catalog/tools/things.routes.yaml:12
    if (!(body.ratio === undefined || body.ratio < 2)) return { status: 400, message: 'Too wide' }
    return undefined
  },
  price: {
    micro: ({ body, model }) => ceilDiv( // catalog/tools/things.routes.yaml:14
      model.rate * BigInt(body.count) * ((body.size ?? 's') === 'm' ? 2n : 1n) * 21n + 20_000n,
      20n,
    ),
    reads: ['body.count', 'body.size'],
    lines: ({ body, model }) => [
      [
        'count * size',
        body.count * ((body.size ?? 's') === 'm' ? 2 : 1),
        1n, model.rate, 1_000_000n,
      ],
      [
        'margin',
        BigInt(body.count) * ((body.size ?? 's') === 'm' ? 2n : 1n) * model.rate,
        1_000_000n, 1n, 20n,
      ],
      ['fee', 1, 1n, 1n, 1000n],
    ],
    decimals: 6, identify: false,
  },
  example: { body: { model: 'small', tags: ['b'] } },
  probes: [{ networks: ['base'], body: { model: 'small', tags: ['b'], count: 1 } }],
  upstream: () => makerMake,
  reply: ({ body, result }) => ({ made: need(result).made, size: body.size, inner: body.inner?.a }),
}
