/** Reads of prediction markets. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { bought, type Seen, type Sent } from './client.ts'
import { startShop, type Shop } from './shop.ts'
import type { TapReply } from './tap.ts'

export const PM = '/api/v1/pm'

export let shop: Shop<'predex'>

export let buyer: Buyer

export const get = (path: string): Sent => ({ path: PM + path })

export const buy = (sent: Sent): Promise<Seen & { header: string }> =>
  bought(shop.url, buyer.account, sent)

export const answer = (reply: TapReply): void => shop.taps.predex.answer(() => reply)

/** Buys something that must not cost anything. */
export async function free(sent: Sent): Promise<Seen & { header: string }> {
  const before = [await buyer.balance(), await shop.earned()]
  const seen = await buy(sent)
  expect([await buyer.balance(), await shop.earned(), seen.headers['x-payment-receipt']]).toEqual([
    ...before,
    undefined,
  ])
  return seen
}

export const wallet = '0x' + 'aB'.repeat(20)

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useShop(): void {
  beforeAll(async () => {
    shop = await startShop({ taps: ['predex'] })
    buyer = await shop.buyer(100_000_000n)
  })
  afterAll(() => shop?.stop())
  beforeEach(() => {
    shop.taps.predex.seen.length = 0
  })
  afterEach(() => {
    shop.taps.predex.answer()
    shop.world.upstreams.reset()
  })
}
