/** A vendor of neural web search: search, similar pages, page contents, cited answers. */
import { fraction, hash } from './prediction/world.ts'
import { json, retryAfterHeader } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'
import {
  date,
  flag,
  oneOf,
  problemOf,
  text,
  texts,
  upTo,
  type Fields,
} from './web-search/checks.ts'
import { categories, nearness, pageAt, pages, type Page } from './web-search/pages.ts'

const limits: Fields['optional'] = {
  numResults: upTo(100),
  category: oneOf(categories),
  startPublishedDate: date,
  endPublishedDate: date,
  includeDomains: texts(1200),
  excludeDomains: texts(1200),
}

const idOf = (request: UpstreamRequest): string => hash(`request ${request.text}`).slice(0, 32)

const problem = (status: number, error: string, tag: string): UpstreamReply =>
  json(status, { requestId: hash(error).slice(0, 32), error, tag })

const listed = (page: Page, asked: string) => ({
  id: page.url,
  title: page.title,
  url: page.url,
  publishedDate: page.published,
  author: page.author,
  score: nearness(page, asked),
})

/** The best pages of those that the body admits. */
function found(body: any, asked: string, without?: string) {
  const admits = (page: Page): boolean =>
    (body.category === undefined || page.category === body.category) &&
    (body.startPublishedDate === undefined ||
      Date.parse(page.published) >= Date.parse(body.startPublishedDate)) &&
    (body.endPublishedDate === undefined ||
      Date.parse(page.published) <= Date.parse(body.endPublishedDate)) &&
    (body.includeDomains === undefined || body.includeDomains.includes(page.host)) &&
    !(body.excludeDomains ?? []).includes(page.host) &&
    page.host !== without
  return pages
    .filter(admits)
    .map(page => listed(page, asked))
    .sort((a, b) => b.score - a.score)
    .slice(0, body.numResults ?? 10)
}

function searched(request: UpstreamRequest, results: readonly object[]): object {
  return {
    requestId: idOf(request),
    resolvedSearchType: 'neural',
    results,
    searchTime: Math.round(900 * fraction(request.text)) + 100.5,
    costDollars: { total: 0.005, search: { neural: 0.005 } },
  }
}

function similar(request: UpstreamRequest): object {
  const { url, excludeSourceDomain } = request.json
  const source = pageAt(url)
  const asked = source?.title ?? url
  const without = excludeSourceDomain === true ? source?.host : undefined
  return searched(request, found(request.json, asked, without))
}

function answered(request: UpstreamRequest): object {
  const { query } = request.json
  const citations = found({ numResults: 3 }, query)
  const marks = citations.map((_, n) => `[${n + 1}]`).join('')
  return {
    requestId: idOf(request),
    answer: `In short: ${citations[0]!.title} ${marks}`,
    citations: citations.map(({ score: _, ...page }) => page),
    costDollars: { total: 0.005 },
  }
}

function contents(request: UpstreamRequest): object {
  const urls: string[] = request.json.urls
  const read = urls.map(url => ({ url, page: pageAt(url) }))
  return {
    requestId: idOf(request),
    results: read.flatMap(({ page }) => (page === undefined ? [] : [content(page)])),
    statuses: read.map(({ url, page }) =>
      page === undefined
        ? { id: url, status: 'error', error: { tag: 'CRAWL_NOT_FOUND', httpStatusCode: 404 } }
        : { id: url, status: 'success', source: 'crawled' },
    ),
    costDollars: { total: urls.length / 1000, contents: { text: urls.length / 1000 } },
  }
}

const content = (page: Page) => ({
  id: page.url,
  url: page.url,
  title: page.title,
  author: page.author,
  publishedDate: page.published,
  text: page.text,
})

/** The fields and the handler of each path. */
const paths: Readonly<
  Record<string, { fields: Fields; answer(request: UpstreamRequest): object }>
> = {
  '/search': {
    fields: { required: { query: text }, optional: limits },
    answer: request => searched(request, found(request.json, request.json.query)),
  },
  '/findSimilar': {
    fields: { required: { url: text }, optional: { ...limits, excludeSourceDomain: flag } },
    answer: similar,
  },
  '/answer': { fields: { required: { query: text }, optional: { text: flag } }, answer: answered },
  '/contents': {
    fields: { required: { urls: texts(100, 1) }, optional: { text: flag } },
    answer: contents,
  },
}

function answer(request: UpstreamRequest): UpstreamReply {
  if (!Object.hasOwn(paths, request.path)) return problem(404, 'Not found', 'NOT_FOUND')
  if (request.method !== 'POST') return problem(405, 'Method not allowed', 'METHOD_NOT_ALLOWED')
  const { fields, answer: reply } = paths[request.path]!
  const wrong =
    request.json === undefined ? 'Invalid JSON in body' : problemOf(request.json, fields)
  return wrong === undefined
    ? json(200, reply(request))
    : problem(400, wrong, 'INVALID_REQUEST_BODY')
}

/** The upstream behind `/api/v1/websearch/`. */
export const webSearch: Upstream = {
  name: 'exa',
  env: 'EXA',
  header: 'x-api-key',
  answer,
  failures: {
    unauthorized: () => problem(401, 'Invalid API key', 'INVALID_API_KEY'),
    rateLimited: seconds => ({
      ...problem(429, 'You have exceeded your rate limit', 'RATE_LIMIT_EXCEEDED'),
      headers: retryAfterHeader(seconds),
    }),
    failed: status => problem(status, 'An unexpected error happened', 'INTERNAL_ERROR'),
    refused: () => problem(403, 'Your plan does not include this feature', 'FEATURE_DISABLED'),
    empty: () => json(200, {}),
  },
}
