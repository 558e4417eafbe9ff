/**
 * kill -9 on every kind of network: whoever paid has the result, it was paid for once and at its
 * price, and the record says what the network does.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import type { Answer } from '../helpers/buyer.ts'
import { spawnRedis, type PrivateRedis } from '../helpers/redis.ts'
import { missing, suitesWith } from '../helpers/servers.ts'
import { sendOnce } from './caller.ts'
import { BROADCAST, signed, startSide, type Side, type Signed } from './frozen.ts'
import { costOf, KINDS, PATHS, survive, type Kind, type Stop } from './survive.ts'

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

/** How long a purchase is asked for whose gateway died, ms: another one waits for its lease. */
const PATIENCE = 60_000

/**
 * Asks for the same until the answer is certain: a call whose upstream fails may be sent again too.
 */
async function certain(url: string, { wanted, header }: Signed): Promise<Answer> {
  const until = performance.now() + PATIENCE
  for (;;) {
    const answer = await sendOnce(url, wanted, header)
    if (answer.status < 500 || performance.now() > until) return answer
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
      // A gateway that is not ready yet on a busy machine answers 503, and nobody would die.
      const asked = both.map(side => certain(side.gateway().url, purchase))
      const [dead, other] = (await killed) as [Side, Side]
      const [lost, first] = [await asked[both.indexOf(dead)]!, await asked[both.indexOf(other)]!]
      const { url } = other.gateway()
      const record = await other.gateway().recordOf(header)
      expect({ lost: lost.status, answer: first.status, record }).toMatchObject({
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
