/** Names purchases by x402's extension `payment-identifier`. */
import type { Challenge } from './types.ts'

const NAME = /^[\w-]{16,128}$/

/** Throws if the gateway would refuse the name of a purchase. */
export function checkName(id: string | undefined): void {
  if (id === undefined || NAME.test(id)) return
  throw new TypeError('idempotencyKey is 16 to 128 letters, digits, hyphens and underscores')
}

/** The challenge with the name of the purchase, which the payment repeats with all extensions. */
export function named(challenge: Challenge, id: string | undefined): Challenge {
  if (id === undefined) return challenge
  const identifier = { 'payment-identifier': { info: { required: false, id } } }
  return { ...challenge, extensions: { ...challenge.extensions, ...identifier } }
}
