/** Names purchases by x402's extension `payment-identifier`. */
import type { Challenge } from './types.ts'

/** The challenge with the name of the purchase, which the payment repeats with all extensions. */
export function named(challenge: Challenge, id: string | undefined): Challenge {
  if (id === undefined) return challenge
  const identifier = { 'payment-identifier': { info: { required: false, id } } }
  return { ...challenge, extensions: { ...challenge.extensions, ...identifier } }
}
