/** What a route sells, by date. */
import type { Json, Models, NetworkSpec, Route, Table } from '../contract.ts'
import type { CompiledRoute } from '../context.ts'
import type { Content } from '../replies/documents/content.ts'
import { changesOf, LIST, noModels, sellModels } from './models.ts'

/** What a route sells from an instant until the next one. */
export interface Offering {
  /** Unix ms; `LIST` before the first date. */
  since: number
  models: Models
  /** The route as of then, if a date has changed it. */
  compiled?: CompiledRoute
  /** The address to call instead, if the route is retired. */
  successor?: string
  /** Tables of models that the reply lists. */
  lists?: Readonly<Record<string, Models>>
  /** The rendered content of a `fixed` reply. */
  content?: Content
  /** The extra members of a fixed discovery. */
  discovery?: { readonly [key: string]: Json | undefined }
}

/** Everything that a route sells, by date. */
export interface Offerings {
  all: readonly Offering[]
  /** Whether any date changes it. */
  isDated: boolean
  /** Returns what is sold at an instant. */
  at(ms: number): Offering
  /** Returns the next instant at which the offering changes; Infinity if there is none. */
  next(ms: number): number
}

/** The tables of a route, as the catalog has them, and the dates of the route itself. */
export interface OfferedTables extends Pick<Route, 'dated' | 'retired'> {
  table?: Table
  lists?: Readonly<Record<string, Table>>
}

/** Returns the tables that a route sells; `named` finds a table by its name. */
export function tablesOf(
  { table, lists, dated, retired }: Pick<Route, 'table' | 'lists' | 'dated' | 'retired'>,
  named: (name: string) => Table,
): OfferedTables {
  const listed = Object.entries(lists ?? {}).map(([list, name]) => [list, named(name)] as const)
  return {
    dated,
    retired,
    ...(table === undefined ? {} : { table: named(table) }),
    ...(lists === undefined ? {} : { lists: Object.fromEntries(listed) }),
  }
}

/** Returns what a route sells from its tables on a network. */
export function offeringsOf(offered: OfferedTables, network: NetworkSpec): Offerings {
  const { table, lists, retired } = offered
  const tables = [...(table === undefined ? [] : [table]), ...Object.values(lists ?? {}), offered]
  const instants = [...new Set(tables.flatMap(changesOf))].sort((a, b) => a - b)
  const all = [LIST, ...instants].map((since): Offering => ({
    since,
    models: table === undefined ? noModels : sellModels(table, network, since),
    ...(lists === undefined ? {} : { lists: sellLists(lists, network, since) }),
    ...(retired !== undefined && (retired.since ?? LIST) <= since
      ? { successor: retired.use }
      : {}),
  }))
  const [first] = all
  const isDated = instants.length > 0
  return {
    all,
    isDated,
    at: isDated ? ms => all.findLast(one => one.since <= ms)! : () => first!,
    next: ms => instants.find(one => one > ms) ?? Infinity,
  }
}

/** Returns the route as of an instant (Unix ms): itself if no date changes it. */
export function routeAt(route: Route, at: number): Route {
  const now = route.dated?.find(({ from, until = Infinity }) => from <= at && at < until)
  return now === undefined ? route : { ...route, ...now.route }
}

function sellLists(
  lists: Readonly<Record<string, Table>>,
  network: NetworkSpec,
  since: number,
): Record<string, Models> {
  return Object.fromEntries(
    Object.entries(lists).map(([name, table]) => [name, sellModels(table, network, since)]),
  )
}

/**
 * Returns the offerings whose quotes are payable at an instant, newest first: the current one, and
 * those for which a signed authorization may still be valid.
 */
export function payableOfferings(offerings: Offerings, now: number, lifetime: number): Offering[] {
  return offerings.all
    .filter(one => one.since <= now && offerings.next(one.since) > now - lifetime)
    .reverse()
}
