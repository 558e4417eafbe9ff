/** Compares a payment by signed authorization with what a call requires. */
import { acceptedMismatch, acceptedOf } from '../header.ts'
import type { Requirements } from '../payment.ts'
import type { Authorization, Payment } from './types.ts'

/** Whether two addresses are equal. */
export const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/**
 * Returns why the payment does not match the requirements; undefined if it does. Other time limits,
 * extras and extensions are tolerated.
 */
export function mismatch<A extends Authorization>(
  payment: Payment<A>,
  required: Requirements,
): string | undefined {
  const difference = acceptedMismatch(acceptedOf(payment), required, same)
  if (difference !== undefined) return difference
  const { value, to } = payment.authorization
  if (value !== BigInt(required.amount))
    return `the amount is ${required.amount}; ${value} was signed`
  if (!same(to, required.payTo))
    return `the recipient is ${required.payTo}; the signed one is another`
  return undefined
}
