/** Checks that an example proves a price by use, as other examples prove the quote. */
import { warning, type Check } from './check.ts'
import { isByUse } from '../emit/facts.ts'
import type { Problem } from '../types.ts'

/** Warns of prices with `actual` that no example shows. */
export const actualExample: Check = {
  code: 'actual-example',
  run(catalog) {
    return catalog.routes.flatMap((route): Problem[] => {
      if (!isByUse(route)) return []
      if (route.examples.some(({ used }) => used?.actual !== undefined)) return []
      return [
        warning(
          'actual-example',
          route.keys.price ?? route.place,
          `no example of ${route.method} ${route.path} shows the charge by \`actual\``,
          { hint: 'add `used` and `actual` to an example: `used: { output: 120 }, actual: 0.002`' },
        ),
      ]
    })
  },
}
