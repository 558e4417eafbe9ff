/** Builds tables: columns typed, defaults filled in, decimals over one denominator per column. */
import { problem, textOf } from '../read/access.ts'
import { parseColumn, type ColumnNotation } from '../notation/column.ts'
import {
  denominator,
  leastDenominator,
  overDenominator,
  readCell,
  tighten,
  type Loose,
} from './cells.ts'
import { viewOf } from './row-variants.ts'
import { discounted, rowsInTime, rowsOf } from './table-rows.ts'
import { known, knownCall, type CallDef } from './build.ts'
import { ROW_KEYS } from '../resolve/tables.ts'
import type { FlatRow, FlatTable } from '../resolve/flat.ts'
import type { Cell, Column, RowIR, TableIR } from '../ir.ts'
import type { Place, Problem, Raw, RawEntry } from '../types.ts'

/** The rules for tables. */
export interface TableContext {
  calls: ReadonlyMap<string, CallDef>
  problems: Problem[]
  /** Problems of dates, which do not stop other checks. */
  ofDates: Problem[]
  /** The time in Unix seconds, if known. */
  now?: number | undefined
}

interface LooseColumn {
  entry: RawEntry
  notation: ColumnNotation
  cells: Map<string, Loose>
}

/** A models file as a table. */
export function tableOf(flat: FlatTable, site: TableContext): TableIR {
  checkIds(flat, site.problems)
  const inTime = rowsInTime(flat, site.ofDates)
  const variants = inTime.flatMap(({ periods }) => periods)
  const all = [
    ...flat.rows,
    ...variants.map(({ row }) => row),
    ...variants.flatMap(({ full }) => full ?? []),
  ]
  const columns = flat.columns.flatMap(entry => {
    const column = looseColumn(entry, { flat, all }, site)
    return column ? [column] : []
  })
  const finished = columns.map(column => finish(column, all))
  const types = {
    name: flat.name,
    family: flat.family,
    file: flat.file,
    columns: finished.map(one => one.column),
    place: flat.place,
  }
  const cellsOf = (row: FlatRow): RowIR['cells'] =>
    Object.fromEntries(
      finished.flatMap(({ column, cells }) =>
        cells.has(row.id) ? [[column.name, cells.get(row.id)!]] : [],
      ),
    )
  const rows = rowsOf(inTime, cellsOf, site.ofDates)
  const bare: TableIR = { ...types, rows, rules: [], type: { kind: 'none' } }
  const view = viewOf(bare)
  for (const group of view.groups)
    for (const row of group.rows) (row as { type: RowIR['type'] }).type = group.type
  return { ...bare, type: view.type }
}

/** Checks that ids and aliases are unique, ignoring case. */
function checkIds(flat: FlatTable, problems: Problem[]): void {
  const seen = new Map<string, { place: RowIR['place']; text: string }>()
  for (const row of flat.rows) {
    for (const one of [{ text: row.id, place: row.place }, ...row.aliases]) {
      const first = seen.get(one.text.toLowerCase())
      if (first)
        problems.push(
          problem(
            'duplicate-id',
            one.place,
            `\`${one.text}\` is already an id or alias in this file (case does not matter)`,
            { also: [{ place: first.place, label: 'first' }] },
          ),
        )
      else seen.set(one.text.toLowerCase(), one)
    }
  }
}

function looseColumn(
  entry: RawEntry,
  { flat, all }: { flat: FlatTable; all: readonly FlatRow[] },
  site: TableContext,
): LooseColumn | undefined {
  if (entry.value.kind !== 'scalar') return undefined
  const read = parseColumn(entry.value.text)
  site.problems.push(...read.problems)
  const notation = read.value
  if (!notation) return undefined
  if (['id', ...ROW_KEYS].includes(entry.key)) {
    site.problems.push(
      problem('name-taken', entry.keyPlace, `a column cannot be called \`${entry.key}\``, {
        hint: 'every row has this already',
      }),
    )
    return undefined
  }
  const cells = new Map<string, Loose>()
  const memo = new Map<Raw, Loose | undefined>()
  const named = namedBy(notation, flat, site)
  if (typeof notation.default === 'string') named(notation.default, entry.value.place)
  for (const row of all) {
    const cell = cellOf(row, { entry, notation, memo, site, named })
    if (cell !== undefined) cells.set(row.id, discounted(cell, row, notation.type))
  }
  return { entry, notation, cells }
}

