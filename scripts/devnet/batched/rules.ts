/**
 * The rules of the API for a payment: read-only checks, which /verify and /settle share. Signatures
 * are recovered with viem and not with the gateway's own code.
 */
import { getAddress, isAddress, recoverTypedDataAddress, type Hex } from 'viem'
import { z } from 'zod'

/** A chain that a facilitator settles on. */
export interface SettledChain {
  network: string
  /** Address of the token. */
  asset: string
  /** The facilitator's number of the chain. */
  domain: number
}

/** The contract that holds the deposits, and its chains. */
export interface Terms {
  contract: string
  chains: readonly SettledChain[]
}

const MINIMUM = 604_800n
const address = z.string().refine(text => isAddress(text, { strict: false }))
const digits = z.string().regex(/^\d{1,78}$/)

const requirements = z.object({
  scheme: z.string(),
  network: z.string(),
  asset: z.string(),
  amount: digits,
  payTo: address,
  maxTimeoutSeconds: z.number().positive(),
  extra: z.record(z.string(), z.unknown()).optional(),
})

/** The body of /verify and /settle. There is no `x402Version` beside its two members. */
export const requestBody = z.object({
  paymentPayload: z.object({
    x402Version: z.number(),
    resource: z.object({ url: z.string(), description: z.string(), mimeType: z.string() }),
    accepted: requirements,
    payload: z.record(z.string(), z.unknown()),
    extensions: z.record(z.string(), z.unknown()).optional(),
  }),
  paymentRequirements: requirements,
})

/** A well-formed request. */
export type PaymentRequest = z.infer<typeof requestBody>

const signedPayload = z.object({
  signature: z.string().regex(/^0x[0-9a-fA-F]{130}$/),
  authorization: z.object({
    from: address,
    to: address,
    value: digits,
    validAfter: digits,
    validBefore: digits,
    nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
  }),
})

/** What a payment moves, once it is known to be good. */
export interface Checked {
  network: string
  from: string
  to: string
  amount: bigint
  nonce: string
}

const TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

const same = (a: string, b: unknown): boolean =>
  typeof b === 'string' && a.toLowerCase() === b.toLowerCase()

/** Why the requirements do not fit the facilitator. */
function unsupported(terms: Terms, { paymentRequirements: of, paymentPayload }: PaymentRequest) {
  const { name, version, verifyingContract } = of.extra ?? {}
  const isBatched = name === 'GatewayWalletBatched' && version === '1'
  if (of.scheme !== 'exact' || paymentPayload.accepted.scheme !== 'exact' || !isBatched)
    return 'unsupported_scheme'
  const chain = terms.chains.find(({ network }) => network === of.network)
  if (chain === undefined || paymentPayload.accepted.network !== of.network)
    return 'unsupported_network'
  if (!same(chain.asset, of.asset)) return 'unsupported_asset'
  return same(terms.contract, verifyingContract) ? undefined : 'invalid_signature'
}

/** Checks a request at `now` (Unix ms). Returns an error code, or what the payment moves. */
export async function checkRequest(
  terms: Terms,
  request: PaymentRequest,
  now: number,
): Promise<string | Checked> {
  const misfit = unsupported(terms, request)
  if (misfit !== undefined) return misfit
  const signed = signedPayload.safeParse(request.paymentPayload.payload)
  if (!signed.success) return 'invalid_payload'
  const { authorization, signature } = signed.data
  const { network, payTo, amount } = request.paymentRequirements
  if (!same(authorization.to, payTo)) return 'address_mismatch'
  if (authorization.value !== amount) return 'amount_mismatch'
  if (same(authorization.from, authorization.to)) return 'self_transfer'
  const [value, validAfter, validBefore] = [
    authorization.value,
    authorization.validAfter,
    authorization.validBefore,
  ].map(BigInt) as [bigint, bigint, bigint]
  const seconds = BigInt(Math.floor(now / 1000))
  if (validAfter > seconds) return 'authorization_not_yet_valid'
  if (validBefore <= seconds) return 'authorization_expired'
  if (validBefore < seconds + MINIMUM) return 'authorization_validity_too_short'
  const signer = await recoverTypedDataAddress({
    domain: {
      name: 'GatewayWalletBatched',
      version: '1',
      chainId: Number(network.split(':')[1]),
      verifyingContract: getAddress(terms.contract),
    },
    types: TYPES,
    primaryType: 'TransferWithAuthorization',
    message: {
      from: getAddress(authorization.from),
      to: getAddress(authorization.to),
      value,
      validAfter,
      validBefore,
      nonce: authorization.nonce as Hex,
    },
    signature: signature as Hex,
  }).catch(() => undefined)
  if (!same(authorization.from, signer)) return 'invalid_signature'
  const { from, to, nonce } = authorization
  return { network, from, to, amount: value, nonce }
}
