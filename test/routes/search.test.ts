/**
 * Live search: what may be asked, what it costs by how it is asked, what the upstream hears, and
 * payments that are refused.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { bought, call, headerOf, paidBy, payloadOf, signed, type Seen } from './client.ts'
import { startShop, type Shop } from './shop.ts'

const PATH = '/api/v1/search'
const query = 'what happened in space this week'
let shop: Shop<'vendor_c'>
let buyer: Buyer
beforeAll(async () => {
  buyer = await (shop = await startShop({ taps: ['vendor_c'] })).buyer(100_000_000n)
})
afterAll(() => shop?.stop())
afterEach(() => {
  shop.taps.vendor_c.answer()
  shop.taps.vendor_c.seen.length = 0
  shop.world.upstreams.reset()
})

const ask = (body: unknown): Promise<Seen> => call(shop.url, { path: PATH, body })
const buy = (body: object): Promise<Seen & { header: string }> =>
  bought(shop.url, buyer.account, { path: PATH, body })
const sign = (body: object): Promise<string> =>
  signed(shop.url, buyer.account, { path: PATH, body })
const send = (header: string, body: object = { query }): Promise<Seen> =>
  call(shop.url, { path: PATH, body, headers: paidBy(header) })
const heard = (): any[] =>
  shop.taps.vendor_c.seen.map(({ url, body }) => ({ url, ...JSON.parse(body) }))

/** Does something that must move no money. */
async function free<T>(work: () => Promise<T>): Promise<T> {
  const [before, done] = [await buyer.balance(), await work()]
  expect(await buyer.balance()).toBe(before)
  return done
}

describe('a search', () => {
  it.each<[string, string, object, string, string | undefined]>([
    ['SRCH-001', 'no query', { query: undefined }, 'query', 'required'],
    ['SRCH-002 SRCH-027', 'an empty query', { query: '' }, 'query', 'too_small'],
    ['SRCH-002', 'a query of 1001 characters', { query: 'x'.repeat(1001) }, 'query', 'too_big'],
    ['SRCH-004', 'another source', { sources: ['web', 'papers'] }, 'sources.1', undefined],
    ['SRCH-004', 'no source at all', { sources: [] }, 'sources', 'too_small'],
    ['SRCH-006', 'no results', { max_results: 0 }, 'max_results', 'too_small'],
    ['SRCH-006', '51 results', { max_results: 51 }, 'max_results', 'too_big'],
    ['SRCH-006', 'half a result', { max_results: 1.5 }, 'max_results', undefined],
    ['SRCH-007', 'a date in another form', { from_date: '1/2/2026' }, 'from_date', undefined],
    ['SRCH-007', 'a time', { to_date: '2026-01-02T00:00:00Z' }, 'to_date', undefined],
    ['SRCH-007', 'a month that there is not', { to_date: '2026-13-01' }, 'to_date', undefined],
  ])('%s with %s is 400 before any payment', async (_id, _what, change, path, code) => {
    const { status, body, headers } = await ask({ query, ...change })
    expect([status, body.error, headers['payment-required']]).toEqual([
      400,
      'Invalid request body',
      undefined,
    ])
    expect(body.details).toContainEqual({
      path,
      message: expect.stringMatching(/\S/),
      code: code ?? expect.stringMatching(/\S/),
    })
  })

  it('SRCH-002 takes one character and a thousand', async () => {
    for (const text of ['x', 'x'.repeat(1000)])
      expect((await ask({ query: text })).status).toBe(402)
  })

  it('SRCH-026 that is not JSON is 400 INVALID_JSON', async () => {
    const { status, body } = await ask('{"query": ')
    expect([status, body.error, body.code]).toEqual([400, 'Invalid JSON', 'INVALID_JSON'])
  })
})

describe('the price', () => {
  it.each<[string, number | undefined, string, string]>([
    ['SRCH-014', 1, '27250', '0.026250'],
    ['SRCH-015', 5, '132250', '0.131250'],
    ['SRCH-016', 10, '263500', '0.262500'],
    ['SRCH-005 SRCH-016', undefined, '263500', '0.262500'],
    ['SRCH-017', 25, '657250', '0.656250'],
    ['SRCH-018', 50, '1313500', '1.312500'],
  ])(
    '%s SRCH-013 SRCH-020 SRCH-021 SRCH-022 SRCH-023 SRCH-024 LIM2-003 of %s results is reported with and without the fee',
    async (_id, max_results, amount, price) => {
      const { status, body, challenge } = await ask({ query, max_results })
      expect(status).toBe(402)
      expect([body.accepts[0].amount, challenge!.accepts[0]!.amount]).toEqual([amount, amount])
      expect(body.price).toEqual({
        amount: price,
        currency: 'USD',
        perSourceCost: 0.025,
        maxResults: max_results ?? 10,
      })
      expect(body.accepts[0].maxTimeoutSeconds).toBe(300)
      expect(heard()).toEqual([])
    },
  )

  it('SRCH-019 does not depend on how many kinds of source are asked', async () => {
    const asked = await Promise.all(
      [['web'], ['news'], ['web', 'news']].map(sources => ask({ query, sources, max_results: 7 })),
    )
    expect(asked.map(({ body }) => body.accepts[0].amount)).toEqual(['184750', '184750', '184750'])
  })

  it('SRCH-025 is shown to callers that come with GET, for ten results', async () => {
    const { status, body, challenge } = await call(shop.url, { path: PATH })
    expect([status, challenge!.accepts[0]!.amount]).toEqual([402, '263500'])
    expect(body.price).toEqual({
      amount: '0.262500',
      currency: 'USD',
      perSourceCost: 0.025,
      maxResults: 10,
    })
  })

  it('SRCH-013 is what is charged', async () => {
    const before = await buyer.balance()
    expect((await buy({ query, max_results: 5 })).status).toBe(200)
    expect(before - (await buyer.balance())).toBe(132_250n)
  })
})

