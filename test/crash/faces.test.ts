/**
 * kill -9 at every step of an enrollment: nothing is charged without an asset or twice, a paid
 * asset is listed exactly once, and the service keeps no asset that nobody owns. And a video with
 * an enrolled asset goes on after a kill.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import type { Answer, Buyer, Wanted } from '../helpers/buyer.ts'
import { spawnRedis } from '../helpers/redis.ts'
import { newRelayer } from '../helpers/relayer.ts'
import { suitesWith } from '../helpers/servers.ts'
import { follow, newCaller, sendOnce } from './caller.ts'
import { startMortal, type Mortal } from './mortal.ts'
import { repeat } from './number-desk.ts'
import { stopAtEachStep, stopOf } from './stops.ts'

const FUNDS = 10_000_000n
const PRICE = 11_000n
const ENROLL = '/api/v1/realface/enroll'
/**
 * How long a call to an upstream may take here, ms; what is left of a dead process is undone then.
 */
const MOST_MS = '1000'

let world: World
const running = new Set<Mortal>()
const folders: string[] = []
beforeAll(async () => {
  world = await startWorld()
})
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await world?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** The environment of a gateway with a store and a relayer of its own. */
async function newEnv(): Promise<Record<string, string>> {
  const dir = mkdtempSync(join(tmpdir(), 'farebox-faces-crash-'))
  folders.push(dir)
  const relayer = await newRelayer(world.chain)
  const [DATA_DIR, MEDIA_DIR] = [join(dir, 'data'), join(dir, 'media')]
  const own = { RELAYER_KEY: relayer, DATA_DIR, MEDIA_DIR, LOG_LEVEL: 'silent', MOST_MS }
  return { ...world.env, ...own }
}

async function start(env: Record<string, string>, paths: string): Promise<Mortal> {
  const gateway = await startMortal(env, paths)
  running.add(gateway)
  void gateway.dead.then(() => running.delete(gateway))
  return gateway
}

