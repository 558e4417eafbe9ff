/** Which pointers are believed, and what a process does with another one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Assembled } from '../../runtime/assemble.ts'
import { createSigner } from '../../runtime/jobs/signed-poll.ts'
import { systemClock } from '../../runtime/lib/clock.ts'
import { createFolder } from '../../runtime/releases/folder.ts'
import { releaseFolder } from '../../runtime/releases/open.ts'
import { createReleases, type Documents, type Releases } from '../../runtime/releases/releases.ts'
import { seal } from '../../runtime/releases/sealed.ts'
import { BUILT_IN, UnknownPointer, type Entry, type Report } from '../../runtime/releases/types.ts'
import { goLive } from '../../scripts/deploy/go-live.ts'
import type { Made } from '../../scripts/deploy/make.ts'
import { unusedWarning } from '../../scripts/deploy/open.ts'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { earlySource, lateSource, released, sealOf } from '../helpers/releases.ts'

const IN = 'gateway.catalogs'
const NOW = 1_000_000_000
const release = { hash: 'h', catalog: 'c', made: 1, signature: 's', quotes: 300, jobs: 400 }

/** Writes the pointer as somebody who has the folder and no key. */
async function write(folder: Documents, doc: unknown): Promise<void> {
  const was = await folder.get(IN, 'current')
  const change = { in: IN, key: 'current', doc } as const
  await folder.commit([
    was === undefined
      ? { do: 'insert', ...change }
      : { do: 'replace', version: was.version, ...change },
  ])
}

describe('a pointer', () => {
  let dir: string
  let folder: Documents
  let releases: Releases
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'farebox-pointer-'))
    folder = createFolder(dir, { now: () => NOW })
    releases = createReleases(folder, { now: () => NOW }, sealOf('one'))
  })
  afterEach(() => rmSync(dir, { recursive: true }))

  const pointer = (more: object = {}): object => ({
    generation: 3,
    current: { from: 0 },
    history: [{ release, from: 0, until: NOW }],
    ...more,
  })
  const history = (...list: unknown[]): object => pointer({ history: list })
  const own = (doc: unknown): unknown => seal('pointer', doc, sealOf('one'))
  const stranger = { ...sealOf('one'), signer: createSigner(['a key of somebody else entirely']) }

  it('where there has never been one, deploy warns that it may be another store', async () => {
    const warning = await unusedWarning({ releases, place: dir })
    expect(warning).toContain(`No gateway has used ${dir} yet`)
    await releases.point(undefined, undefined)
    expect(await unusedWarning({ releases, place: dir })).toBeUndefined()
  })

  it('that a key of this gateway has signed is believed', async () => {
    await write(folder, own(pointer()))
    expect((await releases.pointer())!.doc).toEqual(pointer())
  })

  it.each([
    ['is not signed', pointer()],
    ['is signed by another key', seal('pointer', pointer(), stranger)],
    ['is of the gateway of another network', seal('pointer', pointer(), sealOf('two'))],
    ['is another kind of document', seal('report', pointer(), sealOf('one'))],
    ['was changed', { ...(own(pointer()) as object), text: JSON.stringify(history()) }],
    ['is damaged', undefined],
    ['is nothing', null],
    ['has no history', own(pointer({ history: null }))],
    ['has an entry that is none', own(history(null))],
    ['has half a release', own(history({ release: { hash: 'h' }, from: 0 }))],
    ['has no generation', own(pointer({ generation: '4' }))],
    ['names a catalog that is replaced in a million years', own(history({ from: 0, until: 9e15 }))],
    [
      'names a catalog that is replaced in ten minutes',
      own(history({ from: 0, until: NOW + 6e5 })),
    ],
    [
      'has half a canary',
      own(pointer({ canary: { release: { hash: 'h' }, percent: 5, from: 0 } })),
    ],
    ['has a canary for all', own(pointer({ canary: { release, percent: 100, from: 0 } }))],
    [
      'has a canary of tomorrow',
      own(pointer({ canary: { release, percent: 5, from: NOW + 9e7 } })),
    ],
    ['has tried what is no release', own(pointer({ tried: [{ release: {}, from: 0 }] }))],
    ['has aborted nothing', own(pointer({ aborted: {} }))],
    ['begins tomorrow', own(pointer({ current: { from: NOW + 9e7 } }))],
  ])('that %s is not', async (_, doc) => {
    await write(folder, doc)
    const error = await releases.pointer().catch(error => error)
    expect(error).toBeInstanceOf(UnknownPointer)
    expect(await releases.point(error, release)).toMatchObject({ generation: NOW + 1 })
    expect((await releases.pointer())!.doc.current).toEqual({ release, from: NOW })
  })

  it('remembers which built-in catalogs were live, if their processes say so themselves', async () => {
    const report = (instance: string, serves: string, catalog: string): Report => ({
      instance,
      generation: 0,
      serves,
      catalog,
    })
    await releases.report(report('a', BUILT_IN, 'first'))
    await releases.report(report('b', 'a release', 'second'))
    const forged = seal('report', report('x', BUILT_IN, 'third'), stranger)
    await folder.commit([{ do: 'insert', in: IN, key: 'report/x', doc: forged, tag: 'report' }])
    const { history } = (await releases.point(undefined, release))!
    expect(history).toEqual([{ catalogs: ['first'], from: 0, until: NOW }])
  })
})

