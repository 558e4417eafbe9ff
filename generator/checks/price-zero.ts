/** Something that costs nothing by its formula, without saying that it only names the wallet. */
import { fault, type Check } from './check.ts'
import { priced } from './priced.ts'
import type { Problem } from '../types.ts'

/** Refuses prices that come to nothing. */
export const priceZero: Check = {
  code: 'price-zero',
  run(catalog) {
    return [...(priced(catalog)?.routes.values() ?? [])].flatMap(
      ({ route, lines, min }): Problem[] => {
        const line = lines.find(one => one.micro === 0n && !one.free)
        // Where some calls are free, those that would cost nothing may be these.
        const isZero = line !== undefined || (min === 0n && route.free === undefined)
        if (route.price!.identify || !isZero) return []
        const asked = { ...(line?.model ? { model: line.model } : {}), ...line?.inputs }
        const inputs = Object.entries(asked).map(
          ([name, value]) => `${name} ${JSON.stringify(value)}`,
        )
        const where = inputs.length > 0 ? ` for ${inputs.join(', ')}` : ''
        const what = line ? 'is 0' : 'can be 0'
        return [
          fault('price-zero', route.price!.place, `the price ${what}${where}`, {
            hint:
              'a free route has `flow: free` and no price; `identify: true` asks only for a ' +
              'signature of the wallet',
          }),
        ]
      },
    )
  },
}
