/** Discovery metadata of a route, as the runtime makes it of the route's facts. */
import type { Example, Json } from '../../runtime/contract.ts'
import { discoveryOf } from '../../runtime/discovery.ts'
import type { RouteIR } from '../ir.ts'
import { exampleRequests } from './code/route.ts'
import { callersBody } from './facts.ts'

export { pathHoles } from '../../runtime/discovery.ts'

/** The metadata of a route; undefined for routes without a price. */
export function bazaarOf(route: RouteIR): Json | undefined {
  if (route.price === undefined) return undefined
  const { method, path, query } = route
  return discoveryOf({
    method,
    path,
    example: exampleRequests(route)[0] as Example | undefined,
    body: callersBody(route)?.schema,
    query: query?.schema,
  })
}
