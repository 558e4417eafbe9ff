/** Maps the error texts of tokens and facilitators to rejection codes: one table for both. */
import type { Rejection, RejectionCode } from './payment.ts'

/** Assigns a code and a message to the reasons that match `pattern`. */
export interface ErrorCodeRule {
  pattern: RegExp
  code: RejectionCode
  message: string
  untimely?: true
}

/** The rejection if the state of the payment is unknown: the caller may send it again. */
const LATER: Omit<ErrorCodeRule, 'pattern'> = {
  code: 'PAYMENT_VERIFICATION_UNAVAILABLE',
  message: 'The payment cannot be verified at the moment. Send the same request again later.',
}

/** In order: the first pattern that matches decides. */
const RULES: readonly ErrorCodeRule[] = [
  {
    pattern: /allowance/i,
    code: 'PAYMENT_UNFUNDED',
    message:
      'Permit2 may not move enough of the asset from the wallet. Approve Permit2 on the ' +
      'token once, or send an EIP-2612 permit with the payment (extension ' +
      'eip2612GasSponsoring).',
  },
  {
    pattern: /insufficient|exceeds.balance/i,
    code: 'PAYMENT_UNFUNDED',
    message: 'The wallet does not hold enough of the asset.',
  },
  {
    pattern: /already.(used|processed)|used.or.canceled|duplicate/i,
    code: 'PAYMENT_REPLAY',
    message: 'This authorization was already used. Sign a fresh one.',
  },
  {
    pattern: /blockhash|block_height/i,
    code: 'PAYMENT_BLOCKHASH_STALE',
    message: 'The transaction names an expired blockhash. Nothing was charged. Sign a fresh one.',
  },
  {
    pattern: /valid_before|expired/i,
    code: 'PAYMENT_UNFUNDED',
    message: 'The authorization has expired. Sign a fresh one.',
    untimely: true,
  },
  {
    pattern: /valid_after|not.yet.valid/i,
    code: 'PAYMENT_UNFUNDED',
    message: 'The authorization is not valid yet.',
    untimely: true,
  },
]

/**
 * Maps a reason to a rejection; PAYMENT_INVALID if no rule matches. `reason` is matched against the
 * rules, `facts.details` is what the caller sees. Reasons that match `doubtful` ask the caller to
 * try again later.
 */
export function rejectionFor(
  reason: string,
  facts: { details: string; payer: string },
  doubtful?: RegExp,
): Rejection {
  const rule =
    RULES.find(({ pattern }) => pattern.test(reason)) ??
    (doubtful?.test(reason) ? LATER : undefined)
  if (rule === undefined) return { code: 'PAYMENT_INVALID', ...facts }
  const { code, message, untimely } = rule
  return { code, message, ...(untimely && { untimely }), ...facts }
}

/** Builds the rejection for a node or facilitator that does not answer. */
export const unavailable = (details: string): Rejection => ({
  code: LATER.code,
  message: LATER.message,
  details,
})
