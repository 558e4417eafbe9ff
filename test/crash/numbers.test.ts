// kill -9 at every step of leasing a number, renewing it and giving it back: nothing is owned
// without being paid or given back, nothing is paid and not owned, no lease is lost or doubled.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { spawnRedis } from '../helpers/redis.ts'
import { suitesWith } from '../helpers/servers.ts'
import { startSeller, type Seller } from './harness.ts'
import type { Wanted } from '../helpers/buyer.ts'
import { startMortal, type Mortal } from './mortal.ts'
import {
  expectDone,
  heldOf,
  newTenant,
  PATHS,
  repeat,
  sendAndSee,
  wantedOf,
  type Operation,
  type Tenant,
} from './number-desk.ts'
import { stopAtEachStep, stopOf } from './stops.ts'

/** Longer than a follow-up is put off, ms. */
const QUIET = 8_000

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.stop())

/** Steps at which each operation has to be killed. */
const PLACES: Readonly<Record<Operation, readonly string[]>> = {
  buy: ['before upstreams.call', 'after upstreams.call', 'before settler.settle'],
  renew: ['before settler.settle'],
  release: ['after upstreams.call'],
}

/** An operation that a kill interrupts. */
interface Interrupted {
  operation: Operation
  tenant: Tenant
  wanted: Wanted
  header: string
}

async function newOperation(seller: Seller, operation: Operation): Promise<Interrupted> {
  const tenant = await newTenant(seller.gateway().url, world, operation)
  const wanted = wantedOf(operation, tenant.number)
  return { operation, tenant, wanted, header: await tenant.buyer.header(wanted) }
}

const sent = (seller: Seller, { operation, tenant, wanted, header }: Interrupted) => {
  const gone = operation === 'release' ? tenant.number : undefined
  return sendAndSee(world, seller.gateway(), { wanted, header, gone })
}

/** Repeats an operation after a kill; returns what its wallet has then. */
async function done(
  { url }: Mortal,
  { operation, tenant, wanted, header }: Interrupted,
  place: string | undefined,
): Promise<string[]> {
  const where = `${operation}, killed ${place ?? 'not at all'}`
  const answer = await repeat(async () => url, wanted, header)
  expect([200, 402, 404], `${where}: ${JSON.stringify(answer.body)}`).toContain(answer.status)
  return expectDone(url, operation, tenant, where)
}

/** Interrupts an operation at each of its steps; `leased` gets what the wallets have then. */
const killedTogether = (seller: Seller, operation: Operation, leased: string[]) =>
  stopAtEachStep({
    async begin(after) {
      const one = await newOperation(seller, operation)
      const { header } = one
      return {
        ...one,
        ...(await stopOf(seller.gateway(), { header, after }, () => sent(seller, one))),
      }
    },
    async interrupt(round) {
      await seller.killed()
      const all = await Promise.all(round.map(one => done(seller.gateway(), one, one.place)))
      leased.push(...all.flat())
    },
  })

/** The same with one kill for each step: those count that a gateway does later, on its own. */
async function killedOneByOne(
  seller: Seller,
  operation: Operation,
  leased: string[],
): Promise<string[]> {
  const killed = async (arm: (gateway: Mortal) => void): Promise<string | undefined> => {
    const one = await newOperation(seller, operation)
    const gateway = seller.gateway()
    await gateway.idle()
    arm(gateway)
    const lived = await sent(seller, one)
    gateway.dieAfter(0)
    if (!lived) await seller.restart()
    leased.push(...(await done(seller.gateway(), one, gateway.died())))
    return lived ? undefined : gateway.died()!
  }
  const places: string[] = []
  for (let steps = 1; ; steps++) {
    const died = await killed(gateway => gateway.dieAfter(steps))
    if (died === undefined) break
    places.push(died)
  }
  // What is done later for an earlier caller may take the place of a step.
  for (const place of PLACES[operation].filter(one => !places.includes(one)))
    places.push((await killed(one => one.dieAt(place, 1))) ?? '')
  return places
}

/** Kills a gateway at each step of an operation; returns the steps. */
async function killedEverywhere(operation: Operation, kill = killedTogether): Promise<string[]> {
  const seller = await startSeller(world, wantedOf(operation), undefined, PATHS)
  const [before, leased] = [await heldOf(world), [] as string[]]
  try {
    const places = await kill(seller, operation, leased)
    const expected = [...before, ...leased].sort()
    await expect.poll(() => heldOf(world), { timeout: 60_000 }).toEqual(expected)
    await sleep(QUIET)
    expect(await heldOf(world)).toEqual(expected)
    for (const place of PLACES[operation]) expect(places).toContain(place)
    return places
  } finally {
    await seller.stop()
  }
}

it('[PHONE-020 PHONE-022] what is leased was paid for, wherever the process dies', async () => {
  const places = await killedEverywhere('buy')
  expect(places.filter(place => place.includes('store.commit')).length).toBeGreaterThan(5)
}, 300_000)

it('[PHONE-027] one payment adds 30 days once, wherever the process dies', async () => {
  const places = await killedEverywhere('renew')
  expect(places.filter(place => place.includes('store.commit')).length).toBeGreaterThan(3)
}, 300_000)

it('[PHONE-040] a number is given back once, wherever the process dies', async () => {
  const places = await killedEverywhere('release', killedOneByOne)
  expect(places.filter(place => place.includes('store.commit')).length).toBeGreaterThan(2)
}, 300_000)

/** Deaths that leave most to another gateway of the store. */
const DEATHS: readonly [Operation, string, number][] = [
  ['buy', 'after upstreams.call', 2],
  ['buy', 'after settler.settle', 1],
  ['renew', 'before settler.settle', 1],
  ['renew', 'after settler.settle', 1],
  ['release', 'after store.commit', 2],
]

suitesWith('redis', 'own').it.each(DEATHS)(
  '[PHONE-020 PHONE-027 PHONE-040] another gateway ends a %s whose gateway died %s',
  async (operation, place, nth) => {
    const redis = await spawnRedis()
    const shared = { REDIS_URL: `unix:${redis.path}`, LOG_LEVEL: 'silent' }
    const { DATA_DIR: _, ...env } = world.env
    const other = await world.open(shared)
    const gateway = await startMortal(
      { ...env, ...shared, RELAYER_KEY: world.chain.keys[3]! },
      PATHS,
    )
    try {
      const before = await heldOf(world)
      const tenant = await newTenant(other.url, world, operation)
      const wanted = wantedOf(operation, tenant.number)
      const header = await tenant.buyer.header(wanted)
      await gateway.idle()
      gateway.dieAt(place, nth)
      const lived = await sendAndSee(world, gateway, { wanted, header })
      expect([lived, gateway.died()]).toEqual([false, place])
      const answer = await repeat(async () => other.url, wanted, header)
      expect([200, 402, 404], JSON.stringify(answer.body)).toContain(answer.status)
      const leased = await expectDone(other.url, operation, tenant, place)
      const expected = [...before, ...leased].sort()
      await expect.poll(() => heldOf(world), { timeout: 60_000 }).toEqual(expected)
    } finally {
      gateway.child.kill('SIGKILL')
      await other.close()
      await redis.stop()
    }
  },
  120_000,
)
