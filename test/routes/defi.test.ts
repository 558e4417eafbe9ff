/** DeFi data: what each endpoint costs, how its upstream is asked, and what comes back. */
import { describe, expect, it } from 'vitest'
import { call, type Sent } from './client.ts'
import { useDataDesk } from './data-desk.ts'

const desk = useDataDesk('llama')
const get = (path: string): Sent => ({ path: `/api/v1/defi${path}` })
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

const paths: [string, string, string, bigint][] = [
  ['DEFI-001', '/protocols', '/api/protocols', 6000n],
  ['DEFI-003', '/protocol/protocol-7', '/api/protocol/protocol-7', 6000n],
  ['DEFI-006', '/chains', '/api/v2/chains', 6000n],
  ['DEFI-007', '/yields', '/yields/pools', 6000n],
  ['DEFI-008', '/prices/coingecko:bitcoin', '/coins/prices/current/coingecko:bitcoin', 2000n],
  [
    'DEFI-008 DEFI-009',
    `/prices/coingecko:bitcoin,ethereum:${token},coingecko:solana`,
    `/coins/prices/current/coingecko:bitcoin,ethereum:${token},coingecko:solana`,
    2000n,
  ],
]

/** A query that any reading and writing again would change. */
const ODD = "b=2&a=1&a=0&empty=&flag&sp=a+b%20c&pct=%25%2F%2f&u=%C3%BC&q=what?/:@!$'()*,;=~-._&&=x"

/** A reply that any reading and writing again would change. */
const REPLY = '{ "coins":{}, "b":1.0,\n\t"a":12345678901234567890, "b":2, "u":"\\u00e9é" }\n'

describe.each(paths)('%s %s', (id, path, asked, micro) => {
  it(`${id} DEFI-013 DEFI-017 is a 402 with its price, which nobody is asked for`, async () => {
    const { status, body, challenge } = await call(desk.shop.url, get(path))
    expect([status, body.price]).toEqual([
      402,
      { amount: (Number(micro) / 1e6).toFixed(6), currency: 'USD' },
    ])
    for (const { accepts } of [body, challenge])
      expect(accepts[0]).toMatchObject({ amount: String(micro), maxTimeoutSeconds: 300 })
    expect(desk.tap.seen).toEqual([])
  })

  it(`${id} DEFI-014 DEFI-015 paid, it is asked and answered byte for byte`, async () => {
    desk.answer({ body: REPLY, headers: { 'x-internal': '1' } })
    const seen = await desk.costs(micro, get(`${path}?${ODD}`))
    expect([seen.text, seen.headers['x-internal']]).toEqual([REPLY, undefined])
    expect(desk.tap.seen.map(one => [one.method, one.url, one.body])).toEqual([
      ['GET', `${asked}?${ODD}`, ''],
    ])
    const { headers } = desk.tap.seen[0]!
    expect(Object.keys(headers).filter(name => /payment|authorization|key/.test(name))).toEqual([])
  })

  it(`${id} DEFI-013 is read only: other methods buy nothing`, async () => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await call(desk.shop.url, { ...get(path), method })).status).toBe(405)
    expect(desk.tap.seen).toEqual([])
  })
})

