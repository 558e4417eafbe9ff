/**
 * The EVM payment scheme: the caller signs an EIP-3009 authorization for exactly the amount, to the
 * gateway's wallet, valid now.
 */
import type { NetworkSpec } from '../../contract.ts'
import { decodeHeader } from '../header.ts'
import { readAuthorization, tokenKey } from './decode.ts'
import { createHasher, tokenDomain } from './hash.ts'
import { mismatch, same } from './mismatch.ts'
import type { Authorization, PaymentScheme, SettlementBackend, TokenReader } from './types.ts'
import { createVerify } from './verify.ts'

/** The wallet that is paid, and the backend that settles. */
export interface SchemeOptions<A extends Authorization = Authorization> {
  /** The gateway's own wallet. */
  payTo: string
  backend: SettlementBackend<A>
  /** How long, in ms, an arriving authorization must stay valid; default 6 s. */
  slack?: number
  /** Reads the token; without it, balances and blocks cannot be read. */
  reader?: TokenReader
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** Checks the recipient. Throws if it is not an address. */
export function checkPayTo(payTo: string): void {
  if (!ADDRESS.test(payTo)) throw new Error('the wallet to be paid (payTo) is not an EVM address')
}

/** Whether requirements need a signature for another contract than the token. */
const isForContract = (extra: unknown): boolean =>
  typeof extra === 'object' && extra !== null && 'verifyingContract' in extra

/** Creates the payment scheme of an EVM network. Throws if the recipient is not an address. */
export function createPaymentScheme(spec: NetworkSpec, options: SchemeOptions): PaymentScheme {
  const { payTo, backend, slack, reader } = options
  checkPayTo(payTo)
  const { name = '', version = '' } = spec.asset
  const scheme: PaymentScheme = {
    ...reader,
    spec,
    payTo,
    backend,
    requirements: (amount, maxTimeoutSeconds) => ({
      scheme: spec.scheme,
      network: spec.chain,
      amount: String(amount),
      asset: spec.asset.address,
      payTo,
      maxTimeoutSeconds,
      extra: { name, version },
    }),
    owns: of =>
      of.scheme === spec.scheme &&
      of.network === spec.chain &&
      same(of.asset, spec.asset.address) &&
      !isForContract(of.extra),
    keyOf: (nonce, payer) => tokenKey(spec, nonce, payer),
    read: fields => readAuthorization(spec, fields),
    decode: header => decodeHeader([scheme], header),
    verify: createVerify({ backend, slack, mismatch, hash: createHasher(tokenDomain(spec)) }),
  }
  return scheme
}
