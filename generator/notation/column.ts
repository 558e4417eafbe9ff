/**
 * Parses columns of models files: one line defines the type of the cells, whether every row needs
 * one, and the default.
 */
import { suggestion } from '../problems/suggest.ts'
import { decimalOf } from '../formula/decimal.ts'
import { attempt, fail } from '../formula/fail.ts'
import { defaultOf } from './defaults.ts'
import { numberHint } from './literals.ts'
import { choicesOf, partsOf, type Part } from './parts.ts'
import type { Checked, Decimal, Text, Type } from '../types.ts'

/** A cell's value before the column's denominator is known. */
export type ColumnValue = string | number | boolean | Decimal | readonly (string | number)[]

/**
 * A column. Decimals have the denominator 1 until all cells are read. A list that every row needs
 * has at least one element. `upstream`: cells name an upstream call. `row`: they name a row of the
 * same table. `time`: they are Unix seconds. `by`: the meaning of a table's keys, e.g. `size`.
 */
export interface ColumnNotation {
  type: Type
  required: boolean
  default?: ColumnValue
  upstream?: true
  row?: true
  time?: true
  by?: string
}

const USD: Type = { kind: 'decimal', den: 1n, usd: true }
const DECIMAL: Type = { kind: 'decimal', den: 1n, usd: false }
const SIMPLE: Readonly<Record<string, Type>> = {
  usd: USD,
  decimal: DECIMAL,
  string: { kind: 'string' },
  integer: { kind: 'integer' },
  boolean: { kind: 'boolean' },
  strings: { kind: 'list', of: { kind: 'string' } },
  integers: { kind: 'list', of: { kind: 'integer' }, set: true },
  upstream: { kind: 'string' },
  row: { kind: 'string' },
  time: { kind: 'integer' },
}

/** Whether cells of a type are amounts of money. */
export function isUsd(type: Type): boolean {
  if (type.kind === 'table' || type.kind === 'list') return isUsd(type.of)
  return type.kind === 'decimal' && type.usd === true
}

/** Reads `<type>[!] [= default]` of a models file. */
export function parseColumn(text: Text): Checked<ColumnNotation | undefined> {
  return attempt(text, () => {
    const parts = partsOf(text.text)
    if (parts.range)
      fail(parts.range, {
        code: 'bad-field',
        message: 'columns have no range',
        hint: 'a range limits what callers send; write it on the field',
      })
    const column = { ...typeOf(parts.type), required: parts.required }
    if (parts.required && column.type.kind === 'list') column.type = { ...column.type, min: 1 }
    return parts.fallback ? { ...column, default: fallback(parts.fallback, column.type) } : column
  })
}

function typeOf(part: Part): Pick<ColumnNotation, 'type' | 'upstream' | 'row' | 'time' | 'by'> {
  const table = /^(\S+)\s+by\s+(\S+)$/.exec(part.text)
  if (table) return { type: { kind: 'table', of: entryType(part, table[1]!) }, by: table[2]! }
  const [list] = /^list\s+of\s+/.exec(part.text) ?? []
  if (list !== undefined) return { type: listOf(part, list.length) }
  if (part.text.includes('|')) return { type: { kind: 'string', choices: choicesOf(part) } }
  if (part.text === 'upstream') return { type: SIMPLE.upstream!, upstream: true }
  if (part.text === 'row') return { type: SIMPLE.row!, row: true }
  if (part.text === 'time') return { type: SIMPLE.time!, time: true }
  if (Object.hasOwn(SIMPLE, part.text)) return { type: SIMPLE[part.text]! }
  return fail(part, {
    code: 'bad-field',
    message: `there is no column type \`${part.text}\``,
    hint: typeHint(part.text),
  })
}

/** `list of a | b | c`: a list of some of these words. */
function listOf(part: Part, skipped: number): Type {
  const rest = { ...part, text: part.text.slice(skipped), start: part.start + skipped }
  return { kind: 'list', of: { kind: 'string', choices: choicesOf(rest) } }
}

function entryType(part: Part, name: string): Type {
  if (name === 'usd' || name === 'decimal' || name === 'integer' || name === 'string')
    return SIMPLE[name]!
  return fail(
    { start: part.start, end: part.start + name.length },
    {
      code: 'bad-field',
      message: `there is no table of \`${name}\``,
      hint: 'write usd by size, decimal by size, integer by size or string by size',
    },
  )
}

const HABITS: Readonly<Record<string, string>> = {
  number: 'decimal',
  float: 'decimal',
  price: 'usd',
  money: 'usd',
  'string[]': 'strings',
  'integer[]': 'integers',
  int: 'integer',
  bool: 'boolean',
  text: 'string',
}

function typeHint(text: string): string | undefined {
  return Object.hasOwn(HABITS, text)
    ? `write \`${HABITS[text]}\``
    : suggestion(text, [...Object.keys(SIMPLE), 'usd by <what>'], 'types are')
}

function fallback(part: Part, type: Type): ColumnValue {
  if (type.kind === 'table') fail(part, { code: 'bad-field', message: 'a table has no default' })
  if (type.kind !== 'decimal') return defaultOf(part, type) as ColumnValue
  if (/^\d+(\.\d+)?$/.test(part.text)) return decimalOf(part.text)
  return fail(part, {
    code: 'bad-number',
    message: `the default \`${part.text}\` is not an exact decimal`,
    hint: numberHint(part.text),
  })
}