describe('the lists', () => {
  it('DEFI-002 DEFI-004 of protocols are several megabytes, and their slugs name protocols', async () => {
    const { body, text } = await desk.costs(6000n, get('/protocols'))
    expect(text.length).toBeGreaterThan(2_000_000)
    expect(body.length).toBe(4000)
    for (const one of [body[0], body[3999]])
      expect(one).toMatchObject({
        name: expect.any(String),
        slug: expect.any(String),
        category: expect.any(String),
        chains: [expect.any(String)].concat(one.chains.slice(1)),
        tvl: expect.any(Number),
        change_1h: expect.any(Number),
        change_1d: expect.any(Number),
        change_7d: expect.any(Number),
      })
    const { slug, name } = body[3999]
    expect((await desk.costs(6000n, get(`/protocol/${slug}`))).body).toMatchObject({ slug, name })
  })

  it('DEFI-006 of chains have the value locked', async () => {
    const { body } = await desk.buy(get('/chains'))
    expect(body[0]).toMatchObject({ name: expect.any(String), tvl: expect.any(Number) })
  })

  it('DEFI-007 of pools have what callers filter by', async () => {
    const { body } = await desk.buy(get('/yields'))
    expect(body.data.length).toBe(5000)
    expect(body.data[4999]).toMatchObject({
      chain: expect.any(String),
      project: expect.any(String),
      symbol: expect.any(String),
      apy: expect.any(Number),
      tvlUsd: expect.any(Number),
    })
  })

  it('DEFI-002 DEFI-015 of any size arrive whole', async () => {
    const body = `[${Array.from({ length: 120_000 }, (_, n) => `{"slug":"p${n}","n":${n}.0, "x":"é"}`)}]`
    desk.answer({ body })
    const seen = await desk.costs(6000n, get('/protocols'))
    expect(seen.text.length).toBe(body.length)
    expect(seen.text === body).toBe(true)
  })

  it('DEFI-005 a slug that nobody knows is 400 with what the upstream said, and costs nothing', async () => {
    const { status, body } = await desk.refused(get('/protocol/nobody-knows-it'))
    expect([status, body]).toEqual([
      400,
      {
        error: 'Bad Request',
        message: expect.stringContaining('Nothing was charged.'),
        status: 400,
        details: 'Protocol not found',
      },
    ])
  })
})

describe('the prices', () => {
  const priced = {
    price: expect.any(Number),
    symbol: expect.any(String),
    confidence: expect.any(Number),
    timestamp: expect.any(Number),
  }

  it('DEFI-010 DEFI-011 are by identifier; tokens by address have decimals', async () => {
    const { body } = await desk.buy(get(`/prices/coingecko:bitcoin,ethereum:${token}`))
    expect(body).toEqual({
      coins: {
        'coingecko:bitcoin': { ...priced, symbol: 'BTC' },
        [`ethereum:${token}`]: { ...priced, decimals: 18 },
      },
    })
  })

  it('DEFI-010 cost the same for 100 identifiers', async () => {
    const names = Array.from({ length: 100 }, (_, i) => `${i % 2 ? 'ethereum' : 'base'}:${token}`)
    const list = names.join(',')
    expect(list.length).toBeGreaterThan(4_000)
    desk.answer({ body: REPLY })
    expect((await desk.costs(2000n, get(`/prices/${list}`))).text).toBe(REPLY)
    expect(desk.tap.seen[0]!.url).toBe(`/coins/prices/current/${list}`)
  })

  it('DEFI-012 leave out what nobody knows, and cost the same', async () => {
    const some = await desk.costs(2000n, get('/prices/coingecko:bitcoin,coingecko:no-such-coin'))
    expect(Object.keys(some.body.coins)).toEqual(['coingecko:bitcoin'])
    const none = await desk.costs(2000n, get('/prices/coingecko:no-such-coin'))
    expect(none.body).toEqual({ coins: {} })
  })

  it.each(['bitcoin', 'coingecko', 'bitcoin,ethereum'])(
    'DEFI-009 of %s, which has no source, are 400 and cost nothing',
    async coins => {
      const { status, body } = await desk.refused(get(`/prices/${coins}`))
      expect([status, body.error]).toEqual([400, expect.stringContaining(`identifier ${coins}.`)])
      expect(desk.tap.seen).toEqual([])
    },
  )

  it.each(['coingecko%3Abitcoin', 'coingecko:bitcoin%2Ccoingecko:solana', 'a:b+c', 'a:%C3%BC'])(
    'DEFI-009 of identifiers such as %s reach the upstream as they were written',
    async coins => {
      await desk.costs(2000n, get(`/prices/${coins}`))
      expect(desk.tap.seen.map(one => one.url)).toEqual([`/coins/prices/current/${coins}`])
    },
  )

  it.each(['..%2Fprotocols:', '%2e%2e', 'a:b%5C..'])(
    'an identifier such as %s cannot lead to another path of the upstream',
    async coins => {
      expect((await call(desk.shop.url, get(`/prices/${coins}`))).status).toBe(404)
    },
  )
})
