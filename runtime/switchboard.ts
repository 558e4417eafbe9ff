/**
 * Serves one catalog at a time, and changes to another one between two requests. The earlier ones
 * are kept while their quotes and jobs count, the last few of them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dependencies } from './context.ts'
import { lifetimesOf } from './contract/lifetimes.ts'
import { makeEdition, type CatalogParts, type Edition } from './edition.ts'
import type { Earlier, Editions } from './lib/editions.ts'
import type { Front } from './server.ts'
import { capacitiesOf, type SharedState } from './shared-state.ts'

/** Most earlier catalogs that are kept. */
const KEPT = 5

/** An earlier catalog and its edition. */
interface Kept extends Earlier {
  edition: Edition
}

/** The catalogs of a process. */
export interface Switchboard {
  editions: Editions
  /** The edition that is served. */
  current(): Edition
  handle(request: IncomingMessage, out: ServerResponse): void
  /**
   * Compiles a catalog without serving it. Throws if it cannot be served, and lets go of its parts.
   */
  prepare(parts: CatalogParts): Promise<Edition>
  /** Serves an edition from the next request on; the present one was replaced at `at`, Unix ms. */
  serve(edition: Edition, at: number): void
  /** Keeps an edition that was replaced at `at` in an earlier process. */
  keep(edition: Edition, at: number): void
  /** The edition that is served and those that are kept, the newest first. */
  all(): readonly Edition[]
  /** Lets go of what is not needed any more. */
  tidy(): Promise<void>
  close(): Promise<void>
}

/** Makes the switchboard of a process. `start` gives it its first edition. */
export function createSwitchboard(clock: Dependencies['clock']): Switchboard & {
  start(parts: Dependencies, how: { shared: SharedState; front: Front }): Promise<Edition>
} {
  let current: Edition | undefined
  let earlier: Kept[] = []
  /** Editions that nobody can ask for any more, some of whose calls have not ended. */
  let leaving: Edition[] = []
  let base: { parts: Dependencies; shared: SharedState; front: Front } | undefined

  const keep = (edition: Edition, at: number): void => {
    const { routes, gateway } = edition.context.catalog
    const { quotes, jobs } = lifetimesOf(routes)
    const until = at + Math.max(quotes + gateway.slack, jobs)
    const kept = { edition, context: edition.context, replacedAt: at, until }
    const others = earlier.filter(one => one.edition !== edition)
    // A process may learn of a replacement late.
    earlier = [kept, ...others].sort((a, b) => b.replacedAt - a.replacedAt)
    leaving.push(...earlier.slice(KEPT).map(one => one.edition))
    earlier = earlier.slice(0, KEPT)
  }
  const tidy = async (): Promise<void> => {
    const over = earlier.filter(({ until }) => until <= clock.now())
    earlier = earlier.filter(one => !over.includes(one))
    leaving.push(...over.map(({ edition }) => edition))
    const idle = leaving.filter(edition => !edition.isBusy())
    leaving = leaving.filter(edition => edition.isBusy())
    await Promise.all(idle.map(edition => edition.close()))
  }
  return {
    editions: {
      current: () => current!.context,
      all: () => [current, ...earlier].flatMap(one => one?.context ?? []),
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
    serve(edition, at) {
      earlier = earlier.filter(one => one.edition !== edition)
      if (current !== edition) keep(current!, at)
      current = edition
      const { catalog } = edition.context
      base!.shared.queue.limit(capacitiesOf(catalog))
      base!.parts.owned?.adopt(catalog.records ?? {})
    },
    keep,
    all: () => [current!, ...earlier.map(({ edition }) => edition)],
    tidy,
    close: async () => {
      const all = [...earlier.map(({ edition }) => edition), ...leaving]
      await Promise.all([...all, current].map(edition => edition?.close()))
    },
  }
}