/** Checks the name in a cell. */
type Named = (name: string, place: Place) => void

/**
 * Makes the check of names in cells: an upstream call, or the id of a row of the same table.
 * Aliases are not allowed, because they are for callers.
 */
function namedBy(notation: ColumnNotation, flat: FlatTable, site: TableContext): Named {
  if (notation.upstream) return (name, place) => void knownCall(site, name, place)
  if (!notation.row) return () => {}
  const defs = new Map(flat.rows.map(row => [row.id, row]))
  return (name, place) => void known(site, 'row', { name, place, defs })
}

interface CellSource {
  entry: RawEntry
  notation: ColumnNotation
  memo: Map<Raw, Loose | undefined>
  site: TableContext
  named: Named
}

/**
 * The cell of the row or its family, or the default. A cell shared by a family is read, and
 * reported, once.
 */
function cellOf(row: FlatRow, from: CellSource): Loose | undefined {
  const { entry, notation, memo, site, named } = from
  const own = row.cells.get(entry.key)
  if (!own) {
    if (notation.default !== undefined) return notation.default as Loose
    // A row without it in the list lacks it in each of its periods.
    if (notation.required && !row.period) {
      site.problems.push(
        problem('missing-cell', row.place, `row ${row.id} lacks \`${entry.key}\``, {
          hint: entry.doc,
          also: [{ place: entry.keyPlace, label: 'every row needs it' }],
        }),
      )
    }
    return undefined
  }
  if (memo.has(own.value)) return memo.get(own.value)
  const cell = readCell(own.value, notation.type, { column: entry.key, problems: site.problems })
  if (notation.time && typeof cell === 'number') checkTime(cell, own, site)
  if (cell !== undefined) named(textOf(own.value) ?? '', own.value.place)
  memo.set(own.value, cell)
  return cell
}

/**
 * The earliest valid time, 1 January 2015, and how far ahead of now a time may be: one day. In
 * seconds.
 */
const EARLIEST = 1_420_070_400
const DAY = 86_400

/** The first second of the year 10000; later days have more digits. */
const FAR = 253_402_300_800

/** The day of a time, in words if its year does not have four digits. */
function dayOf(time: number): string {
  if (time < 0) return 'before 1970'
  return time < FAR ? new Date(time * 1000).toISOString().slice(0, 10) : 'after the year 9999'
}

/** Reports a time that is in another unit, or in the future. */
function checkTime(time: number, { key, value }: RawEntry, site: TableContext): void {
  const latest = (site.now ?? Infinity) + DAY
  if (time >= EARLIEST && time <= latest) return
  const seconds = Math.floor(time / 1000)
  const isMilli = seconds >= EARLIEST && seconds <= latest
  site.problems.push(
    problem(
      'bad-cell',
      value.place,
      isMilli
        ? `\`${key}\` is ${time}, which is in milliseconds`
        : `\`${key}\` is ${time}, which is ${dayOf(time)}: ` +
            `${time < EARLIEST ? 'too early' : 'in the future'}`,
      {
        hint: isMilli
          ? `times are Unix seconds: write ${seconds}`
          : 'write Unix seconds, such as 1761523200 for 2025-10-27',
      },
    ),
  )
}

function finish(
  column: LooseColumn,
  rows: readonly FlatRow[],
): { column: Column; cells: Map<string, Cell> } {
  const { entry, notation } = column
  const den = denominator([...column.cells.values()], notation.type)
  const cells = new Map([...column.cells].map(([id, cell]) => [id, tighten(cell, den)]))
  const used =
    notation.upstream || notation.row ? ([...new Set(cells.values())] as string[]) : undefined
  const type = used
    ? { kind: 'string' as const, choices: used }
    : overDenominator(notation.type, den)
  const optional = rows.some(row => !cells.has(row.id))
  const words = { ...defaultOf(notation, den), ...(entry.doc ? { doc: entry.doc } : {}) }
  return { column: { name: entry.key, type, optional, ...words, place: entry.keyPlace }, cells }
}

/** Leaves out a default that is not exact in the column's denominator; no row uses it. */
function defaultOf(notation: ColumnNotation, den: bigint): Pick<Column, 'default'> {
  const loose = notation.default as Loose | undefined
  return loose === undefined || den % leastDenominator(loose) !== 0n
    ? {}
    : { default: tighten(loose, den) }
}
