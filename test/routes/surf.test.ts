/** Market and on-chain intelligence: every path, by GET and POST, at one price, byte for byte. */
import { describe, expect, it } from 'vitest'
import { call, paidBy, type Sent } from './client.ts'
import { useDataDesk } from './data-desk.ts'

const desk = useDataDesk('surf')
const at = (path: string, body?: unknown): Sent => ({ path: `/api/v1/surf${path}`, body })

/** A query, a body and a reply that any reading and writing again would change. */
const ODD = "b=2&a=1&a=0&empty=&flag&sp=a+b%20c&pct=%25%2F%2f&u=%C3%BC&q=what?/:@!$'()*,;=~-._&&=x"
const BODY = '{ "sql":"select 1",\n"big":12345678901234567890, "n":1.0, "sql2":"\\u00e9" }'
const REPLY = '{ "data":[ ], "b":1.0,\n\t"a":12345678901234567890, "b":2, "u":"\\u00e9é" }\n'

const requests: [string, Sent][] = [
  ['GET', at('/market/price')],
  ['GET', at('/market/ranking')],
  ['GET', at('/any/other/deep/path')],
  ['GET', at('/wallet/0xABCdef/labels%20of')],
  ['POST', at('/onchain/sql', BODY)],
  ['POST', at('/onchain/query', BODY)],
  ['POST', at('/any/other', BODY)],
]

describe.each(requests)('%s %j', (method, sent) => {
  it('NAME-007 NAME-012 is a 402 of 9500, which nobody is asked for', async () => {
    const { status, body, challenge } = await call(desk.shop.url, sent)
    expect([status, body.price, body.accepts[0].amount]).toEqual([
      402,
      { amount: '0.009500', currency: 'USD' },
      '9500',
    ])
    expect([challenge!.accepts[0]!.amount, challenge!.resource.url]).toEqual([
      '9500',
      desk.shop.url + sent.path,
    ])
    expect(desk.tap.seen).toEqual([])
  })

  it('NAME-007 NAME-012 paid once, it is asked and answered byte for byte', async () => {
    desk.answer({ body: REPLY, headers: { 'x-internal': '1' } })
    const whole = { ...sent, path: `${sent.path}?${ODD}` }
    const seen = await desk.costs(9500n, whole)
    expect([seen.text, seen.headers['x-internal']]).toEqual([REPLY, undefined])
    expect(desk.tap.seen.map(one => [one.method, one.url, one.body])).toEqual([
      [method, whole.path.slice('/api/v1/surf'.length), sent.body ?? ''],
    ])
    const { headers } = desk.tap.seen[0]!
    expect(headers.authorization).toBe(`Bearer ${desk.shop.world.env.SURF_KEY}`)
    expect(Object.keys(headers).filter(name => name.includes('payment'))).toEqual([])
    const again = await call(desk.shop.url, { ...whole, headers: paidBy(seen.header) })
    expect([again.status, again.body.code]).toEqual([402, 'PAYMENT_REPLAY'])
  })
})

describe('what the upstream decides', () => {
  it.each<[string, Sent, number, string]>([
    ['a missing parameter', at('/market/price'), 400, 'MISSING_PARAMETER'],
    ['an unknown path', at('/market/prize'), 404, 'NOT_FOUND'],
    ['a statement that changes data', at('/onchain/sql', { sql: 'drop t' }), 422, 'INVALID_SQL'],
  ])('NAME-007 %s is passed on, and costs nothing', async (_what, sent, status, code) => {
    const seen = await desk.refused(sent)
    expect([seen.status, seen.body]).toEqual([
      status,
      {
        error: 'Bad Request',
        message: expect.stringContaining('Nothing was charged.'),
        status,
        details: { error: { code, message: expect.any(String) } },
      },
    ])
  })

  it('NAME-007 good requests are answered with its data', async () => {
    for (const sent of [
      at('/market/price?symbol=btc'),
      at('/market/ranking'),
      at('/onchain/sql', { sql: 'select 1' }),
      at('/onchain/query', { source: 'transfers', fields: ['from'] }),
    ])
      expect((await desk.costs(9500n, sent)).body.data.length).toBeGreaterThan(0)
  })
})

describe('a request that cannot be passed on', () => {
  it('a body that is not JSON is 400 before any payment', async () => {
    const { status, body } = await call(desk.shop.url, at('/onchain/sql', '{"sql"'))
    expect([status, body.error]).toEqual([400, 'Invalid JSON'])
  })

  it.each(['/../x', '/%2e%2e/x', '/a%2F..%2Fb', '/a%5Cb', '//x'])(
    'a path such as %s, which could mean another one, is 404',
    async path => {
      expect((await call(desk.shop.url, at(path))).status).toBe(404)
      expect(desk.tap.seen).toEqual([])
    },
  )
})
