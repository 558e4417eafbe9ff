/**
 * The rules that make a transaction a payment for an offer. Each rule returns what is wrong, or
 * undefined. These rules do not need the ledger; those in `check.ts` do.
 */
import { verifySignature } from 'xrpl'
import type { Requirements } from '../payment.ts'
import { acceptedMismatch, acceptedOf } from '../header.ts'
import { compareDecimals, fromMicro, multiplyDecimals, parseDecimal } from '../../lib/decimal.ts'
import { invoiceFault } from './invoice.ts'
import { acceptedExtra, METHODS } from './offer.ts'
import { isIssued } from './read.ts'
import type { Authorization, Fields, Payment } from './types.ts'

/** Highest accepted fee, in drops. The wallet pays it; an ordinary fee is 10. */
const MAX_FEE = 10_000n
/** Highest network id that is omitted from transactions. */
const LARGEST_UNSIGNED_NETWORK = 1024
/** Highest fee of an issuer: as much as the amount again. */
const MAX_FACTOR = { digits: 2n, scale: 0 }
const FULLY_CANONICAL = 0x80000000
const PARTIAL_PAYMENT = 0x00020000

/**
 * The fields that a payment may have. All others are refused, including those of later versions.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  'TransactionType',
  'Account',
  'Destination',
  'Amount',
  'SendMax',
  'Fee',
  'Flags',
  'Sequence',
  'TicketSequence',
  'LastLedgerSequence',
  'InvoiceID',
  'SourceTag',
  'DestinationTag',
  'NetworkID',
  'Memos',
  'SigningPubKey',
  'TxnSignature',
])

type Rule = (payment: Payment, required: Requirements) => string | undefined

const exactly = (a: string, b: string): boolean => a === b
const fieldsOf = ({ authorization }: Payment): Fields => authorization.fields

/** Checks that the accepted requirements are the offer's. */
const envelope: Rule = (payment, required) => {
  const accepted = acceptedOf(payment)
  const difference = acceptedMismatch(accepted, required, exactly)
  if (difference !== undefined) return difference
  const extra = acceptedExtra(accepted)
  if (extra.areFeesSponsored !== false) return 'extra.areFeesSponsored is not false'
  if (extra.issuer !== required.extra.issuer) return `the issuer is ${required.extra.issuer}`
  const { assetTransferMethod: method } = extra
  if (method !== undefined && !METHODS.includes(method))
    return 'extra.assetTransferMethod is neither sequence nor ticketSequence'
  return undefined
}

/**
 * Checks the key's notation: another notation of the key would be another notation of the
 * transaction.
 */
const signingKey: Rule = payment => {
  const { SigningPubKey } = fieldsOf(payment)
  const isKey =
    typeof SigningPubKey === 'string' && /^(?:02|03|ED)[0-9A-F]{64}$/.test(SigningPubKey)
  return isKey ? undefined : 'SigningPubKey is not a public key'
}

/** The results of signature checks, which take milliseconds and are repeated for each payment. */
const verified = new WeakMap<Authorization, boolean>()

function isSigned(authorization: Authorization): boolean {
  const known = verified.get(authorization)
  if (known !== undefined) return known
  let result = false
  try {
    result = verifySignature(authorization.blob)
  } catch {
    // The signature cannot be read.
  }
  verified.set(authorization, result)
  return result
}

const signature: Rule = ({ authorization }) =>
  isSigned(authorization) ? undefined : 'the signature is not the one of SigningPubKey'

const recipient: Rule = (payment, required) => {
  const { Account, Destination, DestinationTag } = fieldsOf(payment)
  if (Destination !== required.payTo)
    return `the recipient is ${required.payTo}; the signed one is another`
  if (Account === required.payTo) return 'the wallet pays itself'
  // If one account serves several customers, a tag credits one of them.
  const { destinationTag } = required.extra
  if (DestinationTag !== destinationTag)
    return destinationTag === undefined
      ? 'DestinationTag is set; no tag was asked for'
      : `DestinationTag is not ${String(destinationTag)}`
  return undefined
}

