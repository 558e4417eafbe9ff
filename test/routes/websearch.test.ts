/** Web search: what may be asked, what it costs, what the upstream is sent and what comes back. */
import { describe, expect, it } from 'vitest'
import { call, paidBy, type Sent } from './client.ts'
import { useDataDesk } from './data-desk.ts'

const desk = useDataDesk('exa')
const WEB = '/api/v1/websearch'
const query = 'agents that pay'
const url = 'https://daily.example/news/the-price-of-rain'
const urls = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `https://a.example/${n}`)

const at = (path: string, body?: unknown): Sent => ({ path: `${WEB}/${path}`, body })
const ask = (path: string, body: unknown) => call(desk.shop.url, at(path, body))
/** The requests that the upstream received, with their bodies parsed. */
const received = (): any[] => desk.tap.seen.map(one => [one.url, JSON.parse(one.body)])

/** A reply that any reading and writing again would change. */
const REPLY =
  '{ "results":[ ], "answer":"a\\u00e9é", "b":1.0,\n\t"a":12345678901234567890, "b":2 }\n'

const good: [string, string, string, object, number][] = [
  ['WEB-001', 'search', 'a query', { query }, 11_000],
  ['WEB-001', 'search', 'a hundred results', { query, numResults: 100 }, 11_000],
  ['WEB-009', 'answer', 'a query', { query }, 11_000],
  ['WEB-012', 'contents', 'one URL', { urls: urls(1) }, 3000],
  ['WEB-012', 'contents', 'ten URLs', { urls: urls(10) }, 21_000],
  ['WEB-012', 'contents', 'a hundred URLs', { urls: urls(100) }, 201_000],
  ['WEB-013', 'contents', 'one URL three times', { urls: [url, url, url] }, 7000],
  ['WEB-016', 'find-similar', 'a URL', { url }, 11_000],
  ['WEB-016', 'find-similar', 'a hundred results', { url, numResults: 100 }, 11_000],
]

describe('the price', () => {
  it.each(good)(
    '%s WEB-014 WEB-025 of %s with %s is quoted before and charged after',
    async (_id, path, _what, body, micro) => {
      const quoted = await ask(path, body)
      expect([quoted.status, quoted.body.price, desk.tap.seen]).toEqual([
        402,
        { amount: (micro / 1e6).toFixed(6), currency: 'USD' },
        [],
      ])
      for (const { accepts } of [quoted.body, quoted.challenge])
        expect(accepts[0]).toMatchObject({ amount: String(micro), maxTimeoutSeconds: 300 })
      await desk.costs(BigInt(micro), at(path, body))
    },
  )

  it.each([
    ['search', 0.01, '11000', {}],
    ['answer', 0.01, '11000', {}],
    ['find-similar', 0.01, '11000', {}],
    [
      'contents',
      0.002,
      '3000',
      { pricingUnit: 'per-url', pricingNote: expect.stringMatching(/0\.002 USD for each URL/) },
    ],
  ])(
    'WEB-021 WEB-022 GET %s is a 402 whose paymentInfo has the rate without the fee',
    async (path, price, amount, more) => {
      const { status, body, challenge } = await call(desk.shop.url, at(path))
      expect([status, challenge!.accepts[0]!.amount]).toEqual([402, amount])
      expect(body.paymentInfo).toEqual({
        network: 'base',
        asset: 'USDC',
        x402Version: 2,
        price,
        ...more,
      })
    },
  )
})

