/**
 * Builds the catalog at an instant: the rows and routes sold then, with their values at that time.
 */
import { rowPlaceOf } from '../analysis/reads.ts'
import { noteVersionsThen } from './route-versions.ts'
import type { CatalogIR, ExampleIR, RouteIR, RowIR, TableIR } from '../ir.ts'

/** The instant of the list: before all dates. */
export const LIST = Number.NEGATIVE_INFINITY

/** The instants at which the catalog changes by itself, in ascending order. */
export function instantsOf({
  gateway,
  tables,
  routes,
}: Pick<CatalogIR, 'gateway' | 'tables' | 'routes'>): number[] {
  const found = [gateway, ...tables.flatMap(({ rows }) => rows), ...routes].flatMap(changesOf)
  return [...new Set(found)].sort((a, b) => a - b)
}

interface Changing {
  dated?: readonly { from: number; until?: number }[]
  retired?: { since?: number }
}

function changesOf({ dated = [], retired }: Changing): number[] {
  const ends = retired?.since === undefined ? [] : [retired.since]
  const periods = dated.flatMap(({ from, until }) => (until === undefined ? [from] : [from, until]))
  return [...periods, ...ends]
}

/** The numbers of gateway.yaml at an instant. */
export function gatewayAt({ gateway }: CatalogIR, at: number): CatalogIR['gateway'] {
  const { dated } = gateway
  return { ...(nowOf(dated, at)?.gateway ?? gateway), ...(dated ? { dated } : {}) }
}

/** The catalog at an instant. */
export function catalogAt(ir: CatalogIR, at: number): CatalogIR {
  const then: CatalogIR = {
    ...ir,
    gateway: gatewayAt(ir, at),
    tables: ir.tables.map(table => tableAt(table, at)),
    routes: ir.routes.map(route => {
      const table = ir.tables.find(one => one.name === route.table)
      const examples = examplesInTime(route, table, at)
      const now = routeAt(route, at)
      return examples === route.examples ? now : { ...now, examples }
    }),
  }
  const changes = new Map(ir.tables.map(({ name, rows }) => [name, rows.flatMap(changesOf)]))
  const since = (route: RouteIR, tables: readonly string[]): number => {
    const all = [...changesOf(route), ...tables.flatMap(name => changes.get(name) ?? [])]
    return Math.max(LIST, ...all.filter(one => one <= at))
  }
  noteVersionsThen(then, { list: ir, since })
  return then
}

/** Whether the catalog at an instant sells what the list does, e.g. after a promotion. */
export const isAsListed = (
  { tables, routes }: CatalogIR,
  { list, at }: { list: CatalogIR; at: number },
): boolean =>
  nowOf(list.gateway.dated, at) === undefined &&
  tables.every((table, i) => table === list.tables[i]) &&
  routes.every((route, i) => route === list.routes[i])

/** A route at an instant. If it is retired by then, it is marked so, without a date. */
function routeAt(route: RouteIR, at: number): RouteIR {
  const { dated, promotions, retired, examples } = route
  const period = nowOf(dated, at)
  const now = period?.route
  const isGone = retired?.since !== undefined && retired.since <= at
  const promoted = period?.discount === undefined ? {} : { isPromoted: true as const }
  // Future changes are kept, for documents.
  const kept = { dated, promotions, retired, examples }
  const own = now === undefined ? route : { ...now, ...promoted, ...kept }
  return isGone ? { ...own, retired: { use: retired.use, place: retired.place } } : own
}

/** The period that contains an instant. */
const nowOf = <T extends { from: number; until?: number }>(
  dated: readonly T[] = [],
  at: number,
): T | undefined =>
  dated.find(({ from, until }) => from <= at && (until === undefined || at < until))

/** Whether a route sells nothing: every call is answered with 404 or 410. */
export const isGone = ({ gone, retired }: Pick<RouteIR, 'gone' | 'retired'>): boolean =>
  gone !== undefined || (retired !== undefined && retired.since === undefined)

/** A table at an instant; rows that are not sold then are `gone`. */
export function tableAt(table: TableIR, at: number): TableIR {
  const isGone = ({ retired }: RowIR): boolean =>
    retired !== undefined && (retired.since ?? LIST) <= at
  const rows = table.rows.filter(row => !isGone(row)).map(row => rowAt(row, at))
  // The same table as that of the list needs no documents or checks of its own.
  if (rows.length === table.rows.length && rows.every((row, i) => row === table.rows[i]))
    return table
  const gone = [...(table.gone ?? []), ...table.rows.filter(isGone)]
  return { ...table, rows, ...(gone.length === 0 ? {} : { gone }) }
}

function rowAt(row: RowIR, at: number): RowIR {
  const now = nowOf(row.dated, at)
  // Future changes are kept, for documents.
  const { dated, promotions, retired } = row
  return now === undefined ? row : { ...now.row, dated, promotions, retired }
}

/**
 * The examples of a route at an instant, without those of rows retired by then. Examples of a row
 * that will be retired hold until then.
 */
export function examplesInTime(
  route: RouteIR,
  table: Pick<TableIR, 'rows' | 'gone'> | undefined,
  at = LIST,
): readonly ExampleIR[] {
  if (table === undefined) return route.examples
  const retired = [...table.rows, ...(table.gone ?? [])].filter(row => row.retired !== undefined)
  if (retired.length === 0) return route.examples
  const examples = route.examples.flatMap((example): ExampleIR[] => {
    const row = retired.find(one => isNamed(one, rowNamed(route, example)))
    if (row === undefined) return [example]
    if ((row.retired!.since ?? LIST) <= at) return []
    return [example.isTemporary ? example : { ...example, isTemporary: true }]
  })
  const isSame = examples.every((one, i) => one === route.examples[i])
  return isSame && examples.length === route.examples.length ? route.examples : examples
}

/** Whether a row has this id or alias; `name` is in lower case. */
export const isNamed = (
  { id, aliases }: Pick<RowIR, 'id' | 'aliases'>,
  name: string | undefined,
): boolean => [id, ...aliases].some(one => one.toLowerCase() === name)

/** The name of the row that an example chooses, in lower case. */
export function rowNamed(route: RouteIR, example: ExampleIR): string | undefined {
  const place = rowPlaceOf(route)
  const part = place && (example[place[0]] as Readonly<Record<string, unknown>> | undefined)
  const value = part?.[place![1]]
  return typeof value === 'string' ? value.toLowerCase() : undefined
}
