/**
 * The EVM payment scheme: the caller signs an EIP-3009 authorization for exactly the amount, to the
 * gateway's wallet, valid now.
 */
import type { NetworkSpec } from '../../contract.ts'
import type { Rejection, Verdict } from '../types.ts'
import type { Authorization, PaymentScheme, SettlementBackend } from './types.ts'
import { decodeHeader, invalid } from '../header.ts'
import { readAuthorization } from './decode.ts'
import { createHasher, tokenDomain } from './hash.ts'
import { mismatch, same } from './mismatch.ts'
import { isDeployless, isPlain, recoverAddress, splitSignature } from './signature.ts'
import { markOwnSigned } from './wallets.ts'

/** The wallet that is paid, and the backend that settles. */
export interface SchemeOptions {
  /** The gateway's own wallet. */
  payTo: string
  backend: SettlementBackend
  /** How long, in ms, an arriving authorization must stay valid; default 6 s. */
  slack?: number
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** Whether requirements ask for a signature for another contract than the token. */
const isForContract = (extra: unknown): boolean =>
  typeof extra === 'object' && extra !== null && 'verifyingContract' in extra

/**
 * Why the authorization is outside its validity window; undefined if it is inside. `now` and
 * `slack` are ms; the authorization's times are seconds.
 */
function outsideWindow(
  authorization: Authorization,
  now: number,
  slack: number,
): Rejection | undefined {
  const seconds = BigInt(Math.floor(now / 1000))
  const unfunded = (details: string, message: string): Rejection => ({
    code: 'PAYMENT_UNFUNDED',
    message,
    details,
    payer: authorization.from,
  })
  if (authorization.validAfter > seconds) {
    return unfunded(
      `validAfter is ${authorization.validAfter}, now is ${seconds}`,
      'The authorization is not valid yet.',
    )
  }
  if (authorization.validBefore < seconds + BigInt(Math.ceil(slack / 1000))) {
    return unfunded(
      `validBefore is ${authorization.validBefore}, now is ${seconds}`,
      'The authorization has expired or is about to. Sign a fresh one.',
    )
  }
  return undefined
}

/**
 * Verifies the signature: recovers the signer of an ordinary wallet, and asks the chain about a
 * contract wallet.
 */
async function signedBy(
  authorization: Authorization,
  hash: Buffer,
  backend: SettlementBackend,
): Promise<Verdict> {
  const { signature, from } = authorization
  if (isDeployless(signature))
    return invalid(
      'signatures of wallets that are not deployed (ERC-6492) are not accepted; deploy the wallet first',
    )
  let payer: string | undefined
  if (isPlain(signature)) {
    const parts = splitSignature(signature)
    if (typeof parts === 'string') return invalid(parts)
    payer = recoverAddress(hash, parts)
    if (payer === from) {
      markOwnSigned(authorization)
      return { ok: true, payer: from }
    }
  }
  const bad = (): Verdict => invalid('the signature is not the one of the wallet in `from`', payer)
  // Without a node of our own, only the settlement backend's check can verify a contract wallet. A
  // zero amount skips that check, so its signature is rejected.
  if (!backend.contractSigned)
    return authorization.value > 0n ? { ok: true, payer: from, isContract: true } : bad()
  const verdict = await backend.contractSigned(from, hash, signature)
  if (verdict === true) return { ok: true, payer: from, isContract: true }
  return verdict === false ? bad() : { ok: false, rejection: verdict }
}

/** Creates the payment scheme of an EVM network. Throws if the recipient is not an address. */
export function createPaymentScheme(spec: NetworkSpec, options: SchemeOptions): PaymentScheme {
  const { payTo, backend } = options
  const slack = options.slack ?? 6000
  if (!ADDRESS.test(payTo)) throw new Error('the wallet to be paid (payTo) is not an EVM address')
  const hash = createHasher(tokenDomain(spec))
  const { name = '', version = '' } = spec.asset
  const scheme: PaymentScheme = {
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
    read: fields => readAuthorization(spec, fields),
    decode: header => decodeHeader([scheme], header),
    async verify(payment, requirements, now) {
      const difference = mismatch(payment, requirements)
      if (difference) return invalid(difference)
      const { authorization } = payment
      const untimely = outsideWindow(authorization, now, slack)
      const signer = await signedBy(authorization, hash(authorization), backend)
      if (!signer.ok) return signer
      if (untimely) return { ok: false, rejection: untimely }
      if (authorization.value === 0n) return signer
      const verdict = await backend.check(payment, requirements)
      return verdict.ok ? { ...signer, ...verdict } : verdict
    },
  }
  return scheme
}
