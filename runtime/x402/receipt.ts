/** Builds the headers that report a settlement to the caller. */
import type { Call } from '../call.ts'

/** A call that is paid, or was to be. */
type Paid = Pick<Call, 'context' | 'charge' | 'payment'>

/** The chain on which a call is paid. */
function chainOf({ context, charge, payment }: Paid): string {
  return charge.record?.requirements.network ?? payment?.scheme.spec.chain ?? context.spec.chain
}

/** Returns the headers of a paid reply: the transaction, and the receipt in x402's format. */
export function receiptHeaders(
  call: Paid,
  facts: { transaction: string; payer: string },
): Record<string, string> {
  const value = encoded({
    success: true,
    transaction: facts.transaction,
    network: chainOf(call),
    payer: facts.payer,
    ...amountOf(call),
  })
  return {
    'x-payment-receipt': facts.transaction,
    'payment-response': value,
    'x-payment-response': value,
    'cache-control': 'private',
  }
}

/** The actual amount of a receipt, where it may be less than what was signed. */
function amountOf({ charge }: Paid): { amount?: string } {
  const amount = charge.record?.charged
  return amount === undefined ? {} : { amount }
}

/** Returns the headers of a result that cost nothing, so that nothing was settled. */
export function nothingDueHeaders(call: Call): Record<string, string> {
  const facts = { success: true, transaction: '', network: chainOf(call), payer: call.payer }
  const value = encoded({ ...facts, amount: '0' })
  return { 'payment-response': value, 'x-payment-response': value, 'cache-control': 'private' }
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
