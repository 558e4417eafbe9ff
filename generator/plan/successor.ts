/** Compares what a retired row can do with what its successor can. */
import type { CatalogIR, RowIR, TableIR } from '../ir.ts'
import { cellsOf, type CellValue } from './cells.ts'
import { columnsRead } from './row-reads.ts'
import { listed } from '../problems/counted.ts'

/** The most differences that are named. */
const MOST = 6

/**
 * The values that gates or upstream calls read and in which the successor is otherwise: other
 * flags, lower numbers, missing keys and elements. Empty if there are none.
 */
export function differencesText(
  row: RowIR,
  { use, table, ir }: { use: string; table: TableIR; ir: CatalogIR },
): string {
  const next = table.rows.find(one => one.id === use || one.aliases.includes(use))
  if (next === undefined) return ''
  const read = columnsRead(ir, table.name)
  const now = cellsOf(next, table)
  const said = [...cellsOf(row, table)].flatMap(([path, old]) =>
    read.has(path.split('.')[0]!) ? differenceOf(path, old, now.get(path)) : [],
  )
  return said.length === 0 ? '' : `; ${use} has ${listed(said, MOST)}`
}

/** `context 64000 instead of 128000`; nothing if the successor can do as much. */
function differenceOf(path: string, old: CellValue, now: CellValue | undefined): string[] {
  if (old.isMoney || old.text === now?.text) return []
  const instead = [`${path} ${now?.text ?? 'none'} instead of ${old.text}`]
  if (/^(?:true|false)$/.test(old.text)) return old.text === 'true' ? instead : []
  if (old.number !== undefined) return (now?.number ?? -Infinity) < old.number ? instead : []
  const has = elementsOf(now)
  const lost = elementsOf(old).filter(one => !has.includes(one))
  return lost.length === 0 ? [] : [`${path} without ${lost.join(', ')}`]
}

/** The elements of a list; of another value none. */
const elementsOf = (cell: CellValue | undefined): unknown[] =>
  cell?.isText !== true && cell?.text.startsWith('[') ? (JSON.parse(cell.text) as unknown[]) : []