const allowedFields: Rule = payment => {
  const other = Object.keys(fieldsOf(payment)).find(name => !ALLOWED.has(name))
  return other === undefined ? undefined : `the transaction has the field ${other}`
}

const network: Rule = (payment, required) => {
  const id = Number(required.network.split(':')[1])
  const expected = id > LARGEST_UNSIGNED_NETWORK ? id : undefined
  if (fieldsOf(payment).NetworkID === expected) return undefined
  return expected === undefined
    ? 'NetworkID is set; this network has none'
    : `NetworkID is not ${expected}`
}

const amount: Rule = (payment, required) => {
  const { Amount } = fieldsOf(payment)
  if (!isIssued(Amount) || Amount.currency !== required.asset)
    return `the currency is ${required.asset}; another one was signed`
  if (Amount.issuer !== required.extra.issuer)
    return `the issuer is ${required.extra.issuer}; another one was signed`
  const [signed, asked] = [parseDecimal(Amount.value), parseDecimal(required.amount)]
  if (!signed || !asked || compareDecimals(signed, asked) !== 0)
    return `the amount is ${required.amount}; ${Amount.value} was signed`
  return undefined
}

/** Checks the most that the wallet spends: the amount, and at most a fee of the issuer. */
const sendMax: Rule = (payment, required) => {
  const { SendMax } = fieldsOf(payment)
  if (!isIssued(SendMax)) return 'SendMax is not an amount of the issued currency'
  if (SendMax.currency !== required.asset || SendMax.issuer !== required.extra.issuer)
    return 'SendMax is in another currency, or of another issuer'
  const value = parseDecimal(SendMax.value)
  const least = fromMicro(payment.authorization.value)
  if (!value || compareDecimals(value, least) < 0) return 'SendMax is less than the amount'
  if (compareDecimals(value, multiplyDecimals(least, MAX_FACTOR)) > 0)
    return 'SendMax is more than twice the amount'
  return undefined
}

const flags: Rule = payment => {
  const Flags = (fieldsOf(payment).Flags ?? 0) as number
  if ((Flags & PARTIAL_PAYMENT) !== 0) return 'partial payments are not accepted'
  return Flags === 0 || Flags === FULLY_CANONICAL ? undefined : 'a flag is set that is not accepted'
}

const fee: Rule = payment => {
  const { Fee } = fieldsOf(payment)
  if (typeof Fee !== 'string' || !/^\d{1,20}$/.test(Fee)) return 'Fee is not a number of drops'
  return BigInt(Fee) > MAX_FEE ? `Fee is more than ${MAX_FEE} drops` : undefined
}

/** Checks the place among the account's transactions: the next one, or a ticket. */
const place: Rule = payment => {
  const { Sequence, TicketSequence, LastLedgerSequence } = fieldsOf(payment)
  const { assetTransferMethod: method } = acceptedExtra(acceptedOf(payment))
  const isTicket = TicketSequence !== undefined
  if (typeof LastLedgerSequence !== 'number') return 'LastLedgerSequence is missing'
  if (isTicket && Sequence !== 0) return 'Sequence is not 0, and TicketSequence is set'
  if (!isTicket && !Sequence) return 'the transaction has neither a Sequence nor a TicketSequence'
  const signed = isTicket ? 'ticketSequence' : 'sequence'
  return method === undefined || method === signed
    ? undefined
    : `extra.assetTransferMethod is ${method}; the signed one is ${signed}`
}

const RULES: readonly Rule[] = [
  envelope,
  signingKey,
  signature,
  recipient,
  allowedFields,
  network,
  amount,
  sendMax,
  flags,
  invoiceFault,
  fee,
  place,
]

/** Returns what is wrong with a payment; undefined if it satisfies these requirements. */
export function fault(payment: Payment, required: Requirements): string | undefined {
  for (const rule of RULES) {
    const text = rule(payment, required)
    if (text !== undefined) return text
  }
  return undefined
}
