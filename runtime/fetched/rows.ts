/** Reads the rows of a fetched table and converts their values to the types of its columns. */
import type { FetchedColumn, FetchedRows, FetchedTable } from '../contract.ts'
import { USD_DIGITS } from '../contract/fetched-digits.ts'

/** The longest key. */
const LONGEST = 256
/** The highest amount, USD. */
const HIGHEST = 1_000_000_000n

type Row = Record<string, unknown>

/** The usable rows, and the number of unusable entries. */
export interface ReadRows {
  rows: FetchedRows
  left: number
}

/** Reads a list of rows. If none is usable, throws an error whose message is for operators. */
export function readRows({ key, columns, most }: FetchedTable, list: unknown): ReadRows {
  if (!Array.isArray(list)) throw new Error('there is no list of rows')
  if (list.length > most) throw new Error(`there are ${list.length} rows, and at most ${most} fit`)
  // Without a prototype, any key is safe.
  const rows: Record<string, Row> = Object.create(null)
  for (const one of list) {
    const row = rowOf(one, columns)
    const id = row?.[key] as string | undefined
    if (id === undefined || id === '' || id.length > LONGEST || Object.hasOwn(rows, id)) continue
    rows[id] = row!
  }
  const count = Object.keys(rows).length
  if (count === 0) throw new Error(`none of ${list.length} rows can be used`)
  return { rows, left: list.length - count }
}

function rowOf(from: unknown, columns: FetchedTable['columns']): Row | undefined {
  if (typeof from !== 'object' || from === null) return undefined
  const row: Row = {}
  for (const [name, column] of Object.entries(columns)) {
    const written = Object.hasOwn(from, name) ? (from as Row)[name] : undefined
    if (written === undefined || written === null) {
      if (column.needed) return undefined
      continue
    }
    const value = valueOf(written, column)
    if (value === undefined) return undefined
    row[name] = value
  }
  return row
}

/**
 * Converts a value to the form that formulas use; undefined if its type does not fit the column.
 */
function valueOf(value: unknown, { is, among }: FetchedColumn): unknown {
  switch (is) {
    case 'string':
      return typeof value === 'string' && among?.includes(value) !== false ? value : undefined
    case 'integer':
      return Number.isSafeInteger(value) ? value : undefined
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'json':
      return value
    case 'usd':
      return usdOf(value)
  }
}

const DECIMAL = /^(\d{1,20})(?:\.(\d{1,40}))?(?:e([+-]?\d{1,2}))?$/i

/** Converts an amount, exact up to its last decimal and rounded up beyond it. */
function usdOf(value: unknown): bigint | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const [, whole, part = '', power = '0'] = DECIMAL.exec(String(value)) ?? []
  if (whole === undefined) return undefined
  const digits = BigInt(whole + part)
  const shift = USD_DIGITS - part.length + Number(power)
  const scaled = shift >= 0 ? digits * 10n ** BigInt(shift) : up(digits, 10n ** BigInt(-shift))
  return scaled <= HIGHEST * 10n ** BigInt(USD_DIGITS) ? scaled : undefined
}

const up = (value: bigint, by: bigint): bigint => (value + by - 1n) / by
