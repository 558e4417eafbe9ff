/**
 * Two gateway processes on one Redis while the catalog changes again and again under load. SWITCHES
 * says how often (1,000 before a release of the project).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { createReleases, type Releases } from '../../runtime/releases/releases.ts'
import { createRedisStore } from '../../runtime/store/redis.ts'
import type { Store } from '../../runtime/store/store.ts'
import { isInShare } from '../../runtime/releases/canary.ts'
import { buy } from '../../scripts/buyer/buy.ts'
import { abortByHand, begin } from '../../scripts/deploy/canary.ts'
import { goLive } from '../../scripts/deploy/go-live.ts'
import type { Made } from '../../scripts/deploy/make.ts'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { newBuyer, type Buyer } from '../helpers/buyer.ts'
import { spawnGateway, type GatewayProcess } from '../helpers/gateway.ts'
import { startRedis, type TestRedis } from '../helpers/redis.ts'
import {
  alikeSource,
  earlySource,
  forged,
  lateSource,
  PRICES,
  released,
  sealOf,
} from '../helpers/releases.ts'
import { suitesWith } from '../helpers/servers.ts'

const { it } = suitesWith('redis')
const SWITCHES = Number(process.env.SWITCHES ?? 10)
/** Callers that buy one after the other, at each process. */
const CALLERS = 2

let redis: TestRedis
let world: World
let gateways: GatewayProcess[]
let store: Store
let releases: Releases
let early: Made
let late: Made
let env: Record<string, string>

beforeAll(async () => {
  const source = await earlySource()
  ;[early, late] = [released(source), released(lateSource(source))]
  redis = await startRedis()
  world = await startWorld()
  const { connection } = redis
  const { DATA_DIR: _, ...rest } = world.env
  const url = 'path' in connection ? `unix://${connection.path}` : connection.url
  env = { ...rest, LOG_LEVEL: 'error', REDIS_URL: url }
  gateways = await Promise.all([spawnGateway(env), spawnGateway(env)])
  store = await createRedisStore({
    ...connection,
    prefix: `farebox:${world.spec.name}`,
    warn: () => undefined,
  })
  releases = createReleases(store, systemClock, sealOf(world.spec.name))
}, 120_000)
afterAll(async () => {
  await Promise.all(gateways?.map(one => one.kill('SIGTERM')) ?? [])
  await store?.close()
  await world?.stop()
  await redis?.stop()
})

/** What one purchase showed. */
interface Seen {
  id: string
  asked: bigint
  tier: string
  shown: string
  status: number
  charged?: string
  code?: string
}

/** One purchase, step by step; a fault of the connection rejects. */
async function purchase(buyer: Buyer, id: string): Promise<Seen> {
  const path = `/api/v1/pm/venue-a/markets?limit=2&search=${id}`
  const wanted = { method: 'GET', path } as const
  const first = await buyer.ask(wanted)
  const header = await buyer.header(wanted)
  const { status, body, receipt } = await buyer.send(wanted, header)
  return {
    id,
    asked: first.amount,
    tier: first.body.tier,
    shown: first.body.price.amount,
    status,
    charged: receipt?.transaction,
    code: body?.code,
  }
}

const early402 = { asked: PRICES.early, tier: 'standard', shown: '0.0085' }
const late402 = { asked: PRICES.late, tier: 'late', shown: '0.0091' }

/** The processes look when the pointer has changed, instead of at their next second. */
const lookNow = (line: string): void => {
  if (line.startsWith('The pointer')) for (const one of gateways) one.look()
}

async function load(stop: AbortSignal): Promise<Seen[]> {
  const seen: Seen[] = []
  let next = 0
  const caller = async (url: string): Promise<void> => {
    const buyer = await newBuyer(url, world.chain, 1_000_000_000n)
    while (!stop.aborted) seen.push(await purchase(buyer, `buyer-${next++}`))
  }
  const callers = gateways.flatMap(({ url }) => Array.from({ length: CALLERS }, () => caller(url)))
  await Promise.all(callers)
  return seen
}

