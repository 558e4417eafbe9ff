/**
 * kill -9 on every kind of network: whoever paid has the result, it was paid for once and at its
 * price, and the record says what the network does.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { wants, type Answer, type Wanted } from '../helpers/buyer.ts'
import { spawnRedis, type PrivateRedis } from '../helpers/redis.ts'
import { suitesWith } from '../helpers/servers.ts'
import { follow, sendOnce } from './caller.ts'
import {
  BROADCAST,
  frozenAt,
  signed,
  startSide,
  type Frozen,
  type Side,
  type Signed,
} from './frozen.ts'
import { PURCHASES } from './purchases.ts'

/** What is bought. */
const KINDS = { rpc: wants.rpc, chat: PURCHASES.stream, image: PURCHASES.job } as const
type Kind = keyof typeof KINDS
const PATHS = ['/api/v1/rpc/{network}', KINDS.chat.path, KINDS.image.path]

/** Where a gateway is killed, and whether its caller is charged even without asking again. */
type Point = readonly [step: string, charged: boolean]
const INTENT: readonly Point[] = [
  ['before store.commit settling', false],
  ['after store.commit settling', true],
  [BROADCAST, true],
]
const REPLY: Point = ['after settler.settle', true]
const POINTS: Readonly<Record<Kind, readonly Point[]>> = {
  rpc: [
    ['before store.commit claimed', false],
    ['after store.commit claimed', false],
    ['before upstreams.call', false],
    ['after upstreams.call', false],
    ['before settler.settle', false],
    REPLY,
    ['before store.commit settled', true],
    ...INTENT,
  ],
  chat: [REPLY, ...INTENT],
  image: [REPLY, ...INTENT],
}

interface Stop {
  kind: Kind
  step: string
  charged: boolean
}
const stops: readonly Stop[] = (Object.keys(KINDS) as Kind[]).flatMap(kind =>
  POINTS[kind].map(([step, charged]) => ({ kind, step, charged })),
)
const isInside = ({ step }: Stop): boolean => INTENT.some(([inside]) => inside === step)

/**
 * What one kill interrupts. A relayer sends one transaction after the other, so only one purchase
 * can stop inside its settlement.
 */
const together = [[...stops.filter(one => !isInside(one)), ...stops.filter(isInside)]]
const [firstInside, ...otherInside] = stops.filter(isInside)
const oneByOne = [
  [...stops.filter(one => !isInside(one)), firstInside!],
  ...otherInside.map(one => [one]),
]

const NETWORKS: readonly (readonly [network: string, rounds: readonly (readonly Stop[])[]])[] = [
  ['solana', together],
  ['nano', together],
  ['xrpl', together],
  ['metered', oneByOne],
]

/** What a purchase costs that nobody interrupts, micro-USD. */
async function costOf(world: World, side: Side, wanted: Wanted): Promise<bigint> {
  const { url } = side.gateway()
  const { header, quote, paid } = await signed(world, url, wanted)
  expect((await follow(url, wanted, header)).status).toBe(200)
  const cost = await paid()
  if (world.spec.scheme === 'upto') expect(cost).toBeLessThanOrEqual(quote)
  else expect(cost).toBe(quote)
  return cost
}

/** What the record and the network say of a purchase, once its settlement is over. */
async function standing(side: Side, { header, paid }: Frozen) {
  let record = await side.gateway().recordOf(header)
  for (let tries = 0; record?.state === 'settling' && tries < 100; tries++) {
    await sleep(100)
    record = await side.gateway().recordOf(header)
  }
  const due = record?.state === 'settled' ? BigInt(record.charged ?? record.amount) : 0n
  return { record, due, paid: await paid() }
}

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
  if (first.status !== 200) expect([again.status, again.body]).toEqual([200, expect.anything()])
  expect(await standing(side, one)).toMatchObject({
    record: { state: 'settled' },
    due: cost,
    paid: cost,
  })
  const replayed = await sendOnce(url, wanted, header)
  if (replayed.status !== 200)
    expect([replayed.status, replayed.body.code]).toEqual([402, 'PAYMENT_REPLAY'])
  expect(await one.paid()).toBe(cost)
}

describe.concurrent.each(NETWORKS)('on %s', (network, rounds) => {
  let world: World
  let side: Side
  beforeAll(async () => {
    world = await startWorld({ network })
    side = await startSide(world, PATHS)
  })
  afterAll(async () => {
    await side?.stop()
    await world?.stop()
  })

  it('a purchase survives a kill at each step: it is answered, and charged once', async () => {
    const costs = {} as Record<Kind, bigint>
    for (const kind of Object.keys(KINDS) as Kind[])
      costs[kind] = await costOf(world, side, KINDS[kind])
    for (const round of rounds) {
      const frozen: Frozen[] = []
      for (const { kind, step } of round)
        frozen.push(await frozenAt(world, side, KINDS[kind], step))
      await side.killed()
      await Promise.all(
        round.map(({ kind, step, charged }, i) =>
          expectOnce(side, frozen[i]!, { charged, cost: costs[kind] }).catch((error: Error) => {
            error.message = `${kind}, killed ${step}: ${error.message}`
            throw error
          }),
        ),
      )
    }
  }, 240_000)
})

/** How long a purchase is asked for again when its gateway died: another one waits for its lease. */
const PATIENCE = 60_000

/** Asks for the same until the answer is certain. */
async function certain(url: string, { wanted, header }: Signed): Promise<Answer> {
  const until = performance.now() + PATIENCE
  for (;;) {
    const answer = await sendOnce(url, wanted, header)
    if (![0, 503].includes(answer.status) || performance.now() > until) return answer
    await sleep(200)
  }
}

suitesWith('redis', 'own').describe.concurrent.each(['base', ...NETWORKS.map(([name]) => name)])(
  'two gateways on %s',
  network => {
    let world: World
    let redis: PrivateRedis
    let sides: Side[]
    beforeAll(async () => {
      ;[redis, world] = await Promise.all([spawnRedis(), startWorld({ network })])
      const env = { REDIS_URL: `unix:${redis.path}` }
      sides = await Promise.all([startSide(world, PATHS, env), startSide(world, PATHS, env)])
    })
    afterAll(async () => {
      for (const side of sides ?? []) await side.stop()
      await world?.stop()
      await redis?.stop()
    })

    it('get one payment at once, and one dies while it settles: the other ends it, charged once', async () => {
      const [left, right] = sides as [Side, Side]
      const purchase = await signed(world, left.gateway().url, KINDS.rpc)
      const { wanted, header, quote, paid } = purchase
      for (const { node, gateway } of sides) node.kill = { when: 'before', victim: gateway().child }
      const asked = sides.map(({ gateway }) => sendOnce(gateway().url, wanted, header))
      const dead = await Promise.race(sides.map(side => side.gateway().dead.then(() => side)))
      const other = dead === left ? right : left
      other.node.kill = undefined
      for (const one of asked) expect([0, 200, 503]).toContain((await one).status)
      const answer = await certain(other.gateway().url, purchase)
      expect([answer.status, await paid()]).toEqual([200, quote])
      expect(await other.gateway().recordOf(header)).toMatchObject({
        state: 'settled',
        amount: String(quote),
      })
      await dead.killed()
      const late = await sendOnce(dead.gateway().url, wanted, header)
      expect([200, 402]).toContain(late.status)
      expect(await paid()).toBe(quote)
    }, 120_000)
  },
)
