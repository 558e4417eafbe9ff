// Code generated from catalog/text/search.routes.yaml by "npm run generate". DO NOT EDIT.
import { need, text, toWhole } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { day } from '../shapes.ts'
import { vendorCSearch } from '../upstreams/vendor_c.ts'
import type { PostSearchBody } from './search.requests.ts'

/** POST /api/v1/search: Search the web and the news now, and sum up what was found */
export const postSearch: Route<Call<PostSearchBody>> = {
  id: 'post_search', origin: 'catalog/text/search.routes.yaml:1', family: 'text/search',
  method: 'POST', path: '/api/v1/search', aliases: [], prefix: '',
  summary: 'Search the web and the news now, and sum up what was found', tags: ['search'],
  flow: 'inline', networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
  envelope: 'search', challenge: 'after_gates', discovery: 'challenge', authorization: 300_000,
  bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        query: { type: 'string', minLength: 1, maxLength: 1000, description: 'what to find out' },
        sources: {
          type: 'array',
          items: { type: 'string', enum: ['web', 'news'] },
          minItems: 1, maxItems: 2, default: ['web'], description: 'where to look',
        },
        max_results: {
          type: 'integer', minimum: 1, maximum: 50, default: 10,
          description: 'sources; you pay for all of them, used or not, unless you pay by actual use',
        },
        from_date: { ...day, description: 'YYYY-MM-DD; nothing older' },
        to_date: { ...day, description: 'YYYY-MM-DD; nothing newer' },
      },
      required: ['query'],
    },
    unknown: 'ignore',
  },
  aka: {
    num_results: 'max_results', limit: 'max_results', count: 'max_results', top_k: 'max_results',
  },
  price: {
    micro: ({ body }) => { // catalog/text/search.routes.yaml:22
      const read = body.max_results
      const found = BigInt(read) * 21n
      return (found * 5n + 4n) * 250n
    },
    reads: ['body.max_results'],
    actual: ({ body, result }) => {
      if (result === undefined) return undefined
      const read = toWhole(result.sources_used, 0) ?? body.max_results
      const found = BigInt(read) * 21n
      return (found * 5n + 4n) * 250n
    },
    actualReads: ['result.sources_used', 'body.max_results'],
    units: ({ body }) => {
      const read = body.max_results
      return { sources: read }
    },
    actualUnits: ({ body, result }) => {
      if (result === undefined) return undefined
      const read = toWhole(result.sources_used, 0) ?? body.max_results
      return { sources: read }
    },
    lines: ({ body }) => {
      const read = body.max_results
      return [
        ['sources', read, 1n, 1n, 40n],
        ['margin', BigInt(read), 40n, 1n, 20n],
        ['fee', 1, 1n, 1n, 1000n],
      ]
    },
    decimals: 6, identify: false,
    show: ({ body }) => {
      const read = body.max_results
      const found = BigInt(read) * 21n
      return { amount: text(found, 800n, 6), perSourceCost: 0.025, maxResults: body.max_results }
    },
  },
  show: ({ route }) => ({ endpoint: route.path, method: route.method, description: route.summary }),
  example: { body: { query: 'what happened in space this week' } },
  probes: [{
    networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
    body: { query: 'what happened in space this week', sources: ['web'], max_results: 10 },
  }],
  upstream: () => vendorCSearch,
  reply: ({ body, result }) => ({
    query: body.query, summary: need(result).summary,
    citations: need(result).citations ?? [],
    sources_used: need(result).sources_used, model: need(result).model,
  }),
}
