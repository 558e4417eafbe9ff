/** Checks that the answers to other methods of a path fit whether the route is paid. */
import { fault, type Check } from './check.ts'
import type { Problem } from '../types.ts'

/** Refuses answers to other methods that contradict the route. */
export const discovery: Check = {
  code: 'discovery',
  run(catalog) {
    return catalog.routes.flatMap((route): Problem[] => {
      if (route.gone !== undefined) return []
      const place = route.keys.discovery ?? route.place
      if (route.discovery === 'free' && route.price)
        return [
          fault('discovery', place, 'a paid route does not answer its other methods as free', {
            hint: 'discovery: challenge',
          }),
        ]
      if (route.discovery === 'challenge' && !route.price)
        return [
          fault('discovery', place, 'a route without a price has no challenge to answer with', {
            hint: 'discovery: free',
          }),
        ]
      if (route.discoveryShow && route.discovery === 'none')
        return [
          fault(
            'discovery',
            route.keys.discovery_show ?? place,
            'the other methods of this path have no answer that could show it',
            {
              hint: 'discovery: challenge',
            },
          ),
        ]
      for (const key of ['document', 'serves'] as const)
        if (route[key] !== undefined && route.flow !== 'free')
          return [
            fault('discovery', route.keys[key] ?? route.place, `routes with \`${key}\` are free`, {
              hint: 'flow: free',
            }),
          ]
      return []
    })
  },
}
