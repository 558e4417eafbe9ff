/** Which rows a route sells. */
import type { CatalogIR, GateIR, NetworkIR, RouteIR, RowIR } from '../../ir.ts'

/**
 * The rows of a route's table that a network sells and that no gate such as `has(model.editor)`
 * leaves out.
 */
export function soldRows(ir: CatalogIR, route: RouteIR, network: NetworkIR): readonly RowIR[] {
  const table = ir.tables.find(t => t.name === route.table)
  const only = table && network.only[table.name]
  const rows = (table?.rows ?? []).filter(row => only === undefined || only.includes(row.id))
  const needed = route.gates.flatMap(gate => columnsOf(gate))
  return rows.filter(row => needed.every(column => Object.hasOwn(row.cells, column)))
}

/** Columns that a gate asks every row for, whatever the request. */
function columnsOf(gate: GateIR): string[] {
  const proves = gate.when === undefined ? (gate.rule.proves ?? []) : []
  return proves.flatMap(path => /^model\.(\w+)$/.exec(path)?.[1] ?? [])
}
