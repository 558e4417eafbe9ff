/** Cells of models files: YAML values read as their column's type, with problems at the cell. */
import { commaHint } from '../formula/tokens.ts'
import { itemsOf, entriesOf, problem } from '../read/access.ts'
import { suggestion } from '../problems/suggest.ts'
import { decimalOf, digitsOf, lcm, reduced } from '../formula/decimal.ts'
import type { Cell } from '../ir.ts'
import { isUsd } from '../notation/column.ts'
import type { Decimal, Problem, Raw, Type } from '../types.ts'

/** A cell before its column's denominator is known. */
export type Loose = string | number | boolean | Decimal | readonly Loose[] | LooseTable
interface LooseTable {
  readonly entries: ReadonlyMap<string, Loose>
}

/** The words that messages use for a cell. */
export interface CellContext {
  column: string
  problems: Problem[]
}

/** Micro-USD of one USD. */
const MICRO = 1_000_000n

/** The longest list that a range such as `4..15` may stand for. */
const LONGEST = 10_000

/** The values that are written without quotes. */
const BARE = { boolean: /^(?:true|false)$/i, integer: /^-?\d+$/, decimal: /^\d+(\.\d+)?$/ }

/** Reads a cell; undefined if it does not have the column's type, after reporting it. */
export function readCell(raw: Raw, type: Type, site: CellContext): Loose | undefined {
  if (type.kind === 'list')
    return isEmpty(raw, type) ? empty(raw, site, NEEDED) : readList(raw, type.of, site)
  if (type.kind === 'table') return readTable(raw, type.of, site)
  if (raw.kind !== 'scalar' || raw.value === null) return wrong(raw, type, site)
  const { value } = raw
  switch (type.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? value : wrong(raw, type, site)
    case 'integer':
      return typeof value === 'number' &&
        Number.isSafeInteger(value) &&
        BARE.integer.test(raw.text.text)
        ? value
        : wrong(raw, type, site)
    case 'decimal':
      return !raw.quoted && BARE.decimal.test(raw.text.text)
        ? decimalOf(raw.text.text)
        : wrong(raw, type, site)
    case 'string':
      return typeof value === 'string' ? choice(raw, value, type, site) : wrong(raw, type, site)
    default:
      return wrong(raw, type, site)
  }
}

function choice(
  raw: Raw,
  value: string,
  type: Extract<Type, { kind: 'string' }>,
  site: CellContext,
): string | undefined {
  if (!type.choices || type.choices.includes(value)) return value
  site.problems.push(
    problem('bad-value', raw.place, `\`${site.column}\` cannot be \`${value}\``, {
      hint: suggestion(value, type.choices),
    }),
  )
  return undefined
}

/** Whether a list is empty and must not be: formulas may read the first element of such a list. */
const isEmpty = (raw: Raw, type: Extract<Type, { kind: 'list' }>): boolean =>
  raw.kind === 'list' && raw.items.length < (type.min ?? 0)

const NEEDED = 'its column is marked with `!`: every row needs at least one element'

function empty(raw: Raw, site: CellContext, hint: string): undefined {
  site.problems.push(
    problem('bad-cell', raw.place, `\`${site.column}\` must not be empty`, { hint }),
  )
}

