/** `tables:` of prices, caches and calls: constants by name, printed as literals. */
import { entriesOf, itemsOf, type RawMap } from '../read/access.ts'
import { array, literal, newSet, type Js } from '../js/tree.ts'
import { problem } from '../read/access.ts'
import { denominator, overDenominator, readCell, tighten, type Loose } from './cells.ts'
import type { Let } from '../ir.ts'
import type { Problem, Raw, RawEntry, Type } from '../types.ts'

/** The constants of a `tables:` map, in order. */
export function constantsOf(raw: Raw | undefined, problems: Problem[]): Let[] {
  return entriesOf(raw).flatMap(entry => {
    const made =
      entry.value.kind === 'list' ? listConstant(entry, problems) : mapConstant(entry, problems)
    return made
      ? [{ name: entry.key, code: { ...made, uses: [], wait: false, place: entry.keyPlace } }]
      : []
  })
}

interface Made {
  js: Js
  type: Type
}

function listConstant(entry: RawEntry, problems: Problem[]): Made | undefined {
  const items = itemsOf(entry.value)
  const of = typeOfAll(items, entry, problems)
  const cells = of && items.map(item => readCell(item, of, { column: entry.key, problems }))
  if (!of || !cells || cells.includes(undefined)) return undefined
  const den = denominator(cells as Loose[], of)
  return {
    js: newSet(array((cells as Loose[]).map(cell => literal(tighten(cell, den))))),
    type: { kind: 'list', of: overDenominator(of, den), set: true },
  }
}

function mapConstant(entry: RawEntry, problems: Problem[]): Made | undefined {
  const entries = (entry.value as RawMap).entries
  const of = typeOfAll(
    entries.map(one => one.value),
    entry,
    problems,
  )
  const cells =
    of &&
    entries.map(
      one =>
        [
          one.key,
          readCell(one.value, of, { column: `${entry.key}.${one.key}`, problems }),
        ] as const,
    )
  if (!of || !cells || cells.some(([, cell]) => cell === undefined)) return undefined
  const den = denominator(
    cells.map(([, cell]) => cell!),
    of,
  )
  const members = cells.map(([key, cell]) => ({ key, value: literal(tighten(cell!, den)) }))
  return {
    js: { kind: 'object', members },
    type: { kind: 'table', of: overDenominator(of, den), keys: entries.map(one => one.key) },
  }
}

/** The common type of all entries: text, whole numbers, decimals, booleans, or lists of them. */
function typeOfAll(values: readonly Raw[], entry: RawEntry, problems: Problem[]): Type | undefined {
  const types = values.map(value => typeOf(value, entry, problems))
  if (types.length === 0 || types.includes(undefined)) {
    if (types.length === 0)
      problems.push(problem('bad-value', entry.keyPlace, `the table \`${entry.key}\` is empty`))
    return undefined
  }
  const decimal = types.find(type => type!.kind === 'decimal')
  const first = decimal ?? types[0]!
  const odd = types.findIndex(
    type => type!.kind !== first.kind && !(decimal && type!.kind === 'integer'),
  )
  if (odd < 0) return first
  problems.push(
    problem('bad-cell', values[odd]!.place, `the entries of \`${entry.key}\` must be of one type`),
  )
  return undefined
}

function typeOf(value: Raw, entry: RawEntry, problems: Problem[]): Type | undefined {
  if (value.kind === 'list') {
    const of = typeOfAll(value.items, entry, problems)
    return of && { kind: 'list', of }
  }
  if (value.kind === 'scalar' && typeof value.value === 'string') return { kind: 'string' }
  if (value.kind === 'scalar' && typeof value.value === 'boolean') return { kind: 'boolean' }
  if (value.kind === 'scalar' && typeof value.value === 'number')
    return /^-?\d+$/.test(value.text.text) ? { kind: 'integer' } : { kind: 'decimal', den: 1n }
  problems.push(
    problem(
      'bad-cell',
      value.place,
      `an entry of \`${entry.key}\` must be a text, a number, true or false, or a list of them`,
    ),
  )
  return undefined
}
