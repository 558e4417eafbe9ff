// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import { at, ceilDiv, entry, need } from '../../runtime/formula.ts'
import type { Models, Route, Translation } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { makerLook, makerMake } from '../upstreams/maker.ts'
import type { ThingsRow } from './things.models.ts'
import type {
  GetThingsModelQuery, PostAskedForm, PostManyBody, PostThingsBody,
} from './things.requests.ts'

/**
 * The last gates of /api/v1/things, /api/v1/first, /api/v1/ended, /api/v1/lists, /api/v1/many,
 * /api/v1/drawn, /api/v1/asked.
 */
const postThingsGates: NonNullable<Route<
  Call<PostManyBody | PostThingsBody, {}, ThingsRow>
>['gates']> = ({ body, model }) => {
  // catalog/tools/things.routes.yaml:11
  if (model === undefined) return { status: 400, message: `Unknown model ${body.model}` }
  // catalog/tools/things.routes.yaml:13
  if (!Object.hasOwn(model.sizes, body.size)) return { status: 400, message: 'Invalid size' }
  // catalog/tools/things.routes.yaml:15
  if (!(body.tag === undefined || model.tags.includes(body.tag)))
    return { status: 400, message: 'Invalid tag' }
  return undefined
}

/** POST /api/v1/asked: the other form of its requests */
const postAskedTranslation: Translation<Call<PostAskedForm, {}, ThingsRow>> = {
  body: {
    schema: {
      type: 'object',
      properties: { model: { type: 'string' }, form: { type: 'string', default: 'm' } },
      required: ['model'],
    },
    unknown: 'ignore',
  },
  give: ({ body }) => ({ model: body.model, size: body.form }),
}

/** Members that /api/v1/things and 5 more routes share. */
const shared = {
  family: 'tools/things', method: 'POST', aliases: [], prefix: '/api/v1', flow: 'inline',
  networks: ['base'], discovery: 'challenge', table: 'things.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'], authorization: 300_000, bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string', description: 'which one' },
        size: { type: 'string', default: 'm', description: 'how large' },
        tag: { type: 'string' },
        count: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
      },
      required: ['model'],
    },
    unknown: 'ignore',
  },
  gates: postThingsGates,
  price: {
    micro: ({ body, model }) => // catalog/tools/things.routes.yaml:17
      ceilDiv(at(model.sizes, body.size) * BigInt(body.count) * 21n + 20_000n, 20n),
    reads: ['body.size', 'body.count'],
    lines: ({ body, model }) => [
      ['count', body.count, 1n, at(model.sizes, body.size), 1_000_000n],
      ['margin', BigInt(body.count) * at(model.sizes, body.size), 1_000_000n, 1n, 20n],
      ['fee', 1, 1n, 1n, 1000n],
    ],
    decimals: 6, identify: false,
  },
  upstream: () => makerMake,
} satisfies Partial<Route<Call<PostThingsBody, {}, ThingsRow>>>

/** Members that /api/v1/many and 2 more routes share. */
const postManyShared = {
  family: 'tools/things', aliases: [], tags: [], flow: 'inline', networks: ['base'],
  envelope: 'native', challenge: 'after_gates', discovery: 'challenge', table: 'things.models',
  authorization: 300_000, bodyLimit: 1_048_576,
} satisfies Partial<Route<Call<any, any, ThingsRow, any>>>

/** POST /api/v1/things: Makes things */
export const postThings: Route<Call<PostThingsBody, {}, ThingsRow>> = {
  ...shared, id: 'post_things', origin: 'catalog/tools/things.routes.yaml:23',
  path: '/api/v1/things', summary: 'Makes things', tags: [], envelope: 'native',
  challenge: 'after_gates',
  example: { body: { model: 'small' } },
  probes: [{ networks: ['base'], body: { model: 'small', size: 'm', count: 1 } }],
  reply: ({ body, result }) => ({ made: need(result).made, tag: body.tag }),
}

