// Code generated from catalog/data/websearch.routes.yaml by "npm run generate". DO NOT EDIT.
import { count, get } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { isoDate, websearchCategory } from '../shapes.ts'
import { exaAnswer, exaContents, exaSearch, exaSimilar } from '../upstreams/exa.ts'
import type {
  PostWebsearchAnswerBody, PostWebsearchContentsBody, PostWebsearchFindSimilarBody,
  PostWebsearchSearchBody,
} from './websearch.requests.ts'

/** Members that /api/v1/websearch/search and 2 more routes share. */
const shared = {
  family: 'data/websearch', method: 'POST', aliases: [], prefix: '/api/v1/websearch',
  tags: ['web-search'], flow: 'inline',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'websearch',
  challenge: 'after_gates', discovery: 'challenge', authorization: 300_000, bodyLimit: 1_048_576,
  price: {
    micro: () => 11_000n, // catalog/data/websearch.routes.yaml:6
    lines: () => [['call', 1, 1n, 1n, 100n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  show: ({ route }) => ({ endpoint: route.path, method: route.method, description: route.summary }),
  discoveryShow: () => ({ paymentInfo: { price: 0.01 } }),
  reply: 'verbatim', fixed: ['quote', 'discovery'],
} satisfies Partial<Route<Call<any>>>

/** Members that /api/v1/websearch/contents and 2 more routes share. */
const postWebsearchContentsShared = {
  family: 'data/websearch', aliases: [],
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'websearch',
  challenge: 'after_gates', authorization: 300_000, bodyLimit: 1_048_576,
} satisfies Partial<Route<Call<any, any>>>

/** POST /api/v1/websearch/search: Search the web by meaning */
export const postWebsearchSearch: Route<Call<PostWebsearchSearchBody>> = {
  ...shared, id: 'post_websearch_search', origin: 'catalog/data/websearch.routes.yaml:11',
  path: '/api/v1/websearch/search', summary: 'Search the web by meaning',
  body: {
    schema: {
      type: 'object',
      properties: {
        query: { type: 'string', minLength: 1, description: 'what to find' },
        numResults: {
          type: 'integer', minimum: 1, maximum: 100, default: 10,
          description: 'pages to find; all cost the same',
        },
        category: { ...websearchCategory, description: 'only pages of this kind' },
        startPublishedDate: {
          ...isoDate, description: 'only pages published since, e.g. 2026-01-31',
        },
        endPublishedDate: { ...isoDate, description: 'only pages published until then' },
        includeDomains: {
          type: 'array',
          items: { type: 'string' },
          description: 'only pages of these domains',
        },
        excludeDomains: {
          type: 'array',
          items: { type: 'string' },
          description: 'no pages of these domains',
        },
      },
      required: ['query'],
    },
    unknown: 'ignore',
  },
  aka: { num_results: 'numResults', limit: 'numResults', count: 'numResults', top_k: 'numResults' },
  example: { body: { query: 'agents that pay for what they use' } },
  upstream: () => exaSearch,
}

/** POST /api/v1/websearch/answer: Answer a question from the web, with its sources */
export const postWebsearchAnswer: Route<Call<PostWebsearchAnswerBody>> = {
  ...shared, id: 'post_websearch_answer', origin: 'catalog/data/websearch.routes.yaml:33',
  path: '/api/v1/websearch/answer', summary: 'Answer a question from the web, with its sources',
  body: {
    schema: {
      type: 'object',
      properties: { query: { type: 'string', minLength: 1, description: 'the question' } },
      required: ['query'],
    },
    unknown: 'ignore',
  },
  example: { body: { query: 'What is x402?' } },
  upstream: () => exaAnswer,
}

/** POST /api/v1/websearch/contents: The text of web pages, as Markdown */
export const postWebsearchContents: Route<Call<PostWebsearchContentsBody>> = {
  ...postWebsearchContentsShared, id: 'post_websearch_contents',
  origin: 'catalog/data/websearch.routes.yaml:41', method: 'POST',
  path: '/api/v1/websearch/contents', prefix: '/api/v1/websearch',
  summary: 'The text of web pages, as Markdown', tags: ['web-search'], flow: 'inline',
  discovery: 'challenge',
  body: {
    schema: {
      type: 'object',
      properties: {
        urls: {
          type: 'array',
          items: { type: 'string' },
          minItems: 1, maxItems: 100,
          description: 'the pages; you pay for each, also for one that is named twice',
        },
      },
      required: ['urls'],
    },
    unknown: 'ignore',
  },
  price: {
    micro: ({ body }) => { // catalog/data/websearch.routes.yaml:48
      const pages = count(body.urls)
      return (BigInt(pages) * 2n + 1n) * 1000n
    },
    reads: ['body.urls.length'],
    actual: ({ reply }) => {
      const pages = count(get(reply, 'results'))
      return (BigInt(pages) * 2n + 1n) * 1000n
    },
    actualReads: ['reply.results.length'],
    units: ({ body }) => {
      const pages = count(body.urls)
      return { pages }
    },
    actualUnits: ({ reply }) => {
      const pages = count(get(reply, 'results'))
      return { pages }
    },
    lines: ({ body }) => {
      const pages = count(body.urls)
      return [['pages', pages, 1n, 1n, 500n], ['fee', 1, 1n, 1n, 1000n]]
    },
    decimals: 6, identify: false,
  },
  show: ({ route }) => ({ endpoint: route.path, method: route.method, description: route.summary }),
  discoveryShow: () => ({
    paymentInfo: {
      price: 0.002, pricingUnit: 'per-url',
      pricingNote: '0.002 USD for each URL, and 0.001 USD for the request.',
    },
  }),
  example: { body: { urls: ['https://a.example'] } },
  probes: [{
    networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
    body: { urls: ['https://a.example'] },
  }],
  upstream: () => exaContents,
  reply: 'verbatim', fixed: ['discovery'],
  chargeIf: ({ reply }) => count(get(reply, 'results')) > 0,
}

/** POST /api/v1/websearch/find-similar: Find pages that are like one page */
export const postWebsearchFindSimilar: Route<Call<PostWebsearchFindSimilarBody>> = {
  ...shared, id: 'post_websearch_find_similar', origin: 'catalog/data/websearch.routes.yaml:63',
  path: '/api/v1/websearch/find-similar', summary: 'Find pages that are like one page',
  body: {
    schema: {
      type: 'object',
      properties: {
        url: { type: 'string', minLength: 1, description: 'the page' },
        numResults: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
        excludeSourceDomain: {
          type: 'boolean', default: false, description: 'no pages of the same domain',
        },
      },
      required: ['url'],
    },
    unknown: 'ignore',
  },
  aka: { num_results: 'numResults', limit: 'numResults', count: 'numResults', top_k: 'numResults' },
  example: { body: { url: 'https://a.example' } },
  upstream: () => exaSimilar,
}

export const getWebsearchRest: Route<Call<undefined, { rest: string }>> = {
  ...postWebsearchContentsShared, id: 'get_websearch_rest',
  origin: 'catalog/data/websearch.routes.yaml:80', method: 'GET', path: '/api/v1/websearch/*',
  prefix: '/api/v1/websearch', summary: 'No longer offered', tags: [], flow: 'free',
  discovery: 'none', gone: 404,
}

export const getWebsearch: Route<Call> = {
  ...postWebsearchContentsShared, id: 'get_websearch',
  origin: 'catalog/data/websearch.routes.yaml:82', method: 'GET', path: '/api/v1/websearch',
  prefix: '', summary: 'No longer offered', tags: [], flow: 'free', discovery: 'none', gone: 404,
}
