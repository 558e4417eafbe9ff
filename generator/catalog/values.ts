/** The derived values of routes: `let:` values that are computed once per call. */
import { formulasOf } from '../language/formulas.ts'
import { ROUTE_KEYS } from '../language/routes.ts'
import { formulasOfCall } from './call-codes.ts'
import type { CallIR, RouteIR } from '../ir.ts'

/**
 * The derived values that a route reads, in its formulas or in those of the calls that it may make.
 */
export function valuesRead(route: RouteIR, calls: readonly CallIR[]): RouteIR['values'] {
  if (route.values.length === 0) return []
  const first = new Map(calls.map(call => [call.id, call.first?.call]))
  const made = new Set(route.calls.flatMap(id => [id, first.get(id)]))
  const formulas = [
    ...formulasOf(ROUTE_KEYS, route),
    ...calls.filter(call => made.has(call.id)).flatMap(formulasOfCall),
  ]
  const read = new Set(
    formulas.flatMap(({ lets }) => lets.filter(one => one.derived).map(one => one.name)),
  )
  return route.values.filter(one => read.has(one.name))
}
