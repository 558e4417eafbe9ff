/** Builds one formula of a price, with the values that it needs. */
import { valueOf } from '../read/access.ts'
import { PRICE_KEYS } from '../language/prices.ts'
import { actualOf, namesUsed } from './actual.ts'
import type { UsedStage } from './used-stage.ts'
import { optional } from './build.ts'
import type { ModelView } from './row-variants.ts'
import { block, lower, type LetDef, type FormulaScope, withConstant } from './scope.ts'
import { neededLets } from './lets.ts'
import { withLets } from './scope-lets.ts'
import type { Let, PriceIR } from '../ir.ts'
import type { RawEntry, Text } from '../types.ts'

/** Keys of a price that are not values of `by`. */
export const OWN_KEYS = Object.keys(PRICE_KEYS)

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

/** The formulas of a price, and what chooses between them. */
export type PriceArms = Pick<PriceIR, 'by' | 'arms'>

/** The formula of `cost`, where a price has one. */
export function costText(price: RawEntry['value'] | undefined): Text | undefined {
  const cost = price?.kind === 'map' ? valueOf(price, 'cost') : undefined
  return cost?.kind === 'scalar' ? cost.text : undefined
}

/** A scope that knows the tables of the price. */
export function withTables(scope: FormulaScope, tables: readonly Let[]): FormulaScope {
  return tables.reduce(withConstant, scope)
}

/** One formula of a price; undefined where it is wrong, which is then reported. */
export function armOf(
  text: Text,
  lets: readonly LetDef[],
  at: {
    scope: FormulaScope
    tables: readonly Let[]
    used: UsedStage
    actual: RawEntry | undefined
    cost?: Text | undefined
    units?: readonly RawEntry[] | undefined
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
  const { cost, units } = at
  const quoted = { text, defs: lets, scope: around, priced: scope, cost, units }
  const actual = isSound && at.actual ? actualOf(at.actual, quoted, at.used) : undefined
  const needed = neededLets(scope.lets, [micro])
  const named = namesUsed(quoted)
  return {
    lets: withoutTables(scope.lets.filter(one => needed.includes(one) || named.has(one.name))),
    ...own,
    micro,
    ...optional('cost', cost && block(scope, { kind: 'price', text: cost })),
    ...optional('actual', actual && { ...actual, lets: withoutTables(actual.lets) }),
    place: text.place,
  }
}
