/** Packs a generated catalog into the bytes of a release, and reads them again. */
import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Script } from 'node:vm'
import { CONTRACT } from '../contract/version.ts'
import { lifetimesOf } from '../contract/lifetimes.ts'
import type { Catalog } from '../contract.ts'
import type { Signer } from '../seams.ts'
import { RefusedRelease, type ReleaseContent, type Release } from './types.ts'

/** Largest content that is unpacked, in bytes. */
const LARGEST = 256 * 2 ** 20

/**
 * Returns the signed text: everything about a release except its signature. The gateway signs no
 * other text of this form.
 */
export function signedText(release: Omit<Release, 'signature'>): string {
  const { hash, catalog, made, commit = null, forced, by, quotes, jobs } = release
  const more = [...(forced ? [forced] : []), ...(by ? [{ by }] : [])]
  const known = [hash, catalog, made, commit, quotes, jobs, ...more]
  return `release\n${JSON.stringify(known)}`
}

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Packs a catalog's content into a release. */
export function pack(
  content: ReleaseContent,
  by: {
    catalog: Catalog
    signer: Pick<Signer, 'sign'>
    made: number
    commit?: string
    forced?: string
    /** The person who deploys it. */
    person?: string
  },
): { release: Release; bytes: Buffer } {
  const bytes = gzipSync(JSON.stringify(content))
  const hash = digest(bytes)
  const { catalog, signer, made, commit, forced, person } = by
  const known = {
    hash,
    catalog: catalog.hash,
    made,
    ...(commit === undefined ? {} : { commit }),
    ...(forced === undefined ? {} : { forced }),
    ...(person === undefined ? {} : { by: person }),
    ...lifetimesOf(catalog.routes),
  }
  return { release: { ...known, signature: signer.sign(signedText(known)) }, bytes }
}

/**
 * Reads the bytes of a release. Throws `RefusedRelease` if they were changed, or are for another
 * version of the runtime.
 */
export function unpack(
  release: Release,
  bytes: Buffer | undefined,
  signer: Pick<Signer, 'verify'>,
): ReleaseContent {
  const content = unpackAny(release, bytes, signer)
  if (content.contract !== CONTRACT)
    throw new RefusedRelease(
      'contract',
      `it is made for version ${content.contract} of the runtime's contract; this is ${CONTRACT}`,
    )
  return content
}

/** Same as `unpack`, but also accepts a release for another version of the runtime. */
export function unpackAny(
  release: Release,
  bytes: Buffer | undefined,
  signer: Pick<Signer, 'verify'>,
): ReleaseContent {
  if (bytes === undefined) throw new RefusedRelease('missing', 'its bytes are not in the store')
  if (digest(bytes) !== release.hash) throw new RefusedRelease('hash', 'its bytes are damaged')
  if (!signer.verify(signedText(release), release.signature))
    throw new RefusedRelease('signature', 'no signing key of this gateway has signed it')
  const text = gunzipSync(bytes, { maxOutputLength: LARGEST }).toString('utf8')
  return JSON.parse(text) as ReleaseContent
}

/**
 * Runs the code of a release. Throws `RefusedRelease` if it exports no catalog, or a different one.
 */
export function catalogOf(release: Pick<Release, 'hash' | 'catalog'>, code: string): Catalog {
  const module: { exports: { catalog?: Catalog } } = { exports: {} }
  try {
    // Unlike an imported module, a script is garbage-collected when it is no longer used.
    const run = new Script(`(function (module, exports, require) {${code}\n})`, {
      filename: `catalog-${release.hash.slice(0, 12)}.cjs`,
    }).runInThisContext() as (...args: unknown[]) => void
    run(module, module.exports, (name: string) => {
      throw new Error(`it requires ${name}`)
    })
  } catch (error) {
    throw new RefusedRelease('code', `its code fails: ${(error as Error).message}`)
  }
  const { catalog } = module.exports
  if (catalog?.hash !== release.catalog)
    throw new RefusedRelease('code', 'its code is of another catalog')
  return catalog
}
