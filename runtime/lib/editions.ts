/**
 * The catalogs of one process: the one that it serves, and those that it served until lately, whose
 * calls, jobs and quotes still count.
 */
import type { CompiledRoute, GatewayContext } from '../context.ts'

/** An earlier catalog. */
export interface Earlier {
  context: GatewayContext
  /** When another one took its place, Unix ms. */
  replacedAt: number
  /** Until when its quotes may be paid and its jobs polled, Unix ms. */
  until: number
  /** It was a canary only, which makes no quotes. */
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
  /** The canary, if one is on. */
  canary(): Trial | undefined
  /**
   * The one that is served, the canary and the earlier ones, newest first; empty before the first.
   */
  all(): readonly GatewayContext[]
  /** The earlier ones that are kept, newest first. */
  earlier(): readonly Earlier[]
}

/** Counts what still needs a catalog, such as a job that its work has begun with. */
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

/** A catalog and its route that serve a job. */
export interface JobServer {
  context: GatewayContext
  compiled: CompiledRoute
}

/**
 * The catalog that serves a job: the one that it began with if this process has it, else the newest
 * one that has its route. The route is that of the day on which the job was bought. Undefined if no
 * catalog has it.
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
