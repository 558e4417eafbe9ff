/** How long what the routes of a catalog have given out can come back. */
import type { Route } from './route.ts'

/** Lifetimes in ms. */
export interface Lifetimes {
  /** Of its quotes: the longest authorization that it asks for. */
  quotes: number
  /** Of its jobs: the longest time that they are kept. */
  jobs: number
}

/** The lifetimes of what these routes give out. */
export function lifetimesOf(routes: readonly Route[]): Lifetimes {
  return {
    quotes: Math.max(0, ...routes.map(({ price, authorization }) => (price ? authorization : 0))),
    jobs: Math.max(0, ...routes.map(({ job }) => job?.keep ?? 0)),
  }
}
