/** What the signature of a release covers. */
import { expect, it } from 'vitest'
import type { Catalog } from '../../runtime/contract.ts'
import { CONTRACT } from '../../runtime/contract/version.ts'
import { createSigner } from '../../runtime/jobs/signed-poll.ts'
import { pack, unpack } from '../../runtime/releases/bundle.ts'
import type { Release } from '../../runtime/releases/types.ts'

const signer = createSigner(['a key of the gateway that is long enough'])
const catalog = { hash: 'abc', routes: [{ price: {}, authorization: 300_000 }] } as unknown
const { release, bytes } = pack(
  { contract: CONTRACT, code: '', documents: {}, at: 0, quotes: {} },
  { catalog: catalog as Catalog, signer, made: 5, commit: 'def' },
)

it('reads a release that nobody changed', () => {
  expect(release).toMatchObject({ made: 5, commit: 'def', quotes: 300_000, jobs: 0 })
  expect(unpack(release, bytes, signer).contract).toBe(CONTRACT)
})

it.each([
  ['its catalog', { catalog: 'other' }],
  ['when it was made', { made: 6 }],
  ['its commit', { commit: 'other' }],
  ['no commit', { commit: undefined }],
  ['the lifetime of its quotes', { quotes: 9e15 }],
  ['the lifetime of its jobs', { jobs: 9e15 }],
] as [string, Partial<Release>][])('refuses a release that says otherwise: %s', (_, change) => {
  expect(() => unpack({ ...release, ...change }, bytes, signer)).toThrow(/no signing key/)
})
