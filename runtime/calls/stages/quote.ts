/** Works out what the call costs. */
import type { Call, Quote, Stage } from '../../context.ts'
import { text } from '../../formula.ts'
import { metered } from '../../limits/metered.ts'
import { encodeChallenge } from '../../x402/encode.ts'

const MICRO = 1_000_000n

export const quote: Stage = call => {
  call.free = call.compiled.route.free?.(call.scope) === true
  if (call.compiled.route.price !== undefined && !call.free)
    call.quote = metered(call, () => quoteOf(call))
  return undefined
}

/** The quote of a call whose scope is complete. Also sets the scope's `price`. */
export function quoteOf(call: Call): Quote {
  const { route } = call.compiled
  const amount = route.price!.micro(call.scope)
  // A formula that comes to nothing is a mistake of the catalog: what is free says so, and what
  // names a wallet says `identify`.
  if (amount < 0n || (amount === 0n && !route.price!.identify))
    throw new RangeError(`no price at ${route.origin}`)
  const price = { amount: text(amount, MICRO, route.price!.decimals), currency: 'USD' }
  call.scope.price = price
  const encoded = encodeChallenge(call, { amount, url: call.facts.origin + call.facts.path })
  return { amount, price, encoded }
}
