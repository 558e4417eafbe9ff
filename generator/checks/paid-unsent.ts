/**
 * Finds fields that change only the price: the upstream does not get them, and the reply does not
 * depend on them.
 */
import { codesOfCall } from '../catalog/call-codes.ts'
import { codesIn, formulasOf } from '../language/formulas.ts'
import { ROUTE_KEYS } from '../language/routes.ts'
import type { CallIR, RouteIR } from '../ir.ts'
import { membersRead, readsWhole } from '../js/ask.ts'
import type { Code, Problem } from '../types.ts'
import { warning, type Check } from './check.ts'
import { eachRoute } from './each-route.ts'

/** Warns of fields of the body that callers pay for and that nothing else uses. */
export const paidUnsent: Check = {
  code: 'paid-unsent',
  run: eachRoute(all => {
    const calls = new Map(all.map(call => [call.id, call]))
    return route => unsent(route, calls)
  }),
}

/** Keys of a route that only decide whether a call is accepted, and what is shown before it. */
const BEFORE: ReadonlySet<string> = new Set(['price', 'gates', 'checks', 'show', 'pay', 'limit'])

function unsent(route: RouteIR, all: ReadonlyMap<string, CallIR>): Problem[] {
  const { body, price } = route
  if (price === undefined || body?.type.kind !== 'record' || route.suspended) return []
  const calls = route.calls.flatMap(id => withFirst(id, all))
  if (calls.length === 0 || calls.some(({ send }) => send === 'verbatim')) return []
  const own = formulasOf(ROUTE_KEYS, route).filter(
    ({ path }) => !BEFORE.has(path.split('.', 1)[0]!),
  )
  const sending = [...codesIn(own), ...calls.flatMap(codesOfCall)]
  if (sending.some(({ js }) => readsWhole(js, 'body'))) return []
  const sent = fieldsRead(sending)
  const paid = fieldsRead(
    price.arms.flatMap(({ micro, lets }) => codesIn([{ lets, codes: [micro] }])),
  )
  return Object.entries(body.type.fields)
    .filter(([name]) => paid.has(name) && !sent.has(name))
    .map(([name, field]) =>
      warning(
        'paid-unsent',
        field.place ?? body.place,
        `callers pay for \`body.${name}\`, and nothing else uses it`,
        { hint: 'send it to the upstream, or leave it out of the price' },
      ),
    )
}

/** A call, and the call that is made before it. */
function withFirst(id: string, all: ReadonlyMap<string, CallIR>): CallIR[] {
  const call = all.get(id)
  if (call === undefined) return []
  return [...(call.first === undefined ? [] : withFirst(call.first.call, all)), call]
}

const fieldsRead = (codes: readonly Code[]): ReadonlySet<string> =>
  new Set(codes.flatMap(({ js }) => membersRead(js, 'body')))
