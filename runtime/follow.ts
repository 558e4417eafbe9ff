/**
 * Follows the pointer to the live catalog. A new release is verified completely before it is
 * served; a release that fails a check changes nothing, and the process reports why.
 */
import type { Releases } from './releases/releases.ts'
import { BUILT_IN, CHECKS, UnknownPointer, type Pointer } from './releases/types.ts'
import { StoreUnavailable, type Stored } from './store/store.ts'
import { turnCanary } from './turn-canary.ts'
import { showRefusal, turnTo, type Seen, type TurnParts } from './turn-to.ts'
import { figuresOf, watchCanary } from './watch-canary.ts'

/** Pause between two reads of the pointer, and longest time between two reports, in ms. */
const EVERY = 1_000
const REPORT = 5_000

/** The dependencies of the follower. */
export interface FollowerParts extends TurnParts {
  releases: Releases
}

/** Follows the pointer to the live catalog. */
export interface Follower {
  /**
   * Reads the pointer now. The first time, it serves the newest entry that can be served. Rejects
   * if the pointer cannot be read; then nothing changes.
   */
  look(): Promise<void>
  /** Reads the pointer repeatedly until it is stopped. */
  start(): void
  stop(): Promise<void>
}

/** How long a process that starts waits for a store that does not answer, and each pause, in ms. */
const PATIENCE = 10_000
const AGAIN = 500

/**
 * Looks for the first time. While the store does not answer, it tries again for ten seconds and
 * then rejects: the process must not serve a catalog that is not the live one.
 */
export async function lookAtStart(
  follower: Pick<Follower, 'look'>,
  { clock, observe }: Pick<FollowerParts['parts'], 'clock' | 'observe'>,
): Promise<void> {
  const end = clock.now() + PATIENCE
  for (;;) {
    try {
      return await follower.look()
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || clock.now() >= end) throw error
      const { message: reason } = error
      observe.log.warn({ reason }, 'the live catalog could not be read at the start; trying again')
      await clock.sleep(AGAIN)
    }
  }
}

/** Makes the follower of a process. */
export function createFollower(from: FollowerParts): Follower {
  const { catalogs, parts } = from
  const { clock, observe } = parts
  const stopped = new AbortController()
  const seen: Seen = {
    generation: 0,
    hasLooked: false,
    isRetry: false,
    reportAt: 0,
    names: new WeakMap(),
  }
  seen.names.set(catalogs.current(), BUILT_IN)
  showFigures(from, seen)
  let turn: Promise<void> = Promise.resolve()
  const look = (isAsked: boolean): Promise<void> => {
    const looked = turn.then(() => {
      // An operator who sends the signal expects that a refused release is tried again.
      seen.isRetry = isAsked && seen.refused !== undefined
      return follow(from, seen)
    })
    turn = looked.catch(() => undefined)
    return looked
  }
  let running: Promise<void> | undefined
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await clock.sleep(EVERY, stopped.signal).catch(() => undefined)
      if (stopped.signal.aborted) return
      await look(false).catch(error =>
        observe.log.warn(
          { reason: (error as Error).message },
          'the live catalog could not be read',
        ),
      )
    }
  }
  return {
    look: () => look(true),
    start: () => void (running ??= run()),
    async stop() {
      stopped.abort()
      await running
      await turn
    },
  }
}

function showFigures(from: FollowerParts, seen: Seen): void {
  const { catalogs, parts, state } = from
  const { observe } = parts
  observe.gauge('catalogInfo', () => {
    const edition = catalogs.current()
    const release = shortName(seen.names.get(edition)!)
    return [{ labels: { hash: shortName(edition.context.catalog.hash), release }, value: 1 }]
  })
  for (const check of CHECKS) observe.refusal(check, true)
  observe.gauge('catalogRefused', () => ((seen.unknown ?? seen.refused) === undefined ? 0 : 1))
  observe.gauge('canaryShare', () => {
    const { canary } = state
    if (canary === undefined) return []
    return [{ labels: { release: shortName(canary.hash) }, value: canary.percent }]
  })
  observe.gauge('canaryCalls', () =>
    Object.entries(figuresOf(from) ?? {}).flatMap(([side, { calls, failed }]) => [
      { labels: { side, end: 'served' }, value: calls - failed },
      { labels: { side, end: 'failed' }, value: failed },
    ]),
  )
  observe.gauge('canaryAborted', () => {
    const { aborted } = state
    if (aborted === undefined) return []
    return [{ labels: { release: shortName(aborted.hash), cause: aborted.cause }, value: 1 }]
  })
}

const shortName = (hash: string): string => hash.slice(0, 12)

/** Serves the pointer's entry, if it is new, and reports. */
async function follow(from: FollowerParts, seen: Seen): Promise<void> {
  const { catalogs, parts } = from
  const isFirst = !seen.hasLooked
  const found = await believed(from, seen)
  const pointer = found?.doc
  const isNew = pointer !== undefined && (pointer.generation > seen.generation || seen.isRetry)
  if (isNew) {
    await turnTo(from, seen, pointer)
    await turnCanary(from, seen, pointer)
    seen.generation = pointer.generation
  }
  seen.isRetry = false
  seen.hasLooked = true
  await catalogs.tidy()
  if (!isNew && !isFirst && parts.clock.now() < seen.reportAt) return
  seen.reportAt = parts.clock.now() + REPORT
  await report(from, seen)
  if (found !== undefined) await watchCanary(from, from.releases, found)
}

/** Reports what this process serves, what it refuses, and how its canary's calls end. */
function report(from: FollowerParts, seen: Seen): Promise<void> {
  const { releases, catalogs, parts } = from
  const refused = seen.unknown ?? seen.refused
  const canary = catalogs.canary()
  const figures = figuresOf(from)
  return releases.report({
    instance: parts.settings.instance,
    generation: seen.generation,
    serves: seen.names.get(catalogs.current())!,
    catalog: catalogs.current().context.catalog.hash,
    ...(canary === undefined ? {} : { canary: seen.names.get(canary)! }),
    ...(figures === undefined ? {} : { figures }),
    ...(refused === undefined ? {} : { refused }),
  })
}

/** Returns the pointer; undefined if there is none or it is not trusted. */
async function believed(from: FollowerParts, seen: Seen): Promise<Stored<Pointer> | undefined> {
  try {
    const found = await from.releases.pointer()
    // Someone who copied an older pointer may put it back, but a running process ignores it.
    if (found !== undefined && found.doc.generation < seen.generation)
      throw new UnknownPointer(found.version, 'the pointer is older than one that was there before')
    seen.unknown = undefined
    showRefusal(from, seen)
    return found
  } catch (error) {
    if (!(error instanceof UnknownPointer)) throw error
    disbelieve(from, seen, error.message)
    return undefined
  }
}

/** Continues with the catalog that is served, and logs the reason once. */
function disbelieve(from: FollowerParts, seen: Seen, reason: string): void {
  if (seen.unknown?.reason === reason) return
  seen.unknown = { hash: 'pointer', check: 'pointer', reason }
  seen.reportAt = 0
  from.parts.observe.refusal('pointer')
  showRefusal(from, seen)
  from.parts.observe.log.error({ reason }, 'the pointer to the live catalog is refused')
}
