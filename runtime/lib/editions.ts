/**
 * The catalogs of one process: the live one, and recent ones whose calls, jobs and quotes still
 * count.
 */
import type { CompiledRoute, GatewayContext } from '../context.ts'

/** An earlier catalog. */
export interface Earlier {
  context: GatewayContext
  /** When another catalog replaced it, Unix ms. */
  replacedAt: number
  /** Until when its quotes may be paid and its jobs polled, Unix ms. */
  until: number
  /** Whether it was only a canary, which makes no quotes. */
  isTrial: boolean
}

/** The catalog that serves a share of the wallets. */
export interface Trial {
  context: GatewayContext
  /** Whether it serves this wallet. */
  serves(wallet: string): boolean
}

/** The catalogs of one process. */
export interface Editions {
  current(): GatewayContext
  /** Returns the canary; undefined if there is none. */
  canary(): Trial | undefined
  /**
   * Returns the live catalog, the canary and the earlier ones, newest first; empty before the
   * first.
   */
  all(): readonly GatewayContext[]
  /** Returns the earlier catalogs that are still open, newest first. */
  earlier(): readonly Earlier[]
}

/** Counts the work that still needs a catalog, such as a job that began with it. */
export interface Uses {
  count(): number
  /** Counts the promise until it settles, and returns it. */
  during<T>(work: Promise<T>): Promise<T>
}

/** Makes a counter of uses. */
export function countUses(): Uses {
  let count = 0
  const end = (): void => void (count -= 1)
  return {
    count: () => count,
    during(work) {
      count += 1
      work.then(end, end)
      return work
    },
  }
}

/** The catalog and the route that serve a job. */
export interface JobServer {
  context: GatewayContext
  compiled: CompiledRoute
}

/**
 * Returns the catalog that serves a job: the one that it began with if this process has it,
 * otherwise the newest one that has its route. The route is as of the day when the job was bought.
 * Undefined if no catalog has the route.
 */
export function serverOfJob(
  { editions }: GatewayContext,
  doc: { route: string; catalog?: string; at?: number; created: number },
): JobServer | undefined {
  const all = editions.all()
  const own = all.filter(({ catalog }) => catalog.hash === doc.catalog)
  for (const context of [...own, ...all]) {
    const list = context.routes.get(doc.route)
    const compiled = list?.offerings.at(doc.at ?? doc.created).compiled ?? list
    if (compiled?.route.job !== undefined) return { context, compiled }
  }
  return undefined
}
