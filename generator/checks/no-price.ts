/** Checks that a paid flow has a price and a free one has none. */
import { fault, type Check } from './check.ts'
import type { Problem } from '../types.ts'

/** Refuses paid flows without a price, and free ones with one. */
export const noPrice: Check = {
  code: 'no-price',
  run(catalog) {
    return catalog.routes.flatMap((route): Problem[] => {
      if (route.gone !== undefined) return []
      if (route.flow === 'free') {
        return route.price
          ? [
              fault('no-price', route.price.place, 'a route of the flow `free` has a price', {
                hint: 'choose another flow, or remove the price',
              }),
            ]
          : []
      }
      if (route.price) return []
      return [
        fault('no-price', route.place, `${route.method} ${route.path} has no price`, {
          hint: 'write `price:`, or `flow: free`',
        }),
      ]
    })
  },
}
