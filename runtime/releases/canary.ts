/**
 * A canary is a release that serves a share of the wallets before it goes live for all. This file
 * changes the canary in the pointer, and selects its wallets.
 */
import { createHash } from 'node:crypto'
import type { Aborted, Canary, Entry, Pointer } from './types.ts'

/** How many canaries that did not go live are remembered, for their jobs. */
const REMEMBERED = 5
/** The hash of a wallet is below this number. */
const RANGE = 2 ** 48

/** Whether a number is a share of the wallets, in percent: some of them, but not all. */
export const isShare = (percent: unknown): boolean =>
  typeof percent === 'number' && percent > 0 && percent < 100

/**
 * Whether a wallet is in the share of a canary. It depends on the wallet and the release alone, so
 * that all processes agree, a larger share contains a smaller one, and other releases use other
 * wallets.
 */
export function isInShare(wallet: string, { release, percent }: Canary): boolean {
  const digest = createHash('sha256').update(`canary\n${release.hash}\n${wallet}`).digest()
  return digest.readUIntBE(0, 6) * 100 < percent * RANGE
}

/**
 * Returns the pointer with a canary. A canary of the same catalog continues with the new share.
 * Throws if there is a different canary, or if this catalog is already live.
 */
export function withCanary(
  was: Pointer | undefined,
  { release, percent }: Omit<Canary, 'from'>,
  now: number,
): Pointer {
  const { current = { from: 0 }, history = [], canary } = was ?? {}
  if (current.release?.catalog === release.catalog) throw new Error('this catalog is live already')
  if (canary !== undefined && canary.release.catalog !== release.catalog)
    throw new Error('another canary is on: promote or abort it first')
  const tried = (was?.tried ?? []).filter(entry => entry.release?.hash !== release.hash)
  return {
    generation: generationAfter(was, now),
    current,
    history,
    canary: canary === undefined ? { release, percent, from: now } : { ...canary, percent },
    ...(tried.length === 0 ? {} : { tried }),
  }
}

/** Returns the pointer without its canary, with the reason. */
export function withoutCanary(
  was: Pointer & { canary: Canary },
  why: Pick<Aborted, 'cause' | 'reason'>,
  now: number,
): Pointer {
  const { current, history, canary } = was
  const { cause, reason } = why
  return {
    generation: generationAfter(was, now),
    current,
    history,
    tried: triedAfter(was, now),
    aborted: { hash: canary.release.hash, cause, reason: reason.slice(0, 500), at: now },
  }
}

/** Returns the canaries that did not go live, including the one that ends now. */
export function triedAfter(was: Pointer | undefined, now: number): Entry[] {
  const { canary, tried = [] } = was ?? {}
  if (canary === undefined) return [...tried]
  const { release, from } = canary
  const others = tried.filter(entry => entry.release?.hash !== release.hash)
  return [{ release, from, until: now }, ...others].slice(0, REMEMBERED)
}

/**
 * Returns the generation of the next pointer. The count starts from the time, so that it is above
 * any pointer that was lost and that processes still remember.
 */
export const generationAfter = (was: Pointer | undefined, now: number): number =>
  (was?.generation ?? Math.max(0, now)) + 1
