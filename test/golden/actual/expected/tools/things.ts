// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import { ceilDiv, count, max, need, toWhole } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { makerMake, makerTalk } from '../upstreams/maker.ts'
import type { ThingsRow } from './things.models.ts'
import type { PostTalkBody, PostThingsBody, PostThingsValues } from './things.requests.ts'

/** Members that /api/v1/things and one more route share. */
const shared = {
  family: 'tools/things', method: 'POST', aliases: [], prefix: '', tags: [], networks: ['base'],
  envelope: 'native', challenge: 'after_gates', discovery: 'challenge', table: 'things.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'], authorization: 300_000, bodyLimit: 1_048_576,
} satisfies Partial<Route<Call<PostTalkBody | PostThingsBody, {}, ThingsRow, any, any>>>

/** POST /api/v1/things: Makes things */
export const postThings: Route<Call<PostThingsBody, {}, ThingsRow, any, PostThingsValues>> = {
  ...shared, id: 'post_things', origin: 'catalog/tools/things.routes.yaml:1',
  path: '/api/v1/things', summary: 'Makes things', flow: 'inline',
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string' },
        count: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
        pages: {},
      },
      required: ['model'],
    },
    unknown: 'ignore',
  },
  values: { wanted: ({ body }) => body.count * 2 },
  gates: ({ model }) => {
    // catalog/tools/things.routes.yaml:11
    if (model === undefined) return { status: 400, message: 'Unknown model' }
    return undefined
  },
  price: {
    micro: ({ body, model, values }) => { // catalog/tools/things.routes.yaml:17
      const things = values.wanted
      const pages = toWhole(body.pages, 0) ?? 0
      const cost = (BigInt(things) + BigInt(pages)) * model.rate
      return ceilDiv(max(cost * 21n, 20_000n) + 20_000n, 20n)
    },
    reads: ['body.pages', 'values.wanted'],
    actual: ({ model, result, values }) => {
      if (result === undefined) return undefined
      const things = count(result.made)
      const pages = toWhole(result.pages, 0) ?? values.wanted
      const cost = (BigInt(things) + BigInt(pages)) * model.rate
      return ceilDiv(max(cost * 21n, 20_000n) + 20_000n, 20n)
    },
    actualReads: ['result.made.length', 'result.pages', 'values.wanted'],
    cost: ({ body, model, values }) => {
      const things = values.wanted
      const pages = toWhole(body.pages, 0) ?? 0
      return ceilDiv((BigInt(things) + BigInt(pages)) * model.rate, 2n)
    },
    actualCost: ({ model, result, values }) => {
      if (result === undefined) return undefined
      const things = count(result.made)
      const pages = toWhole(result.pages, 0) ?? values.wanted
      return ceilDiv((BigInt(things) + BigInt(pages)) * model.rate, 2n)
    },
    units: ({ body, values }) => {
      const things = values.wanted
      const pages = toWhole(body.pages, 0) ?? 0
      return { things, pages }
    },
    actualUnits: ({ result, values }) => {
      if (result === undefined) return undefined
      const things = count(result.made)
      const pages = toWhole(result.pages, 0) ?? values.wanted
      return { things, pages }
    },
    lines: ({ body, model, values }) => {
      const things = values.wanted
      const pages = toWhole(body.pages, 0) ?? 0
      const cost = (BigInt(things) + BigInt(pages)) * model.rate
      return [
        ['things', things + pages, 1n, model.rate, 1_000_000n],
        ['margin', (BigInt(things) + BigInt(pages)) * model.rate, 1_000_000n, 1n, 20n],
        ['minimum', 1, 1n, max(cost * 21n, 20_000n) - cost * 21n, 20_000_000n],
        ['fee', 1, 1n, 1n, 1000n],
      ]
    },
    decimals: 6, identify: false,
  },
  example: { body: { model: 'small', count: 5 } },
  probes: [{ networks: ['base'], body: { model: 'small', count: 5 } }],
  upstream: () => makerMake,
  reply: ({ result }) => ({ made: need(result).made }),
}

/** POST /api/v1/talk: Talks */
export const postTalk: Route<Call<PostTalkBody, {}, ThingsRow>> = {
  ...shared, id: 'post_talk', origin: 'catalog/tools/things.routes.yaml:27', path: '/api/v1/talk',
  summary: 'Talks', flow: 'stream_or_reply', protocol: 'openai_chat',
  streams: ({ body }) => body.stream,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string' },
        stream: { type: 'boolean', default: false },
        messages: {},
      },
      required: ['model'],
    },
    unknown: 'ignore',
  },
  gates: ({ model }) => {
    // catalog/tools/things.routes.yaml:37
    if (model === undefined) return { status: 400, message: 'Unknown model' }
    return undefined
  },
  price: {
    micro: ({ model }) => {
      switch (model.billing) {
        case 'token': { // catalog/tools/things.routes.yaml:40
          return model.rate + 1000n
        }
        case 'flat': { // catalog/tools/things.routes.yaml:47
          return model.rate
        }
        default:
          throw new RangeError('no price for this choice')
      }
    },
    actual: ({ model, usage }) => {
      switch (model.billing) {
        case 'token': {
          if (usage === undefined) return undefined
          const tokens = usage.input + usage.output
          const cached = usage.cached
          return ceilDiv(
            (BigInt(tokens) - BigInt(cached)) * model.rate
              + BigInt(cached) * (model.cached ?? model.rate)
              + 1_000_000n,
            1000n,
          )
        }
        default:
          return undefined
      }
    },
    cost: ({ model }) => {
      switch (model.billing) {
        case 'token': {
          return ceilDiv(model.rate, 2n)
        }
        default:
          return undefined
      }
    },
    actualCost: ({ model, usage }) => {
      switch (model.billing) {
        case 'token': {
          if (usage === undefined) return undefined
          const tokens = usage.input + usage.output
          return ceilDiv(BigInt(tokens) * model.rate, 2000n)
        }
        default:
          return undefined
      }
    },
    lines: ({ model }) => {
      switch (model.billing) {
        case 'token': {
          return [['call', 1, 1n, model.rate, 1_000_000n], ['fee', 1, 1n, 1n, 1000n]]
        }
        case 'flat': {
          return [['call', 1, 1n, model.rate, 1_000_000n]]
        }
        default:
          return undefined
      }
    },
    decimals: 6, identify: false,
  },
  example: { body: { model: 'small' } },
  probes: [{ networks: ['base'], body: { model: 'small', stream: false } }],
  upstream: () => makerTalk,
}
