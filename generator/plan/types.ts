/**
 * What a change of the catalog does: findings with stable ids, and what customers pay before and
 * after.
 */
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { Environment } from '../examples/environment.ts'
import type { FindingId } from '../language/guard.ts'
import type { Place } from '../types.ts'

/** What becomes of a finding: it is shown, it warns, or it blocks the change. */
export type Level = 'allow' | 'warn' | 'block'

/**
 * What a request costs before and after, in micro-USD; undefined where it cannot be bought. `what`
 * says which of the route's requests it is.
 */
export interface Effect {
  endpoint: string
  model?: string
  what: string
  old?: bigint
  new?: bigint
}

/**
 * One thing that a change does. `subject`, `old` and `new` are what accepted.yaml repeats;
 * `message` says it in a sentence. `accepted` is the reason of the entry that accepts it.
 */
export interface Finding {
  id: FindingId
  level: Level
  subject: string
  old?: string
  new?: string
  message: string
  effects: readonly Effect[]
  /** The row whose number it is about. */
  row?: string
  /** The numbers of a row that have these effects together; each is accepted by itself. */
  numbers?: readonly Finding[]
  /** Other addresses of the routes of its effects, where everything is the same. */
  aliases?: readonly string[]
  /** How many times as much, at most; of two amounts. Below 1 for cuts. */
  factor?: number
  place?: Place
  accepted?: string
  /** What to write rather than accept it. */
  instead?: string
}

/** One of the two catalogs, ready to price requests. */
export interface Side {
  ir: CatalogIR
  /** Routes by each of their addresses, aliases too; retired ones are left out. */
  routes: ReadonlyMap<string, Sold>
  /** The network on which a route is priced: the gateway's first that serves it. */
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
