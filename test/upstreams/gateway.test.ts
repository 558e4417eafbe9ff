/**
 * Everything on sale is bought once through the gateway: what it sends is accepted by upstreams
 * that check like the vendors do.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'
import { sizeOfPng } from '../../scripts/devnet/upstreams/png.ts'
import type { Buyer, Wanted } from '../helpers/buyer.ts'
import { loadPaths } from '../helpers/catalog-paths.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { askUpstream } from '../helpers/upstreams.ts'

let shop: TestGateway
let buyer: Buyer
beforeAll(async () => {
  shop = await startGateway()
  buyer = await shop.buyer(100_000_000n)
})
afterAll(() => shop?.stop())

/** Buys, and proves that exactly the quoted amount moved. */
async function bought(wanted: Wanted): Promise<any> {
  const before = await shop.earned()
  const result = await buyer.buy(wanted)
  expect([wanted, result.status, JSON.stringify(result.body).slice(0, 500)]).toEqual([
    wanted,
    200,
    expect.any(String),
  ])
  expect((await shop.earned()) - before).toBe(result.amount)
  return result.body
}

const models = catalog.tables['images.models']!.rows as unknown as readonly {
  id: string
  sizes: Record<string, unknown>
}[]

describe.each(models.map(model => [model.id, Object.keys(model.sizes)] as const))(
  '%s',
  (model, sizes) => {
    it.each(sizes)('IMG-049 IMG-051 IMG-058 makes %s', async size => {
      const [width, height] = size.split('x').map(Number)
      const body = await bought({
        method: 'POST',
        path: '/api/v1/images/generations',
        body: { model, prompt: 'a lighthouse', size },
      })
      const file = Buffer.from(await (await fetch(body.data[0].url)).arrayBuffer())
      expect(sizeOfPng(file)).toEqual({ width, height })
    })
  },
)

describe('images in numbers', () => {
  it.each(models.map(model => [model.id, Object.keys(model.sizes)[0]] as const))(
    '%s makes 3',
    async (model, size) => {
      const { data } = await bought({
        method: 'POST',
        path: '/api/v1/images/generations',
        body: { model, prompt: 'three boats', size, n: 3 },
      })
      expect(data).toHaveLength(3)
      for (const image of data)
        expect(image).toMatchObject({ backed_up: true, url: expect.stringContaining('/media/') })
    },
  )
})

describe('JSON-RPC', () => {
  const question = (network: string): object => {
    if (/^(bitcoin|litecoin|dogecoin|bitcoin-cash|zcash)$/.test(network))
      return { jsonrpc: '1.0', id: 'a', method: 'getblockcount' }
    const own: Record<string, object> = {
      solana: { method: 'getSlot' },
      near: { method: 'block', params: { finality: 'final' } },
      xrp: { method: 'server_info', params: [{}] },
      sui: { method: 'sui_getLatestCheckpointSequenceNumber' },
      polkadot: { method: 'chain_getHeader' },
      kusama: { method: 'chain_getHeader' },
    }
    return {
      jsonrpc: '2.0',
      id: 'a',
      ...(own[network] ?? { method: 'eth_blockNumber', params: [] }),
    }
  }

  it.each(catalog.tables['rpc.models']!.rows.map(row => row.id))(
    'RPC-004 RPC-005 RPC-006 RPC-029 %s answers',
    async network => {
      const body = await bought({
        method: 'POST',
        path: `/api/v1/rpc/${network}`,
        body: question(network),
      })
      expect(body.result).toBeTruthy()
      expect(body.error ?? undefined).toBeUndefined()
    },
  )

  it('Bitcoin errors are replies: HTTP 404 and 500 of the node are passed on', async () => {
    const ask = (method: string, params: unknown[]): Promise<any> =>
      buyer
        .header({ method: 'POST', path: '/api/v1/rpc/btc', body: { id: 1, method, params } })
        .then(header =>
          buyer.send(
            { method: 'POST', path: '/api/v1/rpc/btc', body: { id: 1, method, params } },
            header,
          ),
        )
    expect((await ask('nothing', [])).body).toEqual({
      result: null,
      error: { code: -32601, message: 'Method not found' },
      id: 1,
    })
    expect((await ask('getblockhash', [1e9])).body.error.code).toBe(-8)
  })
})

/** A reply without the times at which it was made. */
const timeless = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (key, value) => (/^(timestamp(_us)?|indexedAt)$/.test(key) ? 0 : value)),
  )

it('PM-006 PM-007 PM-009..054 every endpoint of prediction data is sold, with its parameters passed on', async () => {
  const market = (await askUpstream(shop.upstreams, 'predex', { path: '/venue-a/markets?limit=1' }))
    .json.markets[0]
  const wallet = '0x' + 'ab'.repeat(20)
  const values: Record<string, string> = {
    condition_id: market.condition_id,
    token_id: market.outcomes[0].token_id,
    symbol: 'BTCUSDT',
    wallet,
    address: wallet,
  }
  for (const path of await loadPaths('data/pm.routes.yaml')) {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!)
    const query = {
      q: 'moon',
      addresses: wallet,
      limit: '3',
      start_time: '1780000000',
      end_time: '1780003600',
      anything: 'a b',
    }
    const address = `${filled}?${new URLSearchParams(query)}`
    const expected = timeless((await askUpstream(shop.upstreams, 'predex', { path: address })).json)
    shop.upstreams.reset('predex')
    expect(timeless(await bought({ method: 'GET', path: `/api/v1/pm${address}` }))).toEqual(
      expected,
    )
    expect(shop.upstreams.calls('predex')).toEqual([
      expect.objectContaining({ path: `/v2${filled}`, query }),
    ])
  }
  const { identities } = await bought({
    method: 'POST',
    path: '/api/v1/pm/venue-a/wallet/identities',
    body: { addresses: [wallet, wallet] },
  })
  expect(identities).toHaveLength(2)
}, 60_000)
