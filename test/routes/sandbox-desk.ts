/** Sandboxes, bought from a gateway with a tap before the sandbox service. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Clock } from '../../runtime/seams.ts'
import type { Buyer } from '../helpers/buyer.ts'
import { bought, call, type Seen, type Sent } from './client.ts'
import { startShop, type Shop } from './shop.ts'

export const BOX = '/api/v1/sandbox'

/** The four operations. */
export const OPERATIONS = ['create', 'exec', 'status', 'terminate'] as const
type Operation = (typeof OPERATIONS)[number]

/** The list that explorers and lost callers get. */
export const ENDPOINTS = OPERATIONS.map(name => `POST ${BOX}/${name}`)

export let shop: Shop<'boxes'>

export let buyer: Buyer

const sent = (operation: Operation, body?: unknown): Sent => ({ path: `${BOX}/${operation}`, body })

/** A well-formed body of each operation, for calls that nobody pays. */
export const FINE: Readonly<Record<Operation, object>> = {
  create: {},
  exec: { sandbox_id: 'sb-1', command: ['ls'] },
  status: { sandbox_id: 'sb-1' },
  terminate: { sandbox_id: 'sb-1' },
}

export const ask = (operation: Operation, body: unknown = FINE[operation]): Promise<Seen> =>
  call(shop.url, sent(operation, body))

export const buy = (
  operation: Operation,
  body: unknown = FINE[operation],
  by = buyer,
): Promise<Seen & { header: string }> => bought(shop.url, by.account, sent(operation, body))

/** Buys something, and says what it cost, micro-USD. */
export async function paid(
  operation: Operation,
  body?: unknown,
): Promise<[cost: bigint, seen: Seen]> {
  const before = [await buyer.balance(), await shop.earned()] as const
  const seen = await buy(operation, body)
  const cost = before[0] - (await buyer.balance())
  expect((await shop.earned()) - before[1]).toBe(cost)
  return [cost, seen]
}

/** Buys something that must not cost anything. */
export async function free(operation: Operation, body?: unknown): Promise<Seen> {
  const [cost, seen] = await paid(operation, body)
  expect([cost, seen.headers['x-payment-receipt']]).toEqual([0n, undefined])
  return seen
}

/** A new sandbox. */
export async function newBox(body: object = {}): Promise<string> {
  return (await buy('create', body)).body.sandbox_id
}

/** What the sandbox service was sent. */
export const heard = (): any[] =>
  shop.taps.boxes.seen.map(({ method, url, body }) => ({ method, url, body: JSON.parse(body) }))

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useShop(clock?: Clock): void {
  beforeAll(async () => {
    shop = await startShop({ taps: ['boxes'], clock })
    buyer = await shop.buyer(500_000_000n)
  })
  afterAll(() => shop?.stop())
  beforeEach(() => {
    shop.taps.boxes.seen.length = 0
  })
  afterEach(() => {
    shop.taps.boxes.answer()
    shop.world.upstreams.set('boxes', 'ok')
  })
}
