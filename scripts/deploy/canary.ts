/** A canary: a release that serves a share of the wallets before it goes live for all. */
import type { Releases } from '../../runtime/releases/releases.ts'
import { withCanary } from '../../runtime/releases/canary.ts'
import type { Canary, Pointer, Report } from '../../runtime/releases/types.ts'
import { changePointer, goLive, pointerNow, type How, type Outcome, type Was } from './go-live.ts'
import type { Made } from './make.ts'
import { describeAborted } from './names.ts'

/** A pointer with a canary. */
type WithCanary = { version: number; doc: Pointer & { canary: Canary } }

const hasCanary = (was: Was): was is WithCanary => was?.doc?.canary !== undefined

/** Throws if a canary is on, which must end before another catalog goes live. */
export async function checkNoCanary(releases: Releases, isReplacing: boolean): Promise<void> {
  if (hasCanary(await pointerNow(releases, isReplacing)))
    throw new Error('a canary is on: end it first, with --promote or with --abort')
}

/** Whether a catalog is already the canary's, so that only its share changes. */
export async function isCanary(
  releases: Releases,
  { hash }: { hash: string },
  { isReplacing = false }: How,
): Promise<boolean> {
  const was = await pointerNow(releases, isReplacing)
  return was?.doc?.canary?.release.catalog === hash
}

/**
 * Lets a release serve a share of the wallets. A canary of the same catalog continues with
 * the new share. If a process refuses the release, the canary is aborted.
 */
export async function begin(
  releases: Releases,
  { release, bytes, percent }: Made & { percent: number },
  how: How,
): Promise<Outcome> {
  const canary = { release, percent }
  const tryOut = async (was: Was): Promise<Pointer | undefined> => {
    // Refused before anything is stored.
    const { hash } = withCanary(was?.doc, canary, 0).canary!.release
    if (hash === release.hash) await releases.put(release, bytes)
    return releases.tryOut(was, canary)
  }
  const outcome = await changePointer(releases, tryOut, how)
  const [refused] = outcome.refused
  if (refused !== undefined) {
    how.say('The canary is aborted.')
    await abort(releases, { cause: 'refused', reason: reasonOf(refused) }, how)
  }
  return outcome
}

const reasonOf = ({ instance, refused }: Report): string =>
  `${instance} refuses it${refused === undefined ? '' : `: ${refused.check}: ${refused.reason}`}`

const noCanary = (pointer?: Pointer): Error =>
  new Error(
    'no canary is ' +
      `on${pointer?.aborted === undefined ? '' : `; ${describeAborted(pointer.aborted)}`}`,
  )

/** Makes the canary the live catalog. If a process refuses it, all return to the previous one. */
export async function promote(releases: Releases, how: How): Promise<Outcome> {
  const before = (await releases.pointer())?.doc
  const release = before?.canary?.release
  if (release === undefined) throw noCanary(before)
  const outcome = await changePointer(
    releases,
    async was => {
      // It may have been aborted meanwhile.
      if (!hasCanary(was) || was.doc.canary.release.hash !== release.hash)
        throw new Error('the canary has ended meanwhile')
      return releases.point(was, release)
    },
    how,
  )
  if (outcome.refused.length > 0) {
    how.say('All processes return to the previous catalog.')
    await goLive(releases, before!.current.release, { ...how, isRefused: true })
  }
  return outcome
}

/** Ends the canary: the live catalog serves all wallets. Throws if no canary is on. */
function abort(
  releases: Releases,
  why: Parameters<Releases['abort']>[1],
  how: How,
): Promise<Outcome> {
  return changePointer(
    releases,
    async was => {
      if (!hasCanary(was)) throw noCanary(was?.doc)
      return releases.abort(was, why)
    },
    how,
  )
}

/** Ends the canary on a person's command. */
export const abortByHand = (releases: Releases, how: How): Promise<Outcome> =>
  abort(releases, { cause: 'hand', reason: 'aborted by hand' }, how)
