/**
 * The payment scheme of one chain: the caller signs a transfer of exactly the amount from its
 * deposit to the gateway's wallet, for the gateway contract.
 */
import type { NetworkSpec } from '../../contract.ts'
import { mismatch, same } from '../evm/mismatch.ts'
import { acceptedOf, decodeHeader, invalid } from '../header.ts'
import type { PaymentScheme } from '../scheme.ts'
import type { SettlementBackend } from '../settlement.ts'
import { authorizationKeySuffix } from '../evm/decode.ts'
import {
  batchedKey,
  contractDomain,
  contractMismatch,
  createSignatureCheck,
  readSigned,
  untimely,
  type Authorization,
} from './authorization.ts'
import { EVM_ADDRESS } from '../evm/kind.ts'
import { offerOf } from './kind.ts'

/** How long, in s, an authorization must still be valid when it is settled: 7 days. */
const VALID = 604_800
/** The shortest time, in s, from signing to settlement. */
const LEAST = 100

/** Dependencies of a scheme. */
export interface BatchedSchemeParts {
  /** The network as this chain sees it: `chain` and `asset` are this chain's. */
  spec: NetworkSpec
  /** The gateway's own wallet. */
  payTo: string
  backend: SettlementBackend<Authorization>
  /** Returns a wallet's spendable deposits, micro-USD. */
  balanceOf(wallet: string): Promise<bigint>
  /** How long, in ms, an arriving authorization must stay settleable. */
  slack: number
}

/** Creates the scheme of a chain. Throws if the recipient or the contract is not an address. */
export function createBatchedScheme(parts: BatchedSchemeParts): PaymentScheme<Authorization> {
  const { spec, payTo, backend, slack } = parts
  for (const [name, address] of Object.entries({ payTo, contract: spec.contract! }))
    if (!EVM_ADDRESS.pattern.test(address)) throw new Error(`${name} is not an EVM address`)
  const domain = contractDomain(spec, spec)
  const signed = createSignatureCheck(domain)
  const scheme: PaymentScheme<Authorization> = {
    spec,
    payTo,
    backend,
    balanceOf: parts.balanceOf,
    requirements: (amount, seconds) => ({
      ...offerOf(spec, spec),
      amount: String(amount),
      payTo,
      maxTimeoutSeconds: VALID + Math.max(LEAST, seconds),
    }),
    owns: of =>
      of.scheme === spec.scheme &&
      of.network === spec.chain &&
      same(of.asset, spec.asset.address) &&
      contractMismatch(of, domain) === undefined,
    keyOf: (nonce, payer) => {
      const end = authorizationKeySuffix(nonce, payer)
      return end && batchedKey(domain, spec, end)
    },
    read: fields => readSigned(domain, spec, fields),
    decode: header => decodeHeader([scheme], header),
    async verify(payment, requirements, now) {
      const { authorization } = payment
      const difference =
        mismatch(payment, requirements) ?? contractMismatch(acceptedOf(payment), domain)
      if (difference !== undefined) return invalid(difference)
      const signer = signed(authorization)
      if (!signer.ok) return signer
      if (same(authorization.from, payTo))
        return invalid('the wallet in `from` is the recipient', authorization.from)
      const rejection = untimely(authorization, now, slack)
      if (rejection !== undefined) return { ok: false, rejection }
      if (authorization.value === 0n) return signer
      return backend.check(payment, requirements)
    },
  }
  return scheme
}