describe('a request', () => {
  it.each<[string, string, unknown, string]>([
    ['WEB-002', 'search', {}, 'query'],
    ['WEB-002', 'search', { query: 7 }, 'query'],
    ['WEB-002', 'search', { query: '' }, 'query'],
    ['WEB-004', 'search', { query, numResults: 101 }, 'numResults'],
    ['WEB-004', 'search', { query, numResults: 0 }, 'numResults'],
    ['WEB-004', 'search', { query, numResults: 1.5 }, 'numResults'],
    ['WEB-004', 'search', { query, numResults: '10' }, 'numResults'],
    ['WEB-005', 'search', { query, category: 'books' }, 'category'],
    ['WEB-006', 'search', { query, startPublishedDate: 'last week' }, 'startPublishedDate'],
    ['WEB-006', 'search', { query, endPublishedDate: '2026-13-01' }, 'endPublishedDate'],
    ['WEB-007', 'search', { query, includeDomains: 'a.example' }, 'includeDomains'],
    ['WEB-007', 'search', { query, excludeDomains: [7] }, 'excludeDomains'],
    ['WEB-010', 'answer', {}, 'query'],
    ['WEB-010', 'answer', { query: ['a'] }, 'query'],
    ['WEB-013', 'contents', {}, 'urls'],
    ['WEB-013', 'contents', { urls: [] }, 'urls'],
    ['WEB-013', 'contents', { urls: Array(101).fill('u') }, 'urls'],
    ['WEB-013', 'contents', { urls: url }, 'urls'],
    ['WEB-017', 'find-similar', {}, 'url'],
    ['WEB-017', 'find-similar', { url: null }, 'url'],
    ['WEB-018', 'find-similar', { url, numResults: 101 }, 'numResults'],
    ['WEB-019', 'find-similar', { url, excludeSourceDomain: 'no' }, 'excludeSourceDomain'],
  ])('%s to %s with %j is 400 before any payment', async (_id, path, body, field) => {
    const { status, body: reply, headers } = await ask(path, body)
    expect([status, reply.error, headers['payment-required']]).toEqual([
      400,
      'Invalid request body',
      undefined,
    ])
    expect(reply.details[0].path.split('.')[0]).toBe(field)
    expect(desk.tap.seen).toEqual([])
  })

  it.each([
    'github',
    'news',
    'research paper',
    'linkedin profile',
    'personal site',
    'tweet',
    'financial report',
    'pdf',
    'company',
  ])('WEB-005 finds only pages of the category %s', async category => {
    const { body } = await desk.buy(at('search', { query, category, numResults: 3 }))
    expect(body.results).toHaveLength(3)
    expect(received()).toEqual([['/search', { query, category, numResults: 3 }]])
  })

  it.each([
    '2026-01-31',
    '2026-01-31T23:59:59Z',
    '2026-01-31T00:00:00.000Z',
    '2026-01-31T10:00+01:00',
  ])('WEB-006 dates such as %s are ISO 8601', async startPublishedDate => {
    expect((await ask('search', { query, startPublishedDate })).status).toBe(402)
  })

  it('WEB-003 WEB-018 WEB-019 has its defaults: ten results, also of the same domain', async () => {
    expect((await desk.buy(at('search', { query }))).body.results).toHaveLength(10)
    expect((await desk.buy(at('find-similar', { url }))).body.results).toHaveLength(10)
    expect(received()).toEqual([
      ['/search', { query, numResults: 10 }],
      ['/findSimilar', { url, numResults: 10, excludeSourceDomain: false }],
    ])
  })

  it('WEB-006 WEB-007 reaches the upstream with every declared field, and with no other', async () => {
    const body = {
      query,
      numResults: 100,
      category: 'news',
      startPublishedDate: '2024-01-01',
      endPublishedDate: '2025-12-31T00:00:00Z',
      includeDomains: ['daily.example', 'firm.example'],
      excludeDomains: ['firm.example'],
    }
    const { body: found } = await desk.buy(at('search', { ...body, contents: { text: true } }))
    expect(received()).toEqual([['/search', body]])
    expect(found.results.length).toBeGreaterThan(0)
    for (const { url: own, publishedDate } of found.results)
      expect([new URL(own).host, publishedDate > '2024']).toEqual(['daily.example', true])
    const whole = { url, numResults: 7, excludeSourceDomain: true }
    const { body: alike } = await desk.buy(at('find-similar', whole))
    expect(received()[1]).toEqual(['/findSimilar', whole])
    expect(alike.results).toHaveLength(7)
    expect(alike.results.some((one: any) => one.url.includes('daily.example'))).toBe(false)
  })

  it.each(['search', 'answer', 'contents', 'find-similar'])(
    'WEB-024 to %s is a POST with JSON: anything else buys nothing',
    async path => {
      const wrong = await ask(path, '{"query": ')
      expect([wrong.status, wrong.body.error]).toEqual([400, 'Invalid JSON'])
      const { header } = await desk.buy(at('search', { query }))
      desk.tap.seen.length = 0
      for (const method of ['GET', 'PUT', 'DELETE'])
        expect(
          (await call(desk.shop.url, { ...at(path), method, headers: paidBy(header) })).status,
        ).toBeGreaterThanOrEqual(400)
      expect(desk.tap.seen).toEqual([])
    },
  )

  it('carries our key, and nothing of the payment or the caller', async () => {
    await desk.buy({ ...at('answer', { query }), headers: { authorization: 'Bearer mine' } })
    const { headers } = desk.tap.seen[0]!
    expect(headers['x-api-key']).toBe(desk.shop.world.env.EXA_KEY)
    expect(Object.keys(headers).filter(name => /payment|authorization/.test(name))).toEqual([])
  })
})

