/**
 * Serves one catalog at a time, and switches to another between two requests. A canary may serve
 * some of the paid calls. The last few earlier catalogs stay open while their quotes and jobs
 * count.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dependencies } from './context.ts'
import { lifetimesOf } from './contract/lifetimes.ts'
import { makeEdition, type CatalogParts, type Edition } from './edition.ts'
import type { Earlier, Editions, Trial } from './lib/editions.ts'
import type { Front } from './server.ts'
import { capacitiesOf, type SharedState } from './shared-state.ts'

/** Most earlier catalogs that stay open. */
const KEPT = 5

/** An earlier catalog and its edition. */
interface Kept extends Earlier {
  edition: Edition
}

/** The canary and its edition. */
interface Tried extends Trial {
  edition: Edition
}

/** The catalogs of a process. */
export interface Switchboard {
  editions: Editions
  /** Returns the edition that is served. */
  current(): Edition
  handle(request: IncomingMessage, out: ServerResponse): void
  /** Compiles a catalog without serving it. If it cannot be served, closes its parts and throws. */
  prepare(parts: CatalogParts): Promise<Edition>
  /**
   * Serves an edition from the next request on; the previous one counts as replaced at `at`, Unix
   * ms.
   */
  serve(edition: Edition, at: number): void
  /** Returns the canary; undefined if there is none. */
  canary(): Edition | undefined
  /** Lets an edition serve a canary's wallets, beside the live edition. */
  tryOut(edition: Edition, serves: Trial['serves']): Promise<void>
  /** Ends the canary as of `at`; it no longer serves any wallet. */
  endCanary(at: number): void
  /**
   * Keeps an edition that was replaced at `at` in an earlier process. Quotes of a canary do not
   * count.
   */
  keep(edition: Edition, at: number, how?: { isTrial: boolean }): void
  /** Returns the live edition, the canary and the earlier editions, newest first. */
  all(): readonly Edition[]
  /** Closes editions that are no longer needed. */
  tidy(): Promise<void>
  close(): Promise<void>
}

/** Makes the switchboard of a process. `start` sets its first edition. */
export function createSwitchboard(clock: Dependencies['clock']): Switchboard & {
  start(parts: Dependencies, how: { shared: SharedState; front: Front }): Promise<Edition>
} {
  let current: Edition | undefined
  let canary: Tried | undefined
  let earlier: Kept[] = []
  /** Editions that no request can reach any more but that still have calls in flight. */
  let leaving: Edition[] = []
  let base: { parts: Dependencies; shared: SharedState; front: Front } | undefined

  const letGo = (all: readonly Kept[]): void =>
    void leaving.push(...all.map(one => one.edition).filter(one => one !== canary?.edition))
  const keep: Switchboard['keep'] = (edition, at, { isTrial } = { isTrial: false }) => {
    const { context } = edition
    const { quotes, jobs } = lifetimesOf(context.catalog.routes)
    const until = at + Math.max(quotes + context.catalog.gateway.slack, jobs)
    const kept: Kept = { edition, context, replacedAt: at, until, isTrial }
    // The quotes that the edition made while it was live still count.
    const former = earlier.find(one => one.edition === edition)
    if (isTrial && former !== undefined)
      Object.assign(kept, former, { until: Math.max(until, former.until) })
    const others = earlier.filter(one => one.edition !== edition)
    // A process may learn of a replacement late.
    earlier = [kept, ...others].sort((a, b) => b.replacedAt - a.replacedAt)
    letGo(earlier.slice(KEPT))
    earlier = earlier.slice(0, KEPT)
  }
  const tidy = async (): Promise<void> => {
    const over = earlier.filter(({ until }) => until <= clock.now())
    earlier = earlier.filter(one => !over.includes(one))
    letGo(over)
    const idle = leaving.filter(edition => !edition.isBusy())
    leaving = leaving.filter(edition => edition.isBusy())
    await Promise.all(idle.map(edition => edition.close()))
  }
  /** The canary's definition limits the upstreams that only the canary has. */
  const limitQueue = (): void =>
    base!.shared.queue.limit({
      ...(canary === undefined ? {} : capacitiesOf(canary.context.catalog)),
      ...capacitiesOf(current!.context.catalog),
    })
  return {
    editions: {
      current: () => current!.context,
      canary: () => canary,
      all: () => [...new Set([current, canary, ...earlier].flatMap(one => one?.context ?? []))],
      earlier: () => earlier,
    },
    current: () => current!,
    handle: (request, out) => current!.handle(request, out),
    async start(parts, { shared, front }) {
      base = { parts, shared, front }
      return (current = await makeEdition(parts, shared, front))
    },
    async prepare({ documents, close, ...own }) {
      const { parts, shared, front } = base!
      const settings = { ...parts.settings, documents }
      try {
        return await makeEdition({ ...parts, ...own, settings }, shared, { ...front, close })
      } catch (error) {
        await close()
        throw error
      }
    },
    canary: () => canary?.edition,
    async tryOut(edition, serves) {
      const { context } = edition
      leaving = leaving.filter(one => one !== edition)
      if (canary?.edition !== edition) {
        canary = { edition, context, serves: () => false }
        // Serve the polls of the canary's jobs as well.
        await current!.refresh()
      }
      canary = { edition, context, serves }
      limitQueue()
    },
    endCanary(at) {
      if (canary === undefined) return
      const { edition } = canary
      canary = undefined
      keep(edition, at, { isTrial: true })
    },
    serve(edition, at) {
      if (canary?.edition === edition) canary = undefined
      earlier = earlier.filter(one => one.edition !== edition)
      if (current !== edition) keep(current!, at)
      current = edition
      limitQueue()
      base!.parts.owned?.adopt(edition.context.catalog.records ?? {})
    },
    keep,
    all: () => [
      ...new Set(
        [current!, canary?.edition, ...earlier.map(one => one.edition)].flatMap(one => one ?? []),
      ),
    ],
    tidy,
    close: async () => {
      const all = [...earlier.map(({ edition }) => edition), ...leaving, canary?.edition, current]
      await Promise.all([...new Set(all)].map(edition => edition?.close()))
    },
  }
}
