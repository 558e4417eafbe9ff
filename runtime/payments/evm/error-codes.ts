/** What the reasons of tokens and facilitators mean to a caller: one table for both. */
import type { Rejection, RejectionCode } from '../types.ts'

/** The reasons that match `pattern`, in our words. */
export interface ErrorCodeRule {
  pattern: RegExp
  code: RejectionCode
  message: string
}

/** Said where nothing is known: the same payment may be sent again. */
const LATER: Omit<ErrorCodeRule, 'pattern'> = {
  code: 'PAYMENT_VERIFICATION_UNAVAILABLE',
  message: 'The payment cannot be verified at the moment. Send the same request again later.',
}

/** Ordered: the first pattern that matches decides. */
const MEANINGS: readonly ErrorCodeRule[] = [
  {
    pattern: /insufficient|exceeds.balance/i,
    code: 'PAYMENT_UNFUNDED',
    message: 'The wallet does not hold enough of the asset.',
  },
  {
    pattern: /already.used|used.or.canceled|duplicate/i,
    code: 'PAYMENT_REPLAY',
    message: 'This authorization was already used. Sign a fresh one.',
  },
  {
    pattern: /valid_before|expired/i,
    code: 'PAYMENT_UNFUNDED',
    message: 'The authorization has expired. Sign a fresh one.',
  },
  {
    pattern: /valid_after|not.yet.valid/i,
    code: 'PAYMENT_UNFUNDED',
    message: 'The authorization is not valid yet.',
  },
]

/**
 * A reason as a rejection; PAYMENT_INVALID where nothing matches. `details` is what the caller
 * hears, `reason` what is read.
 */
export function rejectionFor(
  reason: string,
  told: { details: string; payer: string },
  doubtful?: RegExp,
): Rejection {
  const meaning =
    MEANINGS.find(({ pattern }) => pattern.test(reason)) ??
    (doubtful?.test(reason) ? LATER : undefined)
  return meaning
    ? { code: meaning.code, message: meaning.message, ...told }
    : { code: 'PAYMENT_INVALID', ...told }
}

/** The rejection for a node or facilitator that cannot be asked. */
export const unavailable = (details: string): Rejection => ({
  code: LATER.code,
  message: LATER.message,
  details,
})
