/** JSON-RPC reads that many ask for: one call of the node answers all. */
import { describe, expect, it } from 'vitest'
import { buy, clock, cold, paid, shop, useShop } from './rpc-desk.ts'

useShop()

describe('RPC-008 hot reads', () => {
  const hot: [string, object][] = [
    ['eth', { method: 'eth_blockNumber', params: [] }],
    ['polygon', { method: 'eth_chainId' }],
    ['bsc', { method: 'net_version' }],
    ['base', { method: 'eth_gasPrice' }],
    ['solana', { method: 'getSlot' }],
    ['solana', { method: 'getBlockHeight' }],
    ['solana', { method: 'getLatestBlockhash' }],
    ['polkadot', { method: 'chain_getHeader' }],
  ]
  it.each(hot)(
    'on %s, %j: the second one is answered from memory, for the same price, with its own id',
    async (network, request) => {
      await clock.wind(2001)
      const first = await paid(network, { jsonrpc: '2.0', id: 1, ...request })
      const second = await paid(network, { jsonrpc: '2.0', id: 'other', ...request })
      expect([first.seen, second.seen].map(seen => seen.headers['x-cache'])).toEqual([
        'MISS',
        'HIT',
      ])
      expect([first.cost, second.cost]).toEqual([4000n, 4000n])
      expect([first.seen.body.id, second.seen.body]).toEqual([
        1,
        { ...first.seen.body, id: 'other' },
      ])
      expect(second.seen.headers['x-network']).toBe(first.seen.headers['x-network'])
      expect(second.seen.receipt!.transaction).not.toBe(first.seen.receipt!.transaction)
      expect(shop.taps.nodes.seen).toHaveLength(1)
      await clock.wind(2001)
      expect((await buy(network, { jsonrpc: '2.0', id: 2, ...request })).headers['x-cache']).toBe(
        'MISS',
      )
    },
  )

  it.each(['bitcoin', 'litecoin', 'dogecoin'])(
    'on %s, whose good replies carry `error: null`, they are kept too',
    async network => {
      await clock.wind(2001)
      const request = { method: 'getblockcount', params: [] }
      expect((await buy(network, { id: 1, ...request })).headers['x-cache']).toBe('MISS')
      expect((await buy(network, { id: 2, ...request })).headers['x-cache']).toBe('HIT')
    },
  )

  it('each version of JSON-RPC is remembered by itself', async () => {
    await clock.wind(2001)
    const ask = async (jsonrpc: string) =>
      (await buy('bitcoin', { jsonrpc, id: 1, method: 'getblockcount' })).headers['x-cache']
    expect([await ask('1.0'), await ask('2.0'), await ask('2.0')]).toEqual(['MISS', 'MISS', 'HIT'])
  })

  it('an alias and its slug share what is remembered; other chains, methods and parameters do not', async () => {
    await clock.wind(2001)
    const ask = async (network: string, body: object) =>
      (await buy(network, { jsonrpc: '2.0', id: 1, ...body })).headers['x-cache']
    const states = [
      await ask('ethereum', { method: 'eth_gasPrice' }),
      await ask('ETH', { method: 'eth_gasPrice' }),
      await ask('base', { method: 'eth_gasPrice' }),
      await ask('eth', { method: 'eth_gasPrice', params: [] }),
      await ask('eth', { method: 'eth_blockNumber' }),
    ]
    expect(states).toEqual(['MISS', 'HIT', 'MISS', 'MISS', 'MISS'])
  })

  it('errors, and what is not hot, are never remembered', async () => {
    await clock.wind(2001)
    shop.taps.nodes.answer(() => ({
      body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"busy"}}',
    }))
    for (let n = 0; n < 2; n++)
      expect(
        (await buy('celo', { jsonrpc: '2.0', id: 1, method: 'eth_gasPrice' })).headers['x-cache'],
      ).toBe('MISS')
    shop.taps.nodes.answer()
    for (let n = 0; n < 2; n++) expect((await buy('celo', cold)).headers['x-cache']).toBe('BYPASS')
    expect(shop.taps.nodes.seen).toHaveLength(4)
  })

  it('an error of the XRP Ledger, which stands in the result, is not remembered', async () => {
    await clock.wind(2001)
    shop.taps.nodes.answer(() => ({ body: '{"result":{"error":"tooBusy","status":"error"}}' }))
    await buy('xrp', { method: 'server_info', params: [{}] })
    shop.taps.nodes.answer()
    expect((await buy('xrp', { method: 'server_info', params: [{}] })).body.result.status).toBe(
      'success',
    )
  })

  it('RPC-003 a remembered answer has the frame of the first one: what the node did not echo is not added', async () => {
    await clock.wind(2001)
    const request = { id: 1, method: 'server_info', params: [{}] }
    const first = await buy('xrp', request)
    expect((await buy('xrp', request)).body).toEqual(first.body)
  })

  it('RPC-003 a large number as id comes back as it was, also from memory', async () => {
    await clock.wind(2001)
    const request = '{"jsonrpc":"2.0","id":12345678901234567890,"method":"eth_gasPrice"}'
    shop.taps.nodes.answer(() => ({
      body: '{"jsonrpc":"2.0","id":12345678901234567890,"result":"0x1"}',
    }))
    for (let n = 0; n < 2; n++)
      expect((await buy('ronin', request)).text).toContain('12345678901234567890')
    shop.taps.nodes.answer()
  })
})
