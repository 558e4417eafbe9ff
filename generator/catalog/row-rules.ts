/**
 * Builds `rules:` of models files: conditions on each row, as formulas over the row and all others.
 */
import { entriesOf, problem, textOf, valueOf, type RawMap } from '../read/access.ts'
import { known, optional, report, type LoweringContext } from './build.ts'
import { viewOf } from './row-variants.ts'
import { block, formulaScope, lowerTest, withModel, type FormulaScope } from './scope.ts'
import { neededLets } from './lets.ts'
import type { FlatTable } from '../resolve/flat.ts'
import type { RowRuleIR, TableIR } from '../ir.ts'

/** The table with its rules; reports invalid ones. */
export function withRules(table: TableIR, flat: FlatTable, build: LoweringContext): TableIR {
  if (flat.rules.length === 0) return table
  const models = { type: { kind: 'models' as const, row: table.type }, code: 'models' }
  const scope = withModel(formulaScope(build, { ...build.constants, models }), viewOf(table))
  return { ...table, rules: flat.rules.flatMap(raw => ruleOf(raw, { table, scope, build })) }
}

interface Around {
  table: TableIR
  scope: FormulaScope
  build: LoweringContext
}

function ruleOf(raw: RawMap, { table, scope, build }: Around): RowRuleIR[] {
  const [rule, error, at] = ['rule', 'error', 'at'].map(key => valueOf(raw, key))
  if (rule?.kind !== 'scalar' || error?.kind !== 'scalar') return []
  const name = textOf(at)
  const defs = new Map(table.columns.map(column => [column.name, column]))
  if (at && name !== undefined) known(build, 'column', { name, place: at.place, defs })
  const tested = lowerTest(scope, rule.text)
  const message = tested && block(scope, { kind: 'message', text: error.text })
  if (!tested || !message) return []
  const place = entriesOf(raw)[0]!.keyPlace
  if (tested.code.constant !== undefined)
    report(
      build,
      problem('constant-gate', place, `this rule is always ${String(tested.code.constant)}`),
    )
  const lets = neededLets(scope.lets, [tested.code])
  return [{ rule: { lets, code: tested.code }, message, ...optional('at', name), place }]
}
