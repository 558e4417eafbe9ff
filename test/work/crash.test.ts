/**
 * kill -9 at every step of a purchase of something that an upstream leases, whose last step fails,
 * or which makes a call for each element of a list: nothing is leased that nobody paid for.
 * `crash/numbers` kills purchases that succeed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startMortal, type Mortal } from '../crash/mortal.ts'
import { stopAtEachStep, stopOf } from '../crash/stops.ts'
import { newBuyer, type Answer, type Wanted } from '../helpers/buyer.ts'
import { spawnRedis } from '../helpers/redis.ts'
import { suitesWith } from '../helpers/servers.ts'
import { startLeases, type Leases } from './leases.ts'

const PRICE = 5_001_000n
const FUNDS = 10_000_000n
/** Longer than a follow-up is put off, ms. */
const QUIET = 8_000

let leases: Leases
let running: Mortal[] = []
const folders: string[] = []
beforeAll(async () => {
  leases = await startLeases()
})
beforeEach(() => leases.carrier.reset())
// Dozens of gateways, which would work beside those of the next test.
afterEach(() => {
  for (const gateway of running) gateway.child.kill('SIGKILL')
  running = []
})
afterAll(async () => {
  await leases?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const lost = { status: 0, headers: new Headers(), body: undefined } as Answer

/** A purchase that was interrupted. */
interface Interrupted {
  died: string | undefined
  number: string
  paid(): Promise<boolean>
  owned(): number
}

async function start(env: Readonly<Record<string, string>>): Promise<Mortal> {
  const gateway = await startMortal(
    { ...leases.env, LOG_LEVEL: 'silent', ...env },
    ['/api/v1/numbers', '/api/v1/groups'],
    leases.folder,
  )
  running.push(gateway)
  return gateway
}

/** Buys a number of its own country until it stops after so many steps, or is over. */
async function stopped(gateway: Mortal, after: number, more: object) {
  const [country, number] = [`C${after}`, `+1${after}`]
  leases.carrier.stock[country] = [number]
  const path = 'names' in more ? '/api/v1/groups' : '/api/v1/numbers'
  const wanted = { method: 'POST', path, body: { country, ...more } } as Wanted
  const buyer = await newBuyer(gateway.url, leases.chain, FUNDS)
  const header = await buyer.header(wanted)
  const stop = await stopOf(gateway, { header, after }, () =>
    buyer.send(wanted, header).catch(() => lost),
  )
  return {
    ...stop,
    died: stop.place,
    number,
    paid: async () => (await leases.chain.balanceOf(buyer.account.address)) === FUNDS - PRICE,
    owned: () => [...leases.carrier.owned.values()].filter(one => one.number === number).length,
  }
}

/** Interrupts purchases at each step, until one is not interrupted. */
async function interruptedEverywhere(more: object = {}): Promise<Interrupted[]> {
  const all: Interrupted[] = []
  const dir = mkdtempSync(join(tmpdir(), 'farebox-leases-crash-'))
  folders.push(dir)
  const env = { DATA_DIR: join(dir, 'data'), MEDIA_DIR: join(dir, 'media') }
  let gateway = await start(env)
  await stopAtEachStep({
    begin: after => stopped(gateway, after, more),
    async interrupt(round) {
      gateway.child.kill('SIGKILL')
      await gateway.dead
      gateway = await start(env)
      all.push(...round)
    },
  })
  return all
}

const stateOf = async (one: Interrupted) => ({
  died: one.died,
  number: one.number,
  paid: await one.paid(),
  owned: one.owned(),
})

it('nothing is leased in the end by a call whose last step fails, wherever the process dies', async () => {
  leases.carrier.instead = ({ path }) => (path === '/announcements' ? { status: 500 } : undefined)
  const all = await interruptedEverywhere({ announce: 'x' })
  expect(all.map(({ died }) => died)).toContain('after upstreams.call')
  const wrong = async () =>
    (await Promise.all(all.map(stateOf))).filter(({ paid, owned }) => paid || owned > 0)
  await expect.poll(wrong, { timeout: 60_000 }).toEqual([])
  await sleep(QUIET)
  expect(await wrong()).toEqual([])
  expect(leases.carrier.sold.size).toBeGreaterThan(3)
}, 300_000)

it('nothing is leased in the end by a call of which one element of a list fails, wherever the process dies', async () => {
  leases.carrier.instead = ({ path }) => (path === '/owners/dan' ? { status: 500 } : undefined)
  const all = await interruptedEverywhere({ names: ['ann', 'bob', 'cyn', 'dan'] })
  const calls = all.filter(({ died }) => died === 'after upstreams.call')
  expect(calls.length).toBeGreaterThanOrEqual(5)
  const wrong = async () =>
    (await Promise.all(all.map(stateOf))).filter(({ paid, owned }) => paid || owned > 0)
  await expect.poll(wrong, { timeout: 60_000 }).toEqual([])
  await sleep(QUIET)
  expect(await wrong()).toEqual([])
  expect(leases.carrier.sold.size).toBeGreaterThan(5)
}, 300_000)

it('what is leased is paid for once all calls of a list are made, wherever the process dies', async () => {
  const all = await interruptedEverywhere({ names: ['ann', 'bob', 'cyn'] })
  expect(all.map(({ died }) => died)).toContain('before settler.settle')
  const wrong = async () =>
    (await Promise.all(all.map(stateOf))).filter(({ paid, owned }) => owned !== (paid ? 1 : 0))
  await expect.poll(wrong, { timeout: 60_000 }).toEqual([])
  await sleep(QUIET)
  expect(await wrong()).toEqual([])
  expect((await stateOf(all.at(-1)!)).owned).toBe(1)
}, 300_000)

suitesWith('redis', 'own').it(
  'another gateway of the store gives back what a dead one bought',
  async () => {
    const redis = await spawnRedis()
    const other = await leases.open({ REDIS_URL: `unix:${redis.path}` })
    try {
      const dir = mkdtempSync(join(tmpdir(), 'farebox-leases-crash-'))
      folders.push(dir)
      const env = { REDIS_URL: `unix:${redis.path}`, MEDIA_DIR: dir }
      const gateway = await start({
        ...env,
        RELAYER_KEY: leases.chain.keys[1]!,
      })
      const wanted = { method: 'POST', path: '/api/v1/numbers', body: { country: 'US' } } as Wanted
      const buyer = await newBuyer(gateway.url, leases.chain, FUNDS)
      const header = await buyer.header(wanted)
      gateway.dieAt('after upstreams.call', 2)
      expect((await buyer.send(wanted, header).catch(() => lost)).status).toBe(0)
      await gateway.dead
      expect([leases.carrier.owned.size, gateway.died()]).toEqual([1, 'after upstreams.call'])
      await expect.poll(() => leases.carrier.owned.size, { timeout: 40_000 }).toBe(0)
      expect(await buyer.balance()).toBe(FUNDS)
      const again = await newBuyer(other.url, leases.chain, 0n)
      expect((await again.send(wanted, header)).status).toBe(200)
      expect([await buyer.balance(), leases.carrier.owned.size]).toEqual([FUNDS - PRICE, 1])
    } finally {
      await other.close()
      await redis.stop()
    }
  },
  120_000,
)
