/**
 * The Solana payment scheme: the caller signs a transaction that transfers exactly the amount to
 * the gateway's token account, and whose fee the gateway or its facilitator pays.
 */
import type { NetworkSpec } from '../../contract.ts'
import { acceptedMismatch, acceptedOf, decodeHeader, invalid } from '../header.ts'
import type { Requirements } from '../payment.ts'
import { fromBase58 } from './base58.ts'
import { DEFAULTS, type SolanaOptions } from './options.ts'
import { readPayment } from './read.ts'
import { brokenRule } from './rules.ts'
import type { Payment, PaymentScheme, SettlementBackend } from './types.ts'

/** The id of a payment: the sha256 of its message in hex. */
const HASH = /^[0-9a-f]{64}$/

/** The wallet that is paid, the backend that settles, and the limits of transactions. */
export interface SchemeOptions {
  payTo: string
  backend: SettlementBackend
  options?: Partial<SolanaOptions>
  /** Reads the token; without it, balances and blocks cannot be read. */
  reader?: Required<Pick<PaymentScheme, 'balanceOf' | 'head'>>
}

const isAddress = (text: string): boolean => fromBase58(text, 32) !== undefined
const same = (a: string, b: string): boolean => a === b

/** Creates the payment scheme of a Solana network. Throws if the recipient is not an address. */
export function createPaymentScheme(
  spec: NetworkSpec,
  { payTo, backend, reader, options: given }: SchemeOptions,
): PaymentScheme {
  if (!isAddress(payTo)) throw new Error('the wallet to be paid (payTo) is not a Solana address')
  const options: SolanaOptions = { ...DEFAULTS, ...given }
  const { asset } = spec
  const { feePayers } = backend
  const mismatch = (payment: Payment, required: Requirements): string | undefined => {
    const difference = acceptedMismatch(acceptedOf(payment), required, same)
    if (difference !== undefined) return difference
    if (!isAddress(required.payTo)) return 'the recipient is not a Solana address'
    const { transaction } = payment.authorization
    return brokenRule(transaction, { asset, required, feePayers, options })
  }
  const scheme: PaymentScheme = {
    ...reader,
    spec,
    payTo,
    backend,
    maxValidityMs: options.lifetime * 1000,
    requirements: (amount, maxTimeoutSeconds) => ({
      scheme: spec.scheme,
      network: spec.chain,
      amount: String(amount),
      asset: asset.address,
      payTo,
      maxTimeoutSeconds,
      extra: { feePayer: feePayers.current() },
    }),
    owns: of =>
      of.scheme === spec.scheme && of.network === spec.chain && of.asset === asset.address,
    keyOf: hash => (HASH.test(hash) ? `${spec.chain}|${asset.address}|${hash}` : undefined),
    read: (fields, at) => readPayment(spec, fields, { at, lifetime: options.lifetime }),
    decode: (header, at) => decodeHeader([scheme], header, at),
    async verify(payment, requirements) {
      const { from, value } = payment.authorization
      const difference = mismatch(payment, requirements)
      if (difference !== undefined) return invalid(difference)
      if (value > 0n) return backend.check(payment, requirements)
      // Nothing is sent. But an old signature must not identify the wallet forever.
      const stale = await backend.stale(payment)
      return stale === undefined ? { ok: true, payer: from } : { ok: false, rejection: stale }
    },
  }
  return scheme
}
