/**
 * What records keep of a payment's payload: the signed part, written the same way however the
 * client wrote it. What the client echoes (what it accepted, the resource, extensions) is left out:
 * the record holds what was asked, and only the signed part moves money.
 */
import { same } from '../formula.ts'
import type { Authorization, Requirements } from './types.ts'

/**
 * The signed part as x402 writes it: numbers as decimal texts, addresses and nonce in lower case.
 */
interface Signed {
  signature: string
  authorization: {
    from: string
    to: string
    value: string
    validAfter: string
    validBefore: string
    nonce: string
  }
}

/** A payload without `accepted`. */
export interface StoredPayload {
  x402Version: 2
  payload: Signed
}

/** The payload as a record keeps it. */
export function storedPayload({
  from,
  to,
  value,
  validAfter,
  validBefore,
  nonce,
  signature,
}: Authorization): StoredPayload {
  const times = { validAfter: String(validAfter), validBefore: String(validBefore) }
  return {
    x402Version: 2,
    payload: { signature, authorization: { from, to, value: String(value), ...times, nonce } },
  }
}

/** A kept payload as a client could have sent it: with what it had to accept. */
export function fullPayload(
  kept: unknown,
  requirements: Requirements,
): StoredPayload & { accepted: Requirements } {
  return { ...(kept as StoredPayload), accepted: requirements }
}

/** Whether an authorization is, with its signature, the very one that was kept. */
export function isStoredAuthorization(authorization: Authorization, kept: unknown): boolean {
  return same(storedPayload(authorization), kept)
}
