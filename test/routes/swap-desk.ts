/** Swaps from a gateway with a tap before the swap service. Nobody pays. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Clock } from '../../runtime/seams.ts'
import { call, type Seen, type Sent } from './client.ts'
import { startShop, type Shop } from './shop.ts'

export const SWAP = '/api/v1/dexagg'

/** The four endpoints that carry the fee, each with its path at the swap service. */
export const PRICED: [path: string, upstream: string][] = [
  ['/price', '/swap/permit2/price'],
  ['/quote', '/swap/permit2/quote'],
  ['/gasless/price', '/gasless/price'],
  ['/gasless/quote', '/gasless/quote'],
]

export const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const WETH = '0x4200000000000000000000000000000000000006'
export const TAKER = '0x' + 'aB'.repeat(20)

/** The query of a swap. */
export const swapOf = (change: Record<string, string> = {}): string =>
  new URLSearchParams({
    chainId: '8453',
    sellToken: USDC,
    buyToken: WETH,
    sellAmount: '5000000000',
    taker: TAKER,
    ...change,
  }).toString()

export let shop: Shop<'zerox'>

/** Asks, and sees to it that nobody is ever asked for money. */
export async function ask(path: string, sent: Partial<Sent> = {}): Promise<Seen> {
  const earned = await shop.earned()
  const seen = await call(shop.url, { path: SWAP + path, ...sent })
  expect(seen.status).not.toBe(402)
  expect([seen.headers['payment-required'], seen.headers['payment-response']]).toEqual([
    undefined,
    undefined,
  ])
  expect(await shop.earned()).toBe(earned)
  return seen
}

/** The last query that the swap service was sent. */
export const heard = (): URL => new URL(shop.taps.zerox.seen.at(-1)!.url, 'http://upstream')

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useShop(clock?: Clock): void {
  beforeAll(async () => {
    shop = await startShop({ taps: ['zerox'], clock })
  })
  afterAll(() => shop?.stop())
  beforeEach(() => {
    shop.taps.zerox.seen.length = 0
  })
  afterEach(() => {
    shop.taps.zerox.answer()
    shop.world.upstreams.reset('zerox')
  })
}
