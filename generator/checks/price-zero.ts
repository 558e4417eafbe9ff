/**
 * Finds prices that are zero by their formula. A price of zero is allowed only where the payment
 * just identifies the wallet.
 */
import { fault, type Check } from './check.ts'
import { priced } from './priced.ts'
import type { Problem } from '../types.ts'

/** Refuses prices that are zero. */
export const priceZero: Check = {
  code: 'price-zero',
  run(catalog) {
    return [...(priced(catalog)?.routes.values() ?? [])].flatMap(
      ({ route, lines, min }): Problem[] => {
        const line = lines.find(one => one.micro === 0n && !one.free)
        // On routes with free calls, the calls that would cost nothing may be the free ones.
        const isZero = line !== undefined || (min === 0n && route.free === undefined)
        if (route.price!.identify || !isZero) return []
        const choices = { ...(line?.model ? { model: line.model } : {}), ...line?.inputs }
        const inputs = Object.entries(choices).map(
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
