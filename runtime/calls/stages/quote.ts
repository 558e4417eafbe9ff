/** Quotes the call: its price, and the challenge that asks for it. */
import type { Call, Quote, Stage } from '../../call.ts'
import { metered } from '../../limits/metered.ts'
import { priceOf, quoteOf, type RequestPrice } from '../../quote.ts'
import { encodeChallenge } from '../../x402/encode.ts'

/** Quotes a call of a paid route, unless the catalog makes this call free. */
export const quote: Stage = call =>
  metered(call, () => {
    const quoted = quoteOf(call.compiled.route, call.scope)
    call.free = quoted === 'free'
    if (quoted !== undefined && quoted !== 'free') call.quote = withChallenge(call, quoted)
    return undefined
  })

/** Quotes a call of a paid route whose scope is complete, also if the catalog makes it free. */
export function quoteAnyway(call: Call): Quote {
  return withChallenge(call, priceOf(call.compiled.route.price!, call.scope))
}

/**
 * Adds the challenge to a price, and sets `price` in the scope. Throws a RangeError if the price is
 * negative, or zero on a route that does not only identify the wallet.
 */
function withChallenge(call: Call, { amount, price }: RequestPrice): Quote {
  const { route } = call.compiled
  // A price of zero is a mistake in the catalog: free calls have `free`, and calls that only
  // identify the wallet have `identify`.
  if (amount < 0n || (amount === 0n && !route.price!.identify))
    throw new RangeError(`no price at ${route.origin}`)
  call.scope.price = price
  const url = call.facts.origin + call.facts.path
  return { amount, price, encoded: encodeChallenge(call, { amount, url }), url }
}
