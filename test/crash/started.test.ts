/**
 * kill -9 at every step of placing a call by an AI and of creating a sandbox: what was started at
 * an upstream and is not paid is stopped there, what is paid goes on, and nothing is paid twice.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import type { Answer, Buyer, Wanted } from '../helpers/buyer.ts'
import { spawnRedis } from '../helpers/redis.ts'
import { suitesWith } from '../helpers/servers.ts'
import { bought, signed } from '../routes/client.ts'
import { newCaller, sendOnce } from './caller.ts'
import { startSeller, type Seller } from './harness.ts'
import { startMortal } from './mortal.ts'
import { repeat } from './number-desk.ts'
import { stopAtEachStep, stopOf } from './stops.ts'

const NUMBER = '/api/v1/phone/numbers/buy'
/** How long a call to an upstream may take here, ms: what is not paid is stopped soon after it. */
const MOST_MS = '1000'

let world: World
beforeAll(async () => {
  const { env, ...more } = await startWorld()
  world = { ...more, env: { ...env, MOST_MS } }
})
afterAll(() => world?.stop())

/** What is started at an upstream. */
interface Started {
  wanted: Wanted
  price: bigint
  /** Sold too, because whoever starts it needs it. */
  needs?: string
  /** The id of what a reply is about. */
  idOf(body: any): string
  /** The ids of what was started and is not stopped, and how much was ever started. */
  atUpstream(): Promise<{ running: string[]; all: number }>
}

const CALL: Started = {
  wanted: {
    method: 'POST',
    path: '/api/v1/voice/call',
    body: { to: '+14155552671', task: 'Ask when they open' },
  },
  price: 541_000n,
  needs: NUMBER,
  idOf: body => body.call_id,
  async atUpstream() {
    const all = world.upstreams.jobs('caller')
    const running = all.filter(({ state }) => state === 'pending').map(({ id }) => id)
    return { running, all: all.length }
  },
}

