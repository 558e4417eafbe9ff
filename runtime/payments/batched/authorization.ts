/** Reads and verifies the authorization that a wallet signed for the gateway contract. */
import type { NetworkSpec } from '../../contract.ts'
import { readAuthorization } from '../evm/decode.ts'
import { createHasher, type SigningDomain } from '../evm/hash.ts'
import { same } from '../evm/mismatch.ts'
import { isPlain, recoverAddress, splitSignature } from '../evm/signature.ts'
import type * as evm from '../evm/types.ts'
import { invalid, malformed } from '../header.ts'
import type { PaymentFields, Rejection, Verdict } from '../payment.ts'
import { CONTRACT, type BatchedChain } from './kind.ts'
import { MESSAGES } from './reasons.ts'

/** The shortest time that the facilitator accepts between a settlement and `validBefore`, s. */
const SHORTEST = 7 * 86_400

/**
 * The longest time for which a signature may be valid, s. The facilitator remembers nonces, so a
 * record must outlive its authorization; records are kept for 30 days.
 */
const LONGEST = 28 * 86_400

/**
 * A decoded authorization for the gateway contract; `validBefore` is the last time at which it can
 * be settled.
 */
export interface Authorization extends evm.Authorization {
  /** The signed `validBefore`, Unix seconds. */
  signedUntil: bigint
}

/** Returns the domain that wallets sign for: the gateway contract on a chain. */
export const contractDomain = (spec: NetworkSpec, { chain }: BatchedChain): SigningDomain => ({
  ...CONTRACT,
  chain,
  contract: spec.contract!,
})

/** Returns the key of an authorization, from its wallet and nonce. */
export function batchedKey(domain: SigningDomain, spec: NetworkSpec, end: string): string {
  const token = spec.asset.address.toLowerCase()
  return [domain.chain, token, domain.contract.toLowerCase(), end].join('|')
}

/**
 * Reads the authorization of a payment. Throws `Malformed`, also for signatures of contract
 * wallets: the contract accepts only ordinary wallets.
 */
export function readSigned(domain: SigningDomain, spec: NetworkSpec, fields: PaymentFields) {
  const read = readAuthorization(spec, fields)
  if (!isPlain(read.signature))
    malformed('the signature is not one of 65 bytes; contract wallets cannot pay here')
  const { from, nonce, validBefore } = read
  const end = validBefore - BigInt(SHORTEST)
  return {
    ...read,
    key: batchedKey(domain, spec, `${from}|${nonce}`),
    validBefore: end > 0n ? end : 0n,
    signedUntil: validBefore,
  } satisfies Authorization
}

/** Creates a function that checks whether the wallet in `from` signed for the domain. */
export function createSignatureCheck(domain: SigningDomain): (of: Authorization) => Verdict {
  const hash = createHasher(domain)
  return authorization => {
    const parts = splitSignature(authorization.signature)
    if (typeof parts === 'string') return invalid(parts)
    const { signedUntil: validBefore, from } = authorization
    const payer = recoverAddress(hash({ ...authorization, validBefore }), parts)
    return payer === from
      ? { ok: true, payer: from }
      : invalid('the signature is not the one of the wallet in `from` for this contract', payer)
  }
}

/** Returns why the accepted requirements are for another contract; undefined if they are not. */
export function contractMismatch(accepted: unknown, domain: SigningDomain): string | undefined {
  const extra = extraOf(accepted)
  const contract = extra.verifyingContract
  if (contract === undefined && extra.name === undefined) return undefined
  const isSame = typeof contract === 'string' && same(contract, domain.contract)
  return isSame && extra.name === domain.name && extra.version === domain.version
    ? undefined
    : `the contract is ${domain.contract} (${domain.name}, version ${domain.version}); the ` +
        'payment is for another one'
}

function extraOf(value: unknown): Readonly<Record<string, unknown>> {
  const { extra } = (value ?? {}) as { extra?: unknown }
  return typeof extra === 'object' && extra !== null ? (extra as Record<string, unknown>) : {}
}

/**
 * Returns why the authorization cannot be settled now; undefined if it can. `now` and `slack` are
 * ms: it must stay settleable for `slack`.
 */
export function untimely(of: Authorization, now: number, slack: number): Rejection | undefined {
  const seconds = BigInt(Math.floor(now / 1000))
  const unfunded = (details: string, message: string): Rejection => ({
    code: 'PAYMENT_UNFUNDED',
    message,
    details,
    payer: of.from,
    untimely: true,
  })
  if (of.validAfter > seconds)
    return unfunded(`validAfter is ${of.validAfter}, now is ${seconds}`, MESSAGES.early)
  const until = `validBefore is ${of.signedUntil}, now is ${seconds}`
  if (of.signedUntil <= seconds) return unfunded(until, MESSAGES.expired)
  const margin = BigInt(SHORTEST + Math.ceil(slack / 1000))
  if (of.signedUntil < seconds + margin)
    return unfunded(`authorization_validity_too_short: ${until}`, MESSAGES.short)
  if (of.signedUntil > seconds + BigInt(LONGEST))
    return invalid(`${until}; the most is ${LONGEST} seconds`, of.from).rejection
  return undefined
}
