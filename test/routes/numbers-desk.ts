/** Telephone numbers and calls, bought from a gateway with taps before their upstreams. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { call, paidBy, signed, type Seen, type Sent } from './client.ts'
import { startShop, type Shop } from './shop.ts'
import type { WindClock } from './wind-clock.ts'

const NUMBERS = '/api/v1/phone/numbers'
export const E164 = /^\+[1-9]\d{6,14}$/
export const DAY = 86_400

/** What can be done with numbers. */
export type Operation = 'buy' | 'renew' | 'list' | 'release'

export let shop: Shop<'carrier' | 'caller'>

/** A request of an operation. */
export const sent = (operation: Operation, body?: unknown): Sent => ({
  path: `${NUMBERS}/${operation}`,
  body,
})

export const ask = (operation: Operation, body?: unknown): Promise<Seen> =>
  call(shop.url, sent(operation, body))

/** The time of the shop, where a test winds it. */
let time: WindClock | undefined

/** Moves the time of the shop and of the chain. */
export async function later(seconds: number): Promise<void> {
  await shop.world.chain.increaseTime(seconds)
  await time!.wind(seconds * 1000)
}

/** Signs what is asked, for five minutes (or so many seconds) in the time of the shop. */
export function signedNow(by: Buyer, wanted: Sent, seconds = 300): Promise<string> {
  const until = Math.floor((time?.now() ?? Date.now()) / 1000) + seconds
  return signed(shop.url, by.account, wanted, { validBefore: String(until) })
}

async function purchase(by: Buyer, wanted: Sent): Promise<Seen & { header: string }> {
  const header = await signedNow(by, wanted)
  return { ...(await call(shop.url, { ...wanted, headers: paidBy(header) })), header }
}

/** Pays for an operation, whatever comes of it. */
export const pay = (
  by: Buyer,
  operation: Operation,
  body: object = {},
): Promise<Seen & { header: string }> => purchase(by, sent(operation, body))

export const CALL = '/api/v1/voice/call'
/** A call that can be made. */
export const FINE = { to: '+14155552671', task: 'Ask when they open' }

export const askCall = (body: unknown): Promise<Seen> => call(shop.url, { path: CALL, body })

/** Pays for a call, whatever comes of it. */
export const place = (by: Buyer, more: object = {}): Promise<Seen & { header: string }> =>
  purchase(by, { path: CALL, body: { ...FINE, ...more } })

/** What a purchase costs its wallet and brings the seller, micro-USD, and its reply. */
export async function cost<T extends Seen>(
  by: Buyer,
  purchase: () => Promise<T>,
): Promise<[cost: bigint, seen: T]> {
  const before = [await by.balance(), await shop.earned()] as const
  const seen = await purchase()
  const paid = before[0] - (await by.balance())
  expect((await shop.earned()) - before[1]).toBe(paid)
  return [paid, seen]
}

/** Does something that must cost nothing and have no receipt. */
export async function free<T extends Seen>(by: Buyer, purchase: () => Promise<T>): Promise<T> {
  const [paid, seen] = await cost(by, purchase)
  expect([paid, seen.headers['x-payment-receipt'], seen.receipt]).toEqual([
    0n,
    undefined,
    undefined,
  ])
  return seen
}

/** Leases a number for a wallet. */
export async function lease(by: Buyer, body: object = {}): Promise<string> {
  const seen = await pay(by, 'buy', body)
  expect(seen.status, seen.text).toBe(200)
  return seen.body.phone_number
}

/** A number as its wallet sees it. */
export interface Listed {
  phone_number: string
  chain: string
  expires_at: string
  active: boolean
}

/** The numbers of a wallet. */
export async function listed(by: Buyer): Promise<Listed[]> {
  const { status, body } = await pay(by, 'list')
  expect([status, body.count], JSON.stringify(body)).toEqual([200, body.numbers?.length])
  return body.numbers
}

/** What the gateway's account holds at the carrier, asked of the carrier itself. */
export async function held(of = shop): Promise<string[]> {
  const { CARRIER_URL, CARRIER_KEY, CARRIER_ACCOUNT } = of.world.env
  const path = `/2010-04-01/Accounts/${CARRIER_ACCOUNT}/IncomingPhoneNumbers.json`
  const reply = await fetch(`${CARRIER_URL}${path}`, {
    headers: { authorization: `Basic ${CARRIER_KEY}` },
  })
  const { incoming_phone_numbers } = (await reply.json()) as any
  return incoming_phone_numbers.map((one: any) => one.phone_number)
}

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useShop(clock?: WindClock): void {
  beforeAll(async () => {
    time = clock
    shop = await startShop({ taps: ['carrier', 'caller'], clock })
  })
  afterAll(() => shop?.stop())
  afterEach(() => {
    for (const name of ['carrier', 'caller'] as const) {
      shop.taps[name].answer()
      shop.taps[name].seen.length = 0
      shop.world.upstreams.set(name, 'ok')
    }
  })
}
