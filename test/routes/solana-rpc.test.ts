/** JSON-RPC on Solana without a network in the path. */
import { describe, expect, it } from 'vitest'
import { call, paidBy } from './client.ts'
import { useDataDesk } from './data-desk.ts'

const desk = useDataDesk('nodes')
const PATH = '/api/v1/solana/rpc'
const one = { jsonrpc: '2.0', id: 7, method: 'getHealth' }

describe('NAME-008 POST /api/v1/solana/rpc', () => {
  it.each([
    ['a call', one, 4000n],
    ['a call of another method', { ...one, method: 'getSlot' }, 4000n],
    ['a batch of one', [one], 4000n],
    ['a batch of three', [one, { ...one, id: 8 }, { ...one, id: 9 }], 12_000n],
  ])(
    'NAME-008 NAME-012 quotes %s by its elements, and charges that',
    async (_what, body, micro) => {
      const quoted = await call(desk.shop.url, { path: PATH, body })
      expect([
        quoted.status,
        quoted.body.price.amount,
        quoted.challenge!.accepts[0]!.amount,
      ]).toEqual([402, (Number(micro) / 1e6).toFixed(4), String(micro)])
      expect(quoted.challenge!.resource.url).toBe(desk.shop.url + PATH)
      const seen = await desk.costs(micro, { path: PATH, body })
      expect(seen.headers['x-network']).toBe('solana')
      const again = await call(desk.shop.url, { path: PATH, body, headers: paidBy(seen.header) })
      expect([again.status, again.body.code]).toEqual([402, 'PAYMENT_REPLAY'])
    },
  )

  it('NAME-008 asks the Solana node with the bytes of the caller, and returns its bytes', async () => {
    const body = '{ "jsonrpc":"2.0",\n"id":1.0, "method":"getHealth" }'
    const reply = '{ "jsonrpc":"2.0","id":1, "result":12345678901234567890 }\n'
    desk.answer({ body: reply })
    expect((await desk.buy({ path: PATH, body })).text).toBe(reply)
    expect(desk.tap.seen.map(seen => [seen.method, seen.url, seen.body])).toEqual([
      ['POST', '/solana-mainnet/', body],
    ])
  })

  it('NAME-008 GET is a discovery 402; what is not JSON-RPC is 400', async () => {
    const { status, challenge } = await call(desk.shop.url, { path: PATH })
    expect([status, challenge!.accepts[0]!.amount]).toEqual([402, '4000'])
    for (const body of [{}, [], { method: '' }, { method: 7 }])
      expect((await call(desk.shop.url, { path: PATH, body })).status).toBe(400)
    expect(desk.tap.seen).toEqual([])
  })

  it('NAME-008 a node that cannot answer is 502, and costs nothing', async () => {
    desk.shop.world.upstreams.set('nodes', { mode: 'fail', status: 503 })
    expect((await desk.refused({ path: PATH, body: one })).status).toBe(502)
  })
})
