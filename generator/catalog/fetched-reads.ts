/** Lists the fetched tables that a route needs before its gates. */
import { codesIn, formulasOf } from '../language/formulas.ts'
import { ROUTE_KEYS } from '../language/routes.ts'
import { membersRead } from '../js/ask.ts'
import { formulasOfCall } from './call-codes.ts'
import type { CallIR, RouteIR } from '../ir.ts'

/**
 * The fetched tables that a route reads, in the formulas of any of its periods or of the calls that
 * it may make.
 */
export function fetchedBy(route: RouteIR, calls: readonly CallIR[]): Pick<RouteIR, 'fetched'> {
  const forms = [route, ...(route.dated ?? []).map(one => one.route)]
  const made = new Set(forms.flatMap(one => one.calls))
  const codes = codesIn([
    ...forms.flatMap(one => formulasOf(ROUTE_KEYS, one)),
    ...calls.filter(call => made.has(call.id)).flatMap(formulasOfCall),
  ])
  const read = codes.flatMap(({ js }) => membersRead(js, 'fetched'))
  return read.length === 0 ? {} : { fetched: [...new Set(read)].sort() }
}
