/** A shop for thieves. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type Answer, type Buyer, type Wanted } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'

export let shop: TestGateway

export let thief: Buyer

const SLOW = 120

/** What the seller earns while `work` runs. */
export async function costOf<T>(work: () => Promise<T>): Promise<{ made: T; cost: bigint }> {
  const before = await shop.earned()
  const made = await work()
  return { made, cost: (await shop.earned()) - before }
}

export const served = (all: readonly Answer[]): Answer[] =>
  all.filter(({ status }) => status === 200)

export const replayed = (all: readonly Answer[]): void => {
  for (const { status, body } of all)
    if (status !== 200) expect([status, body.code]).toEqual([402, 'PAYMENT_REPLAY'])
}

export const pm = (path: string): Wanted => ({ method: 'GET', path: `/api/v1/pm${path}` })

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useShop(): void {
  beforeAll(async () => {
    shop = await startGateway({
      latency: { vendor_a: SLOW, vendor_d: SLOW, vendor_e: SLOW, predex: SLOW, nodes: SLOW },
    })
    thief = await shop.buyer()
  })
  afterAll(() => shop?.stop())
  beforeEach(() => shop.upstreams.reset())
}
