/** The rejections of payments on the XRP Ledger. */
import type { Rejection } from '../payment.ts'

/** The wallet does not hold the amount. */
export const unfunded = (payer: string, details: string): Rejection => ({
  code: 'PAYMENT_UNFUNDED',
  message: 'The wallet does not hold enough of the asset.',
  details,
  payer,
})

/** The transaction can no longer land, or not for long enough. */
export const expired = (payer: string, details: string): Rejection => ({
  code: 'PAYMENT_UNFUNDED',
  message: 'The transaction has expired or is about to. Sign a fresh one.',
  details,
  payer,
  untimely: true,
})

/** The account has used the transaction's place among its transactions. */
export const used = (payer: string, details: string): Rejection => ({
  code: 'PAYMENT_REPLAY',
  message: 'This transaction, or another in its place, was already used. Sign a fresh one.',
  details,
  payer,
})
