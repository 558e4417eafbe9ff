/**
 * A settler that answers at once, so that servers are measured and not chains. It keeps count, to
 * prove that work was done.
 */
import type { NetworkSpec } from '../../../runtime/contract.ts'
import { createPaymentScheme } from '../../../runtime/payments/evm/scheme.ts'
import type { PaymentScheme, SettlementBackend } from '../../../runtime/payments/evm/types.ts'
import { CHAIN, TOKEN } from '../lib/bench.ts'

/** The network that the bench is paid on. */
export const NETWORK: NetworkSpec = {
  name: 'base',
  kind: 'evm',
  scheme: 'exact',
  chain: CHAIN,
  label: 'base',
  asset: { symbol: 'USDC', decimals: 6, address: TOKEN.asset, ...TOKEN.extra },
  only: {},
}

/**
 * Settles everything at once, after the intent is durable as the contract demands. `settled`
 * counts.
 */
export function instantSettler(): SettlementBackend & { settled: number } {
  const transaction = `0x${'ab'.repeat(32)}`
  const backend = {
    settled: 0,
    proves: true,
    check: async payment => ({ ok: true, payer: payment.authorization.from }),
    async settle(_payment, _requirements, onIntent) {
      await onIntent({ transaction, sentAt: Date.now() })
      backend.settled++
      return { state: 'landed', transaction }
    },
    find: async () => ({ state: 'landed', transaction }),
    health: async () => ({ ok: true, details: {} }),
    close: async () => {},
  } as SettlementBackend & { settled: number }
  return backend
}

/** The real EVM rail (decoding, hashing, native recovery) over an instant settler. */
export function instantRail(options: {
  payTo: string
  backend?: SettlementBackend
}): PaymentScheme {
  return createPaymentScheme(NETWORK, {
    payTo: options.payTo,
    backend: options.backend ?? instantSettler(),
  })
}
