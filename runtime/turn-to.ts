/**
 * Switches a process to the release that the pointer names. A release is verified completely before
 * it is served; a release that fails a check changes nothing.
 */
import type { Edition } from './edition.ts'
import type { ProcessState } from './hooks/parts.ts'
import { loadRelease, type LoadParts } from './load-release.ts'
import { nameOf, RefusedRelease, type Entry, type Pointer, type Refusal } from './releases/types.ts'
import { StoreUnavailable } from './store/store.ts'
import type { Switchboard } from './switchboard.ts'

/** The dependencies of switching the catalog. */
export interface TurnParts extends LoadParts {
  catalogs: Switchboard
  state: ProcessState
}

/** The state of the pointer as this process has read it. */
export interface Seen {
  /** The newest generation that the process has switched to. */
  generation: number
  /** Whether it has read the pointer since it was started. */
  hasLooked: boolean
  /** Whether it retries the same pointer. */
  isRetry: boolean
  /** When the next report is due, Unix ms. */
  reportAt: number
  /** The names of the editions that it has built. */
  names: WeakMap<Edition, string>
  refused?: Refusal | undefined
  /** The name of the canary whose calls are counted. */
  counted?: string | undefined
  /** Why the current pointer is not trusted. */
  unknown?: Refusal | undefined
}

/**
 * Serves the pointer's entry. If the entry is refused, a process that has just started serves the
 * newest earlier entry that is accepted; a running process continues with its current catalog.
 */
export async function turnTo(from: TurnParts, seen: Seen, pointer: Pointer): Promise<void> {
  const isStart = !seen.hasLooked
  await keepEarlier(from, seen, pointer)
  seen.refused = undefined
  const wanted = isStart ? [pointer.current, ...pointer.history] : [pointer.current]
  for (const entry of wanted) {
    try {
      const edition = await editionOf(from, seen, entry)
      serve(from, { edition, entry, at: replacedAt(from, seen, { pointer, isStart }) })
      break
    } catch (error) {
      refuse(from, seen, { entry, error })
    }
  }
  showRefusal(from, seen)
}

/** Returns when the current catalog was replaced; 0 if it was never live. */
function replacedAt(
  { catalogs }: TurnParts,
  { names }: Seen,
  { pointer, isStart }: { pointer: Pointer; isStart: boolean },
): number {
  const edition = catalogs.current()
  const name = names.get(edition)
  const { hash } = edition.context.catalog
  // The process may have started with a different built-in catalog; prices of one that is not in
  // the history were never live.
  const entry = pointer.history.find(
    one => nameOf(one) === name && (one.release !== undefined || one.catalogs?.includes(hash)),
  )
  return entry?.until ?? (isStart ? 0 : pointer.current.from)
}

function serve(
  { catalogs, parts }: TurnParts,
  { edition, entry, at }: { edition: Edition; entry: Entry; at: number },
): void {
  if (edition === catalogs.current()) return
  catalogs.serve(edition, at)
  const { hash } = edition.context.catalog
  parts.observe.log.info({ release: nameOf(entry), hash }, 'another catalog is live')
}

/**
 * Records that an entry is refused, and why. Throws the error of a store that does not answer: that
 * says nothing about the release, and the process tries again.
 */
export function refuse(
  { parts }: TurnParts,
  seen: Seen,
  { entry, error }: { entry: Entry; error: unknown },
): void {
  if (error instanceof StoreUnavailable) throw error
  const check = error instanceof RefusedRelease ? error.check : 'routes'
  const reason = (error as Error).message.slice(0, 500)
  const hash = nameOf(entry)
  parts.observe.refusal(check)
  parts.observe.log.error({ release: hash, check, reason }, 'a release is refused')
  seen.refused ??= { hash, check, reason }
}

/** Sets what the process refuses now in its health. */
export function showRefusal({ state }: TurnParts, { unknown, refused }: Seen): void {
  const shown = unknown ?? refused
  state.refused = shown && { hash: shown.hash, reason: `${shown.check}: ${shown.reason}` }
}

/**
 * Loads earlier entries whose quotes or jobs still count. If there are too many, the newest stay.
 */
async function keepEarlier(
  from: TurnParts,
  seen: Seen,
  { history, tried = [] }: Pointer,
): Promise<void> {
  const { catalogs, parts, builtIn } = from
  const { slack } = builtIn.catalog.gateway
  for (const entry of [...history.toReversed(), ...tried.toReversed()]) {
    const { release, until = 0 } = entry
    const isTrial = tried.includes(entry)
    const lasts = Math.max((release?.quotes ?? 0) + slack, release?.jobs ?? 0)
    if (release === undefined || until + lasts <= parts.clock.now()) continue
    if (known(from, seen, entry) !== undefined) continue
    try {
      catalogs.keep(await editionOf(from, seen, entry), until, { isTrial })
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      const { message: reason } = error as Error
      parts.observe.log.warn({ release: release.hash, reason }, 'an earlier release is not kept')
    }
  }
}

const known = ({ catalogs }: TurnParts, seen: Seen, entry: Entry): Edition | undefined =>
  catalogs.all().find(edition => seen.names.get(edition) === nameOf(entry))

/**
 * Returns the edition of a catalog that is or was live, and builds it if needed. Throws if it may
 * not be served.
 */
export async function editionOf(from: TurnParts, seen: Seen, entry: Entry): Promise<Edition> {
  const kept = known(from, seen, entry)
  if (kept !== undefined) {
    // The application of a kept edition lacks the polls of newer catalogs.
    if (kept !== from.catalogs.current()) await kept.refresh()
    return kept
  }
  const { catalogs, open, builtIn } = from
  const edition =
    entry.release === undefined
      ? await catalogs.prepare(open(builtIn.catalog, builtIn.documents))
      : await loadRelease(from, entry.release)
  seen.names.set(edition, nameOf(entry))
  return edition
}
