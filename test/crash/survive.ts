/**
 * Purchases that a kill interrupts at their steps: each is answered in the end, and charged once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { World } from '../../scripts/world/world.ts'
import { wants, type Answer, type Wanted } from '../helpers/buyer.ts'
import { follow, sendOnce } from './caller.ts'
import { frozenAt, signed, type Frozen, type Side } from './frozen.ts'
import { PURCHASES } from './purchases.ts'

/** What is bought. */
export type Kind = 'rpc' | 'chat' | 'image'
const CHAT = PURCHASES.stream
/** How each of them is bought. */
export const KINDS: Readonly<Record<Kind, Wanted>> = {
  rpc: wants.rpc,
  // Its quote is above the least price, so that actual use costs less.
  chat: { ...CHAT, body: { ...(CHAT.body as object), model: 'vendorA/chat-6', max_tokens: 2000 } },
  image: PURCHASES.job,
}
/** The paths of what is bought. */
export const PATHS = ['/api/v1/rpc/{network}', KINDS.chat.path, KINDS.image.path]

/** Where a purchase stops, and whether its caller is charged even without asking again. */
export interface Stop {
  kind: Kind
  step: string
  charged: boolean
}
/** What a purchase costs that nobody interrupts, micro-USD. */
export async function costOf(world: World, side: Side, wanted: Wanted): Promise<bigint> {
  const { url } = side.gateway()
  const { header, quote, paid } = await signed(world, url, wanted)
  expect((await follow(url, wanted, header)).status).toBe(200)
  const cost = await paid()
  if (world.spec.scheme === 'upto' && wanted === KINDS.chat) expect(cost).toBeLessThan(quote)
  else expect(cost).toBe(quote)
  expect(cost).toBeGreaterThan(0n)
  return cost
}

/** What the record and the network say of a purchase, once its settlement is over. */
async function standing(side: Side, { header, paid }: Frozen) {
  let record = await side.gateway().recordOf(header)
  for (let tries = 0; record?.state === 'settling' && tries < 400; tries++) {
    await sleep(100)
    record = await side.gateway().recordOf(header)
  }
  const due = record?.state === 'settled' ? BigInt(record.charged ?? record.amount) : 0n
  return { record, due, paid: await paid() }
}

/** Whether this is a result; of a stream, all that its model said. */
const isWhole = ({ status, body }: Answer): boolean =>
  status === 200 && (typeof body !== 'string' || body.includes('"finish_reason":"stop"'))

/** A purchase was charged exactly if it had an intent; its caller asks again and has the result. */
async function expectOnce(
  side: Side,
  one: Frozen,
  { charged, cost }: { charged: boolean; cost: bigint },
): Promise<void> {
  const { url } = side.gateway()
  const { wanted, header } = one
  const alone = await standing(side, one)
  expect(alone).toMatchObject({ paid: charged ? cost : 0n, due: alone.paid })
  const first = await one.first
  const again = await follow(url, wanted, header)
  if (!isWhole(first)) expect(again).toSatisfy(isWhole)
  const end = await standing(side, one)
  const told = `${String(end.record?.reason)}, answered ${JSON.stringify(again).slice(0, 500)}`
  expect(end, told).toMatchObject({ record: { state: 'settled' }, due: cost, paid: cost })
  const replayed = await sendOnce(url, wanted, header)
  if (replayed.status !== 200)
    expect([replayed.status, replayed.body.code]).toEqual([402, 'PAYMENT_REPLAY'])
  expect(await one.paid()).toBe(cost)
}

/** One kill interrupts a round of purchases, and each of them has its result in the end. */
export async function survive(
  world: World,
  side: Side,
  round: readonly Stop[],
  costs: Readonly<Partial<Record<Kind, bigint>>>,
): Promise<void> {
  const frozen: Frozen[] = []
  for (const { kind, step } of round) frozen.push(await frozenAt(world, side, KINDS[kind], step))
  await side.killed()
  await Promise.all(
    round.map(({ kind, step, charged }, i) =>
      expectOnce(side, frozen[i]!, { charged, cost: costs[kind]! }).catch((error: Error) => {
        error.message = `${kind}, killed ${step}: ${error.message}`
        throw error
      }),
    ),
  )
}
