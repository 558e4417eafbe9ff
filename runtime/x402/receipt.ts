/** Builds the headers that report a settlement to the caller. */
import type { Call, Reply } from '../call.ts'
import { receiptExtension, type Bought, type Paid as Signed } from './signed-receipt.ts'

/** A call that is paid, or was to be paid. */
type Paid = Pick<Call, 'context' | 'charge' | 'payment'>

/** Returns the chain on which a call is paid. */
function chainOf({ context, charge, payment }: Paid): string {
  return charge.record?.requirements.network ?? payment?.scheme.spec.chain ?? context.spec.chain
}

/** Returns the headers of a paid reply: the transaction, and the receipt in x402's format. */
export function receiptHeaders(call: Signed, bought: Bought): Record<string, string> {
  const { transaction } = bought
  const facts = factsOf(call, bought)
  return { 'x-payment-receipt': transaction, ...settledHeaders(call, facts, bought) }
}

/** Returns what every receipt of a paid call says. */
function factsOf(call: Paid, { transaction, payer }: Pick<Bought, 'transaction' | 'payer'>) {
  return { success: true, transaction, network: chainOf(call), payer, ...amountOf(call) }
}

/**
 * Returns the headers of a settlement that succeeded. The older header has only the facts, because
 * two signed receipts do not fit into the 4,096 bytes of head that proxies accept.
 */
function settledHeaders(call: Signed, facts: object, bought: Bought): Record<string, string> {
  return {
    'payment-response': encoded({ ...facts, ...receiptExtension(call, bought) }),
    'x-payment-response': encoded(facts),
    'cache-control': 'private',
  }
}

/** Returns the actual amount of a receipt, if it may be less than the signed amount. */
function amountOf({ charge }: Paid): { amount?: string } {
  const amount = charge.record?.charged
  return amount === undefined ? {} : { amount }
}

/**
 * Returns the headers of a stream that was paid for before its first word. Its signed receipt is in
 * its last event, because that has a hash of the answer.
 */
export function prepaidHeaders(call: Paid & Pick<Call, 'payer'>): Record<string, string> {
  const { transaction } = call.charge
  if (transaction === undefined) return {}
  const value = encoded(factsOf(call, { transaction, payer: call.payer }))
  return {
    'x-payment-receipt': transaction,
    'payment-response': value,
    'x-payment-response': value,
  }
}

/** Returns the headers of a free result, for which nothing was settled. */
export function nothingDueHeaders(call: Call, body: Reply['body']): Record<string, string> {
  const { payer } = call
  const facts = { success: true, transaction: '', network: chainOf(call), payer, amount: '0' }
  return settledHeaders(call, facts, { transaction: '', payer, body })
}

/** Returns the headers of a settlement that certainly failed. */
export function failureHeaders(
  call: Paid,
  facts: { reason: string; payer?: string },
): Record<string, string> {
  const value = encoded({
    success: false,
    errorReason: facts.reason,
    transaction: '',
    network: chainOf(call),
    payer: facts.payer,
  })
  return { 'payment-response': value, 'x-payment-response': value }
}

/** Returns the headers of a result that is served although its settlement did not land. */
export function unsettledHeaders(call: Call): Record<string, string> {
  const { charge, payer } = call
  const facts = {
    reason: charge.unsettled === 'pending' ? 'settlement_pending' : 'settlement_failed',
    payer,
  }
  return {
    ...failureHeaders(call, facts),
    'x-payment-settled': 'false',
    'x-payment-settle-error-class': facts.reason,
    'cache-control': 'private',
  }
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64')
}
