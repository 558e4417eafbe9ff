/** Builds one formula of a price, with the values that it needs. */
import { MAX_LENGTH } from '../formula/parse.ts'
import { problem, valueOf } from '../read/access.ts'
import { PRICE_KEYS } from '../language/prices.ts'
import { decimalText } from '../formula/decimal.ts'
import { actualOf, namesUsed } from './actual.ts'
import type { UsedScope } from './used-scope.ts'
import { optional, report } from './build.ts'
import type { ModelView } from './row-variants.ts'
import { block, lower, type LetDef, type FormulaScope, withConstants } from './scope.ts'
import { neededLets } from './lets.ts'
import { linesOf } from './price-lines.ts'
import { withLets } from './scope-lets.ts'
import type { Let, PriceIR } from '../ir.ts'
import type { Decimal, RawEntry, Text } from '../types.ts'

/** Keys of a price that are not values of `by`. */
export const OWN_KEYS = Object.keys(PRICE_KEYS)

/**
 * The input of a price. `again` builds the scope after the gates anew, for some rows of the table.
 */
export interface PriceSource {
  entry: RawEntry
  scope: FormulaScope
  again(view: ModelView): FormulaScope
  /** The names of `actual`. */
  used: UsedScope
  /** The discount on the whole amount, as a share. */
  discount?: Decimal | undefined
}

/** The formulas of a price, and the formula that chooses between them. */
export type PriceArms = Pick<PriceIR, 'by' | 'arms'>

/** The formula of `cost`; undefined if the price has none. */
export function costText(price: RawEntry['value'] | undefined): Text | undefined {
  const cost = price?.kind === 'map' ? valueOf(price, 'cost') : undefined
  return cost?.kind === 'scalar' ? cost.text : undefined
}

/** A scope that knows the tables of the price. */
export function withTables(scope: FormulaScope, tables: readonly Let[]): FormulaScope {
  return withConstants(scope, tables)
}

/** A formula whose amount is reduced by a share. */
function lowered(text: Text, { num, den }: Decimal): Text {
  return { ...text, text: `(${text.text}) * ${decimalText({ num: den - num, den })}` }
}

/** One formula of a price; undefined if it is invalid, after reporting it. */
export function armOf(
  written: Text,
  lets: readonly LetDef[],
  at: {
    scope: FormulaScope
    tables: readonly Let[]
    used: UsedScope
    actual: RawEntry | undefined
    cost?: Text | undefined
    discount?: Decimal | undefined
    units?: readonly RawEntry[] | undefined
    /** The units that name the lines. */
    counted?: readonly RawEntry[] | undefined
  },
): PriceIR['arms'][number] | undefined {
  const text = at.discount ? lowered(written, at.discount) : written
  if (text.text.length > MAX_LENGTH && written.text.length <= MAX_LENGTH) {
    const message = 'this formula is too long for a discount'
    const hint = 'name a part of it with `let:`'
    report(at.scope.build, problem('dated', written.place, message, { hint }))
    return undefined
  }
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
  const { cost, units } = at
  const quoted = { text, defs: lets, scope: around, priced: scope, cost, units }
  const actual = isSound && at.actual ? actualOf(at.actual, quoted, at.used) : undefined
  const needed = neededLets(scope.lets, [micro])
  const named = namesUsed(quoted)
  return {
    lets: withoutTables(scope.lets.filter(one => needed.includes(one) || named.has(one.name))),
    ...own,
    micro,
    ...optional(
      'lines',
      isSound ? linesOf(scope, written, at.counted ?? [], at.discount) : undefined,
    ),
    ...optional('cost', cost && block(scope, { kind: 'price', text: cost })),
    ...optional('actual', actual && { ...actual, lets: withoutTables(actual.lets) }),
    place: text.place,
  }
}
