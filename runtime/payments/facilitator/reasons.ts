/** Maps the error texts of facilitators to our codes. */
import type { Rejection } from '../payment.ts'
import { rejectionFor } from '../error-codes.ts'

/** Reasons that are not about the payment itself. */
const NOT_THE_PAYMENT =
  /^unexpected|asset_not_deployed|unsupported_scheme|invalid_payment_requirements/i

const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 500) : '')

/** Lower-case words, each with at most a version number, so that no key matches. */
const CODE = /^[a-z]{2,30}\d{0,4}(_[a-z]{1,30}\d{0,4}){0,12}$/

/**
 * Returns the reason that callers may see: the text itself if it is a code of the protocol,
 * otherwise `otherwise`, because free text may contain addresses and keys.
 */
export const publicReason = (reason: unknown, otherwise: string): string =>
  typeof reason === 'string' && CODE.test(reason) ? reason : otherwise

/**
 * Converts a refusal of /verify to a rejection. Matches the reason's code together with its
 * message, because some codes are only explained there.
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
