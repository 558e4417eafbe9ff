/** Makes the simplest call of a row: an example's request with only its required fields. */
import type { RowPlace } from '../../runtime/contract.ts'
import type { FormulaInputs } from './environment.ts'
import type { InputIR, RouteIR, RowIR } from '../ir.ts'

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
    body: required(route.body, base.body),
    query: required(route.query, base.query) ?? {},
    path: base.path ?? {},
    hooks: base.hooks,
  }
  return { ...given, [part]: { ...(given[part] as object), [name]: row.id } }
}

function required(input: InputIR | undefined, given: unknown): unknown {
  const names = input?.schema.required
  if (typeof given !== 'object' || given === null || Array.isArray(given) || !Array.isArray(names))
    return given
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)))
}
