/** Calls that fail, of each kind of route. */
import { afterAll, beforeAll } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { type Sent } from './client.ts'
import { startShop, type Shop } from './shop.ts'

export const OTHER = '0x2222222222222222222222222222222222222222'

export const taps = ['vendor_a', 'nodes', 'predex', 'chain'] as const

export let shop: Shop<(typeof taps)[number]>

export let buyer: Buyer

export let poor: Buyer

export const sold: Record<string, Sent> = {
  'an image': {
    path: '/api/v1/images/generations',
    body: { model: 'vendorA/image-1', prompt: 'a cat' },
  },
  'an RPC call': {
    path: '/api/v1/rpc/eth',
    body: { jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] },
  },
  'prediction data': { path: '/api/v1/pm/venue-a/markets?limit=1' },
  'prediction data, posted': {
    path: '/api/v1/pm/venue-a/wallet/identities',
    body: { addresses: [OTHER] },
  },
}

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useShop(): void {
  beforeAll(async () => {
    shop = await startShop({ taps })
    ;[buyer, poor] = [await shop.buyer(), await shop.buyer(1000n)]
  })
  afterAll(() => shop?.stop())
}
