/** A catalog goes live only if the plan lets it: compared with what is live, not with a commit. */
import { rmSync } from 'node:fs'
import { beforeEach, afterEach, describe, expect, it } from 'vitest'
import type { Catalog } from '../../runtime/contract.ts'
import { createSigner } from '../../runtime/jobs/signed-poll.ts'
import { pack } from '../../runtime/releases/bundle.ts'
import { createFolder } from '../../runtime/releases/folder.ts'
import { createReleases, type Releases } from '../../runtime/releases/releases.ts'
import type { ReleaseContent } from '../../runtime/releases/types.ts'
import { isCanary } from '../../scripts/deploy/canary.ts'
import { describe as lineOf } from '../../scripts/deploy/names.ts'
import { checkForce } from '../../scripts/deploy/options.ts'
import { askPlan } from '../../scripts/deploy/plan.ts'
import { edit, edited, file, type Edit } from '../checks/small-catalog.ts'
import { tempDir } from '../helpers/store.ts'

const TODAY = Date.UTC(2026, 10, 23)
const signer = createSigner(['a key of the gateway that is long enough'])
const clock = { now: () => TODAY }
const TENFOLD = edit('models', 'small: { rate: 0.01 }', 'small: { rate: 0.1 }')

let dir: string
let releases: Releases
let said: string[]
beforeEach(() => {
  dir = tempDir('plan')
  releases = createReleases(createFolder(dir, clock), clock, { signer, prefix: 'x' })
  said = []
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** A release with the files of the small catalog with edits. */
function released(edits: readonly Edit[], more: Partial<ReleaseContent> = {}, forced?: string) {
  const sources = Object.fromEntries(edited(edits).map(({ path, text }) => [path, text]))
  const content = { contract: 1, code: '', documents: {}, at: 0, quotes: {}, sources, ...more }
  const catalog = { hash: JSON.stringify(edits), routes: [] } as unknown as Catalog
  return pack(content, { catalog, signer, made: TODAY, ...(forced ? { forced } : {}) })
}

async function goLive(edits: readonly Edit[], more: Partial<ReleaseContent> = {}): Promise<void> {
  const { release, bytes } = released(edits, more)
  await releases.put(release, bytes)
  await releases.point(undefined, release)
}

const ask = (edits: readonly Edit[], reason?: string) =>
  askPlan(releases, {
    files: edited(edits),
    signer,
    today: TODAY,
    reason,
    say: line => void said.push(line),
  })

describe('a deploy', () => {
  it('into an empty store is not compared', async () => {
    await expect(ask([TENFOLD])).resolves.toBeUndefined()
    expect(said).toEqual(['No release is live, so there is no plan of what changes.'])
  })

  it('is refused if the plan blocks it, with the entry that accepts it', async () => {
    await goLive([])
    const refused = expect(ask([TENFOLD])).rejects
    await refused.toThrow(/BLOCK  small rate 0.01 -> 0.1 USD, 10 times as much/)
    await expect(ask([TENFOLD])).rejects.toThrow(
      /finding: price-raised, subject: small rate, old: 0.01, new: 0.1[^]*--force "REASON"/,
    )
    const entry =
      '- { finding: price-raised, subject: small rate, old: 0.01, new: 0.1, because: meant }\n'
    await expect(ask([TENFOLD, file('accepted.yaml', entry)])).resolves.toBeUndefined()
  })

  it('that is forced goes on, with its reason', async () => {
    await goLive([])
    await expect(ask([TENFOLD], 'the upstream raised it')).resolves.toBe('the upstream raised it')
    expect(said.at(-1)).toBe('It is forced: the upstream raised it')
    expect(said[0]).toContain('BLOCK  small rate')
  })

  it('prints what the plan warns of in short, and needs no force', async () => {
    await goLive([])
    const dearer = edit('models', 'small: { rate: 0.01 }', 'small: { rate: 0.013 }')
    await expect(ask([dearer], 'not needed')).resolves.toBeUndefined()
    expect(said).toEqual([
      'WARN   small rate 0.01 -> 0.013 USD, +30 %\nWARN: look at 1 change before it is published',
    ])
  })

  it.each<[string, Partial<ReleaseContent>]>([
    ['has no catalog in it', { sources: undefined }],
    ['has a catalog that this version cannot read', { sources: { 'catalog/gateway.yaml': 'x' } }],
  ])('is refused if the live release %s', async (_, more) => {
    await goLive([], more)
    await expect(ask([])).rejects.toThrow(/The plan cannot compare it with \w{12}, which is live/)
    await expect(ask([], 'looked at by hand')).resolves.toBe('looked at by hand')
  })

  it('is compared also with a release of another version of the runtime', async () => {
    await goLive([], { contract: -1 })
    await expect(ask([TENFOLD])).rejects.toThrow(/^Plan: the new catalog against \w{12}/)
    await expect(ask([])).resolves.toBeUndefined()
  })

  it('of the catalog that is already the canary changes only its share', async () => {
    await goLive([])
    const { release, bytes } = released([TENFOLD])
    await releases.put(release, bytes)
    const how = { say: () => undefined }
    expect(await isCanary(releases, { hash: release.catalog }, how)).toBe(false)
    await releases.tryOut(await releases.pointer(), { release, percent: 5 })
    expect(await isCanary(releases, { hash: release.catalog }, how)).toBe(true)
  })
})

describe('the reason', () => {
  it.each(['', 'yes', '1', '--', 'x y'])('is not %j', reason =>
    expect(() => checkForce(reason)).toThrow('--force needs the reason in words'),
  )

  it('is listed with its release', () => {
    checkForce('the upstream raised it')
    const { release } = released([], {}, 'the upstream raised it')
    expect(lineOf({ release, from: 1 })).toMatch(/ {2}forced: the upstream raised it$/)
  })
})