describe('a process', () => {
  let world: World
  let dir: string
  let folder: Documents
  let releases: Releases
  let made: Made[]
  let gateway: Assembled | undefined
  beforeAll(async () => {
    const source = await earlySource()
    made = [released(lateSource(source, 'one')), released(lateSource(source, 'two'))]
    world = await startWorld()
    dir = releaseFolder(world.env.DATA_DIR!, `farebox:${world.spec.name}`)
    folder = createFolder(dir, systemClock)
    releases = createReleases(folder, systemClock, sealOf(world.spec.name))
    for (const one of made) await releases.put(one.release, one.bytes)
  }, 120_000)
  afterEach(async () => {
    await gateway?.close()
    gateway = undefined
  })
  afterAll(() => world?.stop())

  const start = async (): Promise<Assembled> =>
    (gateway = await world.open({ LOG_LEVEL: 'silent' }))
  const served = (): string => gateway!.gateway.catalogs.current().context.catalog.hash
  const live = async (n: number): Promise<void> => {
    await releases.point(await releases.pointer().catch(error => error), made[n]!.release)
  }
  const refusals = async (): Promise<string | undefined> =>
    /catalog_refusals_total\{check="pointer"\} (\d+)/.exec(
      await gateway!.parts.observe.metrics(),
    )?.[1]

  it('goes on with what it serves when its pointer is replaced by others', async () => {
    await live(0)
    const old = (await folder.get(IN, 'current'))!.doc
    await live(1)
    await start()
    const wanted = made[1]!.release.catalog
    const { doc } = (await releases.pointer())!
    const early = { ...doc, current: { release: made[0]!.release, from: 0 }, generation: 9e15 }
    for (const [n, bad] of [old, early, { generation: 1, history: null }].entries()) {
      await write(folder, bad)
      for (let times = 0; times < 3; times++) await gateway!.follower.look()
      expect([served(), await refusals()]).toEqual([wanted, n === 0 ? '1' : '2'])
    }
    const health = (await (await fetch(`${gateway!.url}/api/health`)).json()) as any
    expect(health.catalog_refused.reason).toMatch(/^pointer: no signing key/)
    const deploy = (isReplacing: boolean): Promise<unknown> =>
      goLive(releases, made[0]!.release, {
        say: () => void gateway!.follower.look(),
        isReplacing,
      })
    await expect(deploy(false)).rejects.toThrow(UnknownPointer)
    expect(await deploy(true)).toMatchObject({ refused: [], silent: [], serving: [{}] })
    expect(served()).toBe(made[0]!.release.catalog)
  })

  it('starts with its own catalog when the pointer is not to be believed', async () => {
    await write(folder, { generation: 10, current: { from: 0 }, history: null })
    writeFileSync(join(dir, '%.1.json'), '{}')
    await start()
    expect([served().length, await refusals()]).toEqual([64, '1'])
    expect(made.map(one => one.release.catalog)).not.toContain(served())
    await live(1)
    await gateway!.follower.look()
    expect(served()).toBe(made[1]!.release.catalog)
  })

  it('honours the quotes of its own catalog only if that was live', async () => {
    const of = async (catalogs?: string[]): Promise<number> => {
      const before: Entry = { ...(catalogs && { catalogs }), from: 0, until: Date.now() }
      const current = { release: made[0]!.release, from: Date.now() }
      const doc = { generation: Date.now(), current, history: [before] }
      await write(folder, seal('pointer', doc, sealOf(world.spec.name)))
      await start()
      const [earlier] = gateway!.gateway.catalogs.editions.earlier()
      const until = earlier?.until ?? 0
      await gateway!.close()
      gateway = undefined
      return until
    }
    await write(folder, null)
    await start()
    const own = served()
    await gateway!.close()
    expect(await of(['of another image'])).toBeLessThan(Date.now())
    expect(await of()).toBeLessThan(Date.now())
    expect(await of(['x', own])).toBeGreaterThan(Date.now())
  })
})
