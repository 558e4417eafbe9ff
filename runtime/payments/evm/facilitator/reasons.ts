/** The error texts of facilitators, in our codes. */
import type { Rejection } from '../../types.ts'
import { rejectionFor } from '../error-codes.ts'

/** Reasons that say nothing about the payment. */
const NOT_THE_PAYMENT =
  /^unexpected|asset_not_deployed|unsupported_scheme|invalid_payment_requirements/i

const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 500) : '')

/** Words of letters, with a version at most: nothing that could be a key. */
const CODE = /^[a-z]{2,30}\d{0,4}(_[a-z]{1,30}\d{0,4}){0,12}$/

/**
 * A reason as callers may hear it: a code of the protocol. Free words may hold addresses and keys,
 * and are told as `otherwise`.
 */
export const publicReason = (reason: string, otherwise: string): string =>
  CODE.test(reason) ? reason : otherwise

/**
 * A refusal of /verify as a rejection. The reason's code and its message are read together: some
 * reasons only tell in the message.
 */
export function rejectionOf(body: Readonly<Record<string, unknown>>, payer: string): Rejection {
  const reason = text(body.invalidReason)
  const whole = [reason, text(body.invalidMessage)].filter(Boolean).join(': ')
  return rejectionFor(
    whole,
    { details: publicReason(reason, 'the facilitator refused the payment'), payer },
    NOT_THE_PAYMENT,
  )
}
