/**
 * What the tests of the responses API have in common: a shop with a tap to its upstream, one
 * wallet, and what moved.
 */
import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { call, paidBy, signed, type Seen } from './client.ts'
import { startShop, type Shop } from './shop.ts'
import { windClock, type WindClock } from './wind-clock.ts'

/** The canonical path. */
export const PATH = '/api/v1/responses'

/** A shop for responses. */
export interface Desk {
  shop: Shop<'vendor_a'>
  clock: WindClock
  buyer: Buyer
  /** A wallet that may run responses in the background. */
  listed: Buyer['account']
  ask(body: unknown, path?: string): Promise<Seen>
  /** A payment for what a request costs, which lasts however far the clock was wound. */
  sign(body: object, how?: { account?: Buyer['account']; path?: string }): Promise<string>
  buy(
    body: object,
    how?: { account?: Buyer['account']; path?: string },
  ): Promise<Seen & { header: string }>
  /** The amount of a quote, in micro-USD. */
  quote(body: object, path?: string): Promise<number>
  /** The requests that the upstream got, as JSON. */
  heard(): any[]
  /** Does something that must move no money. */
  free<T>(work: () => Promise<T>): Promise<T>
  /** What something cost, in micro-USD. */
  cost(work: () => Promise<unknown>): Promise<bigint>
  /** An upstream that behaves well and remembers nothing. */
  reset(): void
}

/** Opens it. */
export async function openDesk(): Promise<Desk> {
  const clock = windClock()
  const shop = await startShop({ taps: ['vendor_a'], clock })
  const buyer = await shop.buyer(100_000_000n)
  const listed = privateKeyToAccount(shop.world.buyerKey)
  await shop.world.chain.fund(listed.address, 100_000_000n)
  const { vendor_a: tap } = shop.taps
  const cost: Desk['cost'] = async work => {
    const before = await shop.earned()
    await work()
    return (await shop.earned()) - before
  }
  const sign: Desk['sign'] = (body, { account = buyer.account, path = PATH } = {}) =>
    signed(
      shop.url,
      account,
      { path, body },
      { validBefore: String(Math.floor(clock.now() / 1000) + 290) },
    )
  const ask: Desk['ask'] = (body, path = PATH) => call(shop.url, { path, body })
  return {
    shop,
    clock,
    buyer,
    listed,
    ask,
    sign,
    buy: async (body, how = {}) => {
      const header = await sign(body, how)
      return {
        ...(await call(shop.url, { path: how.path ?? PATH, body, headers: paidBy(header) })),
        header,
      }
    },
    quote: async (body, path) => {
      const { status, text, challenge } = await ask(body, path)
      expect([status, status === 402 ? '' : text]).toEqual([402, ''])
      return Number(challenge!.accepts[0]!.amount)
    },
    heard: () =>
      tap.seen.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body)),
    cost,
    free: async work => {
      let done: Awaited<ReturnType<typeof work>>
      expect(
        await cost(async () => {
          done = await work()
        }),
      ).toBe(0n)
      return done!
    },
    reset: () => {
      tap.answer()
      tap.seen.length = 0
      shop.world.upstreams.reset()
    },
  }
}

/** The members of an error of this API, and that there is nothing beside it. */
export function errorOf({ body }: Seen): {
  message: string
  type: string
  param: string | null
  code: string | null
} {
  expect(Object.keys(body)).toEqual(['error'])
  expect(Object.keys(body.error).sort()).toEqual(['code', 'message', 'param', 'type'])
  return body.error
}

/** An error as the upstream says it. */
export const upstreamError = (more: object): string =>
  JSON.stringify({
    error: { message: 'No.', type: 'invalid_request_error', param: null, code: null, ...more },
  })
