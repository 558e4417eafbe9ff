/**
 * Each row can be bought with the defaults: a row that the gates refuse unless every field is given
 * is mostly a mistake in the row.
 */
import { quoteOwn, translated } from '../examples/quote.ts'
import { networkOf } from '../examples/run.ts'
import { rowPlaceOf } from '../analysis/reads.ts'
import type { FormulaInputs, Environment } from '../examples/environment.ts'
import type { RowPlace } from '../../runtime/contract.ts'
import type { CatalogIR, GateIR, RouteIR, RowIR } from '../ir.ts'
import type { Problem } from '../types.ts'
import { fault, type Check } from './check.ts'
import { environmentOf } from './environments.ts'

/** Refuses rows that cannot be bought with the defaults. */
export const rowRefused: Check = {
  code: 'row-refused',
  run(catalog) {
    return catalog.routes.flatMap(route => {
      const place = rowPlaceOf(route)
      const base = route.examples.find(one => !('refused' in one.expect || one.isTemporary))
      const network = networkOf(catalog, route)
      if (!place || !base || !network || route.suspended) return []
      // Every row is tried, also those that this network does not sell.
      const at = environmentOf(catalog, network, { whole: true })
      const own = translated(route, at, base)
      if (own.kind === 'refused') return []
      return rowsOf(catalog, route).flatMap(row =>
        refused(route, row, { given: withRow(route, own.given, { place, row }), at }),
      )
    })
  },
}

function rowsOf(catalog: CatalogIR, route: RouteIR): readonly RowIR[] {
  return catalog.tables.find(table => table.name === route.table)?.rows ?? []
}

/** The example with nothing but its required fields, and this row. */
function withRow(
  route: RouteIR,
  base: FormulaInputs,
  {
    place: [part, name],
    row,
  }: {
    place: RowPlace
    row: RowIR
  },
): FormulaInputs {
  const given: FormulaInputs = {
    body: required(route, base.body),
    query: base.query ?? {},
    path: base.path ?? {},
    hooks: base.hooks,
  }
  return { ...given, [part]: { ...(given[part] as object), [name]: row.id } }
}

function required(route: RouteIR, body: unknown): unknown {
  const names = route.body?.schema.required
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !Array.isArray(names))
    return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))
}

/** A gate such as `has(model.editor)` says itself which rows the route sells. */
const choosesRows = (gate: GateIR): boolean =>
  gate.rule.proves?.some(path => path.startsWith('model.')) === true

function refused(
  route: RouteIR,
  row: RowIR,
  { given, at }: { given: FormulaInputs; at: Environment },
): Problem[] {
  try {
    const got = quoteOwn(route, at, given)
    if (got.kind !== 'refused' || !got.gate || choosesRows(got.gate)) return []
    const message = `${route.method} ${route.path} refuses ${row.id} with the defaults: ${got.status} ${got.message}`
    return [
      fault('row-refused', row.place, message, {
        hint: 'correct the row, or the default of the field',
        also: [{ place: got.gate.place, label: 'this gate' }],
      }),
    ]
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return [
      fault('row-refused', row.place, `${row.id} has no price with the defaults: ${why}`, {
        also: [{ place: route.price?.place ?? route.place, label: 'the price' }],
      }),
    ]
  }
}
