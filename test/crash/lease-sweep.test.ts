/**
 * Leases that have ended, at two gateways on one Redis: a number goes back to the carrier once,
 * wherever the process that sweeps dies, and then has one new owner, however many wallets want it.
 */
import { afterAll, beforeAll, expect } from 'vitest'
import type { Assembled } from '../../runtime/assemble.ts'
import { documentKey } from '../../runtime/owned/documents.ts'
import type { OwnedDocument } from '../../runtime/owned/types.ts'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { spawnRedis } from '../helpers/redis.ts'
import { newRelayer } from '../helpers/relayer.ts'
import { suitesWith } from '../helpers/servers.ts'
import { windClock } from '../routes/wind-clock.ts'
import { newCaller, sendOnce } from './caller.ts'
import { startMortal } from './mortal.ts'
import { heldOf, idOf, newTenant, PATHS, wantedOf } from './number-desk.ts'

const PRICE = 5_001_000n
const FUNDS = 10_000_000n
const DAY = 86_400
const RACERS = 50

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.stop())

/** Ends the lease of a number eight days ago, which is longer than it is kept. */
async function expire({ parts: { store } }: Assembled, number: string): Promise<void> {
  const key = documentKey('phone_numbers', number)
  const { doc, version, tag } = (await store.get<OwnedDocument>('records', key))!
  const expires_at = Math.floor(Date.now() / 1000) - 8 * DAY
  const ended = { ...doc, row: { ...doc.row, expires_at } }
  const change = { do: 'replace', in: 'records', key, version, tag, doc: ended } as const
  expect(await store.commit([change])).toBe(true)
}

/** How often the carrier was given back what has this id. */
const givenBack = (id: string): number =>
  world.upstreams
    .calls('carrier')
    .filter(({ method, status }) => method === 'DELETE' && status === 204)
    .filter(({ path }) => path.includes(id)).length

/**
 * Where a gateway dies that finds the ended lease at its start; its first commit is another one.
 */
const DEATHS: readonly [nth: number, place: string][] = [
  [1, 'before store.commit'],
  [2, 'before store.commit'],
  [2, 'after store.commit'],
  [1, 'before upstreams.call'],
  [1, 'after upstreams.call'],
]

suitesWith('redis', 'own').it.concurrent.for(DEATHS)(
  '[PHONE-036] a number whose lease has ended goes back once if the sweep dies (%i) %s',
  { timeout: 150_000 },
  // Concurrent tests need an `expect` of their own.
  async ([nth, place], { expect: expectHere }) => {
    const redis = await spawnRedis()
    const RELAYER_KEY = await newRelayer(world.chain)
    const shared = { REDIS_URL: `unix:${redis.path}`, LOG_LEVEL: 'silent', RELAYER_KEY }
    const { DATA_DIR: _, ...env } = world.env
    try {
      const first = await world.open(shared)
      const { number } = await newTenant(first.url, world, 'renew')
      const id = await idOf(world, number!)
      await expire(first, number!)
      await first.close()
      const own = { RELAYER_KEY: await newRelayer(world.chain), DIE_AT: `${nth} ${place}` }
      const died = startMortal({ ...env, ...shared, ...own }, PATHS).then(
        async gateway => {
          await gateway.dead
          return gateway.died()
        },
        ({ message }: Error) => message.split(': ').at(-1),
      )
      expect(await died).toBe(place)
      // Another gateway, and one that is started after that.
      for (const _restart of [1, 2]) {
        const other = await world.open(shared)
        await expectHere.poll(() => heldOf(world), { timeout: 60_000 }).not.toContain(number)
        await other.close()
      }
      expect(givenBack(id!)).toBe(1)
    } finally {
      await redis.stop()
    }
  },
)

suitesWith('redis', 'own').it(
  '[PHONE-023 PHONE-036] 50 wallets at two gateways want the only number right after it is free again: one has it',
  async () => {
    const redis = await spawnRedis()
    const shared = { REDIS_URL: `unix:${redis.path}`, LOG_LEVEL: 'silent' }
    const clock = windClock()
    const relayers = [world.env.RELAYER_KEY!, world.chain.keys[3]!]
    const gateways: Assembled[] = []
    try {
      for (const RELAYER_KEY of relayers)
        gateways.push(await world.open({ ...shared, RELAYER_KEY }, { clock }))
      const [a] = gateways as [Assembled]
      const wanted = { ...wantedOf('buy'), body: { country: 'IE' } }
      const ann = await newCaller(a.url, world, FUNDS)
      const { status, body } = await ann.send(wanted, await ann.header(wanted))
      const number = body.phone_number as string
      expect(status).toBe(200)
      const racers = await Promise.all(
        Array.from({ length: RACERS }, (_, n) =>
          newCaller(gateways[n % 2]!.url, world, FUNDS).then(async buyer => ({
            buyer,
            url: gateways[n % 2]!.url,
            header: await buyer.header(wanted),
          })),
        ),
      )
      await expire(a, number)
      const earned = await world.chain.balanceOf(world.payTo)
      const swept = async (): Promise<string[]> => {
        await clock.wind(2_000)
        return heldOf(world)
      }
      await expect.poll(swept, { timeout: 30_000 }).not.toContain(number)
      const seen = await Promise.all(racers.map(one => sendOnce(one.url, wanted, one.header)))
      const won = racers.filter((_, n) => seen[n]!.status === 200)
      expect(won, JSON.stringify(seen.map(one => one.body))).toHaveLength(1)
      const others = seen.map(one => one.status).filter(one => one !== 200)
      expect([404, 502]).toEqual(expect.arrayContaining([...new Set(others)]))
      const paid = await Promise.all(
        racers.map(async ({ buyer }) => FUNDS - (await buyer.balance())),
      )
      expect(paid.filter(micro => micro > 0n)).toEqual([PRICE])
      expect((await world.chain.balanceOf(world.payTo)) - earned).toBe(PRICE)
      const list = { method: 'POST', path: PATHS[2]!, body: {} } as const
      const { buyer, url } = won[0]!
      const listed = await buyer.send(list, await buyer.header(list))
      expect(
        listed.body.numbers.map((one: any) => one.phone_number),
        url,
      ).toEqual([number])
      const isKept = async (): Promise<number> =>
        (await heldOf(world)).filter(one => one === number).length
      await expect.poll(isKept, { timeout: 20_000 }).toBe(1)
    } finally {
      for (const one of gateways) await one.close()
      await redis.stop()
    }
  },
  120_000,
)
