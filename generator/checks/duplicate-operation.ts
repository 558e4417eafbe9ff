/** Two routes whose operations have the same name in OpenAPI. */
import { fault, type Check } from './check.ts'
import type { RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** Refuses the second of two routes with the same `operation`. */
export const duplicateOperation: Check = {
  code: 'duplicate-operation',
  run(catalog) {
    const seen = new Map<string, RouteIR>()
    return catalog.routes.flatMap((route): Problem[] => {
      const { operation, gone } = route
      if (operation === undefined || gone !== undefined) return []
      const first = seen.get(operation)
      if (!first) {
        seen.set(operation, route)
        return []
      }
      return [
        fault('duplicate-operation', placeOf(route), `the operation ${operation} is named twice`, {
          hint: 'give each route a name of its own, or leave it out',
          also: [{ place: placeOf(first), label: 'the first' }],
        }),
      ]
    })
  },
}

const placeOf = ({ keys, place }: RouteIR): RouteIR['place'] => keys.operation ?? place
