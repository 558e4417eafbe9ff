/**
 * Serves one catalog at a time, and switches to another between two requests. A canary may serve
 * some of the paid calls. The last few earlier catalogs stay open while their quotes and jobs
 * count.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dependencies } from './context.ts'
import { createEarlierEditions, type EarlierEditions } from './earlier-editions.ts'
import { makeEdition, type CatalogParts, type Edition } from './edition.ts'
import type { Editions, Trial } from './lib/editions.ts'
import type { Front } from './server.ts'
import { capacitiesOf, type SharedState } from './shared-state.ts'

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
  /** Keeps an edition that was replaced in an earlier process. */
  keep: EarlierEditions['keep']
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
  let base: { parts: Dependencies; shared: SharedState; front: Front } | undefined
  const earlier = createEarlierEditions(
    clock,
    edition => edition === current || edition === canary?.edition,
  )

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
      all: () => [
        ...new Set([current, canary, ...earlier.list()].flatMap(one => one?.context ?? [])),
      ],
      earlier: earlier.list,
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
      earlier.keep(edition, at, { isTrial: true })
    },
    serve(edition, at) {
      if (canary?.edition === edition) canary = undefined
      earlier.take(edition)
      const previous = current!
      current = edition
      if (previous !== edition) earlier.keep(previous, at)
      limitQueue()
      base!.parts.owned?.adopt(edition.context.catalog.records ?? {})
    },
    keep: earlier.keep,
    all: () => {
      const all = [current, canary?.edition, ...earlier.list().map(one => one.edition)]
      return [...new Set(all.flatMap(one => one ?? []))]
    },
    tidy: earlier.tidy,
    close: async () => {
      const all = [current, canary?.edition, ...earlier.open()]
      await Promise.all([...new Set(all)].map(edition => edition?.close()))
    },
  }
}
