/** Reads the XRP Ledger part of a payment: a signed transaction in the ledger's binary format. */
import { decode, encode, hashes } from 'xrpl'
import type { NetworkSpec } from '../../contract.ts'
import { malformed, textAt } from '../header.ts'
import type { PaymentFields } from '../payment.ts'
import { exactMicro, parseDecimal } from '../../lib/decimal.ts'
import { XRPL_ADDRESS } from './kind.ts'
import { isShallow } from './layout.ts'
import type { Authorization, Fields, IssuedAmount } from './types.ts'

/**
 * Most hex digits of a transaction: an ordinary Payment has some 600, and an invoice's memo adds to
 * that.
 */
const MAX_BLOB = 4096
const HEX = /^(?:[0-9A-Fa-f]{2})+$/
/** The first field of every transaction is its type; 0 is Payment. */
const PAYMENT = '120000'
const NO_PAYMENT = 'signedTxBlob is not a transaction that can be a payment'

/** Time limit of an offer in seconds if the client does not repeat it, and the longest one. */
const DEFAULT_SECONDS = 300
const MAX_SECONDS = 86_400

/**
 * Decodes a transaction. Bytes in a non-canonical encoding are refused, so that each transaction
 * has one notation and one hash.
 */
function fieldsOf(blob: string): Fields {
  if (!blob.startsWith(PAYMENT)) malformed('the signed transaction is not a Payment')
  if (!isShallow(Buffer.from(blob, 'hex'))) malformed(NO_PAYMENT)
  try {
    const fields = decode(blob)
    if (encode(fields as never) === blob) return fields
  } catch {
    // The decoder throws errors of any kind, up to an exhausted stack. All of them mean that it is
    // unreadable.
  }
  return malformed(NO_PAYMENT)
}

/** Whether a value is an amount of an issued currency. */
export function isIssued(amount: unknown): amount is IssuedAmount {
  const { currency, issuer, value } = (amount ?? {}) as Partial<IssuedAmount>
  return [currency, issuer, value].every(text => typeof text === 'string')
}

/** Returns the amount of a transaction in micro-USD. Its currency is compared later. */
function valueOf({ Amount }: Fields): bigint {
  if (!isIssued(Amount)) malformed('the transaction does not pay an issued currency')
  const value = parseDecimal((Amount as IssuedAmount).value)
  const micro = value && exactMicro(value)
  if (micro === undefined || micro > BigInt(Number.MAX_SAFE_INTEGER))
    malformed('the amount of the transaction is not a number of up to six decimal places')
  return micro as bigint
}

/**
 * Estimates when the transaction can no longer land, until the ledger is read: a transaction may
 * not stay valid for longer than its offer.
 */
function latest({ accepted }: PaymentFields, at: number): bigint {
  const { maxTimeoutSeconds } = accepted
  const isTime = typeof maxTimeoutSeconds === 'number' && maxTimeoutSeconds > 0
  const seconds = isTime ? Math.min(maxTimeoutSeconds, MAX_SECONDS) : DEFAULT_SECONDS
  return BigInt(Math.floor(at / 1000 + seconds))
}

/** Reads the signed transaction of a payment that arrived at `at`, Unix ms. Throws `Malformed`. */
export function readAuthorization(
  { chain, asset }: NetworkSpec,
  payment: PaymentFields,
  at: number,
): Authorization {
  const { payload } = payment
  const { signedTxBlob } = payload
  if (typeof signedTxBlob === 'string' && signedTxBlob.length > MAX_BLOB)
    malformed(`signedTxBlob is longer than ${MAX_BLOB} characters`)
  const blob = textAt(payload, 'signedTxBlob', HEX, 'hex bytes').toUpperCase()
  const fields = fieldsOf(blob)
  const from = textAt(fields, 'Account', XRPL_ADDRESS.pattern, 'a classic address')
  if (typeof fields.TxnSignature !== 'string') malformed('the transaction is not signed')
  const transaction = hashes.hashSignedTx(blob)
  return {
    key: `${chain}|${asset.address}|${transaction}`,
    from,
    value: valueOf(fields),
    validBefore: latest(payment, at),
    signed: { signedTxBlob: blob },
    transaction,
    blob,
    fields,
  }
}
