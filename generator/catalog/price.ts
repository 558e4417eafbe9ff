/**
 * Builds prices: one formula, or one for each value of `by`, checked only for the rows that have
 * this value.
 */
import { entriesOf, entryOf, textAt, valueOf, type RawMap, problem } from '../read/access.ts'
import { PRICE_KEYS } from '../language/prices.ts'
import { suggestion } from '../problems/suggest.ts'
import { actualEntry, actualOf, namesUsed } from './actual.ts'
import type { UsedStage } from './used-stage.ts'
import { optional, report } from './build.ts'
import { constantsOf } from './constants.ts'
import { viewOf, type ModelView } from './row-variants.ts'
import { letDefs } from './gates.ts'
import { block, lower, mapNames, type LetDef, type FormulaScope, withConstant } from './scope.ts'
import { neededLets } from './lets.ts'
import { withLets } from './scope-lets.ts'
import type { Let, PriceIR, RowIR } from '../ir.ts'
import type { RawEntry, Text } from '../types.ts'

/** Keys of a price that are not values of `by`. */
const OWN = Object.keys(PRICE_KEYS)

/**
 * What a price is built from. `again` makes the stage after the gates anew, for some rows of the
 * table.
 */
export interface PriceSource {
  entry: RawEntry
  scope: FormulaScope
  again(view: ModelView): FormulaScope
  /** What `actual` sees. */
  used: UsedStage
}

/** A price; undefined where it is wrong, which is then reported. */
export function priceOf(source: PriceSource): PriceIR | undefined {
  const { entry, scope } = source
  const map = entry.value.kind === 'map' ? entry.value : undefined
  const tables = constantsOf(valueOf(map, 'tables'), scope.build.problems)
  const by = valueOf(map, 'by')
  const arms =
    by?.kind === 'scalar'
      ? armsOf({ ...source, map: map!, by: by.text, tables })
      : oneArm({ ...source, map, tables })
  if (!arms) return undefined
  const show = valueOf(map, 'show')
  const shown =
    show &&
    block(withLets(withTables(scope, tables), letDefs(valueOf(map, 'let'))), {
      kind: 'tree',
      raw: show,
    })
  return {
    ...arms,
    tables: tables,
    decimals: Number(textAt(map, 'decimals') ?? 6),
    identify: textAt(map, 'identify') === 'true',
    ...(shown ? { show: shown } : {}),
    place: entry.keyPlace,
  }
}

type Parts = Pick<PriceIR, 'by' | 'arms'>

function withTables(scope: FormulaScope, tables: readonly Let[]): FormulaScope {
  return tables.reduce(withConstant, scope)
}

function oneArm(
  from: PriceSource & { map: RawMap | undefined; tables: readonly Let[] },
): Parts | undefined {
  const { scope, map, entry } = from
  for (const other of entriesOf(map)) {
    if (!OWN.includes(other.key)) {
      report(
        scope.build,
        problem('unknown-key', other.keyPlace, `unknown key \`${other.key}\` in \`price\``, {
          hint: suggestion(other.key, OWN, 'allowed'),
        }),
      )
      return undefined
    }
  }
  const usd = map ? valueOf(map, 'usd') : entry.value
  if (usd?.kind !== 'scalar') {
    report(
      scope.build,
      problem('no-price', entry.keyPlace, 'this price has no amount', {
        hint: 'write `usd:` with a formula, or `by:` with one formula for each of its values',
      }),
    )
    return undefined
  }
  const arm = armOf(usd.text, letDefs(valueOf(map, 'let')), { ...from, actual: actualEntry(map) })
  return arm && { arms: [arm] }
}

function armOf(
  text: Text,
  lets: readonly LetDef[],
  at: {
    scope: FormulaScope
    tables: readonly Let[]
    used: UsedStage
    actual: RawEntry | undefined
  },
): PriceIR['arms'][number] | undefined {
  const count = at.scope.build.problems.length
  const around = withTables(at.scope, at.tables)
  const scope = withLets(around, lets)
  const micro = lower(scope, { kind: 'price', text })
  const tables = new Set(at.tables.map(table => table.name))
  const withoutTables = (all: readonly Let[]): Let[] => all.filter(one => !tables.has(one.name))
  const own = lets.length > 0 ? { own: lets.map(one => one.name) } : {}
  if (!micro) return undefined
  // Over a faulty price, `actual` would only repeat its problems.
  const isSound = at.scope.build.problems.length === count
  const quoted = { text, defs: lets, scope: around, priced: scope }
  const actual = isSound && at.actual ? actualOf(at.actual, quoted, at.used) : undefined
  const needed = neededLets(scope.lets, [micro])
  const named = namesUsed(quoted)
  return {
    lets: withoutTables(scope.lets.filter(one => needed.includes(one) || named.has(one.name))),
    ...own,
    micro,
    ...optional('actual', actual && { ...actual, lets: withoutTables(actual.lets) }),
    place: text.place,
  }
}

interface Arms extends PriceSource {
  map: RawMap
  by: Text
  tables: readonly Let[]
}

function armsOf(from: Arms): Parts | undefined {
  const { scope, map } = from
  const usd = entryOf(map, 'usd')
  if (usd)
    report(
      scope.build,
      problem('bad-entry', usd.keyPlace, 'a price has either `usd:` or `by:`', {
        hint: 'name the formulas below after the values of `by`',
      }),
    )
  const actual = entryOf(map, 'actual')
  if (actual)
    report(
      scope.build,
      problem(
        'actual',
        actual.keyPlace,
        'beside `by`, there is no `usd` whose values it replaces',
        {
          hint: 'put it beside `usd` of a value of `by`: `token: { let: .., usd: .., actual: .. }`',
        },
      ),
    )
  // The switch stands outside the arms, so it sees no `let:`.
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
  const written = entriesOf(map).filter(entry => !OWN.includes(entry.key))
  for (const entry of written) {
    if (values.includes(entry.key)) continue
    report(
      scope.build,
      problem(
        'unknown-arm',
        entry.keyPlace,
        `\`${entry.key}\` is not a value of \`${from.by.text}\``,
        { hint: suggestion(entry.key, [...values, ...OWN]) },
      ),
    )
  }
  const needed = neededValues(from, values)
  for (const [value, row] of needed) {
    if (written.some(entry => entry.key === value)) continue
    const where = row ? `row ${row.id} (${scope.build.at(row.place)})` : `\`${from.by.text}\``
    report(
      scope.build,
      problem(
        'no-price',
        from.by.place,
        `there is no price for \`${value}\`, the value of ${where}`,
        {
          hint: `add a formula \`${value}:\``,
          ...(row ? { also: [{ place: row.place, label: `row ${row.id}` }] } : {}),
        },
      ),
    )
  }
  const arms = written
    .filter(entry => values.includes(entry.key))
    .map(entry => valueArm(entry, from))
  return arms.includes(undefined) ? undefined : { by, arms: arms as PriceIR['arms'] }
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

/** The values that can occur: those of the rows where `by` is a column, else all. */
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
  })
  return arm && { ...arm, value: entry.key, place: entry.keyPlace }
}