function readList(raw: Raw, of: Type, site: CellContext): Loose | undefined {
  if (raw.kind === 'list') {
    if (of.kind === 'string') refuseTwice(raw, site)
    return all(itemsOf(raw).map(item => readCell(item, of, site)))
  }
  const range = raw.kind === 'scalar' && of.kind === 'integer' ? rangeOf(raw.text.text) : undefined
  if (!range || rangeHint(range) !== undefined) return wrong(raw, { kind: 'list', of }, site)
  const [from, to] = range
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** The ends of a range such as `4..15`. */
function rangeOf(text: string): [from: number, to: number] | undefined {
  const [, from, to] = /^(-?\d+)\.\.(-?\d+)$/.exec(text) ?? []
  return from === undefined ? undefined : [Number(from), Number(to)]
}

/** What to write instead of a range that is turned around or too long. */
function rangeHint([from, to]: readonly [number, number]): string | undefined {
  if (to < from) return `write the lower number first: ${to}..${from}`
  return to - from >= LONGEST ? `a range has at most ${LONGEST} numbers` : undefined
}

function refuseTwice(raw: Raw, site: CellContext): void {
  const seen = new Set<string>()
  for (const item of itemsOf(raw)) {
    const text = item.kind === 'scalar' ? item.text.text : ''
    if (seen.has(text) && text !== '')
      site.problems.push(
        problem('bad-cell', item.place, `\`${text}\` is repeated in \`${site.column}\``, {
          hint: 'keep one of them',
        }),
      )
    seen.add(text)
  }
}

function readTable(raw: Raw, of: Type, site: CellContext): Loose | undefined {
  if (raw.kind !== 'map') return wrong(raw, { kind: 'table', of }, site)
  if (raw.entries.length === 0)
    return empty(raw, site, 'write an entry; a cell of a column without `!` may be left out')
  const read = entriesOf(raw).map(
    entry =>
      [
        entry.key,
        readCell(entry.value, of, {
          ...site,
          column: `${site.column}.${entry.key}`,
        }),
      ] as const,
  )
  return read.some(([, value]) => value === undefined)
    ? undefined
    : { entries: new Map(read as [string, Loose][]) }
}

function all(values: readonly (Loose | undefined)[]): Loose | undefined {
  return values.every(value => value !== undefined) ? (values as Loose[]) : undefined
}

const WANTED: Partial<Record<Type['kind'], string>> = {
  boolean: 'true or false',
  integer: 'a whole number',
  string: 'a text',
  decimal: 'a number such as 0.05',
  list: 'a list',
  table: 'a map',
}

function wrong(raw: Raw, type: Type, site: CellContext): undefined {
  const wanted =
    type.kind === 'list' && type.of.kind === 'integer'
      ? 'a list of whole numbers, or a range such as 4..15'
      : (WANTED[type.kind] ?? type.kind)
  const got =
    raw.kind === 'scalar' ? raw.text.text || 'nothing' : raw.kind === 'map' ? 'a map' : 'a list'
  if (type.kind === 'decimal' && /^-\d+(\.\d+)?$/.test(got)) {
    site.problems.push(
      problem('bad-cell', raw.place, `\`${site.column}\` must not be negative, and is ${got}`),
    )
    return undefined
  }
  site.problems.push(
    problem('bad-cell', raw.place, `\`${site.column}\` must be ${wanted}, not ${got}`, {
      hint: raw.kind === 'scalar' ? hintOf(raw, type) : undefined,
    }),
  )
  return undefined
}

/** The correct spelling for a text that is not a valid cell; undefined if none can be suggested. */
function hintOf(raw: Extract<Raw, { kind: 'scalar' }>, type: Type): string | undefined {
  const got = raw.text.text
  if (type.kind === 'decimal' && /^\$\d+(\.\d+)?$/.test(got))
    return `write ${got.slice(1)}: prices are USD`
  if (/^\d+(,\d+)+$/.test(got)) return commaHint(got)
  const other = moneyHint(type, got) ?? digitsHint(type, got)
  if (other) return other
  if (type.kind === 'boolean' && /^(?:yes|on|y)$/i.test(got)) return 'write true'
  if (type.kind === 'boolean' && /^(?:no|off|n)$/i.test(got)) return 'write false'
  const [, digits, unit] = /^(\d+)([kKM])$/.exec(got) ?? []
  if (type.kind === 'integer' && digits)
    return `write all digits: ${digits}${unit === 'M' ? '000000' : '000'}`
  if (type.kind === 'table') return `write an entry for each: { <name>: ${got || '...'} }`
  if (type.kind === 'list') {
    const range = type.of.kind === 'integer' ? rangeOf(got) : undefined
    return (range && rangeHint(range)) ?? `write a list: [${got || '...'}]`
  }
  if (raw.quoted)
    return type.kind in BARE && BARE[type.kind as keyof typeof BARE].test(got)
      ? `remove the quotes: ${got}`
      : undefined
  return type.kind === 'string' && typeof raw.value !== 'string' && raw.value !== null
    ? `put it in quotes: "${got}"`
    : undefined
}

/** The hint for an amount with the name or sign of a currency, or in cents. */
function moneyHint(type: Type, got: string): string | undefined {
  const [, sign, number, word] =
    /^([$€£])?(\d+(?:\.\d+)?)\s*(%|[$€£]|usdc?|dollars?|eur|cents?|ct|c|¢)?$/i.exec(got) ?? []
  if (type.kind !== 'decimal' || number === undefined || (sign ?? word) === undefined)
    return undefined
  if (word === '%') return 'write a number: prices are amounts in USD'
  const isCents = /^[c¢]/i.test(word ?? '')
  if (isCents) return `write ${Number(number) / 100}: prices are USD, not cents`
  return `write only the number, in USD: ${number}`
}

/** The hint for a whole number with separators between its digits, or for a date. */
function digitsHint(type: Type, got: string): string | undefined {
  if (type.kind !== 'integer') return undefined
  if (/^\d{1,3}([_.' ]\d{3})+$/.test(got)) return `write ${got.replaceAll(/\D/g, '')}`
  const seconds = /^\d{4}-\d\d-\d\d/.test(got) ? Date.parse(got) / 1000 : Number.NaN
  return Number.isNaN(seconds) ? undefined : `times are Unix seconds: write ${seconds}`
}

const isList = (loose: Loose): loose is readonly Loose[] => Array.isArray(loose)

/**
 * The denominator of the decimals of some cells: a power of ten, and for money at least a million,
 * so that generated code has micro-USD. The code stays the same when a cell gets another value with
 * no more digits.
 */
export function denominator(cells: readonly Loose[], type: Type): bigint {
  const least = cells.reduce((den: bigint, cell) => lcm(den, leastDenominator(cell)), 1n)
  const digits = digitsOf(least)
  const tens = digits === undefined ? least : 10n ** BigInt(digits)
  return isUsd(type) ? lcm(tens, MICRO) : tens
}

/** The least denominator over which all decimals of a cell are whole. */
export function leastDenominator(loose: Loose): bigint {
  if (isList(loose)) return loose.reduce((den: bigint, one) => lcm(den, leastDenominator(one)), 1n)
  if (typeof loose !== 'object') return 1n
  return 'den' in loose
    ? loose.den
    : [...loose.entries.values()].reduce((den, one) => lcm(den, leastDenominator(one)), 1n)
}

/** The cell with its decimals over the column's denominator. */
export function tighten(loose: Loose, den: bigint): Cell {
  if (isList(loose)) return loose.map(one => tighten(one, den))
  if (typeof loose !== 'object') return loose
  if ('den' in loose) return loose.num * (den / loose.den)
  return Object.fromEntries([...loose.entries].map(([key, one]) => [key, tighten(one, den)]))
}

/** A cell with its amounts of money multiplied by a factor; lists have none. */
export function lowered(loose: Loose, type: Type, factor: Decimal): Loose {
  if (type.kind === 'decimal') {
    const { num, den } = loose as Decimal
    return type.usd ? reduced(num * factor.num, den * factor.den) : loose
  }
  if (type.kind !== 'table') return loose
  const entries = [...(loose as LooseTable).entries]
  return { entries: new Map(entries.map(([key, one]) => [key, lowered(one, type.of, factor)])) }
}

/** The type with its decimals over a denominator. */
export function overDenominator(type: Type, den: bigint): Type {
  if (type.kind === 'decimal') return { ...type, den }
  if (type.kind === 'list' || type.kind === 'table')
    return { ...type, of: overDenominator(type.of, den) }
  return type
}
