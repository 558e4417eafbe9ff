/**
 * kill -9 on every kind of network: whoever paid has the result, it was paid for once and at its
 * price, and the record says what the network does.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { wants, type Answer, type Wanted } from '../helpers/buyer.ts'
import { spawnRedis, type PrivateRedis } from '../helpers/redis.ts'
import { missing, suitesWith } from '../helpers/servers.ts'
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

type Kind = 'rpc' | 'chat' | 'image'
const CHAT = PURCHASES.stream
/** What is bought. */
const KINDS: Readonly<Record<Kind, Wanted>> = {
  rpc: wants.rpc,
  // Its quote is above the least price, so that actual use costs less.
  chat: { ...CHAT, body: { ...(CHAT.body as object), model: 'vendorA/chat-6', max_tokens: 2000 } },
  image: PURCHASES.job,
}
const PATHS = ['/api/v1/rpc/{network}', KINDS.chat.path, KINDS.image.path]

/** Where a gateway is killed, and whether its caller is charged even without asking again. */
type Point = readonly [step: string, charged: boolean]
/** Nothing is written between this and the intent. */
const BEFORE: Point = ['before settler.settle', false]
const SENT: readonly Point[] = [
  ['after store.commit settling', true],
  [BROADCAST, true],
]
const INTENT: readonly Point[] = [['before store.commit settling', false], ...SENT]
const REPLY: Point = ['after settler.settle', true]
const POINTS: Readonly<Record<Kind, readonly Point[]>> = {
  rpc: [
    ['before store.commit claimed', false],
    ['after store.commit claimed', false],
    ['before upstreams.call', false],
    ['after upstreams.call', false],
    BEFORE,
    REPLY,
    ['before store.commit settled', true],
    ...INTENT,
  ],
  chat: [BEFORE, REPLY, ...SENT],
  image: [BEFORE, REPLY, ...SENT],
}

interface Stop {
  kind: Kind
  step: string
  charged: boolean
}
const stops: readonly Stop[] = (Object.keys(KINDS) as Kind[]).flatMap(kind =>
  POINTS[kind].map(([step, charged]) => ({ kind, step, charged })),
)
const inside = INTENT.flatMap(([step]) => stops.filter(one => one.step === step))
const outside = stops.filter(one => !inside.includes(one))

/**
 * What one kill interrupts. A relayer sends one transaction after the other, so only one purchase
 * can stop inside its settlement.
 */
const together = [[...outside, ...inside]]
const oneByOne = [[...outside, inside[0]!], ...inside.slice(1).map(one => [one])]

/**
 * The purchases that one kill interrupts, and whether one of two gateways dies before its payment
 * reaches the network or after it. The steps of `base` have files of their own.
 */
const NETWORKS = [
  ['base', [], 'after'],
  ['solana', together, 'after'],
  ['nano', together, 'before'],
  ['xrpl', together, 'before'],
  ['metered', oneByOne, 'before'],
] as const satisfies (readonly [string, readonly (readonly Stop[])[], 'before' | 'after'])[]

/** What a purchase costs that nobody interrupts, micro-USD. */
async function costOf(world: World, side: Side, wanted: Wanted): Promise<bigint> {
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
  for (let tries = 0; record?.state === 'settling' && tries < 100; tries++) {
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

/** One kill interrupts a round of purchases, and each of them has its result in the end. */
async function survive(
  world: World,
  side: Side,
  round: readonly Stop[],
  costs: Readonly<Record<Kind, bigint>>,
): Promise<void> {
  const frozen: Frozen[] = []
  for (const { kind, step } of round) frozen.push(await frozenAt(world, side, KINDS[kind], step))
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

/** How long a purchase is asked for whose gateway died, ms: another one waits for its lease. */
const PATIENCE = 60_000

/** Asks for the same until the answer is certain. */
async function certain(url: string, { wanted, header }: Signed): Promise<Answer> {
  const until = performance.now() + PATIENCE
  for (;;) {
    const answer = await sendOnce(url, wanted, header)
    if (answer.status !== 503 || performance.now() > until) return answer
    await sleep(200)
  }
}

/** Kills the one of two gateways that sends a payment first. Resolves to it and to the other. */
async function firstDead(sides: readonly Side[], when: 'before' | 'after'): Promise<Side[]> {
  const disarm = (): void => {
    for (const { node } of sides) node.kill = undefined
  }
  for (const { node, gateway } of sides)
    node.kill = { when, victim: gateway().child, onKill: disarm }
  const dead = await Promise.race(sides.map(side => side.gateway().dead.then(() => side)))
  return [dead, ...sides.filter(side => side !== dead)]
}

let redis: PrivateRedis | undefined
beforeAll(async () => {
  if (missing('redis', true) === undefined) redis = await spawnRedis()
})
afterAll(() => redis?.stop())

describe.concurrent.each(NETWORKS)('on %s', (network, rounds, when) => {
  let world: World
  const sides: Side[] = []
  beforeAll(async () => {
    world = await startWorld({ network })
  })
  afterAll(async () => {
    for (const side of sides) await side.stop()
    await world?.stop()
  })
  const open = async (own?: Record<string, string>): Promise<Side> => {
    const side = await startSide(world, PATHS, own)
    sides.push(side)
    return side
  }

  it.skipIf(rounds.length === 0)(
    'a purchase survives a kill at each step: it is answered, and charged once',
    async () => {
      const side = await open()
      const costs = {} as Record<Kind, bigint>
      for (const kind of Object.keys(KINDS) as Kind[])
        costs[kind] = await costOf(world, side, KINDS[kind])
      for (const round of rounds) await survive(world, side, round, costs)
    },
    240_000,
  )

  suitesWith('redis', 'own').it(
    'one of two gateways that got a payment at once dies while it settles: the other ends it, charged once',
    async () => {
      const env = { REDIS_URL: `unix:${redis!.path}` }
      const both = await Promise.all([open(env), open(env)])
      const purchase = await signed(world, both[0].gateway().url, KINDS.rpc)
      const { wanted, header, quote, paid } = purchase
      const killed = firstDead(both, when)
      const asked = both.map(side => sendOnce(side.gateway().url, wanted, header))
      const [dead, other] = (await killed) as [Side, Side]
      const [lost, first] = [await asked[both.indexOf(dead)]!, await asked[both.indexOf(other)]!]
      const { url } = other.gateway()
      const answer = first.status === 200 ? first : await certain(url, purchase)
      const record = await other.gateway().recordOf(header)
      expect({ lost: lost.status, answer: answer.status, record }).toMatchObject({
        lost: 0,
        answer: 200,
        record: { state: 'settled', amount: String(quote) },
      })
      const replayed = await sendOnce(url, wanted, header)
      if (replayed.status !== 200) expect(replayed.body.code).toBe('PAYMENT_REPLAY')
      expect(await paid()).toBe(quote)
    },
    120_000,
  )
})
