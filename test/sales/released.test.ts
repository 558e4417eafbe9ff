/** Catalogs of releases, from which earlier sales are computed again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Catalog } from '../../runtime/contract.ts'
import { CONTRACT } from '../../runtime/contract/version.ts'
import { createSigner } from '../../runtime/jobs/signed-poll.ts'
import { pack } from '../../runtime/releases/bundle.ts'
import { createFolder } from '../../runtime/releases/folder.ts'
import { createReleases, type Documents } from '../../runtime/releases/releases.ts'
import { catalogFinder } from '../../scripts/reports/released.ts'

const signer = createSigner(['a key of the gateway that is long enough'])
const clock = { now: () => 1000 }
const catalogNamed = (hash: string) => ({ hash, routes: [] }) as unknown as Catalog

let dir: string
let documents: Documents
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'farebox-released-'))
  documents = createFolder(dir, clock)
  const releases = createReleases(documents, clock, { signer, prefix: 'one' })
  for (const hash of ['early', 'late']) {
    const code = `module.exports.catalog = { hash: '${hash}', routes: [] }`
    const content = { contract: CONTRACT, code, documents: {}, at: 0, quotes: {} }
    const made = pack(content, { catalog: catalogNamed(hash), signer, made: 5 })
    await releases.put(made.release, made.bytes)
    await releases.point(await releases.pointer(), made.release)
  }
})
afterEach(() => rmSync(dir, { recursive: true }))

it('are those at hand, the live one and those that were live lately', async () => {
  const own = catalogNamed('own')
  const find = catalogFinder(own, documents, signer)
  expect(await find('own')).toEqual({ catalog: own })
  expect(await find('late')).toMatchObject({ catalog: { hash: 'late' } })
  expect(await find('early')).toMatchObject({ catalog: { hash: 'early' } })
  expect(await find('other')).toEqual({ impossible: 'it was sold from catalog other' })
})

it('run only if a key of the gateway has signed them', async () => {
  const stranger = createSigner(['a key of somebody else entirely, long enough'])
  expect(await catalogFinder(catalogNamed('own'), documents, stranger)('late')).toEqual({
    impossible:
      'it was sold from catalog late, whose release cannot be loaded: no signing key of this ' +
      'gateway has signed it',
  })
  expect(await catalogFinder(catalogNamed('own'), documents, undefined)('late')).toEqual({
    impossible:
      'it was sold from catalog late, whose release runs only with the SIGNING_KEYS of the gateway',
  })
})
