/** Builds the headers that report a settlement to the caller. */
import type { Call } from '../call.ts'
import type { GatewayContext } from '../context.ts'

/** Returns the headers of a paid reply: the transaction, and the receipt in x402's format. */
export function receiptHeaders(
  context: GatewayContext,
  facts: { transaction: string; payer: string },
): Record<string, string> {
  const value = encoded({
    success: true,
    transaction: facts.transaction,
    network: context.spec.chain,
    payer: facts.payer,
  })
  return {
    'x-payment-receipt': facts.transaction,
    'payment-response': value,
    'x-payment-response': value,
    'cache-control': 'private',
  }
}

/** Returns the headers of a settlement that certainly failed. */
export function failureHeaders(
  context: GatewayContext,
  facts: { reason: string; payer?: string },
): Record<string, string> {
  const value = encoded({
    success: false,
    errorReason: facts.reason,
    transaction: '',
    network: context.spec.chain,
    payer: facts.payer,
  })
  return { 'payment-response': value, 'x-payment-response': value }
}

/** Returns the headers of a result that is served although its settlement did not land. */
export function unsettledHeaders({ context, charge, payer }: Call): Record<string, string> {
  const facts = {
    reason: charge.unsettled === 'pending' ? 'settlement_pending' : 'settlement_failed',
    payer,
  }
  return {
    ...failureHeaders(context, facts),
    'x-payment-settled': 'false',
    'x-payment-settle-error-class': facts.reason,
    'cache-control': 'private',
  }
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64')
}
