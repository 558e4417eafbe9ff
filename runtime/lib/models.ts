/** Model tables as one gateway sells them. */
import type { Models, NetworkSpec, Row, Table } from '../contract.ts'

/**
 * Reduces a table to the rows that the network sells, with look-up by id or alias, ignoring case.
 */
export function sellModels<R extends Row>(table: Table<R>, network: NetworkSpec): Models<R> {
  const only = Object.hasOwn(network.only, table.name)
    ? new Set(network.only[table.name])
    : undefined
  const rows = only === undefined ? table.rows : table.rows.filter(row => only.has(row.id))
  const byName = new Map<string, R>()
  for (const row of rows)
    for (const name of [row.id, ...(row.aliases ?? [])]) byName.set(name.toLowerCase(), row)
  return {
    rows,
    ids: rows.map(row => row.id),
    get: id => (typeof id === 'string' ? byName.get(id.toLowerCase()) : undefined),
  }
}

/** The empty table of a route that has none. */
export const noModels: Models = { rows: [], ids: [], get: () => undefined }
