/** Makes the simplest call of a row: an example's request with only its required fields. */
import type { RowPlace } from '../../runtime/contract.ts'
import type { FormulaInputs } from './environment.ts'
import type { RouteIR, RowIR } from '../ir.ts'

/** The simplest call of a row: the example with only its required fields, and this row. */
export function withRow(
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
