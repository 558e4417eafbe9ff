/** Model tables as one gateway sells them. */
import type { Models, NetworkSpec, Row, Table } from '../contract.ts'

/** Before all dates: the rows as the list has them. */
export const LIST = Number.NEGATIVE_INFINITY

/**
 * Reduces a table to the rows that the network sells at an instant (Unix ms), with look-up by id or
 * alias, ignoring case. Dated periods replace rows.
 */
export function sellModels<R extends Row>(
  table: Table<R>,
  network: Pick<NetworkSpec, 'only'>,
  at = LIST,
): Models<R> {
  const only = Object.hasOwn(network.only, table.name)
    ? new Set(network.only[table.name])
    : undefined
  const retired = new Map(
    (table.retired ?? []).filter(({ since = LIST }) => since <= at).map(({ id, use }) => [id, use]),
  )
  const now = new Map(
    (table.dated ?? [])
      .filter(({ from, until = Infinity }) => from <= at && at < until)
      .map(({ row }) => [row.id, row]),
  )
  const all = table.rows.map(row => now.get(row.id) ?? row)
  const own = only === undefined ? all : all.filter(row => only.has(row.id))
  const rows = retired.size === 0 ? own : own.filter(row => !retired.has(row.id))
  const find = finder(rows)
  return {
    rows,
    ids: rows.map(row => row.id),
    get: find,
    ...(retired.size === 0 ? {} : { retired: findRetired(own, retired) }),
  }
}

/** Something with dated changes: rows of a table, or a route. */
interface Dated {
  dated?: readonly { from: number; until?: number }[]
  retired?: readonly { since?: number }[] | { since?: number }
}

/** Returns the instants at which rows of a table, or a route, change, in ascending order. */
export function changesOf({ dated = [], retired = [] }: Dated): number[] {
  const instants = [
    ...dated.flatMap(({ from, until }) => [from, until]),
    ...[retired].flat().map(({ since }) => since),
  ]
  return [...new Set(instants.filter(one => one !== undefined))].sort((a, b) => a - b)
}

function finder<R extends Row>(rows: readonly R[]): Models<R>['get'] {
  const byName = new Map<string, R>()
  for (const row of rows)
    for (const name of [row.id, ...(row.aliases ?? [])]) byName.set(name.toLowerCase(), row)
  return id => (typeof id === 'string' ? byName.get(id.toLowerCase()) : undefined)
}

function findRetired<R extends Row>(
  rows: readonly R[],
  retired: ReadonlyMap<string, string>,
): NonNullable<Models<R>['retired']> {
  const find = finder(rows.filter(row => retired.has(row.id)))
  return id => {
    const row = find(id)
    return row === undefined ? undefined : { row, use: retired.get(row.id)! }
  }
}

/** The empty table, for routes without a table. */
export const noModels: Models = { rows: [], ids: [], get: () => undefined }
