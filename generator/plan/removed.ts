/**
 * Finds rows and routes that were deleted since an earlier catalog. This also works if the catalog
 * cannot be built: fixing the messages about unknown names would only complete the removal.
 */
import { acceptedOf } from '../catalog/accepted.ts'
import { aliasTexts } from '../catalog/aliases.ts'
import { entryOf, textAt, valueOf } from '../read/access.ts'
import type { Flat } from '../resolve/flat.ts'
import type { AcceptedIR, CatalogIR, RetiredIR, RouteIR } from '../ir.ts'
import type { Place, Problem, SourceFile } from '../types.ts'
import { entryText } from './accept.ts'
import { insteadOfRoute, insteadOfRow, successorOf } from './instead.ts'
import { soldRow, type SoldRoute, type SoldRow } from './renamed.ts'
import { endpointOf } from './types.ts'

/** The names of rows and the addresses of routes of a catalog. */
export interface Names {
  /** All names by table, and all addresses of routes, including retired ones. */
  known: { rows: ReadonlyMap<string, ReadonlySet<string>>; routes: ReadonlySet<string> }
  /** The rows by table, and the routes, that may replace others. */
  rows: ReadonlyMap<string, readonly SoldRow[]>
  routes: readonly SoldRoute[]
  /** The files of the catalog. */
  files: readonly SourceFile[]
  /** The place of each table and of gateway.yaml. */
  places: ReadonlyMap<string, Place>
  place: Place
  accepted: readonly AcceptedIR[]
}

/** A row or route with all its names. */
interface Named {
  name: string
  others: readonly string[]
  isRetired: boolean
}

/** A row with its names and its cells. */
type NamedRow = Named & SoldRow
/** A route with its names and its summary. */
type NamedRoute = Named & SoldRoute

/** A built route with its names and its summary. */
export const soldRoute = (route: RouteIR): SoldRoute => ({
  name: endpointOf(route),
  others: route.aliases.map(endpointOf),
  summary: route.summary,
})

/** The names of a built catalog. */
export function onSale({ gateway, tables, routes, accepted, sources }: CatalogIR): Names {
  const isRetired = ({ retired }: { retired?: RetiredIR }): boolean => retired !== undefined
  const rows = tables.map(({ name, place, rows, gone = [] }) => ({
    name,
    place,
    rows: [...rows, ...gone].map((row): NamedRow => ({
      ...soldRow(row),
      isRetired: isRetired(row),
    })),
  }))
  const addresses = routes.map(route => ({
    ...soldRoute(route),
    isRetired: isRetired(route) || route.gone !== undefined,
  }))
  return { ...namesOf(rows, addresses), place: gateway.place, accepted, files: sources }
}

/** The names of a catalog that is not built yet, from its files. */
export function written(
  { gateway, tables, routes, accepted }: Flat,
  files: readonly SourceFile[],
): Names {
  const rows = tables.map(({ name, place, rows }) => ({
    name,
    place,
    rows: rows.map(({ id, aliases, cells, retired, place }): NamedRow => ({
      name: id,
      place,
      others: aliases.map(one => one.text),
      cells: new Map([...cells].map(([column, { value }]) => [column, value.place])),
      isRetired: retired !== undefined,
    })),
  }))
  const addresses = routes.map(({ method, path, keys }): NamedRoute => ({
    name: `${method} ${path}`,
    others: aliasTexts(valueOf(keys, 'aliases'), method),
    summary: textAt(keys, 'summary') ?? '',
    isRetired: entryOf(keys, 'retired') !== undefined,
  }))
  const names = namesOf(rows, addresses)
  return { ...names, place: gateway.place, accepted: acceptedOf(accepted), files }
}

function namesOf(
  tables: readonly { name: string; place: Place; rows: readonly NamedRow[] }[],
  routes: readonly NamedRoute[],
): Omit<Names, 'place' | 'accepted' | 'files'> {
  const all = (named: readonly Named[]) => new Set(named.flatMap(one => [one.name, ...one.others]))
  const sold = <T extends Named>(named: readonly T[]): T[] => named.filter(one => !one.isRetired)
  return {
    known: { rows: new Map(tables.map(one => [one.name, all(one.rows)])), routes: all(routes) },
    rows: new Map(tables.map(one => [one.name, sold(one.rows)])),
    routes: sold(routes),
    places: new Map(tables.map(one => [one.name, one.place])),
  }
}

/** Reports deleted rows and routes, except those retired before today. */
export function removals(old: CatalogIR, now: Names, today: number): Problem[] {
  const isOver = ({ retired }: { retired?: RetiredIR }): boolean =>
    retired !== undefined && (retired.since ?? today) <= today
  const rows = old.tables.flatMap(({ name, rows }) => {
    const known = now.known.rows.get(name)
    const was = { rows, files: old.sources }
    const head = now.places.get(name) ?? now.place
    return rows
      .filter(row => !known?.has(row.id) && !isOver(row))
      .map(({ id }) => {
        const is = { rows: now.rows.get(name) ?? [], files: now.files }
        const instead = insteadOfRow(id, { old: was, now: is }, today)
        const place = successorOf(id, { old: was, now: is })?.place ?? head
        return { id: 'model-removed' as const, subject: id, what: `the row ${id}`, instead, place }
      })
  })
  const routes = old.routes
    .filter(one => one.gone === undefined && !isOver(one))
    .map(endpointOf)
    .filter(subject => !now.known.routes.has(subject))
    .map(subject => {
      const both = { old: old.routes.map(soldRoute), now: now.routes }
      const instead = insteadOfRoute(subject, both, today)
      return { id: 'route-removed' as const, subject, what: subject, instead, place: now.place }
    })
  return [...rows, ...routes].flatMap(({ id, subject, what, instead, place }): Problem[] => {
    if (now.accepted.some(one => one.finding === id && one.subject === subject)) return []
    const entry = entryText({ id, subject })
    return [
      {
        code: 'removed',
        severity: 'error',
        place,
        message: `${what} is deleted: its callers get an error without a successor`,
        hint: `${instead}. To remove it without notice, add to catalog/accepted.yaml: ${entry}`,
      },
    ]
  })
}
