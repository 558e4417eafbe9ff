/**
 * The scheme `upto` on EVM chains: the caller signs a Permit2 authorization for the maximum price
 * of a call, and the actual price is settled.
 */
import type { NetworkSpec } from '../../../contract.ts'
import { decodeHeader } from '../../header.ts'
import type { Requirements } from '../../payment.ts'
import { mismatch as otherTerms, same } from '../mismatch.ts'
import { checkPayTo, type SchemeOptions } from '../scheme.ts'
import type { Payment, PaymentScheme } from '../types.ts'
import { createVerify } from '../verify.ts'
import { PERMIT2, PROXY } from './contracts.ts'
import { createUptoHasher } from './hash.ts'
import { authorizationKeySuffix } from '../decode.ts'
import { hexNonce, claimsOf, readUpto } from './read.ts'
import { SPONSORING_DECLARED } from './sponsoring.ts'
import type { Facilitators, UptoAuthorization } from './types.ts'

/** The name of the scheme. */
export const UPTO = 'upto'

/** The wallet that is paid, the backend, and the settling accounts. */
export interface UptoOptions extends SchemeOptions<UptoAuthorization> {
  facilitators: Facilitators
}

/** Creates the scheme. Throws if the recipient is not an address. */
export function createUptoScheme(
  network: NetworkSpec,
  options: UptoOptions,
): PaymentScheme<UptoAuthorization> {
  const { payTo, backend, slack, reader, facilitators } = options
  checkPayTo(payTo)
  const spec: NetworkSpec = { ...network, scheme: UPTO }
  const { address, name = '', version = '' } = spec.asset
  const mismatch = (
    payment: Payment<UptoAuthorization>,
    required: Requirements,
  ): string | undefined => {
    const { token, spender, facilitator, permit, validBefore } = payment.authorization
    const difference = otherTerms(payment, required)
    if (difference !== undefined) return difference
    if (!same(token, required.asset)) return `the token is ${required.asset}; another was signed`
    if (!same(spender, PROXY)) return `the spender is ${PROXY}; another was signed`
    if (!facilitators.has(facilitator))
      return `the facilitator is ${facilitators.current()}; another was signed`
    // Otherwise it could be settled now, but not after the work.
    if (permit !== undefined && permit.deadline < validBefore)
      return (
        `the EIP-2612 permit ends at ${permit.deadline}, before the authorization ` +
        `(${validBefore})`
      )
    return undefined
  }
  const scheme: PaymentScheme<UptoAuthorization> = {
    ...reader,
    spec,
    payTo,
    backend,
    isMetered: true,
    allowance: {
      bounds: key => key.startsWith(claimsOf(spec)),
      of: async wallet => {
        if (reader === undefined) throw new Error('there is no node to ask')
        return reader.allowanceOf(wallet, PERMIT2)
      },
      isReplacedBy: ({ permit, value }) => permit !== undefined && value > 0n,
    },
    declared: SPONSORING_DECLARED,
    requirements: (amount, maxTimeoutSeconds) => ({
      scheme: UPTO,
      network: spec.chain,
      amount: String(amount),
      asset: address,
      payTo,
      maxTimeoutSeconds,
      extra: {
        name,
        version,
        assetTransferMethod: 'permit2',
        facilitatorAddress: facilitators.current(),
      },
    }),
    owns: of => of.scheme === UPTO && of.network === spec.chain && same(of.asset, address),
    keyOf: (nonce, payer) => {
      const end = authorizationKeySuffix(hexNonce(nonce), payer)
      return end && claimsOf(spec) + end
    },
    read: fields => readUpto(spec, fields),
    decode: header => decodeHeader([scheme], header),
    verify: createVerify({ backend, slack, mismatch, hash: createUptoHasher(spec.chain) }),
  }
  return scheme
}
