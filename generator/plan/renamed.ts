/** Finds the new name of a row or route, so that it can keep the old one as an alias. */
import type { RowIR } from '../ir.ts'
import type { Place, SourceFile } from '../types.ts'

/** A row that is sold, with its other names and the places of its cells by column. */
export interface SoldRow {
  name: string
  others: readonly string[]
  cells: ReadonlyMap<string, Place>
  place: Place
}

/** A route that is sold: its method and path, its other paths, and what it does. */
export interface SoldRoute {
  name: string
  others: readonly string[]
  summary: string
}

/**
 * The new route with the method and summary of the deleted route `name`. A summary that several
 * routes have does not show which one it is.
 */
export function movedTo(
  name: string,
  old: readonly SoldRoute[],
  now: readonly SoldRoute[],
): SoldRoute | undefined {
  const gone = old.find(route => route.name === name)
  const methodOf = (route: SoldRoute): string => route.name.split(' ', 1)[0]!
  const isSame = (route: SoldRoute): boolean =>
    route.summary === gone?.summary && methodOf(route) === methodOf(gone)
  const [found, ...others] = now.filter(isSame)
  const isNew = !old.some(route => route.name === found?.name)
  return others.length === 0 && isNew ? found : undefined
}

/** A row with its names and the places of its cells. */
export const soldRow = ({ id, aliases, places, place }: RowIR): SoldRow => ({
  name: id,
  place,
  others: aliases,
  cells: new Map(Object.entries(places)),
})

/**
 * The rows of a table in two catalogs, with the files of each: all old ones, and those sold now.
 */
export interface TwoTables {
  old: { rows: readonly RowIR[]; files: readonly SourceFile[] }
  now: { rows: readonly SoldRow[]; files: readonly SourceFile[] }
}

/**
 * The new row with the content of the deleted row `id`. It has the same cells as written, or most
 * of the texts that no other row of the old table has, such as a name and a description.
 */
export function renamedTo(id: string, { old, now }: TwoTables): SoldRow | undefined {
  const known = new Set(old.rows.map(row => row.id))
  const added = now.rows.filter(row => !known.has(row.name))
  const gone = old.rows.find(row => row.id === id)
  if (gone === undefined || added.length === 0) return undefined
  const cells = writtenCells(soldRow(gone), old.files)
  const others = old.rows.filter(row => row !== gone)
  const own = [...cells.keys()].filter(column => {
    const cell = gone.cells[column]
    return typeof cell === 'string' && others.every(row => row.cells[column] !== cell)
  })
  return added.find(row => {
    const written = writtenCells(row, now.files)
    const kept = own.filter(column => written.get(column) === cells.get(column))
    return kept.length * 2 > own.length || isSame(written, cells)
  })
}

/** The cells of a row as written, without differences in blanks. */
function writtenCells(
  { cells }: SoldRow,
  files: readonly SourceFile[],
): ReadonlyMap<string, string> {
  const written = ({ file, start, end }: Place): string => {
    const text = files.find(({ path }) => path === file)?.text.slice(start, end) ?? ''
    return text.replaceAll(/\s+/g, ' ').trim()
  }
  return new Map([...cells].map(([column, place]) => [column, written(place)]))
}

const isSame = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && [...a].every(([column, text]) => b.get(column) === text)