/** What the service holds under a name. */
async function held(name: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${world.env.FACES_KEY!}` }
  const reply = await fetch(`${world.env.FACES_URL!}/v1/assets`, { headers })
  const { assets } = (await reply.json()) as { assets: { id: string; name: string }[] }
  return assets.filter(asset => asset.name === name).map(({ id }) => id)
}

/** A handle of an active group, from a gateway with the same keys, on a store of its own. */
async function activeGroup(): Promise<string> {
  const gateway = await world.open({ ...(await newEnv()) })
  const reply = await fetch(`${gateway.url}/api/v1/realface/init`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada' }),
  })
  const { group_id, h5_link } = (await reply.json()) as { group_id: string; h5_link: string }
  const id = new URL(h5_link).pathname.slice('/live/'.length)
  world.upstreams.orderJobs('faces', 'finish', { id })
  await fetch(`${gateway.url}/api/v1/realface/status?groupId=${group_id}`)
  await gateway.close()
  return group_id
}

interface Interrupted {
  name: string
  died: string | undefined
  buyer: Buyer
  answer: Answer
  /** The answer to the same header once more. */
  replayed: Answer
  listed: any[]
}

/** Enrolls with a new wallet until it stops after so many steps, or is over. */
async function stopped(gateway: Mortal, group_id: string, after: number) {
  const name = `step ${after}`
  const body = { name, image_url: 'https://pictures.example/a.png', group_id }
  const wanted: Wanted = { method: 'POST', path: ENROLL, body }
  const buyer = await newCaller(gateway.url, world, FUNDS)
  const header = await buyer.header(wanted)
  const answered = { first: undefined as Answer | undefined }
  const stop = await stopOf(gateway, { header, after }, async () => {
    answered.first = await follow(gateway.url, wanted, header)
  })
  return { ...stop, name, buyer, wanted, header, answered }
}

/** Repeats the header of what was interrupted. */
async function carriedOn(
  { url }: Mortal,
  { place: died, name, buyer, wanted, header, answered }: Awaited<ReturnType<typeof stopped>>,
): Promise<Interrupted> {
  const { first } = answered
  const answer = first?.status === 200 ? first : await follow(url, wanted, header)
  const replayed = await sendOnce(url, wanted, header)
  const shown = await fetch(`${url}/api/v1/wallet/${buyer.account.address}/realfaces`)
  const listed = ((await shown.json()) as any).realfaces
  return { name, died, buyer, answer, replayed, listed }
}

/** Interrupts an enrollment at each of its steps, until one is not interrupted. */
async function interruptedEverywhere(): Promise<Interrupted[]> {
  const [all, group, env] = [[] as Interrupted[], await activeGroup(), await newEnv()]
  const open = (): Promise<Mortal> => start(env, `${ENROLL},/api/v1/wallet/{address}/realfaces`)
  // The last one goes on living: what it owes the service is still to be done.
  let gateway = await open()
  await stopAtEachStep({
    begin: after => stopped(gateway, group, after),
    async interrupt(round) {
      gateway.child.kill('SIGKILL')
      await gateway.dead
      gateway = await open()
      all.push(...(await Promise.all(round.map(one => carriedOn(gateway, one)))))
    },
  })
  return all
}

async function expectOneAssetEach(all: readonly Interrupted[]): Promise<void> {
  for (const { answer, replayed, listed, buyer, died, name } of all) {
    const where = `killed ${died ?? 'not at all'} (${name})`
    expect([answer.status, answer.body.settlement.success], where).toEqual([200, true])
    expect([200, 402], where).toContain(replayed.status)
    if (replayed.status === 402) expect(replayed.body.code, where).toBe('PAYMENT_REPLAY')
    expect(FUNDS - (await buyer.balance()), where).toBe(PRICE)
    expect(listed.length, where).toBe(1)
    const { asset_id, settlement } = answer.body
    expect([listed[0].assetId, listed[0].enrollmentTxHash], where).toEqual([
      asset_id,
      settlement.tx_hash,
    ])
    // What a dead process enrolled for nobody is given back; what is owned stays.
    await expect
      .poll(() => held(name), { timeout: 40_000, message: where })
      .toEqual([listed[0].providerAssetId])
  }
}

it('[FACE-018] [FACE-035] [FACE-053] a face is enrolled, charged and listed once, wherever the process dies', async () => {
  const all = await interruptedEverywhere()
  const places = all.map(({ died }) => died)
  for (const place of ['before upstreams.call', 'after upstreams.call', 'before settler.settle'])
    expect(places).toContain(place)
  expect(places.filter(place => place?.includes('store.commit')).length).toBeGreaterThan(3)
  await expectOneAssetEach(all)
}, 240_000)

/** Deaths that leave most to another gateway of the store. */
const DEATHS: readonly [place: string, nth: number][] = [
  ['after upstreams.call', 1],
  ['before upstreams.call', 2],
  ['after upstreams.call', 2],
  ['before settler.settle', 1],
  ['after settler.settle', 1],
]

suitesWith('redis', 'own').it.concurrent.for(DEATHS)(
  '[FACE-018] [FACE-053] another gateway ends an enrollment whose gateway died %s (%i)',
  { timeout: 120_000 },
  // Concurrent tests need an `expect` of their own.
  async ([place, nth], { expect: expectHere }) => {
    const redis = await spawnRedis()
    const shared = { REDIS_URL: `unix:${redis.path}`, LOG_LEVEL: 'silent' }
    const { DATA_DIR: _, ...env } = world.env
    const group_id = await activeGroup()
    const other = await world.open({ ...shared, RELAYER_KEY: await newRelayer(world.chain) })
    const dying = { ...env, ...shared, RELAYER_KEY: await newRelayer(world.chain), MOST_MS }
    const gateway = await start(dying, `${ENROLL},/api/v1/wallet/{address}/realfaces`)
    try {
      const name = `${place} ${nth}`
      const body = { name, image_url: 'https://pictures.example/a.png', group_id }
      const wanted: Wanted = { method: 'POST', path: ENROLL, body }
      const buyer = await newCaller(other.url, world, FUNDS)
      const header = await buyer.header(wanted)
      await gateway.idle()
      gateway.dieAt(place, nth)
      expect((await sendOnce(gateway.url, wanted, header)).status).toBe(0)
      await gateway.dead
      expect(gateway.died()).toBe(place)
      const answer = await repeat(async () => other.url, wanted, header)
      expect([200, 402], JSON.stringify(answer.body)).toContain(answer.status)
      const listed = async (): Promise<any[]> => {
        const reply = await fetch(`${other.url}/api/v1/wallet/${buyer.account.address}/realfaces`)
        return ((await reply.json()) as any).realfaces.map((one: any) => one.providerAssetId)
      }
      await expectHere.poll(async () => (await listed()).length, { timeout: 20_000 }).toBe(1)
      await expectHere.poll(async () => FUNDS - (await buyer.balance())).toBe(PRICE)
      await expectHere.poll(() => held(name), { timeout: 60_000 }).toEqual(await listed())
    } finally {
      gateway.child.kill('SIGKILL')
      await other.close()
      await redis.stop()
    }
  },
)

it('[FACE-040] a video with an enrolled asset is submitted with it by the gateway that takes over', async () => {
  const env = await newEnv()
  const [portrait, video] = ['/api/v1/portrait/enroll', '/api/v1/videos/generations']
  const paths = `${portrait},${video},/api/v1/videos/generations/{id}`
  let gateway = await start(env, paths)
  const buyer = await newCaller(gateway.url, world, FUNDS)
  const body = { name: 'Fox', image_url: 'https://pictures.example/fox.png' }
  const enroll: Wanted = { method: 'POST', path: portrait, body }
  const { asset_id } = (await buyer.send(enroll, await buyer.header(enroll))).body
  const wanted: Wanted = {
    method: 'POST',
    path: video,
    body: { model: 'vendorD/video-2.0', prompt: 'it runs', real_face_asset_id: asset_id },
  }
  const header = await buyer.header(wanted)
  gateway.dieAt('before upstreams.call', 1)
  expect((await sendOnce(gateway.url, wanted, header)).status).toBe(0)
  await gateway.dead
  expect(world.upstreams.calls('vendor_d')).toEqual([])
  gateway = await start(env, paths)
  const seen = await follow(gateway.url, wanted, header)
  expect([seen.status, seen.body.status]).toEqual([200, 'completed'])
  const submits = world.upstreams.calls('vendor_d').filter(({ method }) => method === 'POST')
  const [id] = await held('Fox')
  expect(submits.map(one => JSON.parse(one.body).content[1].image_url.url)).toEqual([
    `asset://${id!}`,
  ])
}, 60_000)
