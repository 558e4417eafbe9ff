/**
 * What the tests of conversations have in common: a shop on a clock that can be wound, one rich
 * wallet, and what upstreams were sent.
 */
import { expect } from 'vitest'
import type { SeenCall } from '../../scripts/devnet/upstreams/index.ts'
import type { Buyer } from '../helpers/buyer.ts'
import { call, paidBy, signed, type Seen } from './client.ts'
import { startShop, type Shop } from './shop.ts'
import type { Tap } from './tap.ts'
import { windClock, type WindClock } from './wind-clock.ts'

/** The canonical path. */
export const PATH = '/api/v1/chat/completions'

/** A conversation of one turn. */
export const says = (content: unknown): { role: 'user'; content: unknown }[] => [
  { role: 'user', content },
]

/**
 * One model of every upstream, none of which another stands in for; `source` is the upstream's name
 * in refusals.
 */
export const ONE_OF_EACH: readonly { upstream: string; model: string; source: string }[] = [
  { upstream: 'vendor_a', model: 'vendorA/chat-6-nano', source: 'vendorA' },
  { upstream: 'vendor_b', model: 'vendorB/flash-3', source: 'vendorB' },
  { upstream: 'vendor_c', model: 'vendorC/code-fast-1', source: 'vendorC' },
  { upstream: 'vendor_d', model: 'vendorD/seed-2', source: 'vendorD' },
  { upstream: 'vendor_e', model: 'vendorE/chat-5-air', source: 'vendorE' },
  { upstream: 'vendor_f', model: 'vendorF/small-4', source: 'vendorF' },
  { upstream: 'vendor_g', model: 'vendorG/m-3', source: 'vendorG' },
  { upstream: 'pool', model: 'open/coder-32b', source: 'pool' },
]

/** How a request goes: to another path, with more headers, from another wallet. */
export interface How {
  path?: string
  headers?: Readonly<Record<string, string>>
  account?: Buyer['account']
}

/**
 * Opens a shop for conversations; `taps` are upstreams whose lines a test wants to watch, or
 * `chain`.
 */
export async function openChat<Name extends string = never>(taps: readonly Name[] = []) {
  const clock: WindClock = windClock()
  const shop: Shop<Name> = await startShop({ taps, clock })
  const { upstreams } = shop.world
  const buyer = await shop.buyer(1_000_000_000n)

  /** Asks without paying. */
  const ask = (body: unknown, { path = PATH, headers }: How = {}): Promise<Seen> =>
    call(shop.url, { path, body, headers })

  /** Signs so that the payment lasts, however far the clock was wound. */
  const sign = (
    body: unknown,
    { path = PATH, headers, account = buyer.account }: How = {},
  ): Promise<string> =>
    signed(
      shop.url,
      account,
      { path, body, headers },
      { validBefore: String(Math.floor(clock.now() / 1000) + 290) },
    )

  const pay = (body: unknown, header: string, { path = PATH, headers }: How = {}): Promise<Seen> =>
    call(shop.url, { path, body, headers: { ...headers, ...paidBy(header) } })

  /** A whole purchase. */
  const buy = async (body: unknown, how: How = {}): Promise<Seen & { header: string }> => {
    const header = await sign(body, how)
    return { ...(await pay(body, header, how)), header }
  }

  const calls = (name?: string): SeenCall[] =>
    upstreams.calls(name).filter(({ method }) => method === 'POST')
  const earned = (): Promise<bigint> => shop.earned()
  const tapped: Partial<Record<string, Tap>> = shop.taps

  /**
   * Winds the clock while no look at the chain and the store is under way: its patience would end,
   * and payments would be refused for three seconds.
   */
  const wind = async (ms: number): Promise<void> => {
    await fetch(`${shop.url}/api/health`)
    await clock.wind(ms)
  }

  return {
    shop,
    clock: { ...clock, wind },
    buyer,
    upstreams,
    ask,
    sign,
    pay,
    buy,
    earned,
    calls,
    /** A purchase that must succeed; its reply. */
    answer: async (body: unknown, how: How = {}): Promise<any> => {
      const seen = await buy(body, how)
      expect([seen.status, seen.status === 200 ? '' : seen.text]).toEqual([200, ''])
      return seen.body
    },
    /** What a request costs, in micro-USD. */
    quote: async (body: unknown, how: How = {}): Promise<number> => {
      const { status, text, challenge } = await ask(body, how)
      expect([status, status === 402 ? '' : text]).toEqual([402, ''])
      return Number(challenge!.accepts[0]!.amount)
    },
    /**
     * The last request that an upstream got, as JSON; upstreams keep 64 KiB of one, their taps all
     * of it.
     */
    sent: (name: string): any => JSON.parse((tapped[name]?.seen ?? calls(name)).at(-1)!.body),
    /** Does something that must move no money. */
    free: async <T>(work: () => Promise<T>): Promise<T> => {
      const before = [await buyer.balance(), await earned()]
      const done = await work()
      expect([await buyer.balance(), await earned()]).toEqual(before)
      return done
    },
    stop: () => shop.stop(),
  }
}

/** An open shop for conversations. */
export type Chat<Name extends string = never> = Awaited<ReturnType<typeof openChat<Name>>>
