// What a gateway that is killed has begun, and another one of the same store goes on with: a named
// purchase (`payment-identifier`), whose caller signs another payment with the same name, and free
// results (`pay.free_quota`).
import {
  appendPaymentIdentifierToExtensions,
  declarePaymentIdentifierExtension,
} from '@x402/extensions/payment-identifier'
import { afterAll, beforeAll, expect } from 'vitest'
import { catalog } from '../../generated/index.ts'
import { prefixOf } from '../../runtime/store/open.ts'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { newBuyer, type Buyer } from '../helpers/buyer.ts'
import { spawnRedis } from '../helpers/redis.ts'
import { newRelayer } from '../helpers/relayer.ts'
import { suitesWith } from '../helpers/servers.ts'
import { redisStore } from '../helpers/store.ts'
import { sendOnce } from './caller.ts'
import { startMortal, type Mortal } from './mortal.ts'
import { PURCHASES } from './purchases.ts'

const FUNDS = 10_000_000n
const NAME = 'order_0000000000000001'
const wanted = PURCHASES.whole

let world: World
let redis: Awaited<ReturnType<typeof spawnRedis>>
let other: string
const mortals: Mortal[] = []

/** What is free for so many results of an address. */
const SEARCH = { path: '/api/v1/websearch/search', body: { query: 'x402' } }
const FREE_RESULTS = 4
/** How long a call under way has its place, ms. */
const QUARTER = 900_000
/** The places of an address, each until when it is taken, Unix ms. */
interface Quota {
  taken: Readonly<Record<string, number>>
}
/** Where a process dies that serves a free result: it takes a place first, and counts it last. */
const DEATHS = [
  ['before store.commit', 1],
  ['after store.commit', 1],
  ['before store.commit', 2],
  ['after store.commit', 2],
] as const

/** Asks for it without a payment; 0 if the gateway dies. */
async function askFree(url: string, address: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'cf-connecting-ip': address }
  const sent = { method: 'POST', headers, body: JSON.stringify(SEARCH.body) }
  const reply = await fetch(new URL(SEARCH.path, url), sent).catch(() => undefined)
  await reply?.arrayBuffer().catch(() => undefined)
  return reply?.status ?? 0
}

/** The environment of a gateway with the common store and a relayer of its own. */
async function newEnv(): Promise<Record<string, string>> {
  const { DATA_DIR: _, ...env } = world.env
  const own = { RELAYER_KEY: await newRelayer(world.chain), LOG_LEVEL: 'silent' }
  return { ...env, ...own, REDIS_URL: `unix:${redis.path}` }
}

/** A fresh payment with the name, signed anew each time. */
async function named(buyer: Buyer): Promise<string> {
  const payload = JSON.parse(Buffer.from(await buyer.header(wanted), 'base64').toString())
  const extensions = { 'payment-identifier': declarePaymentIdentifierExtension() }
  appendPaymentIdentifierToExtensions(extensions, NAME)
  return Buffer.from(JSON.stringify({ ...payload, extensions })).toString('base64')
}

/** What a payment header pays, micro-USD. */
const priceOf = (header: string): bigint =>
  BigInt(JSON.parse(Buffer.from(header, 'base64').toString()).accepted.amount)

const suite = suitesWith('redis', 'own')
suite.describe('a named purchase, after a kill', () => {
  beforeAll(async () => {
    world = await startWorld()
    redis = await spawnRedis()
    other = (await world.open(await newEnv())).url
  })
  afterAll(async () => {
    for (const { child } of mortals) child.kill('SIGKILL')
    await world?.stop()
    await redis?.stop()
  })

  suite.it.concurrent.for([
    ['before store.commit', 1],
    ['after store.commit', 1],
    ['before upstreams.call', 1],
    ['after upstreams.call', 1],
    ['before settler.settle', 1],
    ['after settler.settle', 1],
    ['after store.commit', 2],
    ['after store.commit', 3],
  ] as const)(
    'is charged once to whoever signs again (%s, %i)',
    { timeout: 120_000 },
    // Concurrent tests need an `expect` of their own.
    async ([step, nth], { expect: expectHere }) => {
      const first = await startMortal(await newEnv(), wanted.path)
      mortals.push(first)
      const buyer = await newBuyer(other, world.chain, FUNDS)
      const header = await named(buyer)
      first.dieAt(step, nth)
      expect((await sendOnce(first.url, wanted, header)).status).toBe(0)
      await first.dead
      const again = async (): Promise<number> =>
        (await sendOnce(other, wanted, await named(buyer))).status
      await expectHere.poll(again, { timeout: 60_000, interval: 500 }).toBe(200)
      expect([await again(), await again()]).toEqual([200, 200])
      expect(FUNDS - (await buyer.balance())).toBe(priceOf(header))
    },
  )

  suite.it(
    '[free_quota] free results are at most once too few in the count, and the quota is kept',
    async () => {
      const env: Record<string, string> = {
        ...(await newEnv()),
        FREE_RESULTS: String(FREE_RESULTS),
      }
      const alive = await startMortal(env, SEARCH.path)
      mortals.push(alive)
      const { store, stop } = await redisStore(redis, prefixOf(catalog, env.NETWORK!))
      const seen: unknown[] = []
      for (const [i, [step, nth]] of DEATHS.entries()) {
        const address = `192.0.2.${i + 1}`
        const dying = await startMortal({ ...env, ...(await newEnv()) }, SEARCH.path)
        mortals.push(dying)
        expect(await askFree(dying.url, address)).toBe(200)
        await dying.idle()
        dying.dieAt(step, nth)
        const last = await askFree(dying.url, address)
        await dying.dead
        const race = Array.from({ length: 6 }, () => askFree(alive.url, address))
        const free = (await Promise.all(race)).filter(status => status === 200).length
        await alive.idle()
        const { doc } = (await store.get<Quota>('gateway.quotas', `free|${address}`))!
        const counted = Object.values(doc.taken).filter(end => end > Date.now() + QUARTER).length
        seen.push({ step, nth, free, counted })
        expect(1 + free + (last === 200 ? 1 : 0)).toBeLessThanOrEqual(FREE_RESULTS)
      }
      await stop()
      expect(seen).toEqual([
        { step: 'before store.commit', nth: 1, free: 3, counted: 4 },
        { step: 'after store.commit', nth: 1, free: 2, counted: 3 },
        { step: 'before store.commit', nth: 2, free: 2, counted: 3 },
        { step: 'after store.commit', nth: 2, free: 2, counted: 4 },
      ])
    },
    60_000,
  )
})