/** POST /api/v1/first: Makes things, priced before they are checked */
export const postFirst: Route<Call<PostThingsBody, {}, ThingsRow>> = {
  ...shared, id: 'post_first', origin: 'catalog/tools/things.routes.yaml:26', path: '/api/v1/first',
  summary: 'Makes things, priced before they are checked', tags: [], envelope: 'native',
  challenge: 'before_gates',
  example: { body: { model: 'small' } },
  probes: [{ networks: ['base'], body: { model: 'small', size: 'm', count: 1 } }],
  reply: ({ body, result }) => ({ made: need(result).made, tag: body.tag }),
}

/** POST /api/v1/ended: Makes no more things */
export const postEnded: Route<Call<PostThingsBody, {}, ThingsRow>> = {
  ...shared, id: 'post_ended', origin: 'catalog/tools/things.routes.yaml:29', path: '/api/v1/ended',
  summary: 'Makes no more things', tags: [], envelope: 'native', challenge: 'after_gates',
  suspended: { status: 503, message: 'We make no things this week' },
  example: { body: { model: 'small' } },
  probes: [{ networks: ['base'], body: { model: 'small', size: 'm', count: 1 } }],
  reply: ({ body, result }) => ({ made: need(result).made, tag: body.tag }),
}

/** POST /api/v1/lists: Makes things of a list */
export const postLists: Route<
  Call<PostThingsBody, {}, ThingsRow> & { lists: { things: Models<ThingsRow> } }
> = {
  ...shared, id: 'post_lists', origin: 'catalog/tools/things.routes.yaml:32', path: '/api/v1/lists',
  summary: 'Makes things of a list', tags: [], envelope: 'other', challenge: 'after_gates',
  lists: { things: 'things.models' },
  example: { body: { model: 'small' } },
  probes: [{ networks: ['base'], body: { model: 'small', size: 'm', count: 1 } }],
  reply: ({ body, lists, result }) =>
    ({ made: need(result).made, tag: body.tag, all: lists.things.rows.map(t => t.id) }),
}

/** POST /api/v1/many: Makes as many things as are wanted */
export const postMany: Route<Call<PostManyBody, {}, ThingsRow>> = {
  ...postManyShared, id: 'post_many', origin: 'catalog/tools/things.routes.yaml:37', method: 'POST',
  path: '/api/v1/many', prefix: '/api/v1', summary: 'Makes as many things as are wanted',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'],
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string', description: 'which one' },
        size: { type: 'string', default: 'm', description: 'how large' },
        tag: { type: 'string' },
        count: { type: 'integer', minimum: 1, default: 1 },
      },
      required: ['model'],
    },
    unknown: 'ignore',
  },
  gates: postThingsGates,
  price: {
    micro: ({ body, model }) => // catalog/tools/things.routes.yaml:40
      ceilDiv(at(model.sizes, body.size) * BigInt(body.count) * 21n + 20_000n, 20n),
    reads: ['body.size', 'body.count'],
    lines: ({ body, model }) => [
      ['count', body.count, 1n, at(model.sizes, body.size), 1_000_000n],
      ['margin', BigInt(body.count) * at(model.sizes, body.size), 1_000_000n, 1n, 20n],
      ['fee', 1, 1n, 1n, 1000n],
    ],
    decimals: 6, identify: false,
  },
  example: { body: { model: 'small', tag: 'b', count: 100 } },
  probes: [{ networks: ['base'], body: { model: 'small', tag: 'b', count: 100, size: 'm' } }],
  upstream: () => makerMake,
  reply: ({ body, result }) => ({ made: need(result).made, tag: body.tag }),
}

/** POST /api/v1/drawn: Draws things */
export const postDrawn: Route<Call<PostThingsBody, {}, ThingsRow>> = {
  ...shared, id: 'post_drawn', origin: 'catalog/tools/things.routes.yaml:43', path: '/api/v1/drawn',
  summary: 'Draws things', tags: [], envelope: 'native', challenge: 'after_gates',
  example: { body: { model: 'small' } },
  probes: [{ networks: ['base'], body: { model: 'small', size: 'm', count: 1 } }],
  mirror: 'made',
  embed: ({ body }) => body.count === 1,
  file: ({ request_headers }) => (entry(request_headers, 'accept') ?? '').startsWith('image/'),
  reply: ({ body, result }) => ({ made: need(result).made, tag: body.tag }),
}

