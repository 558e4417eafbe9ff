/**
 * Loads the catalogs of releases from the store of the gateway, to compute earlier sales again. A
 * release runs only if a signing key of the gateway has signed it.
 */
import type { Catalog } from '../../runtime/contract.ts'
import { createSigner } from '../../runtime/jobs/signed-poll.ts'
import { catalogOf, unpack } from '../../runtime/releases/bundle.ts'
import { storedBytes, storedPointer, type Documents } from '../../runtime/releases/releases.ts'
import type { Pointer, Release } from '../../runtime/releases/types.ts'
import type { Signer } from '../../runtime/seams.ts'
import * as is from '../../runtime/settings/checks.ts'

/** The catalog of a hash, or why it cannot be loaded. */
export type Found = { catalog: Catalog } | { impossible: string }

/**
 * The signer of the environment; undefined without `SIGNING_KEYS`. Throws if they are malformed.
 */
export function signerFrom(env: NodeJS.ProcessEnv): Signer | undefined {
  const text = env.SIGNING_KEYS?.trim()
  if (!text) return undefined
  const keys = is.signingKeys(text)
  if (keys === undefined) throw new Error(`SIGNING_KEYS must be ${is.signingKeys.wants}`)
  return createSigner(keys)
}

/** Finds catalogs by their hash: `own`, then those of the releases that the pointer names. */
export function catalogFinder(
  own: Catalog,
  releases: Pick<Documents, 'get'>,
  signer: Pick<Signer, 'verify'> | undefined,
): (hash: string) => Promise<Found> {
  const known = new Map<string, Promise<Found>>([[own.hash, Promise.resolve({ catalog: own })]])
  return hash => {
    const found = known.get(hash) ?? load(hash, releases, signer)
    known.set(hash, found)
    return found
  }
}

async function load(
  hash: string,
  releases: Pick<Documents, 'get'>,
  signer: Pick<Signer, 'verify'> | undefined,
): Promise<Found> {
  const sold = `it was sold from catalog ${hash}`
  const pointer = await storedPointer(releases)
  const release = pointer && releasesOf(pointer).find(({ catalog }) => catalog === hash)
  if (release === undefined) return { impossible: sold }
  if (signer === undefined)
    return { impossible: `${sold}, whose release runs only with the SIGNING_KEYS of the gateway` }
  try {
    const bytes = await storedBytes(releases, release.hash)
    return { catalog: catalogOf(release, unpack(release, bytes, signer).code) }
  } catch (error) {
    return { impossible: `${sold}, whose release cannot be loaded: ${(error as Error).message}` }
  }
}

function releasesOf({ current, history, canary, tried = [] }: Pointer): Release[] {
  const entries = [current, ...history, ...(canary ? [canary] : []), ...tried]
  return entries.flatMap(({ release }) => release ?? [])
}
