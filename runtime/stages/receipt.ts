/** What proves a settlement to the caller. */
import type { Core } from '../context.ts'

/** Headers of a paid reply: the transaction, and the same in x402's own form. */
export function receiptHeaders(core: Core, facts: { transaction: string; payer: string }): Record<string, string> {
  const value = encoded({ success: true, transaction: facts.transaction, network: core.spec.chain, payer: facts.payer })
  return { 'x-payment-receipt': facts.transaction, 'payment-response': value, 'x-payment-response': value, 'cache-control': 'private' }
}

/** Headers of a settlement that failed for certain. */
export function failureHeaders(core: Core, facts: { reason: string; payer?: string }): Record<string, string> {
  const value = encoded({ success: false, errorReason: facts.reason, transaction: '', network: core.spec.chain, payer: facts.payer })
  return { 'payment-response': value, 'x-payment-response': value }
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64')
}
