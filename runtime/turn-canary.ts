/**
 * Begins and ends the canary that the pointer names. A canary is verified like any release. If it
 * fails, all wallets stay on the live catalog.
 */
import { isInShare } from './releases/canary.ts'
import { nameOf, type Pointer } from './releases/types.ts'
import { countAnew } from './watch-canary.ts'
import { editionOf, refuse, showRefusal, type Seen, type TurnParts } from './turn-to.ts'

/** Serves the pointer's canary to its wallets, and ends the previous one. */
export async function turnCanary(from: TurnParts, seen: Seen, pointer: Pointer): Promise<void> {
  const { catalogs, parts } = from
  const { canary, tried = [] } = pointer
  const was = catalogs.canary()
  if (was !== undefined && seen.names.get(was) !== canary?.release.hash) {
    const ended = tried.find(entry => nameOf(entry) === seen.names.get(was))
    catalogs.endCanary(ended?.until ?? parts.clock.now())
  }
  if (canary !== undefined) await tryOut(from, seen, canary)
  countAnew(from, seen)
  showCanary(from, pointer)
}

async function tryOut(
  from: TurnParts,
  seen: Seen,
  canary: NonNullable<Pointer['canary']>,
): Promise<void> {
  const { catalogs, parts } = from
  const { release, percent } = canary
  try {
    const edition = await editionOf(from, seen, canary)
    if (edition === catalogs.current()) return
    await catalogs.tryOut(edition, wallet => isInShare(wallet, canary))
    const { hash } = edition.context.catalog
    parts.observe.log.info({ release: release.hash, hash, percent }, 'a canary is on')
  } catch (error) {
    refuse(from, seen, { entry: canary, error })
    showRefusal(from, seen)
  }
}

/** Sets the canary, or the reason why the last one was aborted, in the process's health. */
function showCanary({ catalogs, parts, state }: TurnParts, { canary, aborted }: Pointer): void {
  const isOn = canary !== undefined && catalogs.canary() !== undefined
  state.canary = isOn ? { hash: canary.release.hash, percent: canary.percent } : undefined
  const isNew = aborted !== undefined && state.aborted?.at !== aborted.at
  state.aborted = aborted
  if (!isNew) return
  const { hash: release, cause, reason } = aborted
  parts.observe.log.warn({ release, cause, reason }, 'a canary was aborted')
}
