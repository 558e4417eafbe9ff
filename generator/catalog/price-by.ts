/**
 * Builds a price with one formula for each value of `by`. Each is checked only for the rows that
 * have its value.
 */
import { entriesOf, entryOf, valueOf, type RawMap, problem } from '../read/access.ts'
import { suggestion } from '../problems/suggest.ts'
import { actualEntry } from './actual.ts'
import { report } from './build.ts'
import { viewOf } from './row-variants.ts'
import { letDefs } from './gates.ts'
import { lower, mapNames, type FormulaScope } from './scope.ts'
import { unitEntries } from './units.ts'
import type { Let, PriceIR, RowIR } from '../ir.ts'
import type { RawEntry, Text } from '../types.ts'
import { OWN_KEYS, type PriceSource, type PriceArms, armOf, costText } from './price-arm.ts'

interface Arms extends PriceSource {
  map: RawMap
  by: Text
  tables: readonly Let[]
}

/** The formulas of a price by value; undefined if they are invalid, after reporting it. */
export function armsOf(from: Arms): PriceArms | undefined {
  const { scope, map } = from
  const usd = entryOf(map, 'usd')
  reportForeign(from, { usd, actual: entryOf(map, 'actual') })
  // The switch is outside the arms, so it has no `let:` values.
  const by = lower(withoutLets(scope), {
    kind: 'formula',
    text: from.by,
    expect: { kind: 'string' },
  })
  const values = by?.type.kind === 'string' ? by.type.choices : undefined
  if (!by || usd) return undefined
  if (!values) {
    report(
      scope.build,
      problem('bad-value', from.by.place, '`by` must have declared values', {
        hint: 'name a column or field of the type a | b | c',
      }),
    )
    return undefined
  }
  const written = entriesOf(map).filter(entry => !OWN_KEYS.includes(entry.key))
  reportUnknown(from, written, values)
  reportMissing(from, written, values)
  const arms = written
    .filter(entry => values.includes(entry.key))
    .map(entry => valueArm(entry, from))
  return arms.includes(undefined) ? undefined : { by, arms: arms as PriceIR['arms'] }
}

/** Reports keys that belong to a price without `by`. */
function reportForeign(
  { scope }: Arms,
  { usd, actual }: { usd: RawEntry | undefined; actual: RawEntry | undefined },
): void {
  if (usd)
    report(
      scope.build,
      problem('bad-entry', usd.keyPlace, 'a price has either `usd:` or `by:`', {
        hint: 'name the formulas after the values of `by`',
      }),
    )
  if (actual)
    report(
      scope.build,
      problem(
        'actual',
        actual.keyPlace,
        '`actual` beside `by` has no `usd` whose values it replaces',
        {
          hint: 'put it beside `usd` of a value of `by`: `token: { let: .., usd: .., actual: .. }`',
        },
      ),
    )
}

/** Reports formulas for words that are not values of `by`. */
function reportUnknown(
  { scope, by }: Arms,
  written: readonly RawEntry[],
  values: readonly string[],
): void {
  for (const entry of written) {
    if (values.includes(entry.key)) continue
    report(
      scope.build,
      problem('unknown-arm', entry.keyPlace, `\`${entry.key}\` is not a value of \`${by.text}\``, {
        hint: suggestion(entry.key, [...values, ...OWN_KEYS]),
      }),
    )
  }
}

/** Reports values that can occur but have no formula. */
function reportMissing(from: Arms, written: readonly RawEntry[], values: readonly string[]): void {
  const { scope, by } = from
  for (const [value, row] of neededValues(from, values)) {
    if (written.some(entry => entry.key === value)) continue
    const where = row ? `row ${row.id} (${scope.build.at(row.place)})` : `\`${by.text}\``
    report(
      scope.build,
      problem('no-price', by.place, `there is no price for \`${value}\`, the value of ${where}`, {
        hint: `add a formula \`${value}:\``,
        ...(row ? { also: [{ place: row.place, label: `row ${row.id}` }] } : {}),
      }),
    )
  }
}

function withoutLets(scope: FormulaScope): FormulaScope {
  const own = new Set(scope.lets.map(one => one.name))
  const late = Object.fromEntries(
    [...own].map(name => [
      name,
      'a value of `let:` cannot choose the price; write its formula here',
    ]),
  )
  const plain = mapNames(scope, names =>
    Object.fromEntries(Object.entries(names).filter(([name]) => !own.has(name))),
  )
  return { ...plain, lets: [], elsewhere: { ...scope.elsewhere, ...late } }
}

/** The values that can occur: those of the rows if `by` is a column, else all. */
function neededValues(from: Arms, values: readonly string[]): Map<string, RowIR | undefined> {
  const column = columnOf(from)
  if (!column) return new Map(values.map(value => [value, undefined]))
  const found = new Map<string, RowIR>()
  for (const row of from.scope.view!.rows) {
    const value = row.cells[column]
    if (typeof value === 'string' && !found.has(value)) found.set(value, row)
  }
  return found
}

function columnOf({ by, scope }: Arms): string | undefined {
  return scope.view ? /^\s*model\.(\w+)\s*$/.exec(by.text)?.[1] : undefined
}

function valueArm(entry: RawEntry, from: Arms): PriceIR['arms'][number] | undefined {
  const column = columnOf(from)
  const view = column ? viewOf(from.scope.view!.table, { column, value: entry.key }) : undefined
  const scope = view && view.rows.length > 0 ? from.again(view) : from.scope
  const shared = letDefs(valueOf(from.map, 'let'))
  const usd = entry.value.kind === 'map' ? valueOf(entry.value, 'usd') : entry.value
  if (usd?.kind !== 'scalar') return undefined
  const arm = armOf(usd.text, [...shared, ...letDefs(valueOf(entry.value, 'let'))], {
    ...from,
    scope,
    actual: actualEntry(entry.value),
    cost: costText(entry.value),
    counted: unitEntries(from.map),
  })
  return arm && { ...arm, value: entry.key, place: entry.keyPlace }
}
