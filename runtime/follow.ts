/**
 * Follows the pointer to the catalog that is live. A new release is verified completely before it
 * is served; one that fails a check changes nothing, and the process says why.
 */
import type { Edition } from './edition.ts'
import type { ProcessState } from './hooks/parts.ts'
import { loadRelease, type LoadParts } from './load-release.ts'
import type { Releases } from './releases/releases.ts'
import {
  BUILT_IN,
  nameOf,
  RefusedRelease,
  type Check,
  type Entry,
  type Pointer,
} from './releases/types.ts'
import type { Switchboard } from './switchboard.ts'

/** Pause between two looks at the pointer, and longest between two reports, in ms. */
const EVERY = 1_000
const REPORT = 5_000

/** What following needs. */
export interface FollowerParts extends LoadParts {
  releases: Releases
  catalogs: Switchboard
  state: ProcessState
}

/** Follows the pointer. */
export interface Follower {
  /**
   * Looks at the pointer now. At the first time, serves the newest entry that can be served. Rejects
   * if the pointer cannot be read; then nothing changes.
   */
  look(): Promise<void>
  /** Looks again and again until it is stopped. */
  start(): void
  stop(): Promise<void>
}

/** What a process knows of the pointer. */
interface Seen {
  generation: number
  /** The newest pointer's reports are due then, Unix ms. */
  reportAt: number
  /** The names of the editions that were made. */
  names: WeakMap<Edition, string>
  refusals: Map<Check, number>
  refused?: { hash: string; check: Check; reason: string }
}

/** Makes the follower of one process. */
export function createFollower(from: FollowerParts): Follower {
  const { catalogs, parts } = from
  const { clock, observe } = parts
  const stopped = new AbortController()
  const seen: Seen = { generation: -1, reportAt: 0, names: new WeakMap(), refusals: new Map() }
  seen.names.set(catalogs.current(), BUILT_IN)
  showFigures(from, seen)
  let turn: Promise<void> = Promise.resolve()
  const look = (): Promise<void> => {
    const looked = turn.then(() => follow(from, seen))
    turn = looked.catch(() => undefined)
    return looked
  }
  let running: Promise<void> | undefined
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await clock.sleep(EVERY, stopped.signal).catch(() => undefined)
      if (stopped.signal.aborted) return
      await look().catch(error =>
        observe.log.warn({ reason: (error as Error).message }, 'the live catalog is not known now'),
      )
    }
  }
  return {
    look: () => {
      // Somebody asks: what was refused is tried again.
      if (seen.refused !== undefined) seen.generation = -1
      return look()
    },
    start: () => void (running ??= run()),
    async stop() {
      stopped.abort()
      await running
      await turn
    },
  }
}

function showFigures({ catalogs, parts }: FollowerParts, seen: Seen): void {
  const { observe } = parts
  observe.gauge('catalogInfo', () => {
    const edition = catalogs.current()
    const release = seen.names.get(edition)!.slice(0, 12)
    return [{ labels: { hash: edition.context.catalog.hash.slice(0, 12), release }, value: 1 }]
  })
  observe.gauge('catalogRefusals', () =>
    [...seen.refusals].map(([check, value]) => ({ labels: { check }, value })),
  )
}

/** Serves what the pointer names, if it is new, and reports. */
async function follow(from: FollowerParts, seen: Seen): Promise<void> {
  const { releases, parts } = from
  const isFirst = seen.generation === -1
  const pointer = (await releases.pointer())?.doc
  const isNew = pointer !== undefined && pointer.generation !== seen.generation
  if (isNew) {
    await turnTo(from, seen, pointer)
    seen.generation = pointer.generation
  }
  await from.catalogs.tidy()
  if (!isNew && !isFirst && parts.clock.now() < seen.reportAt) return
  seen.reportAt = parts.clock.now() + REPORT
  await releases.report({
    instance: parts.settings.instance,
    generation: pointer?.generation ?? 0,
    serves: seen.names.get(from.catalogs.current())!,
    ...(seen.refused === undefined ? {} : { refused: seen.refused }),
  })
}

/**
 * Serves the pointer's entry. If it is refused, a process that has just started serves the newest
 * earlier one that is not; any other goes on with what it serves.
 */
async function turnTo(from: FollowerParts, seen: Seen, pointer: Pointer): Promise<void> {
  const isStart = seen.generation === -1 && seen.refused === undefined
  await keepEarlier(from, seen, pointer)
  seen.refused = from.state.refused = undefined
  const wanted = isStart ? [pointer.current, ...pointer.history] : [pointer.current]
  for (const entry of wanted) {
    try {
      const edition = await editionOf(from, seen, entry)
      return serve(from, { edition, entry, at: replacedAt(from, seen, { pointer, isStart }) })
    } catch (error) {
      refuse(from, seen, { entry, error })
    }
  }
}

/** When the catalog that is served now was replaced; 0 if it was not live. */
function replacedAt(
  { catalogs }: FollowerParts,
  { names }: Seen,
  { pointer, isStart }: { pointer: Pointer; isStart: boolean },
): number {
  const name = names.get(catalogs.current())
  const entry = pointer.history.find(one => nameOf(one) === name)
  return entry?.until ?? (isStart ? 0 : pointer.current.from)
}

function serve(
  { catalogs, parts }: FollowerParts,
  { edition, entry, at }: { edition: Edition; entry: Entry; at: number },
): void {
  if (edition === catalogs.current()) return
  catalogs.serve(edition, at)
  const { hash } = edition.context.catalog
  parts.observe.log.info({ release: nameOf(entry), hash }, 'another catalog is live')
}

function refuse(
  { state, parts }: FollowerParts,
  seen: Seen,
  { entry, error }: { entry: Entry; error: unknown },
): void {
  const check = error instanceof RefusedRelease ? error.check : 'routes'
  const reason = (error as Error).message.slice(0, 500)
  const hash = nameOf(entry)
  seen.refusals.set(check, (seen.refusals.get(check) ?? 0) + 1)
  parts.observe.log.error({ release: hash, check, reason }, 'a release is refused')
  if (seen.refused !== undefined) return
  seen.refused = { hash, check, reason }
  state.refused = { hash, reason: `${check}: ${reason}` }
}

/** Loads the entries of the past whose quotes or jobs still count; the newest are kept longest. */
async function keepEarlier(from: FollowerParts, seen: Seen, pointer: Pointer): Promise<void> {
  const { catalogs, parts } = from
  for (const entry of pointer.history.toReversed()) {
    const { release, until = 0 } = entry
    const lasts = Math.max(release?.quotes ?? 0, release?.jobs ?? 0)
    if (release === undefined || until + lasts <= parts.clock.now()) continue
    if (known(from, seen, entry) !== undefined) continue
    try {
      catalogs.keep(await editionOf(from, seen, entry), until)
    } catch (error) {
      const { message: reason } = error as Error
      parts.observe.log.warn({ release: release.hash, reason }, 'an earlier release is not kept')
    }
  }
}

const known = ({ catalogs }: FollowerParts, seen: Seen, entry: Entry): Edition | undefined =>
  catalogs.all().find(edition => seen.names.get(edition) === nameOf(entry))

/** The edition of an entry, which is made if it is not kept. Throws if it may not be served. */
async function editionOf(from: FollowerParts, seen: Seen, entry: Entry): Promise<Edition> {
  const kept = known(from, seen, entry)
  if (kept !== undefined) {
    // Its application does not know the polls of the catalogs that came since.
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
