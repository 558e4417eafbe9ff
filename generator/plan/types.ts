/** Types of a plan: findings with stable ids, and prices before and after. */
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { Environment } from '../examples/environment.ts'
import type { FindingId } from '../language/guard.ts'
import type { Place } from '../types.ts'

/** The level of a finding: shown, a warning, or blocked. */
export type Level = 'allow' | 'warn' | 'block'

/**
 * The price of a request before and after, in micro-USD; undefined if it cannot be bought. `what`
 * describes the request among those of its route; `newFields` are those that its route did not
 * have.
 */
export interface Effect {
  endpoint: string
  model?: string
  what: string
  newFields?: readonly string[]
  old?: bigint
  new?: bigint
}

/**
 * One effect of a change. accepted.yaml repeats `subject`, `old` and `new`; `message` describes it
 * in a sentence. `accepted` is the reason of the entry that accepts it.
 */
export interface Finding {
  id: FindingId
  level: Level
  subject: string
  old?: string
  new?: string
  message: string
  effects: readonly Effect[]
  /** The row of the changed number. */
  row?: string
  /** The numbers of a row that cause these effects together; each is accepted separately. */
  numbers?: readonly Finding[]
  /** Other addresses of its routes, with the same effects. */
  aliases?: readonly string[]
  /** The largest factor between two amounts. Below 1 for cuts. */
  factor?: number
  place?: Place
  accepted?: string
  /** What to write instead of accepting it. */
  instead?: string
}

/** One of the two catalogs, ready to price requests. */
export interface Side {
  ir: CatalogIR
  /** Routes by each of their addresses, including aliases; without retired ones. */
  routes: ReadonlyMap<string, Sold>
  /**
   * The environment of the network on which a route is priced: the gateway's first that serves it.
   */
  at(route: RouteIR): Environment | undefined
}

/** A route at one of its addresses, with the holes that the address fills. */
export interface Sold {
  route: RouteIR
  with?: Readonly<Record<string, string>>
}

/** `POST /api/v1/things` */
export const endpointOf = ({ method, path }: Pick<RouteIR, 'method' | 'path'>): string =>
  `${method} ${path}`
