/** Builds a route's discovery metadata with the runtime's own function. */
import type { Example, Json } from '../../runtime/contract.ts'
import { discoveryOf } from '../../runtime/discovery.ts'
import type { RouteIR } from '../ir.ts'
import { exampleRequests } from './code/route.ts'
import { callersBody } from './facts.ts'
import { withoutNulls } from '../../runtime/x402/challenge-json.ts'

export { pathHoles } from '../../runtime/discovery.ts'

/**
 * The metadata of a route, with an example of its answer if `answers/` has one; undefined for
 * routes without a price. The metadata in challenges lacks that example.
 */
export function bazaarOf(route: RouteIR): Json | undefined {
  if (route.price === undefined) return undefined
  const { method, path, query } = route
  const made = discoveryOf({
    method,
    path,
    example: exampleRequests(route)[0] as Example | undefined,
    body: callersBody(route)?.schema,
    query: query?.schema,
  }) as { info: { output: object } }
  const example = withoutNulls(route.answer?.example as Json | undefined)
  if (example === undefined) return made as Json
  return { ...made, info: { ...made.info, output: { ...made.info.output, example } } } as Json
}