describe('the reply', () => {
  it.each([
    ['search', { query }],
    ['answer', { query }],
    ['contents', { urls: [url] }],
    ['find-similar', { url }],
  ])('WEB-027 of %s is what the upstream wrote, byte for byte', async (path, body) => {
    desk.answer({ body: REPLY, headers: { 'x-internal': '1' } })
    const seen = await desk.buy(at(path, body))
    expect([seen.status, seen.text, seen.headers['x-internal']]).toEqual([200, REPLY, undefined])
  })

  const result = {
    id: expect.any(String),
    title: expect.any(String),
    url: expect.stringMatching(/^https:/),
    publishedDate: expect.stringMatching(/^\d{4}-/),
    score: expect.any(Number),
  }

  it('WEB-012 contents without a page that could be read are not charged', async () => {
    const none = ['https://a.invalid/', 'https://b.invalid/']
    const free = await desk.buy(at('contents', { urls: none }))
    expect([free.status, free.body.results, free.receipt]).toEqual([200, [], undefined])
    await desk.costs(5000n, at('contents', { urls: [none[0], url] }))
  })

  it.each([
    ['WEB-008', 'search', { query }],
    ['WEB-020', 'find-similar', { url }],
  ])('%s of %s lists results, without a wrapper', async (_id, path, body) => {
    expect((await desk.buy(at(path, body))).body).toMatchObject({
      requestId: expect.any(String),
      resolvedSearchType: expect.any(String),
      results: Array(10).fill(expect.objectContaining(result)),
      searchTime: expect.any(Number),
      costDollars: { total: expect.any(Number) },
    })
  })

  it('WEB-011 of answer is a text with its sources', async () => {
    const { body } = await desk.buy(at('answer', { query }))
    expect(body).toMatchObject({
      requestId: expect.any(String),
      answer: expect.stringMatching(/\[1\]/),
    })
    const { score: _, ...source } = result
    expect(body.citations[0]).toMatchObject(source)
  })

  it('WEB-015 of contents is the pages as Markdown', async () => {
    const { body } = await desk.buy(at('contents', { urls: [url, ...urls(2)] }))
    expect(body.costDollars).toMatchObject({ total: expect.any(Number) })
    expect(body.results).toHaveLength(3)
    expect(body.results[0]).toMatchObject({
      id: url,
      url,
      title: expect.any(String),
      author: expect.any(String),
      text: expect.stringMatching(/^# .*\n/),
    })
    expect(received()[0]).toEqual(['/contents', { urls: [url, ...urls(2)], text: true }])
  })

  it('a search that finds nothing is an answer; a reply without results is none', async () => {
    await desk.costs(11_000n, at('search', { query, includeDomains: ['nowhere.example'] }))
    desk.answer({ body: '{"error":"no"}' })
    for (const [path, body] of [
      ['search', { query }],
      ['answer', { query }],
      ['contents', { urls: [url] }],
      ['find-similar', { url }],
    ] as const)
      expect((await desk.refused(at(path, body))).status).toBe(502)
  })
})

describe('another path', () => {
  it.each(['', '/', '/find', '/search/more', '/findSimilar', '/serch', '/SEARCH'])(
    'WEB-023 %s is 404 with the list of what there is, by any method',
    async path => {
      for (const method of ['GET', 'POST']) {
        const { status, body, headers } = await call(desk.shop.url, { path: WEB + path, method })
        expect([path, status, body.error, headers['payment-required']]).toEqual([
          path,
          404,
          'Not Found',
          undefined,
        ])
        expect(body.available).toEqual(
          ['search', 'answer', 'contents', 'find-similar'].map(one => `${WEB}/${one}`),
        )
      }
    },
  )
})
