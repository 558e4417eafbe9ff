/** How long quotes and jobs of a catalog may still be presented. */
import type { Route } from './route.ts'

/** Lifetimes in ms. */
export interface Lifetimes {
  /** Of quotes: the longest authorization that the routes require. */
  quotes: number
  /** Of jobs: the longest time that they are kept. */
  jobs: number
}

/** Returns how long the quotes and jobs of these routes live. */
export function lifetimesOf(routes: readonly Route[]): Lifetimes {
  return {
    quotes: Math.max(0, ...routes.map(({ price, authorization }) => (price ? authorization : 0))),
    jobs: Math.max(0, ...routes.map(({ job }) => job?.keep ?? 0)),
  }
}
