/** Checks that a fallback row is another row and that the route sells it. */
import { evaluate } from '../examples/evaluate.ts'
import { readsOnlyModel } from '../examples/rates.ts'
import { networkOf } from '../examples/network.ts'
import type { PlainRow, Environment } from '../examples/environment.ts'
import { fault, type Check } from './check.ts'
import { environmentOf } from './environments.ts'
import type { CatalogIR, RouteIR, RowIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/**
 * Refuses fallbacks to the same row, to rows that the route does not sell, and on routes without a
 * call that can fail.
 */
export const fallback: Check = {
  code: 'fallback',
  run(catalog) {
    return catalog.routes.flatMap(route =>
      route.fallback ? [...flow(route), ...rows(route, catalog)] : [],
    )
  },
}

function flow(route: RouteIR): Problem[] {
  const place = route.keys.fallback ?? route.place
  if (route.job)
    return [fault('fallback', place, 'a job has no `fallback`: its work is resumed automatically')]
  return route.calls.length === 0
    ? [fault('fallback', place, '`fallback` needs an `upstream` that can fail')]
    : []
}

/** Checks each row with its fallback, if the fallback depends on the row alone. */
function rows(route: RouteIR, catalog: CatalogIR): Problem[] {
  const table = catalog.tables.find(one => one.name === route.table)
  const network = networkOf(catalog, route)
  if (!table || !network || !readsOnlyModel(route.fallback!)) return []
  const at = environmentOf(catalog, network, { whole: true })
  const own = new Map(at.models(table.name).rows.map(row => [row.id, row]))
  return table.rows.flatMap(row => standIn(route, { row, own, at }))
}

function standIn(
  route: RouteIR,
  { row, own, at }: { row: RowIR; own: ReadonlyMap<string, PlainRow>; at: Environment },
): Problem[] {
  const id = evaluate(route.fallback!, { model: own.get(row.id) }, { cache: at.cache }) as
    | string
    | undefined
  const also = [{ place: route.keys.fallback ?? route.place, label: 'the fallback' }]
  if (id === row.id)
    return [
      fault('fallback', row.place, `${row.id} falls back to itself`, {
        hint: 'name another row, or none',
        also,
      }),
    ]
  const needed = unsold(route, id === undefined ? undefined : own.get(id))
  if (needed === undefined) return []
  return [
    fault(
      'fallback',
      row.place,
      `${row.id} falls back to ${id}, which this route does not sell: it has no \`${needed}\``,
      { also },
    ),
  ]
}

/** The column that a gate requires and the fallback row lacks. */
function unsold(route: RouteIR, row: PlainRow | undefined): string | undefined {
  const proven = route.gates.filter(gate => !gate.when).flatMap(gate => gate.rule.proves ?? [])
  return (
    row &&
    proven
      .map(path => /^model\.(\w+)$/.exec(path)?.[1])
      .find(name => name !== undefined && row[name] === undefined)
  )
}
