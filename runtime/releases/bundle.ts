/** Packs a generated catalog into the bytes of a release, and reads them again. */
import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Script } from 'node:vm'
import { CONTRACT } from '../contract/version.ts'
import { lifetimesOf } from '../contract/lifetimes.ts'
import type { Catalog } from '../contract.ts'
import type { Signer } from '../seams.ts'
import { Refused, type Content, type Release } from './types.ts'

/** Largest content that is unpacked, in bytes. */
const LARGEST = 256 * 2 ** 20

/** The text that is signed, which nothing else of the gateway signs. */
const signed = (hash: string): string => `release\n${hash}`

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Makes a release of its content. */
export function pack(
  content: Content,
  by: { catalog: Catalog; signer: Pick<Signer, 'sign'>; made: number; commit?: string },
): { release: Release; bytes: Buffer } {
  const bytes = gzipSync(JSON.stringify(content))
  const hash = digest(bytes)
  const { catalog, signer, made, commit } = by
  const release = {
    hash,
    catalog: catalog.hash,
    made,
    ...(commit === undefined ? {} : { commit }),
    signature: signer.sign(signed(hash)),
    ...lifetimesOf(catalog.routes),
  }
  return { release, bytes }
}

/** Reads the bytes of a release. Throws `Refused` if they are not what was released. */
export function unpack(
  release: Release,
  bytes: Buffer | undefined,
  signer: Pick<Signer, 'verify'>,
): Content {
  if (bytes === undefined) throw new Refused('missing', 'its bytes are not in the store')
  if (digest(bytes) !== release.hash) throw new Refused('hash', 'its bytes are damaged')
  if (!signer.verify(signed(release.hash), release.signature))
    throw new Refused('signature', 'no signing key of this gateway has signed it')
  const content = JSON.parse(
    gunzipSync(bytes, { maxOutputLength: LARGEST }).toString('utf8'),
  ) as Content
  if (content.contract !== CONTRACT)
    throw new Refused(
      'contract',
      `it is made for version ${content.contract} of the runtime's contract; this is ${CONTRACT}`,
    )
  return content
}

/** Runs the code of a release. Throws `Refused` if it gives no catalog, or another one. */
export function catalogOf(release: Pick<Release, 'hash' | 'catalog'>, code: string): Catalog {
  const module: { exports: { catalog?: Catalog } } = { exports: {} }
  try {
    // A script, unlike a module that was imported, is forgotten when nothing uses it any more.
    const run = new Script(`(function (module, exports, require) {${code}\n})`, {
      filename: `catalog-${release.hash.slice(0, 12)}.cjs`,
    }).runInThisContext() as (...args: unknown[]) => void
    run(module, module.exports, (name: string) => {
      throw new Error(`it requires ${name}`)
    })
  } catch (error) {
    throw new Refused('code', `its code fails: ${(error as Error).message}`)
  }
  const { catalog } = module.exports
  if (catalog?.hash !== release.catalog) throw new Refused('code', 'its code is of another catalog')
  return catalog
}
