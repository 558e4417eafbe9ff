/**
 * A settlement backend that answers at once, so that servers are measured and not chains. It counts
 * settlements, to prove that work was done.
 */
import type { NetworkSpec } from '../../../runtime/contract.ts'
import { createPaymentScheme } from '../../../runtime/payments/evm/scheme.ts'
import type { PaymentScheme, SettlementBackend } from '../../../runtime/payments/evm/types.ts'
import { CHAIN, TOKEN } from '../lib/bench.ts'

/** The network on which the benchmark pays. */
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
 * Creates a backend that settles everything at once, after the intent is durable as the contract
 * requires. `settled` is the number of settlements.
 */
export function instantBackend(): SettlementBackend & { settled: number } {
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

/** The real EVM payment scheme (decoding, hashing, native recovery) over an instant backend. */
export function instantScheme(options: {
  payTo: string
  backend?: SettlementBackend
}): PaymentScheme {
  return createPaymentScheme(NETWORK, {
    payTo: options.payTo,
    backend: options.backend ?? instantBackend(),
  })
}
