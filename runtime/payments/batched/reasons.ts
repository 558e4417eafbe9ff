/** Maps the error codes of the facilitator's API to ours. Its texts never reach callers. */
import { publicReason } from '../facilitator/reasons.ts'
import type { Rejection, RejectionCode } from '../payment.ts'

/** The meaning of an API error code for the caller. */
interface ErrorCode {
  code: RejectionCode
  message?: string
  untimely?: true
}

const LATER: ErrorCode = {
  code: 'PAYMENT_VERIFICATION_UNAVAILABLE',
  message: 'The payment cannot be verified at the moment. Send the same request again later.',
}

const INVALID: ErrorCode = { code: 'PAYMENT_INVALID' }
const UNTIMELY = { code: 'PAYMENT_UNFUNDED', untimely: true } as const

/** Messages that our own checks also use. */
export const MESSAGES = {
  unfunded: 'The wallet has not deposited enough of the asset.',
  used: 'This authorization was already used. Sign a fresh one.',
  expired: 'The authorization has expired. Sign a fresh one.',
  early: 'The authorization is not valid yet.',
  short: 'The authorization must be valid for at least 7 days. Sign a fresh one.',
} as const

/**
 * The API's table of errors. Errors that are not about the payment tell the caller to try again
 * later.
 */
const ERROR_CODES: Readonly<Record<string, ErrorCode>> = {
  insufficient_balance: { code: 'PAYMENT_UNFUNDED', message: MESSAGES.unfunded },
  wallet_not_found: { code: 'PAYMENT_UNFUNDED', message: MESSAGES.unfunded },
  nonce_already_used: { code: 'PAYMENT_REPLAY', message: MESSAGES.used },
  authorization_expired: { ...UNTIMELY, message: MESSAGES.expired },
  authorization_not_yet_valid: { ...UNTIMELY, message: MESSAGES.early },
  authorization_validity_too_short: { ...UNTIMELY, message: MESSAGES.short },
  invalid_payload: INVALID,
  invalid_signature: INVALID,
  address_mismatch: INVALID,
  amount_mismatch: INVALID,
  self_transfer: INVALID,
  unsupported_scheme: LATER,
  unsupported_network: LATER,
  unsupported_asset: LATER,
  unsupported_domain: LATER,
  unexpected_error: LATER,
}

/** Whether a code is about the facilitator or our settings, not about the payment. */
export const isDoubtful = (reason: string): boolean =>
  (ERROR_CODES[reason] ?? LATER).code === LATER.code

/** Converts a refusal of /verify to a rejection. An unknown code proves nothing. */
export function rejectionOf(reason: string, payer: string): Rejection {
  const meaning = Object.hasOwn(ERROR_CODES, reason) ? ERROR_CODES[reason]! : LATER
  const details = publicReason(reason, 'the facilitator refused the payment')
  return { ...meaning, details, payer }
}