describe('what is found', () => {
  it('SRCH-003 SRCH-005 SRCH-032 is searched for once the payment verified, by default on the web for ten results', async () => {
    await buy({ query })
    const search_parameters = {
      mode: 'on',
      return_citations: true,
      sources: [{ type: 'web' }],
      max_search_results: 10,
    }
    expect(heard()).toEqual([
      {
        url: '/v1/chat/completions',
        model: 'think-5-fast',
        max_tokens: 2000,
        messages: [{ role: 'user', content: query }],
        search_parameters,
      },
    ])
  })

  it('SRCH-004 SRCH-007 is searched for where and when it was asked', async () => {
    await buy({
      query,
      sources: ['web', 'news'],
      max_results: 3,
      from_date: '2026-01-31',
      to_date: '2026-02-01',
    })
    expect(heard()[0].search_parameters).toMatchObject({
      sources: [{ type: 'web' }, { type: 'news' }],
      max_search_results: 3,
      from_date: '2026-01-31',
      to_date: '2026-02-01',
    })
  })

  it('SRCH-008 SRCH-009 SRCH-011 SRCH-012 is a summary with its sources in order, and a receipt', async () => {
    const { status, body, receipt, headers } = await buy({ query })
    expect(status).toBe(200)
    const model = 'vendorC/think-5-fast'
    expect(body).toEqual({
      query,
      summary: expect.stringMatching(/\[1\]/),
      citations: expect.any(Array),
      sources_used: expect.any(Number),
      model,
    })
    expect(body.citations).toEqual(
      body.citations.map((_: unknown, i: number) =>
        expect.stringMatching(new RegExp(`^https://web\\.example/\\w+/${i + 1}$`)),
      ),
    )
    expect(body.sources_used).toBe(body.citations.length)
    expect(receipt).toMatchObject({ success: true, transaction: headers['x-payment-receipt'] })
  })

  it('SRCH-010 counts the results that were asked for where the upstream does not count', async () => {
    shop.world.upstreams.set('vendor_c', 'uncounted')
    expect((await buy({ query, max_results: 33 })).body.sources_used).toBe(33)
  })
  it('SRCH-009 may be a summary without sources', async () => {
    shop.taps.vendor_c.answer(() => ({
      body: JSON.stringify({
        choices: [{ message: { content: 'Nothing new.' } }],
        citations: [],
        usage: { num_sources_used: 0 },
      }),
    }))
    expect((await buy({ query })).body).toEqual({
      query,
      summary: 'Nothing new.',
      citations: [],
      sources_used: 0,
      model: 'vendorC/think-5-fast',
    })
  })
})

describe('a payment', () => {
  it('SRCH-028 SRCH-032 that does not verify is 402 with a code, and nobody searches', async () => {
    const payload = payloadOf(await sign({ query }))
    payload.payload.authorization.nonce = `0x${'12'.repeat(32)}`
    const bad = await free(() => send(headerOf(payload)))
    expect([bad.status, bad.body.error, bad.body.code]).toEqual([
      402,
      'Payment verification failed',
      'PAYMENT_INVALID',
    ])
    const poor = await shop.buyer(1000n)
    const unfunded = await bought(shop.url, poor.account, { path: PATH, body: { query } })
    expect([unfunded.status, unfunded.body.code]).toEqual([402, 'PAYMENT_UNFUNDED'])
    expect(heard()).toEqual([])
  })

  it('SRCH-028 for fewer results does not pay for more', async () => {
    const seen = await free(async () =>
      send(await sign({ query, max_results: 1 }), { query, max_results: 50 }),
    )
    expect([seen.status, seen.body.code]).toEqual([402, 'PAYMENT_INVALID'])
  })

  it('SRCH-029 that was used is 402 PAYMENT_REPLAY, and costs nothing more', async () => {
    const { header } = await buy({ query })
    const again = await free(() => send(header))
    expect([again.status, again.body.code, again.body.error]).toEqual([
      402,
      'PAYMENT_REPLAY',
      expect.stringMatching(/already used/),
    ])
    expect(heard()).toHaveLength(1)
  })

  it('SRCH-034 that comes twice at once is one search and one settlement', async () => {
    const [before, header] = [await buyer.balance(), await sign({ query })]
    const both = await Promise.all([1, 2].map(() => send(header)))
    expect(both.map(({ status, body }) => [status, body.code]).sort()).toEqual([
      [200, undefined],
      [402, 'PAYMENT_REPLAY'],
    ])
    expect([before - (await buyer.balance()), heard().length]).toEqual([263_500n, 1])
  })
})
