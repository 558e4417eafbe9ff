/**
 * What a process does with a release that it must not serve, and what it serves after a crash. The
 * releases are in the folder beside its embedded store.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { createFolder } from '../../runtime/releases/folder.ts'
import { releaseFolder } from '../../runtime/releases/open.ts'
import { createReleases, type Releases } from '../../runtime/releases/releases.ts'
import { goLive } from '../../scripts/deploy/go-live.ts'
import type { Made, Source } from '../../scripts/deploy/make.ts'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { spawnGateway, type GatewayProcess } from '../helpers/gateway.ts'
import { earlySource, forged, lateSource, PRICES, released, sealOf } from '../helpers/releases.ts'
import type { Assembled } from '../../runtime/assemble.ts'
import { readChallenge } from '../../scripts/buyer/pay.ts'

const KILLS = Number(process.env.KILLS ?? 2)
const quiet = { say: () => undefined }

let world: World
let releases: Releases
let source: Source
let early: Made
let late: Made

beforeAll(async () => {
  source = await earlySource()
  ;[early, late] = [released(source), released(lateSource(source))]
  world = await startWorld()
  const dir = releaseFolder(world.env.DATA_DIR!, `farebox:${world.spec.name}`)
  releases = createReleases(createFolder(dir, systemClock), systemClock, sealOf(world.spec.name))
  await Promise.all([early, late].map(({ release, bytes }) => releases.put(release, bytes)))
}, 120_000)
afterAll(() => world?.stop())

/** What an endpoint costs now. */
async function price(url: string): Promise<bigint> {
  const response = await fetch(`${url}/api/v1/pm/venue-a/markets?limit=2`)
  return BigInt(readChallenge(response).accepts[0]!.amount)
}

const json = async (url: string): Promise<any> => (await fetch(url)).json()

describe('a process', () => {
  let gateway: Assembled
  beforeAll(async () => {
    gateway = await world.open({ LOG_LEVEL: 'silent' })
    await goLive(releases, late.release, { ...quiet, say: () => void gateway.follower.look() })
  }, 120_000)
  afterAll(() => gateway?.close())

  const other = (edit: Parameters<typeof forged>[1]): Made =>
    forged(lateSource(source, 'other'), edit)
  const signatureOf = (made: Made): Made => ({
    ...made,
    release: { ...made.release, signature: late.release.signature },
  })
  const damaged = ({ release, bytes }: Made): Made => ({
    release,
    bytes: Buffer.concat([bytes.subarray(0, 2000), Buffer.from('x'), bytes.subarray(2001)]),
  })
  const cases: [check: string, make: () => Made][] = [
    ['hash', () => damaged(other(content => ({ ...content, at: 1 })))],
    ['signature', () => signatureOf(other(content => ({ ...content, at: 2 })))],
    ['contract', () => other(content => ({ ...content, contract: content.contract + 1 }))],
    ['code', () => other(content => ({ ...content, code: `${content.code.slice(0, -900)}` }))],
    ['code', () => other(content => ({ ...content, code: 'require("node:fs")' }))],
    [
      'quotes',
      () => other(content => ({ ...content, code: content.code.replaceAll('9100n', '9n') })),
    ],
    ['documents', () => other(content => ({ ...content, documents: {} }))],
    [
      'restart',
      () => other(content => ({ ...content, code: content.code.replaceAll('slack:', 'slack:1+') })),
    ],
    [
      'routes',
      () =>
        other(content => ({
          ...content,
          code: content.code.replace('envelope:"predictions"', 'envelope:"nowhere"'),
        })),
    ],
  ]

  it.each(cases)(
    'refuses a release that fails the check `%s`, and says why',
    async (check, make) => {
      const made = make()
      await releases.put(made.release, made.bytes)
      await releases.point(await releases.pointer(), made.release)
      await gateway.follower.look()
      expect(await price(gateway.url)).toBe(PRICES.late)
      const [report] = await releases.reports()
      expect(report).toMatchObject({ serves: late.release.hash, refused: { check } })
      const health = await json(`${gateway.url}/api/health`)
      expect(health).toMatchObject({
        status: 'ok',
        catalog: late.release.catalog.slice(0, 12),
        catalog_refused: { release: made.release.hash.slice(0, 12) },
      })
      expect(health.catalog_refused.reason).toMatch(new RegExp(`^${check}: `))
      const metrics = await gateway.parts.observe.metrics()
      expect(metrics).toMatch(
        new RegExp(`farebox_catalog_refusals_total\\{check="${check}"\\} [1-9]`),
      )
      expect(metrics).toMatch(/^farebox_catalog_refused 1$/m)
      expect(metrics).toContain(`release="${late.release.hash.slice(0, 12)}"`)
    },
  )

  it('refuses a release whose bytes are gone', async () => {
    const { release } = other(content => ({ ...content, at: 3 }))
    await releases.point(await releases.pointer(), release)
    await gateway.follower.look()
    expect((await releases.reports())[0]!.refused!.check).toBe('missing')
    expect(await price(gateway.url)).toBe(PRICES.late)
  })

  it('returns to the catalog that it was started with', async () => {
    await releases.point(await releases.pointer(), undefined)
    await gateway.follower.look()
    expect(await price(gateway.url)).toBe(PRICES.early)
    expect(await json(`${gateway.url}/api/health`)).not.toHaveProperty('catalog_refused')
    expect(await gateway.parts.observe.metrics()).toMatch(/^farebox_catalog_refused 0$/m)
  })

  it('reads the pointer without being asked', async () => {
    await releases.point(await releases.pointer(), late.release)
    await expect.poll(() => price(gateway.url)).toBe(PRICES.late)
  })
})

it(
  `${KILLS} processes killed during a switch start with what was live, or with the last good one`,
  async () => {
    for (let n = 0; n < KILLS; n++) {
      const gateway: GatewayProcess = await spawnGateway(world.env)
      const [wanted, amount] = n % 2 ? [late, PRICES.late] : [early, PRICES.early]
      await releases.put(wanted.release, wanted.bytes)
      await releases.point(await releases.pointer(), wanted.release)
      gateway.look()
      await new Promise(resolve => setTimeout(resolve, (n * 37) % 400))
      await gateway.kill('SIGKILL')
      const bad = forged(source, content => ({ ...content, contract: -n }))
      if (n % 3 === 1) {
        await releases.put(bad.release, bad.bytes)
        await releases.point(await releases.pointer(), bad.release)
      }
      const again = await spawnGateway(world.env)
      expect(await price(again.url)).toBe(amount)
      await again.kill('SIGKILL')
    }
  },
  60_000 + KILLS * 60_000,
)

it('a release that was taken back is not remembered', async () => {
  await releases.point(await releases.pointer(), late.release)
  const before = (await releases.pointer())!.doc
  const bad = forged(source, content => ({ ...content, contract: -1 }))
  await releases.put(bad.release, bad.bytes)
  await releases.point(await releases.pointer(), bad.release)
  await releases.point(await releases.pointer(), late.release, { isRefused: true })
  const { current, history } = (await releases.pointer())!.doc
  expect(current.release).toEqual(before.current.release)
  expect(history.map(({ release }) => release?.hash)).not.toContain(bad.release.hash)
  expect(await releases.read(bad.release.hash)).toBeUndefined()
})

it('of two that change the pointer at once, one learns that it was late', async () => {
  const was = await releases.pointer()
  const changes = await Promise.all(
    [early, late, early].map(({ release }) => releases.point(was, release)),
  )
  expect(changes.filter(one => one !== undefined)).toHaveLength(1)
  expect((await releases.pointer())!.doc.generation).toBe(was!.doc.generation + 1)
})