/** Asks the sandbox service itself. */
async function askBoxes(operation: string, body: object): Promise<any> {
  const { BOXES_URL, BOXES_KEY } = world.env
  const reply = await fetch(`${BOXES_URL!}/${operation}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${BOXES_KEY!}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return reply.json()
}

const BOX: Started = {
  wanted: { method: 'POST', path: '/api/v1/sandbox/create', body: { timeout: 86_400 } },
  price: 2_401_000n,
  idOf: body => body.sandbox_id,
  async atUpstream() {
    const { boxes } = (await askBoxes('list', {})) as {
      boxes: { sandbox_id: string; status: string }[]
    }
    const running = boxes.filter(({ status }) => status === 'running')
    return { running: running.map(one => one.sandbox_id), all: boxes.length }
  },
}

/** A wallet that may start it. */
async function newStarter({ needs }: Started, url: string): Promise<Buyer> {
  const buyer = await newCaller(url, world, 500_000_000n)
  if (needs !== undefined)
    expect((await bought(url, buyer.account, { path: needs, body: {} })).status).toBe(200)
  return buyer
}

/** Starts something for a new wallet until it stops after so many steps, or is over. */
async function stopped(thing: Started, seller: Seller, after: number) {
  const gateway = seller.gateway()
  const buyer = await newStarter(thing, gateway.url)
  const [funds, header] = [
    await buyer.balance(),
    await signed(gateway.url, buyer.account, thing.wanted),
  ]
  const answered = { first: undefined as Answer | undefined }
  const stop = await stopOf(gateway, { header, after }, async () => {
    answered.first = await sendOnce(gateway.url, thing.wanted, header)
  })
  return { ...stop, header, answered, paid: async () => funds - (await buyer.balance()) }
}

/**
 * Repeats the header of what was interrupted until it is answered, and once more. Resolves with the
 * id of what was paid.
 */
async function carriedOn(
  { wanted, price, idOf }: Started,
  url: string,
  { place, header, answered, paid }: Awaited<ReturnType<typeof stopped>>,
): Promise<string> {
  const where = `killed ${place ?? 'not at all'}`
  const { first } = answered
  const answer = first?.status === 200 ? first : await repeat(async () => url, wanted, header)
  expect(answer.status, `${where}: ${JSON.stringify(answer.body)}`).toBe(200)
  expect(await paid(), where).toBe(price)
  const again = await sendOnce(url, wanted, header)
  if (again.status === 200) expect(idOf(again.body), where).toBe(idOf(answer.body))
  else expect([again.status, again.body.code], where).toEqual([402, 'PAYMENT_REPLAY'])
  return idOf(answer.body)
}

/** What is running is what was paid, and something was stopped. */
async function expectPaidAlone(thing: Started, paid: readonly string[]): Promise<void> {
  const running = async () => (await thing.atUpstream()).running.sort()
  await expect.poll(running, { timeout: 60_000 }).toEqual([...paid].sort())
  expect((await thing.atUpstream()).all).toBeGreaterThan(paid.length)
}

/** Steps at which a gateway has to be killed. */
const PLACES = ['before upstreams.call', 'after upstreams.call', 'before settler.settle']

/** Interrupts something at each of its steps; returns the steps. */
async function killedEverywhere(thing: Started): Promise<string[]> {
  const more = thing.needs === undefined ? [] : [thing.needs]
  const seller = await startSeller(world, thing.wanted, undefined, more)
  const paid: string[] = []
  try {
    const places = await stopAtEachStep({
      begin: after => stopped(thing, seller, after),
      async interrupt(round) {
        await seller.killed()
        const { url } = seller.gateway()
        paid.push(...(await Promise.all(round.map(one => carriedOn(thing, url, one)))))
      },
    })
    await expectPaidAlone(thing, paid)
    return places
  } finally {
    await seller.stop()
  }
}

it.each<[string, Started]>([
  ['[VOICE-029] a call', CALL],
  ['[BOX-038] a sandbox', BOX],
])(
  '%s goes on if and only if it is paid, wherever the process dies',
  async (_id, thing) => {
    const places = await killedEverywhere(thing)
    expect(places).toEqual(expect.arrayContaining(PLACES))
    expect(places.filter(place => place.includes('store.commit')).length).toBeGreaterThan(3)
  },
  300_000,
)

/** Deaths that leave most to another gateway of the store. */
const DEATHS: readonly [string, Started, string][] = [
  ['a call', CALL, 'after upstreams.call'],
  ['a sandbox', BOX, 'before settler.settle'],
]

suitesWith('redis', 'own').it.each(DEATHS)(
  '[VOICE-029 BOX-038] another gateway stops %s whose gateway died unpaid',
  async (_name, thing, place) => {
    const redis = await spawnRedis()
    const { DATA_DIR: _, MOST_MS, ...env } = world.env
    const shared = { ...env, REDIS_URL: `unix:${redis.path}`, LOG_LEVEL: 'silent' }
    const paths = [thing.wanted.path, NUMBER]
    const [one, other] = await Promise.all(
      [1, 2].map(i =>
        startMortal({ ...shared, MOST_MS: MOST_MS!, RELAYER_KEY: world.chain.keys[i]! }, paths),
      ),
    )
    try {
      const before = await thing.atUpstream()
      const buyer = await newStarter(thing, other!.url)
      const header = await signed(one!.url, buyer.account, thing.wanted)
      const funds = await buyer.balance()
      await one!.idle()
      one!.dieAt(place, 1)
      expect((await sendOnce(one!.url, thing.wanted, header)).status).toBe(0)
      expect(one!.died()).toBe(place)
      expect((await thing.atUpstream()).all).toBe(before.all + 1)
      const running = async () => (await thing.atUpstream()).running.length
      await expect.poll(running, { timeout: 60_000 }).toBe(before.running.length)
      expect(await buyer.balance()).toBe(funds)
      const { status, body } = await repeat(async () => other!.url, thing.wanted, header)
      expect([status, funds - (await buyer.balance())]).toEqual([200, thing.price])
      expect((await thing.atUpstream()).running).toContain(thing.idOf(body))
    } finally {
      for (const { child } of [one!, other!]) child.kill('SIGKILL')
      await redis.stop()
    }
  },
  120_000,
)
