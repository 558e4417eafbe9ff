/**
 * Converts between a payment payload and the part of it that a record stores: the signed part, in
 * one fixed notation. The record leaves out what the client repeats (`accepted`, the resource,
 * extensions), because it already holds the requirements and only the signed part moves money.
 */
import { same } from '../formula.ts'
import type { Authorization, Requirements } from './types.ts'

/**
 * The signed part in x402 notation: numbers as decimal strings, addresses and nonce in lower case.
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

/** A payload without `accepted`, as a record stores it. */
export interface StoredPayload {
  x402Version: 2
  payload: Signed
}

/** Converts an authorization to the payload that a record stores. */
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

/**
 * Rebuilds the payload that a client could have sent, by adding the requirements to a stored one.
 */
export function fullPayload(
  stored: unknown,
  requirements: Requirements,
): StoredPayload & { accepted: Requirements } {
  return { ...(stored as StoredPayload), accepted: requirements }
}

/** Whether an authorization and its signature equal the stored ones. */
export function isStoredAuthorization(authorization: Authorization, stored: unknown): boolean {
  return same(storedPayload(authorization), stored)
}
