/** JSON-RPC nodes that fail. */
import { describe, expect, it } from 'vitest'
import { call, paidBy, signed } from './client.ts'
import { type Shop } from './shop.ts'
import { buyer, clock, cold, paid, path, shop, useShop } from './rpc-desk.ts'

useShop()

describe('nodes that fail', () => {
  const trouble: [string, Parameters<Shop['taps'][string]['answer']>[0]][] = [
    ['a 500 without a reply', () => ({ status: 500, body: '{"statusCode":500,"message":"x"}' })],
    [
      'a 502 page',
      () => ({ status: 502, headers: { 'content-type': 'text/html' }, body: '<html>' }),
    ],
    ['nothing', () => ({ body: '' })],
    ['a page', () => ({ body: '<html>' })],
    ['a refused key', () => ({ status: 401, body: '{"message":"bad key"}' })],
  ]
  it.each(trouble)(
    'RPC-031 %s is 502, free, and the same header buys later',
    async (_what, answer) => {
      shop.taps.nodes.answer(answer)
      const sent = { path: path('eth'), body: cold }
      const header = await signed(shop.url, buyer.account, sent)
      const before = await buyer.balance()
      const seen = await call(shop.url, { ...sent, headers: paidBy(header) })
      expect([seen.status, seen.body.error, await buyer.balance()]).toEqual([
        502,
        'Upstream provider error',
        before,
      ])
      expect(seen.text).not.toContain(shop.taps.nodes.url)
      shop.taps.nodes.answer()
      expect((await call(shop.url, { ...sent, headers: paidBy(header) })).status).toBe(200)
    },
  )

  it('RPC-031 one that does not answer within 20 s is 502, free', async () => {
    const release = shop.taps.nodes.hold()
    const sent = { path: path('eth'), body: cold }
    const header = await signed(shop.url, buyer.account, sent)
    const before = await buyer.balance()
    const answer = call(shop.url, { ...sent, headers: paidBy(header) })
    await expect.poll(() => shop.taps.nodes.seen.length).toBe(1)
    await clock.wind(20_000)
    expect([(await answer).status, await buyer.balance()]).toEqual([502, before])
    release()
  })

  it('LIM-016 LIM-018 one at its capacity is 429 with the time to wait, free', async () => {
    shop.taps.nodes.answer(() => ({
      status: 429,
      headers: { 'retry-after': '9' },
      body: '{"message":"Too many requests."}',
    }))
    const { seen, cost } = await paid('eth', cold)
    expect([
      seen.status,
      seen.headers['retry-after'],
      seen.headers['x-ratelimit-source'],
      cost,
    ]).toEqual([429, '9', 'nodes', 0n])
    expect(seen.body).toMatchObject({
      error: 'Rate limit exceeded',
      code: 'RATE_LIMITED',
      source: 'nodes',
      retry_after_seconds: 9,
    })
  })

  it('RPC-030 a payment that is refused calls no node', async () => {
    const seen = await call(shop.url, { path: path('eth'), body: cold, headers: paidBy('%%%') })
    expect([seen.status, seen.body.code, shop.taps.nodes.seen.length]).toEqual([
      402,
      'PAYMENT_INVALID',
      0,
    ])
  })
})
