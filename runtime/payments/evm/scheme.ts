/**
 * The EVM way to be paid: a signed EIP-3009 authorization for exactly the amount, to the gateway's
 * wallet, now.
 */
import type { NetworkSpec } from '../../contract.ts'
import type {
  Authorization,
  Payment,
  PaymentScheme,
  Rejection,
  Requirements,
  SettlementBackend,
  Verdict,
} from '../types.ts'
import { acceptedOf, decodeHeader, invalid } from './decode.ts'
import { createHasher } from './hash.ts'
import { isDeployless, isPlain, recoverAddress, splitSignature } from './signature.ts'
import { markOwnSigned } from './wallets.ts'

/** Who is paid, and who moves the money. */
export interface SchemeOptions {
  /** The gateway's own wallet. */
  payTo: string
  backend: SettlementBackend
  /** How long, in ms, an arriving authorization must stay valid; 6 s unless told. */
  slack?: number
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/**
 * Why what the client accepted is not what is asked, or undefined. Other time limits, extras and
 * extensions are tolerated.
 */
function mismatch(payment: Payment, asked: Requirements): string | undefined {
  const accepted = acceptedOf(payment)
  if (accepted.scheme !== asked.scheme) return `the scheme is ${asked.scheme}`
  if (accepted.network !== asked.network)
    return `the network is ${asked.network}; the payment is for another one`
  if (!same(accepted.asset, asked.asset))
    return `the asset is ${asked.asset}; the payment is in another one`
  if (!same(accepted.payTo, asked.payTo))
    return `the recipient is ${asked.payTo}; the payment names another one`
  if (accepted.amount !== asked.amount)
    return `the amount is ${asked.amount}; the payment accepts another one`
  const { value, to } = payment.authorization
  if (value !== BigInt(asked.amount)) return `the amount is ${asked.amount}; ${value} was signed`
  if (!same(to, asked.payTo)) return `the recipient is ${asked.payTo}; the signed one is another`
  return undefined
}

/**
 * Why the authorization cannot execute now, or undefined. `now` and `slack` are ms; the
 * authorization's times are seconds.
 */
function outside(authorization: Authorization, now: number, slack: number): Rejection | undefined {
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
 * The wallet behind the signature: recovered for ordinary wallets, asked of the chain for contract
 * wallets.
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
  // Without a node of our own only the settler's check can tell; it must then be asked, which a
  // zero amount does not do.
  if (!backend.contractSigned)
    return authorization.value > 0n ? { ok: true, payer: from, isContract: true } : bad()
  const verdict = await backend.contractSigned(from, hash, signature)
  if (verdict === true) return { ok: true, payer: from, isContract: true }
  return verdict === false ? bad() : { ok: false, rejection: verdict }
}

/** The rail of an EVM network. Throws where the recipient is no address. */
export function createPaymentScheme(spec: NetworkSpec, options: SchemeOptions): PaymentScheme {
  const { payTo, backend } = options
  const slack = options.slack ?? 6000
  if (!ADDRESS.test(payTo)) throw new Error('the wallet to be paid (payTo) is not an EVM address')
  const hash = createHasher(spec)
  const extra = { name: spec.asset.name, version: spec.asset.version }
  return {
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
      extra,
    }),
    decode: header => decodeHeader(spec, header),
    async verify(payment, requirements, now) {
      const wrong = mismatch(payment, requirements)
      if (wrong) return invalid(wrong)
      const { authorization } = payment
      const late = outside(authorization, now, slack)
      const signer = await signedBy(authorization, hash(authorization), backend)
      if (!signer.ok) return signer
      if (late) return { ok: false, rejection: late }
      if (authorization.value === 0n) return signer
      const verdict = await backend.check(payment, requirements)
      return verdict.ok ? { ...signer, ...verdict } : verdict
    },
  }
}
