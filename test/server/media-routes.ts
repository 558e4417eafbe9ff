/**
 * Routes of the kinds that media need: forms, bodies in another form, gates on pictures, discovery
 * with more in it, receipts of failures.
 */
import type { Route } from '../../runtime/contract.ts'
import { routes } from '../helpers/cash-catalog.ts'

const text = { type: 'string', minLength: 1 }
const job = routes.job!

/** A body of pictures, as JSON or as a form. */
const edit: Route = {
  ...job,
  id: 'post_edits',
  origin: 'media:1',
  path: '/edits',
  summary: 'Edits',
  bodyLimit: 4 * 2 ** 20,
  multipart: true,
  table: undefined,
  pick: undefined,
  pickAt: undefined,
  body: {
    schema: {
      type: 'object',
      required: ['prompt', 'image'],
      properties: {
        prompt: text,
        n: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
        mask: text,
        loud: { type: 'boolean' },
        image: { anyOf: [text, { type: 'array', items: text, minItems: 1 }] },
      },
    },
    unknown: 'ignore',
    wrap: ['image'],
  },
  gates: c => {
    if (
      [...c.body.image, ...(c.body.mask === undefined ? [] : [c.body.mask])].every(
        c.hooks.decodesToImage,
      )
    )
      return undefined
    return {
      status: 400,
      message: 'The data URI does not decode to a recognizable image.',
      code: 'INVALID_IMAGE',
    }
  },
  price: { micro: c => 20_000n * BigInt(c.body.n), decimals: 6, identify: false },
  probes: undefined,
  job: {
    ...job.job!,
    store: 'edits',
    poll: '/edits/{id}',
    skipInline: () => false,
    echo: c => ({ n: c.body.n }),
  },
  upstream: () => ({
    id: 'vendor.edit',
    upstream: 'vendor',
    origin: 'test',
    method: 'POST',
    path: () => '/',
    timeout: 60_000,
    retry: 0,
  }),
}

/** What another form of it gives: `{ask, count, who}` for `{text, n}`. */
const translated: Route = {
  ...routes.tree!,
  id: 'post_translated',
  origin: 'media:2',
  path: '/translated',
  summary: 'Translated',
  multipart: true,
  table: 'models',
  chargeIf: undefined,
  body: {
    schema: {
      type: 'object',
      required: ['text', 'model'],
      properties: { text, model: text, n: { type: 'integer', maximum: 5, default: 1 } },
    },
    unknown: 'refuse',
  },
  translate: {
    body: {
      schema: {
        type: 'object',
        required: ['ask'],
        properties: {
          ask: { anyOf: [text, { type: 'array', items: text }] },
          count: { type: 'integer' },
          who: text,
        },
      },
      unknown: 'ignore',
      wrap: ['ask'],
    },
    gates: c =>
      c.body.ask.length > 1
        ? {
            status: 422,
            message: `one question, not ${c.body.ask.length}`,
            code: 'MANY',
            extra: { models: c.models.ids },
          }
        : undefined,
    give: c => ({
      text: c.body.ask[0] === '-' ? undefined : c.body.ask[0],
      n: c.body.count,
      model: c.body.who ?? 'first',
      nothing: undefined,
    }),
  },
  pick: c => c.body.model,
  pickAt: ['body', 'model'],
  gates: c =>
    c.models.get(c.body.model) === undefined
      ? { status: 400, message: `Unknown model ${c.body.model}` }
      : undefined,
  price: { micro: c => c.model.price * BigInt(c.body.n), decimals: 6, identify: false },
  fixed: undefined,
  probes: [{ networks: ['cash'], body: { text: 'hi', n: 2, model: 'first' } }],
}

/** How often the discovery of `looking` was made. */
export const made = { discovery: 0 }

/** A challenge that shows more to those who only look around. */
const looking: Route = {
  ...job,
  id: 'post_films',
  origin: 'media:3',
  path: '/films',
  summary: 'Films',
  job: { ...job.job!, store: 'films', poll: '/films/{id}' },
  show: () => ({ first: 'show', kind: 'show' }),
  fixed: ['discovery'],
  discoveryShow: c => {
    made.discovery += 1
    return { kind: 'discovery', models: c.models.ids, on: c.network.label, at: c.route.pattern }
  },
}

/**
 * The same where the price depends on nothing, and where the extra members depend on the address.
 */
const lookingAt: Route = {
  ...routes.read!,
  id: 'post_flat',
  origin: 'media:4',
  method: 'POST',
  path: '/flat/{id}',
  prefix: '',
  body: { schema: { type: 'object' }, unknown: 'ignore' },
  discoveryShow: c => ({ more: c.route.path }),
}
/** The same on a route that asks before anything else. */
const lookingFirst: Route = {
  ...routes.read!,
  id: 'get_first',
  origin: 'media:5',
  path: '/first/{id}',
  prefix: '',
  fixed: ['quote', 'discovery'],
  discoveryShow: () => ({ more: true }),
}

/** Failures after the payment was verified say that it was not taken. */
const failing: Route = {
  ...job,
  id: 'post_songs',
  origin: 'media:6',
  path: '/songs',
  summary: 'Songs',
  failureReceipt: true,
  job: { ...job.job!, store: 'songs', poll: '/songs/{id}' },
}
const failingInline: Route = {
  ...routes.tree!,
  id: 'post_tunes',
  origin: 'media:7',
  path: '/tunes',
  failureReceipt: true,
}
const failingClosed: Route = {
  ...routes.closed!,
  id: 'get_shut',
  origin: 'media:8',
  path: '/shut/*',
  failureReceipt: true,
}
const failingLimited: Route = {
  ...routes.counted!,
  id: 'post_few',
  origin: 'media:9',
  path: '/few',
  failureReceipt: true,
}

/** All of them. */
export const mediaRoutes: readonly Route[] = [
  edit,
  translated,
  looking,
  lookingAt,
  lookingFirst,
  failing,
  failingInline,
  failingClosed,
  failingLimited,
  job,
  routes.write!,
]
