/** Payments that are wrong in one thing each. */
import { afterAll, beforeAll, expect } from 'vitest'
import { type Buyer, type Wanted, wants } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { jobOf, traces, until } from './strangers.ts'

export let shop: TestGateway

export let buyer: Buyer

export let thief: Buyer

export let poll: Wanted

let before: Awaited<ReturnType<typeof traces>>

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useShop(): void {
  beforeAll(async () => {
    shop = await startGateway()
    buyer = await shop.buyer()
    thief = await shop.buyer()
    const { body: job } = await buyer.send(wants.job, await buyer.header(wants.job))
    poll = { method: 'GET', path: job.poll_url }
    await until(async () => (await jobOf(shop, job.id)).status === 'completed')
    before = await traces(shop)
  })
  afterAll(async () => {
    if (shop) expect(await traces(shop)).toEqual(before)
    await shop?.stop()
  })
}
