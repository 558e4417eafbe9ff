/**
 * Lists the rates of rows for prices that cannot be listed: the values that the formula reads, and
 * which rows are free.
 */
import type { Block, Cell, Column, RouteIR, TableIR } from '../ir.ts'
import type { Type } from '../types.ts'
import { membersRead } from '../js/ask.ts'
import type { Js } from '../js/tree.ts'
import { rootsOf, SCOPE } from '../emit/code/function.ts'
import { digitsOf } from '../formula/decimal.ts'
import { text } from '../../runtime/formula.ts'
import { evaluate } from './evaluate.ts'
import type { PlainRow, Environment } from './environment.ts'

/**
 * A line per row with the values that its price reads: the way of billing, amounts, factors, and
 * thresholds that only some rows have. Amounts are exact decimal texts. A cell is left out if the
 * price of that row does not read it, or if it equals the column's default. `columns` are the ones
 * that some line has, each with its description in the catalog.
 */
export interface Rates {
  columns: readonly { name: string; about?: string }[]
  rows: readonly { model: string; cells: Readonly<Record<string, unknown>>; free?: true }[]
}

/** The free rows of a route, and on request the rates of all rows, if the table contains money. */
export function rowFacts(
  route: RouteIR,
  at: Environment,
  wanted: { rates: boolean },
): { rates?: Rates; freeRows?: readonly string[] } {
  const table = at.ir.tables.find(t => t.name === route.table)
  if (table === undefined) return {}
  const rows = at.models(table.name).rows.filter(row => isSold(route, row, at))
  const isFree = freeTest(route.free, at)
  const free = rows.filter(isFree).map(row => row.id)
  const rates = wanted.rates ? ratesOf(route, table, { rows, free: new Set(free) }) : undefined
  return {
    ...(rates === undefined ? {} : { rates }),
    ...(free.length === 0 ? {} : { freeRows: free }),
  }
}

/** Whether a row passes all gates that depend on the row alone. */
function isSold({ gates }: RouteIR, model: PlainRow, at: Environment): boolean {
  const own = gates.filter(
    ({ when, lets, rule }) => when === undefined && readsOnlyModel({ lets, code: rule }),
  )
  return own.every(
    ({ lets, rule }) => evaluate({ lets, code: rule }, { model }, { cache: at.cache }) === true,
  )
}

/**
 * Returns whether every call of a row is free. If the condition depends on more than the row, no
 * row is.
 */
function freeTest(free: Block | undefined, at: Environment): (row: PlainRow) => boolean {
  if (free === undefined || !readsOnlyModel(free)) return () => false
  return model => evaluate(free, { model }, { cache: at.cache }) === true
}

/** Whether a formula can be evaluated for a row without a request. */
export function readsOnlyModel({ lets, code }: Block): boolean {
  const codes = [...lets.map(one => one.code), code]
  return !codes.some(one => one.wait) && rootsOf(codes, SCOPE, lets).every(root => root === 'model')
}

function ratesOf(
  route: RouteIR,
  table: TableIR,
  { rows, free }: { rows: readonly PlainRow[]; free: ReadonlySet<string> },
): Rates | undefined {
  const by = columnsRead(route.price?.by === undefined ? [] : [route.price.by.js])[0]
  const lines = rows.map(row => {
    const read = new Set(
      by === undefined
        ? columnsRead(armCodes(route))
        : [by, ...columnsRead(armCodes(route, row[by]))],
    )
    const said = table.columns.filter(
      column =>
        read.has(column.name) && (column.name === by || isRate(column)) && says(column, row),
    )
    const cells = said.map(
      column => [column.name, shownCell(row[column.name] as Cell, column.type)] as const,
    )
    return {
      model: row.id,
      cells: Object.fromEntries(cells),
      ...(free.has(row.id) ? { free: true as const } : {}),
    }
  })
  const used = table.columns.filter(column =>
    lines.some(line => Object.hasOwn(line.cells, column.name)),
  )
  if (!used.some(column => isMoney(column.type))) return undefined
  return {
    columns: used.map(({ name, doc }) => ({ name, ...(doc === undefined ? {} : { about: doc }) })),
    rows: lines,
  }
}

/** The code of the formula for a value of `by`, or of all formulas. */
function armCodes({ price }: RouteIR, value?: unknown): Js[] {
  const arms = (price?.arms ?? []).filter(arm => value === undefined || arm.value === value)
  return arms.flatMap(({ lets, micro, actual }) => {
    const used = actual ? [...actual.lets.map(one => one.code), actual.code] : []
    return [...lets.map(one => one.code), micro, ...used].map(code => code.js)
  })
}

function columnsRead(codes: readonly Js[]): string[] {
  return codes.flatMap(js => membersRead(js, 'model'))
}

function isRate({ type, optional, default: usual }: Column): boolean {
  return (
    isMoney(type) ||
    type.kind === 'decimal' ||
    (type.kind === 'integer' && (optional || usual !== undefined))
  )
}

/** Whether a row has a value that differs from the column's default. */
function says(column: Column, row: PlainRow): boolean {
  const cell = row[column.name]
  return cell !== undefined && !(typeof cell !== 'object' && cell === column.default)
}

function isMoney(type: Type): boolean {
  return type.kind === 'table' || type.kind === 'list'
    ? isMoney(type.of)
    : type.kind === 'decimal' && type.usd === true
}

/** A cell in the form that documents show. */
export function shownCell(cell: Cell, type: Type): unknown {
  if (type.kind === 'decimal') return plain(cell as bigint, type.den)
  if (type.kind !== 'table') return cell
  return Object.fromEntries(
    Object.entries(cell as Readonly<Record<string, Cell>>).map(([key, one]) => [
      key,
      shownCell(one, type.of),
    ]),
  )
}

/** An exact decimal without needless zeros. */
function plain(value: bigint, den: bigint): string {
  const written = text(value, den, digitsOf(den) ?? 0)
  return written.includes('.') ? written.replace(/\.?0+$/, '') : written
}
