/** A gateway for the tests of one data family, with a tap in the line to its upstream. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Clock } from '../../runtime/seams.ts'
import type { Buyer } from '../helpers/buyer.ts'
import { bought, type Seen, type Sent } from './client.ts'
import { startShop, type Shop } from './shop.ts'
import type { Tap, TapReply } from './tap.ts'

/** The gateway while tests run. */
export interface DataDesk {
  shop: Shop
  buyer: Buyer
  tap: Tap
  /** Answers all calls of the upstream with this. */
  answer(reply: TapReply): void
  buy(sent: Sent): Promise<Seen & { header: string }>
  /** Buys something, and proves that it costs so much, micro-USD, and has a receipt. */
  costs(micro: bigint, sent: Sent): Promise<Seen & { header: string }>
  /** Does something that must move no money. */
  free<T>(work: () => Promise<T>): Promise<T>
  /** Buys something that must cost nothing and have no receipt. */
  refused(sent: Sent): Promise<Seen & { header: string }>
}

/** Starts the gateway before the tests of a file, and stops it behind them. */
export function useDataDesk(upstream: string, clock?: Clock): DataDesk {
  const desk = {} as DataDesk
  beforeAll(async () => {
    desk.shop = await startShop({ taps: [upstream], clock })
    desk.buyer = await desk.shop.buyer(100_000_000n)
    desk.tap = desk.shop.taps[upstream]!
  })
  afterAll(() => desk.shop?.stop())
  afterEach(() => {
    desk.tap.answer()
    desk.tap.seen.length = 0
    desk.shop.world.upstreams.reset()
  })
  desk.answer = reply => desk.tap.answer(() => reply)
  desk.buy = sent => bought(desk.shop.url, desk.buyer.account, sent)
  desk.costs = async (micro, sent) => {
    const before = await desk.buyer.balance()
    const seen = await desk.buy(sent)
    const paid = before - (await desk.buyer.balance())
    expect([seen.status, paid, seen.receipt?.success]).toEqual([200, micro, true])
    return seen
  }
  desk.free = async work => {
    const before = [await desk.buyer.balance(), await desk.shop.earned()]
    const done = await work()
    expect([await desk.buyer.balance(), await desk.shop.earned()]).toEqual(before)
    return done
  }
  desk.refused = async sent => {
    const seen = await desk.free(() => desk.buy(sent))
    expect([seen.headers['x-payment-receipt'], seen.receipt]).toEqual([undefined, undefined])
    return seen
  }
  return desk
}