/** POST /api/v1/asked: Makes one thing in other words */
export const postAsked: Route<Call<PostThingsBody, {}, ThingsRow>> = {
  ...shared, id: 'post_asked', origin: 'catalog/tools/things.routes.yaml:48', path: '/api/v1/asked',
  summary: 'Makes one thing in other words', tags: ['words'], envelope: 'native',
  challenge: 'after_gates', translate: postAskedTranslation as Translation,
  example: { body: { model: 'small', form: 's' } },
  probes: [{ networks: ['base'], body: { model: 'small', size: 's', count: 1 } }],
  reply: ({ body, result }) => ({ made: need(result).made, tag: body.tag }),
}

/** GET /api/v1/things/{model}: Looks at a thing */
export const getThingsModel: Route<
  Call<undefined, { model: string }, ThingsRow, GetThingsModelQuery>
> = {
  ...postManyShared, id: 'get_things_model', origin: 'catalog/tools/things.routes.yaml:57',
  method: 'GET', path: '/api/v1/things/{model}', prefix: '', summary: 'Looks at a thing',
  pick: ({ path }) => path.model,
  pickAt: ['path', 'model'],
  query: {
    schema: {
      type: 'object',
      properties: {
        size: { type: 'string', default: 'm', description: 'how large' },
        as: { type: 'string', description: 'how it is shown: it\'s `a|b`' },
        tag: { type: 'string' },
        wide: { type: 'boolean', default: false },
        deep: { type: 'number', minimum: 0, maximum: 10 },
      },
      required: ['as'],
    },
    unknown: 'ignore',
  },
  gates: ({ query, path, model }) => {
    // catalog/tools/things.routes.yaml:69
    if (model === undefined) return { status: 404, message: `Unknown model ${path.model}` }
    // catalog/tools/things.routes.yaml:71
    if (!Object.hasOwn(model.sizes, query.size)) return { status: 400, message: 'Invalid size' }
    // catalog/tools/things.routes.yaml:73
    if (!(query.tag === undefined || model.tags.includes(query.tag)))
      return { status: 400, message: 'Invalid tag' }
    return undefined
  },
  price: {
    // catalog/tools/things.routes.yaml:75
    micro: ({ query, model }) => at(model.sizes, query.size) + 1000n,
    reads: ['query.size'],
    lines: ({ query, model }) =>
      [['call', 1, 1n, at(model.sizes, query.size), 1_000_000n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  example: { query: { size: 's', as: 'a b', wide: 'true', deep: '2.5' }, path: { model: 'small' } },
  probes: [{
    networks: ['base'],
    query: { size: 's', as: 'a b', wide: true, deep: 2.5 },
    path: { model: 'small' },
  }],
  upstream: () => makerLook,
  reply: ({ result }) => ({ seen: need(result).seen }),
}

/** GET /api/v1/peeks/{model}: Looks at a thing in any way */
export const getPeeksModel: Route<Call<undefined, { model: string }, ThingsRow>> = {
  ...postManyShared, id: 'get_peeks_model', origin: 'catalog/tools/things.routes.yaml:82',
  method: 'GET', path: '/api/v1/peeks/{model}', prefix: '', summary: 'Looks at a thing in any way',
  pick: ({ path }) => path.model,
  pickAt: ['path', 'model'],
  query: {
    schema: { type: 'object', properties: { as: { type: 'string' } } },
    unknown: 'forward', unchecked: true,
  },
  gates: ({ path, model }) => {
    // catalog/tools/things.routes.yaml:89
    if (model === undefined) return { status: 404, message: `Unknown model ${path.model}` }
    return undefined
  },
  price: {
    micro: ({ model }) => model.rate + 1000n, // catalog/tools/things.routes.yaml:91
    lines: ({ model }) => [['call', 1, 1n, model.rate, 1_000_000n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  example: { query: { as: 'a' }, path: { model: 'small' } },
  probes: [{ networks: ['base'], query: { as: 'a' }, path: { model: 'small' } }],
  upstream: () => makerLook,
  reply: ({ result }) => ({ seen: need(result).seen }),
}
