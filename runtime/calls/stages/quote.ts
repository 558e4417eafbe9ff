/** Computes the price of the call. */
import type { Call, Quote, Stage } from '../../context.ts'
import { text } from '../../formula.ts'
import { metered } from '../../limits/metered.ts'
import { encodeChallenge } from '../../x402/encode.ts'

const MICRO = 1_000_000n

/** Computes the quote of a call of a paid route, unless the catalog makes this call free. */
export const quote: Stage = call => {
  call.free = call.compiled.route.free?.(call.scope) === true
  if (call.compiled.route.price !== undefined && !call.free)
    call.quote = metered(call, () => quoteOf(call))
  return undefined
}

/**
 * Computes the price and the challenge of a call whose scope is complete. Also sets `price` in the
 * scope. Throws a RangeError if the price is negative, or zero on a route that does not only
 * identify the wallet.
 */
export function quoteOf(call: Call): Quote {
  const { route } = call.compiled
  const amount = route.price!.micro(call.scope)
  // A price of zero is a mistake in the catalog: free calls have `free`, and calls that only
  // identify the wallet have `identify`.
  if (amount < 0n || (amount === 0n && !route.price!.identify))
    throw new RangeError(`no price at ${route.origin}`)
  const price = { amount: text(amount, MICRO, route.price!.decimals), currency: 'USD' }
  call.scope.price = price
  const encoded = encodeChallenge(call, { amount, url: call.facts.origin + call.facts.path })
  return { amount, price, encoded }
}
