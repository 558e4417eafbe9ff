/** The local web search checks requests like its vendor, and answers in the vendor's shapes. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askUpstream, startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'

let up: LocalUpstreams
beforeAll(async () => {
  up = await startUpstreams()
})
afterAll(() => up.stop())

const post = (path: string, body: unknown, key?: string) =>
  askUpstream(up, 'exa', { path, body, key })

it.each<[string, string, unknown, RegExp]>([
  ['a query', '/search', {}, /Required at "query"/],
  ['a query', '/search', { query: 7 }, /Expected string, received number at "query"/],
  ['a hundred results at most', '/search', { query: 'a', numResults: 101 }, /equal to 100/],
  ['a known category', '/search', { query: 'a', category: 'books' }, /Invalid enum value/],
  ['dates', '/search', { query: 'a', startPublishedDate: 'soon' }, /ISO 8601/],
  ['lists of domains', '/search', { query: 'a', includeDomains: 'b' }, /Expected array/],
  ['a URL', '/findSimilar', { url: null }, /received null at "url"/],
  ['a flag', '/findSimilar', { url: 'a', excludeSourceDomain: 1 }, /Expected boolean/],
  ['a question', '/answer', { query: '' }, /at least 1 character/],
  ['URLs', '/contents', { urls: [] }, /at least 1 element/],
  ['a hundred URLs at most', '/contents', { urls: Array(101).fill('a') }, /at most 100/],
  ['an object', '/contents', [], /Expected object, received array/],
  ['JSON', '/search', '{"query"', /Invalid JSON/],
])('wants %s at %s', async (_what, path, body, error) => {
  const { status, json } = await post(path, body)
  expect([status, json]).toEqual([
    400,
    {
      requestId: expect.any(String),
      error: expect.stringMatching(error),
      tag: 'INVALID_REQUEST_BODY',
    },
  ])
})

it('wants its key, a path that it has, and POST', async () => {
  expect((await post('/search', { query: 'a' }, 'wrong')).json.tag).toBe('INVALID_API_KEY')
  expect((await post('/find', { query: 'a' })).status).toBe(404)
  expect((await askUpstream(up, 'exa', { path: '/search' })).status).toBe(405)
})

it('limits a search to dates, domains and categories', async () => {
  const { json } = await post('/search', {
    query: 'rain',
    numResults: 100,
    category: 'news',
    startPublishedDate: '2025-01-01',
    endPublishedDate: '2025-12-31',
    excludeDomains: ['daily.example'],
  })
  expect(json.results.length).toBeGreaterThan(0)
  for (const { url, publishedDate } of json.results)
    expect(`${url} ${publishedDate}`).toMatch(
      /^https:\/\/(?!daily)\w+\.example\/news\/.* 2025-\d\d-\d\d/,
    )
  const scores = json.results.map((one: any) => one.score)
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
})

it('reports pages that it cannot read', async () => {
  const { json } = await post('/contents', { urls: ['https://a.example', 'https://b.invalid/x'] })
  expect(json.results.map((one: any) => one.url)).toEqual(['https://a.example'])
  expect(json.statuses.map((one: any) => one.status)).toEqual(['success', 'error'])
})

it('answers as it is set to, in its own words', async () => {
  up.set('exa', { mode: 'fail', status: 503, times: 1 })
  expect((await post('/search', { query: 'a' })).json).toMatchObject({ tag: 'INTERNAL_ERROR' })
  up.set('exa', { mode: 'rate_limit', times: 1, retry_after: 3 })
  const { status, headers } = await post('/search', { query: 'a' })
  expect([status, headers.get('retry-after')]).toEqual([429, '3'])
  up.set('exa', { mode: 'refuse', times: 1 })
  expect((await post('/search', { query: 'a' })).status).toBe(403)
})
