/** Purchases of music. */
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Behaviour, Mode } from '../../scripts/devnet/upstreams/index.ts'
import type { Buyer } from '../helpers/buyer.ts'
import { call, paidBy, signed, type Seen } from './client.ts'
import { startShop, type Shop } from './shop.ts'
import { windClock, type WindClock } from './wind-clock.ts'

export const PATH = '/api/v1/audio/generations'

export const MODEL = 'vendorG/music-2.5+'

export const PRICE = 158_500n

export const good = { prompt: 'a slow waltz' }

export let clock: WindClock

export let shop: Shop

export let buyer: Buyer

/** Signs so that the payment lasts, however far the clock was wound. */
export const sign = (body: object = good, account = buyer.account): Promise<string> =>
  signed(
    shop.url,
    account,
    { path: PATH, body },
    { validBefore: String(Math.floor(clock.now() / 1000) + 300) },
  )

export const buy = async (body: object = good): Promise<Seen & { header: string }> => {
  const header = await sign(body)
  return { ...(await call(shop.url, { path: PATH, body, headers: paidBy(header) })), header }
}

export const calls = (): { path: string; json: any }[] =>
  shop.world.upstreams
    .calls('vendor_g')
    .map(one => ({ path: one.path, json: JSON.parse(one.body) }))

export const behave = (behaviour: Mode | Behaviour): void =>
  shop.world.upstreams.set('vendor_g', behaviour)

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useShop(): void {
  beforeAll(async () => {
    clock = windClock()
    shop = await startShop({ clock })
    buyer = await shop.buyer(100_000_000n)
  })
  afterAll(() => shop?.stop())
  afterEach(() => {
    shop.world.upstreams.release('vendor_g')
    shop.world.upstreams.reset()
  })
}
