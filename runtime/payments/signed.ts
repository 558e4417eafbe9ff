/**
 * Converts between a payment payload and the part of it that a record stores: the signed part, in
 * one fixed notation. The record leaves out what the client repeats (`accepted`, the resource,
 * extensions), because it already holds the requirements and only the signed part moves money.
 */
import type { Json } from '../contract.ts'
import { same } from '../formula.ts'
import type { Authorization, PaymentFields, Requirements } from './payment.ts'

/** A payload without `accepted`, as a record stores it. */
export interface StoredPayload {
  x402Version: 2
  payload: Json
}

/** Converts an authorization to the payload that a record stores. */
export function storedPayload({ signed }: Authorization): StoredPayload {
  return { x402Version: 2, payload: signed }
}

/**
 * Rebuilds the payload that a client could have sent, by adding the requirements to a stored one.
 */
export function fullPayload(stored: unknown, requirements: Requirements): PaymentFields {
  return { ...(stored as PaymentFields), accepted: { ...requirements } }
}

/** Whether an authorization and its signature equal the stored ones. */
export function isStoredAuthorization(authorization: Authorization, stored: unknown): boolean {
  return same(storedPayload(authorization), stored)
}
