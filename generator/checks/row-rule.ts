/** Checks the rows of a models file against its `rules:`. */
import { evaluate } from '../examples/evaluate.ts'
import type { Environment, PlainRow } from '../examples/environment.ts'
import { fault, type Check } from './check.ts'
import { environmentOf } from './environments.ts'
import type { RowIR, RowRuleIR, TableIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** Refuses rows that do not meet a rule of their file. */
export const rowRule: Check = {
  code: 'row-rule',
  run(catalog) {
    const network = catalog.networks.find(one => one.name === catalog.gateway.networks[0])
    if (!network) return []
    const at = environmentOf(catalog, network, { whole: true })
    return catalog.tables.flatMap(table => table.rules.flatMap(rule => broken(rule, table, at)))
  },
}

/** The rows that break a rule. A family's cell that several rows share is reported once. */
function broken(rule: RowRuleIR, table: TableIR, at: Environment): Problem[] {
  const models = at.models(table.name)
  const own = new Map(models.rows.map(row => [row.id, row]))
  const seen = new Set<string>()
  return table.rows.flatMap(row => {
    const scope = { model: own.get(row.id), models }
    if (evaluate(rule.rule, scope, { cache: at.cache }) === true) return []
    const found = problemOf(rule, row, { scope, at })
    const key = `${found.place.file}:${found.place.start}`
    if (seen.has(key)) return []
    seen.add(key)
    return [found]
  })
}

function problemOf(
  rule: RowRuleIR,
  row: RowIR,
  { scope, at }: { scope: { model?: PlainRow | undefined }; at: Environment },
): Problem {
  const message = String(evaluate(rule.message, scope, { cache: at.cache }))
  const place = (rule.at === undefined ? undefined : row.places[rule.at]) ?? row.place
  return fault('row-rule', place, `row ${row.id}: ${message}`, {
    also: [{ place: rule.place, label: 'the rule' }],
  })
}
