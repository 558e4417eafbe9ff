/** JSON-RPC calls at the gateway. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { bought, type Seen } from './client.ts'
import { startShop, type Shop } from './shop.ts'
import { windClock, type WindClock } from './wind-clock.ts'

export let clock: WindClock

export let shop: Shop<'nodes'>

export let buyer: Buyer

export const path = (network: string): string => `/api/v1/rpc/${network}`

/** A read that is never kept. */
export const cold = {
  jsonrpc: '2.0',
  id: 1,
  method: 'eth_getBlockByNumber',
  params: ['latest', false],
}

export const buy = (network: string, body: unknown): Promise<Seen & { header: string }> =>
  bought(shop.url, buyer.account, { path: path(network), body })

/** Buys, and returns what moved. */
export async function paid(network: string, body: unknown): Promise<{ seen: Seen; cost: bigint }> {
  const before = await buyer.balance()
  const seen = await buy(network, body)
  return { seen, cost: before - (await buyer.balance()) }
}

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useShop(): void {
  beforeAll(async () => {
    clock = windClock()
    shop = await startShop({ taps: ['nodes'], clock })
    buyer = await shop.buyer(100_000_000n)
  })
  afterAll(() => shop?.stop())
  beforeEach(() => {
    shop.taps.nodes.seen.length = 0
  })
  afterEach(() => {
    shop.taps.nodes.answer()
    shop.world.upstreams.reset()
  })
}
