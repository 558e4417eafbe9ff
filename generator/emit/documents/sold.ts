/** Lists the rows that a route sells. */
import type { CatalogIR, GateIR, NetworkIR, RouteIR, RowIR } from '../../ir.ts'

/**
 * The rows of a route's table that a network sells, without those that a gate such as
 * `has(model.editor)` excludes.
 */
export function soldRows(ir: CatalogIR, route: RouteIR, network: NetworkIR): readonly RowIR[] {
  const table = ir.tables.find(t => t.name === route.table)
  const only = table && network.only[table.name]
  const rows = (table?.rows ?? []).filter(row => only === undefined || only.includes(row.id))
  const needed = route.gates.flatMap(gate => columnsOf(gate))
  return rows.filter(row => needed.every(column => Object.hasOwn(row.cells, column)))
}

/** The columns that a gate requires of every row, for every request. */
function columnsOf(gate: GateIR): string[] {
  const proves = gate.when === undefined ? (gate.rule.proves ?? []) : []
  return proves.flatMap(path => /^model\.(\w+)$/.exec(path)?.[1] ?? [])
}