it(
  `${SWITCHES} switches lose no request and mix no two catalogs`,
  async () => {
    await Promise.all([early, late].map(({ release, bytes }) => releases.put(release, bytes)))
    const stop = new AbortController()
    const before = await world.chain.balanceOf(world.payTo)
    const served: Call[] = []
    const loading = load(stop.signal)
    loading.catch(() => undefined)
    for (let n = 0; n < SWITCHES; n++) {
      const { release } = n % 2 ? early : late
      const { serving, refused, silent } = await goLive(releases, release, { say: lookNow })
      expect([serving.length, refused, silent]).toEqual([2, [], []])
      served.push(...newCalls())
      await pause(20)
    }
    stop.abort()
    const all = await loading
    served.push(...newCalls())
    report(all)
    // Each quote is of one catalog, and each payment is served, or refused with the price of now.
    for (const { asked, tier, shown } of all)
      expect([early402, late402]).toContainEqual({ asked, tier, shown })
    const ends = new Set(all.map(({ status }) => status))
    expect([...ends].filter(status => status !== 200 && status !== 402)).toEqual([])
    for (const { status, charged } of all) expect(charged !== undefined).toBe(status === 200)
    // What was earned is what was served at the price of the catalog that made the upstream call.
    const bought = new Set(all.filter(({ status }) => status === 200).map(({ id }) => id))
    expect(new Set(served.map(({ id }) => id))).toEqual(bought)
    expect(served).toHaveLength(bought.size)
    const earned = (await world.chain.balanceOf(world.payTo)) - before
    expect(earned).toBe(served.reduce((sum, { price }) => sum + price, 0n))
    expect(new Set(served.map(({ price }) => price)).size).toBe(2)
  },
  60_000 + SWITCHES * 5_000,
)

/** A call of the upstream: for which purchase, and what the catalog that made it charges. */
interface Call {
  id: string | undefined
  price: bigint
}

/** The calls since the last time; the upstream remembers a limited number. */
function newCalls(): Call[] {
  const calls = world.upstreams.calls('predex').map(({ query, headers }) => ({
    id: query.search,
    price: headers.includes('x-edition') ? PRICES.late : PRICES.early,
  }))
  world.upstreams.reset('predex')
  return calls
}

function report(all: readonly Seen[]): void {
  if (process.env.SWITCHES === undefined) return
  const served = all.filter(({ status }) => status === 200).length
  console.log(
    `${SWITCHES} switches, ${all.length} purchases, ${served} served, ${all.length - served} refused uncharged`,
  )
}

it('a release that fails a check is refused by both, which go on with the last good one', async () => {
  const source = await earlySource()
  const before = await releases.pointer()
  const bad = forged(lateSource(source, 'bad'), content => ({ ...content, contract: 99 }))
  await releases.put(bad.release, bad.bytes)
  const { serving, refused } = await goLive(releases, bad.release, { say: lookNow })
  expect(serving).toEqual([])
  expect(refused.map(one => one.refused?.check)).toEqual(['contract', 'contract'])
  for (const { url } of gateways) {
    const health = (await (await fetch(`${url}/api/health`)).json()) as any
    expect(health.catalog_refused.reason).toMatch(/^contract: /)
  }
  await goLive(releases, before!.doc.current.release, { say: lookNow })
})

it('a canary serves the same wallets in both, also after a crash, until it is aborted', async () => {
  const source = await earlySource()
  await goLive(releases, early.release, { say: lookNow })
  const canary = { ...released(alikeSource(source)), percent: 50 }
  const { serving, refused } = await begin(releases, canary, { say: lookNow })
  expect([serving.length, refused]).toEqual([2, []])
  const [inside, outside] = [await buyerInShare(canary, true), await buyerInShare(canary, false)]
  expect(await sidesOf(inside, outside)).toEqual([true, false, true, false])
  await gateways[1]!.kill('SIGKILL')
  gateways[1] = await spawnGateway(env)
  expect(await sidesOf(inside, outside)).toEqual([true, false, true, false])
  await abortByHand(releases, { say: lookNow })
  expect(await sidesOf(inside, outside)).toEqual([false, false, false, false])
}, 120_000)

async function buyerInShare(canary: Made & { percent: number }, is: boolean): Promise<Buyer> {
  for (;;) {
    const buyer = await newBuyer(gateways[0]!.url, world.chain)
    const wallet = buyer.account.address.toLowerCase()
    if (isInShare(wallet, { ...canary, from: 0 }) === is) return buyer
  }
}

/** Whether the canary made the upstream call of a purchase: of each buyer, at each process. */
async function sidesOf(...buyers: Buyer[]): Promise<boolean[]> {
  const sides: boolean[] = []
  newCalls()
  for (const { url } of gateways)
    for (const { account } of buyers) {
      const path = `/api/v1/pm/venue-a/markets?limit=2&search=buyer-${sides.length}`
      const { status } = await buy({ method: 'GET', path }, { url, account, pollEvery: 50 })
      expect(status).toBe(200)
      sides.push(newCalls().some(({ price }) => price === PRICES.late))
    }
  return sides
}
