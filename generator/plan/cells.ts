/** Converts cells of rows to texts and amounts, and compares two versions of a row. */
import { decimalText } from '../formula/decimal.ts'
import type { Cell, CatalogIR, RowIR, TableIR } from '../ir.ts'
import { entryOf, valueOf } from '../read/access.ts'
import { readFile } from '../read/document.ts'
import type { Place, SourceFile, Type } from '../types.ts'

/** A value of a row. `isMoney`: an amount in USD; `isText`: a text, which messages quote. */
export interface CellValue {
  text: string
  number?: number
  isText?: true
  isMoney: boolean
}

/** A value that differs; one side is absent if the row has no such value. */
export interface ChangedCell {
  path: string
  old?: CellValue
  new?: CellValue
}

/** The values of a row by their paths, as `sizes.1024x1024`. */
export function cellsOf(row: RowIR, { columns }: TableIR): Map<string, CellValue> {
  const found = new Map<string, CellValue>()
  for (const { name, type } of columns) {
    const cell = row.cells[name]
    if (cell !== undefined) put(found, name, { cell, type })
  }
  return found
}

function put(
  found: Map<string, CellValue>,
  path: string,
  { cell, type }: { cell: Cell; type: Type },
): void {
  if (type.kind === 'table' && typeof cell === 'object') {
    for (const [key, inner] of Object.entries(cell as Readonly<Record<string, Cell>>))
      put(found, `${path}.${key}`, { cell: inner, type: type.of })
    return
  }
  if (type.kind === 'decimal' && typeof cell === 'bigint') {
    const value = { num: cell, den: type.den }
    const number = Number(cell) / Number(type.den)
    found.set(path, { text: decimalText(value), number, isMoney: type.usd === true })
    return
  }
  const number = typeof cell === 'number' ? { number: cell } : {}
  found.set(path, {
    text: typeof cell === 'object' ? JSON.stringify(cell, bigints) : String(cell),
    ...number,
    ...(typeof cell === 'string' ? { isText: true } : {}),
    isMoney: false,
  })
}

const bigints = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value

/** The values that differ between two versions of a row. */
export function changedCells(
  old: Map<string, CellValue>,
  now: Map<string, CellValue>,
): ChangedCell[] {
  return [...new Set([...old.keys(), ...now.keys()])].flatMap(path => {
    const [was, is] = [old.get(path), now.get(path)]
    if (was?.text === is?.text) return []
    return [{ path, ...(was ? { old: was } : {}), ...(is ? { new: is } : {}) }]
  })
}

/** The catalog with a much higher amount in one cell of a row. */
export function withOtherCell(
  ir: CatalogIR,
  { table, row }: { table: string; row: RowIR },
  path: string,
): CatalogIR {
  const at = path.split('.')
  const names = at.length > 1 ? [at[0]!, at.slice(1).join('.')] : at
  const changed = (one: RowIR): RowIR =>
    one.id === row.id ? { ...one, cells: raised(one.cells, names) } : one
  const tables = ir.tables.map(one =>
    one.name === table ? { ...one, rows: one.rows.map(changed) } : one,
  )
  return { ...ir, tables }
}

function raised(cells: RowIR['cells'], [name, ...rest]: readonly string[]): RowIR['cells'] {
  const cell = cells[name!]
  if (typeof cell === 'bigint') return { ...cells, [name!]: cell * 3n + 1_000_000n }
  if (typeof cell === 'number') return { ...cells, [name!]: cell * 3 + 1 }
  if (typeof cell !== 'object' || Array.isArray(cell) || rest.length === 0) return cells
  return { ...cells, [name!]: raised(cell as RowIR['cells'], rest) }
}

/** The factor between two amounts; undefined if one is missing or zero. */
export function factorOf(old?: number | bigint, now?: number | bigint): number | undefined {
  return old && now ? Number(now) / Number(old) : undefined
}

/** The place of a value in the row itself; undefined if it comes from its family. */
export function cellPlace(
  files: readonly SourceFile[],
  { id, place }: RowIR,
  path: string,
): Place | undefined {
  const file = files.find(one => one.path === place.file)
  const row = file && valueOf(valueOf(readFile(file).value.raw, 'rows'), id)
  const [column = '', ...rest] = path.split('.')
  const cell = entryOf(row, column)
  const inner = rest.length > 0 ? entryOf(cell?.value, rest.join('.')) : undefined
  return (inner ?? cell)?.value.place
}
