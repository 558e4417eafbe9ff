// kill -9 at every step of leasing a number, renewing it and giving it back: nothing is owned
// without being paid or given back, nothing is paid and not owned, no lease is lost or doubled.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { spawnRedis } from '../helpers/redis.ts'
import { suitesWith } from '../helpers/servers.ts'
import { startSeller, type Seller } from './harness.ts'
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
} from './number-desk.ts'

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

/**
 * Does an operation with a kill on the way (`arm`), and once more; resolves with the step at which
 * the gateway died, undefined if it lived. `leased` gets what the wallet has then.
 */
async function killed(
  seller: Seller,
  operation: Operation,
  arm: (gateway: Mortal) => void,
  leased: string[],
): Promise<string | undefined> {
  const tenant = await newTenant(seller.gateway().url, world, operation)
  const wanted = wantedOf(operation, tenant.number)
  const header = await tenant.buyer.header(wanted)
  const gateway = seller.gateway()
  await gateway.idle()
  arm(gateway)
  const gone = operation === 'release' ? tenant.number : undefined
  const lived = await sendAndSee(world, gateway, { wanted, header, gone })
  const where = `${operation}, killed ${gateway.died() ?? 'not at all'}`
  gateway.dieAfter(0)
  if (!lived) await seller.restart()
  const answer = await repeat(async () => seller.gateway().url, wanted, header)
  expect([200, 402, 404], `${where}: ${JSON.stringify(answer.body)}`).toContain(answer.status)
  leased.push(...(await expectDone(seller.gateway().url, operation, tenant, where)))
  return lived ? undefined : gateway.died()!
}

/** Kills a gateway at each step of an operation; returns the steps, and who has what then. */
async function killedEverywhere(operation: Operation): Promise<string[]> {
  const seller = await startSeller(world, wantedOf(operation), undefined, PATHS)
  const before = await heldOf(world)
  const leased: string[] = []
  const places: string[] = []
  try {
    for (let steps = 1; ; steps++) {
      const died = await killed(seller, operation, gateway => gateway.dieAfter(steps), leased)
      if (died === undefined) break
      places.push(died)
    }
    // What is done later for an earlier caller may take the place of a step.
    for (const place of PLACES[operation].filter(one => !places.includes(one)))
      places.push((await killed(seller, operation, one => one.dieAt(place, 1), leased)) ?? '')
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
  const places = await killedEverywhere('release')
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
