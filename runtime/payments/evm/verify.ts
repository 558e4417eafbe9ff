/** Verifies payments by signed authorization: terms, signature, window, and the backend's check. */
import { invalid } from '../header.ts'
import type { Rejection, Requirements, Verdict } from '../payment.ts'
import { isDeployless, isPlain, recoverAddress, splitSignature } from './signature.ts'
import type { Authorization, Payment, PaymentScheme, SettlementBackend } from './types.ts'
import { markOwnSigned } from './wallets.ts'

/** Also the answer to a signature for another domain, which recovers to some other wallet. */
const NOT_SIGNED =
  'the signature is not the one of the wallet in `from`: check the EIP-712 domain (name, version, ' +
  'chainId, verifyingContract), and that the signed fields are those that were sent'

/** The dependencies of a verification. */
export interface Verifying<A extends Authorization> {
  backend: SettlementBackend<A>
  /** Computes the hash that the wallet signs. */
  hash(authorization: A): Buffer
  /** Returns why the payment does not match the requirements; undefined if it does. */
  mismatch(payment: Payment<A>, required: Requirements): string | undefined
  /** How long, in ms, an arriving authorization must stay valid; default 6 s. */
  slack?: number
}

/**
 * Returns why the authorization is outside its validity window; undefined if it is inside. `now`
 * and `slack` are ms; the authorization's times are seconds.
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
    untimely: true,
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
 * Verifies the signature: recovers the signer of an ordinary wallet, and queries the chain for a
 * contract wallet.
 */
async function signedBy(
  authorization: Authorization,
  hash: Buffer,
  backend: Pick<SettlementBackend<never>, 'contractSigned'>,
): Promise<Verdict> {
  const { signature, from } = authorization
  if (isDeployless(signature))
    return invalid(
      'signatures of wallets that are not deployed (ERC-6492) are not accepted; deploy the ' +
        'wallet first',
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
  const bad = (): Verdict => invalid(NOT_SIGNED, payer)
  // Without a node of our own, only the settlement backend's check can verify a contract wallet. A
  // zero amount skips that check, so its signature is rejected.
  if (!backend.contractSigned)
    return authorization.value > 0n ? { ok: true, payer: from, isContract: true } : bad()
  const verdict = await backend.contractSigned(from, hash, signature)
  if (verdict === true) return { ok: true, payer: from, isContract: true }
  return verdict === false ? bad() : { ok: false, rejection: verdict }
}

/** Creates the verification of a scheme. */
export function createVerify<A extends Authorization>({
  backend,
  hash,
  mismatch,
  slack = 6000,
}: Verifying<A>): PaymentScheme<A>['verify'] {
  return async (payment, requirements, now) => {
    const difference = mismatch(payment, requirements)
    if (difference !== undefined) return invalid(difference)
    const { authorization } = payment
    const untimely = outsideWindow(authorization, now, slack)
    const signer = await signedBy(authorization, hash(authorization), backend)
    if (!signer.ok) return signer
    if (untimely) return { ok: false, rejection: untimely }
    if (authorization.value === 0n) return signer
    const verdict = await backend.check(payment, requirements)
    return verdict.ok ? { ...signer, ...verdict } : verdict
  }
}
