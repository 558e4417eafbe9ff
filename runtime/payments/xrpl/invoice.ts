/** Checks how a transaction names the invoice that it pays, if the client or the offer has one. */
import { createHash } from 'node:crypto'
import { acceptedOf, objectAt } from '../header.ts'
import type { Requirements } from '../payment.ts'
import { acceptedExtra } from './offer.ts'
import type { Fields, Payment } from './types.ts'

/** Longest invoice id, in characters. */
const MAX_INVOICE = 128

/** Returns the invoice that the client names; it must be the offer's, if the offer names one. */
function invoiceOf(payment: Payment, required: Requirements): string | Error | undefined {
  const named = [
    required.extra.invoiceId,
    acceptedExtra(acceptedOf(payment)).invoiceId,
    objectAt((payment.payload as Fields).payload, 'payload').invoiceId,
  ].filter(id => id !== undefined)
  const [id] = named
  if (id === undefined) return undefined
  const isText = typeof id === 'string' && id !== '' && id.length <= MAX_INVOICE
  if (!isText) return new Error(`invoiceId is not a text of 1 to ${MAX_INVOICE} characters`)
  return named.every(other => other === id) ? id : new Error('invoiceId is named in two ways')
}

/** Whether the memos are exactly one memo, which holds only the invoice id. */
function isInvoiceMemo(memos: unknown, invoice: string): boolean {
  const [first, ...more] = Array.isArray(memos) ? (memos as { Memo?: Fields }[]) : []
  const memo = first?.Memo
  const data = Buffer.from(invoice, 'utf8').toString('hex').toUpperCase()
  return memo?.MemoData === data && Object.keys(memo).length === 1 && more.length === 0
}

/**
 * Returns what is wrong with how a transaction names its invoice; undefined if nothing is. An
 * invoice is named by `InvoiceID`; a memo is accepted only if it repeats the invoice.
 */
export function invoiceFault(payment: Payment, required: Requirements): string | undefined {
  const { InvoiceID, Memos } = payment.authorization.fields
  const id = invoiceOf(payment, required)
  if (id instanceof Error) return id.message
  if (id !== undefined) {
    const hash = createHash('sha256').update(id, 'utf8').digest('hex').toUpperCase()
    if (InvoiceID !== hash) return 'InvoiceID is not the SHA-256 of invoiceId'
  }
  if (Memos === undefined || (id !== undefined && isInvoiceMemo(Memos, id))) return undefined
  return 'the transaction has a memo that is not the invoice id'
}
