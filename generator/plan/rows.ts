/** Finds rows that are new, removed, changed, or sold on fewer networks. */
import type { CatalogIR, RowIR, TableIR } from '../ir.ts'
import { cellsOf, changedCells, type ChangedCell } from './cells.ts'

/** A row of both catalogs with the cells that differ. */
export interface ChangedRow {
  table: string
  id: string
  row: RowIR
  cells: readonly ChangedCell[]
}

/** The ids and aliases of rows by table, with their rows. */
export interface RowChanges {
  added: { table: string; id: string; row: RowIR }[]
  removed: { table: string; id: string }[]
  /** Names that mean another row now: the ids of the rows. */
  moved: { table: string; name: string; old: string; row: RowIR }[]
  changed: ChangedRow[]
}

/** Compares the rows of two catalogs. */
export function rowChanges(old: CatalogIR, now: CatalogIR): RowChanges {
  const changes: RowChanges = { added: [], removed: [], moved: [], changed: [] }
  for (const name of new Set([...old.tables, ...now.tables].map(table => table.name))) {
    const [was, is] = [tableOf(old, name), tableOf(now, name)]
    const [before, after] = [namesOf(was), namesOf(is)]
    for (const id of before.keys()) if (!after.has(id)) changes.removed.push({ table: name, id })
    for (const [id, row] of after) {
      const earlier = before.get(id)
      // A row that was renamed keeps its old id as an alias.
      if (earlier !== undefined && ![row.id, ...row.aliases].includes(earlier.id))
        changes.moved.push({ table: name, name: id, old: earlier.id, row })
    }
    for (const row of is?.rows ?? []) {
      const names = [row.id, ...row.aliases]
      const earlier = names.map(id => before.get(id)).find(one => one !== undefined)
      if (earlier === undefined) {
        changes.added.push({ table: name, id: row.id, row })
        continue
      }
      const cells = changedCells(cellsOf(earlier, was!), cellsOf(row, is!))
      if (cells.length > 0) changes.changed.push({ table: name, id: row.id, row, cells })
    }
  }
  return changes
}

const tableOf = ({ tables }: CatalogIR, name: string): TableIR | undefined =>
  tables.find(table => table.name === name)

function namesOf(table: TableIR | undefined): Map<string, RowIR> {
  const rows = table?.rows ?? []
  return new Map(rows.flatMap(row => [row.id, ...row.aliases].map(id => [id, row] as const)))
}

/** Rows that a network no longer sells, although both catalogs have them. */
export function unsold(old: CatalogIR, now: CatalogIR): { network: string; id: string }[] {
  return now.networks.flatMap(({ name, only }) => {
    const was = old.networks.find(one => one.name === name)
    return was === undefined
      ? []
      : Object.entries(only ?? {}).flatMap(([table, ids]) => {
          const before = was.only?.[table] ?? (tableOf(old, table)?.rows ?? []).map(row => row.id)
          const is = namesOf(tableOf(now, table))
          const sold = new Set(ids.map(id => is.get(id)))
          return before
            .filter(id => is.has(id) && !sold.has(is.get(id)))
            .map(id => ({ network: name, id }))
        })
  })
}
