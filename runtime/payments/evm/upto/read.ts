/** Reads the part of a payment that is signed for Permit2. */
import type { NetworkSpec, Json } from '../../../contract.ts'
import { malformed, objectAt, textAt } from '../../header.ts'
import type { PaymentFields } from '../../payment.ts'
import { addressAt, numberAt, readSignature, type Fields } from '../decode.ts'
import { isPlain, splitSignature } from '../signature.ts'
import { PERMIT2 } from './contracts.ts'
import { SPONSORING, VERSION } from './sponsoring.ts'
import type { SpendPermit, UptoAuthorization } from './types.ts'

type Signed = Omit<UptoAuthorization, 'key' | 'signed'>

/** Returns the prefix of claim keys: Permit2 has one set of nonces for all tokens. */
export const claimsOf = ({ chain }: Pick<NetworkSpec, 'chain'>): string =>
  `${chain}|${PERMIT2.toLowerCase()}|`

/** Returns a nonce in hex, as records store it; wallets sign it as a number. */
export function hexNonce(nonce: string): string {
  const isNumber = /^\d{1,78}$/.test(nonce)
  return isNumber ? `0x${BigInt(nonce).toString(16).padStart(64, '0')}` : nonce
}

/** Reads the authorization of a payment on a network. Throws `Malformed`. */
export function readUpto(spec: NetworkSpec, fields: PaymentFields): UptoAuthorization {
  const { payload } = fields
  const inner = objectAt(payload.permit2Authorization, 'payload.permit2Authorization')
  const permitted = objectAt(inner.permitted, 'permitted')
  const witness = objectAt(inner.witness, 'witness')
  const read: Signed = {
    from: addressAt(inner, 'from'),
    to: addressAt(witness, 'to'),
    value: numberAt(permitted, 'amount'),
    validAfter: numberAt(witness, 'validAfter'),
    validBefore: numberAt(inner, 'deadline'),
    nonce: hexNonce(String(numberAt(inner, 'nonce'))),
    signature: readSignature(payload),
    token: addressAt(permitted, 'token'),
    spender: addressAt(inner, 'spender'),
    facilitator: addressAt(witness, 'facilitator'),
  }
  const permit = readPermit(fields, read)
  const authorization = permit === undefined ? read : { ...read, permit }
  return {
    ...authorization,
    key: `${claimsOf(spec)}${read.from}|${read.nonce}`,
    signed: signedPart(authorization),
  }
}

/** Returns the extension's content: as clients send it, or as a record stores it. */
function sponsoring({ payload, ...frame }: PaymentFields): Fields | undefined {
  if (payload[SPONSORING] !== undefined) return objectAt(payload[SPONSORING], SPONSORING)
  const { extensions } = frame as { extensions?: unknown }
  if (extensions === undefined || extensions === null) return undefined
  const extension = objectAt(extensions, 'extensions')[SPONSORING]
  if (extension === undefined) return undefined
  const { info } = objectAt(extension, SPONSORING)
  // Clients that already have an allowance repeat what the challenge says about the extension.
  return info === undefined || !Object.hasOwn(objectAt(info, 'info'), 'signature')
    ? undefined
    : (info as Fields)
}

function readPermit(
  fields: PaymentFields,
  { from, token, value }: Signed,
): SpendPermit | undefined {
  const info = sponsoring(fields)
  if (info === undefined) return undefined
  if (addressAt(info, 'from') !== from) malformed('the EIP-2612 permit is of another wallet')
  if (addressAt(info, 'asset') !== token) malformed('the EIP-2612 permit is for another token')
  if (addressAt(info, 'spender') !== PERMIT2.toLowerCase())
    malformed(`the spender of the EIP-2612 permit is not Permit2 (${PERMIT2})`)
  const permit: SpendPermit = {
    value: numberAt(info, 'amount'),
    deadline: numberAt(info, 'deadline'),
    nonce: numberAt(info, 'nonce'),
    signature: readSignature(info),
  }
  if (permit.value !== value) malformed('the EIP-2612 permit is for another amount')
  textAt(info, 'version', /^1(\.\d{1,9}){0,2}$/, 'the version of the extension, 1')
  const parts = isPlain(permit.signature) ? splitSignature(permit.signature) : 'it is not 65 bytes'
  if (typeof parts === 'string') malformed(`the signature of the EIP-2612 permit: ${parts}`)
  return permit
}

/** Returns an EIP-2612 permit as clients send it. */
function permitInfo(
  authorization: Pick<UptoAuthorization, 'from' | 'token' | 'permit'>,
): Record<string, Json> | undefined {
  const { permit, from, token } = authorization
  return (
    permit && {
      from,
      asset: token,
      spender: PERMIT2.toLowerCase(),
      amount: String(permit.value),
      nonce: String(permit.nonce),
      deadline: String(permit.deadline),
      signature: permit.signature,
      version: VERSION,
    }
  )
}

/** Returns the payload in x402 notation: numbers as decimal strings, addresses in lower case. */
function signedPart(authorization: Signed): Record<string, Json> {
  const { signature, from, to, value, validAfter, validBefore, nonce } = authorization
  const { token, spender, facilitator } = authorization
  const info = permitInfo(authorization)
  return {
    signature,
    permit2Authorization: {
      from,
      permitted: { token, amount: String(value) },
      spender,
      nonce: String(BigInt(nonce)),
      deadline: String(validBefore),
      witness: { to, facilitator, validAfter: String(validAfter) },
    },
    ...(info === undefined ? {} : { [SPONSORING]: info }),
  }
}

/**
 * Returns the payment as a facilitator expects it: the accepted amount is the ceiling, and the
 * permit is an extension.
 */
export function sentPayload(payload: unknown, authorization: UptoAuthorization): unknown {
  const fields = payload as PaymentFields & { extensions?: Record<string, unknown> }
  const { [SPONSORING]: _permit, ...signed } = authorization.signed as Record<string, Json>
  const info = permitInfo(authorization)
  return {
    ...fields,
    accepted: { ...fields.accepted, amount: String(authorization.value) },
    payload: signed,
    ...(info === undefined ? {} : { extensions: { ...fields.extensions, [SPONSORING]: { info } } }),
  }
}
