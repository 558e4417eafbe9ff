/**
 * Checks routes that speak a protocol: each of their calls has a protocol, and nothing else makes
 * the reply.
 */
import { ROUTE_KEYS } from '../language/routes.ts'
import type { Key } from '../language/key.ts'
import { passesThrough } from '../shape/protocols.ts'
import { fault, type Check } from './check.ts'
import type { CallIR, RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** Refuses calls without a protocol, and replies beside it, on routes that speak one. */
export const routeProtocol: Check = {
  code: 'route-protocol',
  run(catalog) {
    const calls = new Map(catalog.calls.map(call => [call.id, call]))
    return catalog.routes.flatMap(route =>
      route.protocol ? [...replies(route), ...unread(route, id => calls.get(id))] : [],
    )
  },
}

/** Refuses keys that make a reply beside the protocol. */
function replies(route: RouteIR): Problem[] {
  return Object.entries<Key>(ROUTE_KEYS).flatMap(([key, { notWith }]) => {
    const place = route.keys[key]
    if (!place || notWith?.protocol === undefined) return []
    return [
      fault('route-protocol', place, `a route with \`protocol\` has no \`${key}\``, {
        hint: `the protocol ${route.protocol} makes the answer`,
      }),
    ]
  })
}

function unread(route: RouteIR, callOf: (id: string) => CallIR | undefined): Problem[] {
  const place = route.keys.protocol ?? route.place
  if (route.calls.length === 0 && !route.suspended)
    return [
      fault('route-protocol', place, 'a route with `protocol` needs an `upstream`', {
        hint: 'the upstream has the conversation',
      }),
    ]
  return route.calls.flatMap(id => {
    const call = callOf(id)
    if (!call || (call.protocol && !passesThrough(call.protocol))) return []
    const why = call.protocol
      ? `forwards replies of ${call.protocol} unparsed`
      : 'has no `protocol`'
    return [
      fault(
        'route-protocol',
        place,
        `this route answers in ${route.protocol}, and its call ${id} ${why}`,
        {
          hint: 'give the call the protocol of its upstream',
          also: [{ place: call.place, label: 'the call' }],
        },
      ),
    ]
  })
}
