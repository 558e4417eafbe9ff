/** Builds the rows of a table and their variants in periods. */
import { entryOf, problem } from '../read/access.ts'
import { shownInstant } from '../../runtime/lib/instant.ts'
import { lowered } from './cells.ts'
import { datedEntries, periodsOf, promotionsOf, type DatedEntry, type Period } from './dated.ts'
import { known } from './build.ts'
import { notSold, retiredAt } from './retired.ts'
import { DATED_ROW } from '../language/rows.ts'
import type { Loose } from './cells.ts'
import type { FlatRow, FlatTable } from '../resolve/flat.ts'
import type { Cell, RetiredIR, RowIR, TableIR } from '../ir.ts'
import type { Decimal, Problem, Type } from '../types.ts'

/** A row and its variants in periods, which have ids of their own. */
export interface RowInTime {
  row: FlatRow
  entries: readonly DatedEntry[]
  periods: readonly (Period & { row: FlatRow; full?: FlatRow })[]
}

/** The rows of a file with their periods; reports and leaves out invalid entries. */
export function rowsInTime(flat: FlatTable, problems: Problem[]): RowInTime[] {
  return flat.rows.map(row => {
    const entries = datedEntries(row.dated, {
      shape: DATED_ROW,
      known: flat.columns.map(column => column.key),
      word: 'column',
      problems,
    })
    const periods = periodsOf(entries).map(period => ({
      ...period,
      row: rowIn(row, period),
      ...(period.promotion === undefined ? {} : { full: withoutDiscount(rowIn(row, period)) }),
    }))
    return { row, entries, periods }
  })
}

/** The variant of a row in a period. */
function rowIn(row: FlatRow, { from, prices, promotion }: Period): FlatRow {
  const changed = (prices?.cells ?? []).map(cell => [cell.key, cell] as const)
  return {
    id: `${row.id} from ${shownInstant(from)}`,
    place: (promotion ?? prices)!.place,
    aliases: [],
    cells: new Map([...row.cells, ...changed]),
    period: promotion === undefined ? {} : { discount: promotion.discount },
  }
}

const withoutDiscount = (row: FlatRow): FlatRow => ({
  ...row,
  id: `${row.id} without its discount`,
  period: {},
})

/** A cell of a row with its discount. */
export function discounted(cell: Loose, { period }: FlatRow, type: Type): Loose {
  const discount = period?.discount
  return discount === undefined ? cell : lowered(cell, type, factorOf(discount))
}

const factorOf = ({ num, den }: Decimal): Decimal => ({ num: den - num, den })

/** The rows of the IR, from the cells of each row by its id in `rowsInTime`. */
export function rowsOf(
  rows: readonly RowInTime[],
  cellsOf: (row: FlatRow) => Readonly<Record<string, Cell>>,
  problems: Problem[],
): RowIR[] {
  const defs = new Map(rows.map(({ row }) => [row.id, row]))
  return rows.map(one => {
    const { row, entries, periods } = one
    const plain = (from: FlatRow): RowIR => ({
      id: row.id,
      aliases: row.aliases.map(alias => alias.text),
      cells: cellsOf(from),
      places: Object.fromEntries([...from.cells].map(([name, cell]) => [name, cell.value.place])),
      type: { kind: 'none' },
      place: from.place,
    })
    const list = plain(row)
    const dated = periods.map(({ from, until, prices, promotion, row: other, full }) => ({
      changed: changedIn(list.cells, cellsOf(other)),
      from,
      ...(until === Infinity ? {} : { until }),
      because: [prices, promotion].flatMap(entry => (entry ? [entry.because] : [])),
      ...(promotion === undefined ? {} : { discount: promotion.discount }),
      row: full === undefined ? plain(other) : { ...plain(other), full: cellsOf(full) },
    }))
    reportUnchanged(one, { list, cellsOf, problems })
    const promotions = promotionsOf(entries)
    const retired = retiredOf(row, defs, problems)
    return {
      ...list,
      ...(dated.length === 0 ? {} : { dated }),
      ...(promotions.length === 0 ? {} : { promotions }),
      ...(retired === undefined ? {} : { retired }),
    }
  })
}

/** Reports dated cells that equal the list, and promotions that change no price. */
function reportUnchanged(
  { row, periods }: RowInTime,
  at: { list: RowIR; cellsOf(row: FlatRow): RowIR['cells']; problems: Problem[] },
): void {
  const seen = new Set<DatedEntry>()
  for (const { prices, promotion, row: other } of periods) {
    const cells = at.cellsOf(other)
    if (prices !== undefined && promotion === undefined && !seen.has(prices)) {
      seen.add(prices)
      for (const { key, keyPlace } of prices.cells)
        if (isSame(cells[key], at.list.cells[key]))
          at.problems.push(
            problem('dated', keyPlace, `\`${key}\` equals the list of row ${row.id}`, {
              hint: 'remove it, or write the value of that time',
            }),
          )
    }
    if (promotion !== undefined && prices === undefined && isSame(cells, at.list.cells))
      at.problems.push(problem('dated', promotion.place, `row ${row.id} has no price to lower`))
  }
}

/** The columns in which two rows differ. */
function changedIn(list: RowIR['cells'], cells: RowIR['cells']): string[] {
  return Object.keys(cells).filter(name => !isSame(list[name], cells[name]))
}

const isSame = (a: unknown, b: unknown): boolean => comparable(a) === comparable(b)
/** A value of the IR as a text that differs if the value does. */
export const comparable = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one))

/** The retirement of a row. Its successor must be another row that is sold. */
function retiredOf(
  row: FlatRow,
  defs: ReadonlyMap<string, FlatRow>,
  problems: Problem[],
): RetiredIR | undefined {
  if (row.retired === undefined) return undefined
  const sold = [...defs.values()].filter(one => one !== row && one.retired === undefined)
  const found = retiredAt(row.retired, {
    what: `row ${row.id}`,
    successors: sold.map(({ id }) => id),
    problems,
  })
  if (found === undefined) return undefined
  const { place } = entryOf(row.retired, 'use')!.value
  // A misspelt name was probably meant as one of the rows that are sold.
  const meant = defs.has(found.use) ? defs : new Map(sold.map(one => [one.id, one]))
  const successor = known({ problems }, 'row', { name: found.use, place, defs: meant })
  if (successor !== undefined && !sold.includes(successor)) problems.push(notSold(found.use, place))
  return found
}

/** All rows of a table: with their dated variants and the retired ones. */
export function everyRow({ rows, gone = [] }: Pick<TableIR, 'rows' | 'gone'>): RowIR[] {
  return [...rows, ...gone].flatMap(row => [row, ...(row.dated ?? []).map(one => one.row)])
}
