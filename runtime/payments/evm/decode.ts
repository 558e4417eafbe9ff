/** Reads the EVM part of a payment: an EIP-3009 authorization and its signature. */
import type { NetworkSpec } from '../../contract.ts'
import { malformed, objectAt, textAt } from '../header.ts'
import type { PaymentFields } from '../payment.ts'
import type { Authorization, Message } from './types.ts'

const MAX_SIGNATURE = 2 + 2 * 8192
const MAX_UINT256 = (1n << 256n) - 1n
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const NONCE = /^0x[0-9a-fA-F]{64}$/
const HEX = /^0x(?:[0-9a-fA-F]{2})+$/
const DECIMAL = /^\d{1,78}$/

/** An object of a payment. */
export type Fields = Readonly<Record<string, unknown>>

/** Reads a number of up to 256 bits. Throws `Malformed`. */
export function numberAt(fields: Fields, name: string): bigint {
  const value = BigInt(textAt(fields, name, DECIMAL, 'a decimal number in a text'))
  if (value > MAX_UINT256) malformed(`${name} is larger than 256 bits`)
  return value
}

/** Reads an address, in lower case. Throws `Malformed`. */
export const addressAt = (fields: Fields, name: string): string =>
  textAt(fields, name, ADDRESS, 'an address').toLowerCase()

/** Reads a signature. Throws `Malformed`. */
export function readSignature(payload: Fields): string {
  const value = Object.hasOwn(payload, 'signature') ? payload.signature : undefined
  if (typeof value === 'string' && value.length > MAX_SIGNATURE)
    malformed('the signature is too long')
  return textAt(payload, 'signature', HEX, 'hex bytes')
}

/**
 * The last part of an authorization's key: payer and nonce, in lower case. Undefined if either is
 * not in the form that wallets sign.
 */
export function authorizationKeySuffix(nonce: string, payer = ''): string | undefined {
  const isBoth = NONCE.test(nonce) && ADDRESS.test(payer)
  return isBoth ? `${payer}|${nonce}`.toLowerCase() : undefined
}

/** Returns the key of an authorization for the token. */
export function tokenKey(spec: NetworkSpec, nonce: string, payer?: string): string | undefined {
  const end = authorizationKeySuffix(nonce, payer)
  return end && `${spec.chain}|${spec.asset.address.toLowerCase()}|${end}`
}

/** Reads the authorization of a payment on a network. Throws `Malformed`. */
export function readAuthorization(spec: NetworkSpec, { payload }: PaymentFields): Authorization {
  const inner = objectAt(payload.authorization, 'payload.authorization')
  const from = addressAt(inner, 'from')
  const nonce = textAt(inner, 'nonce', NONCE, '32 hex bytes').toLowerCase()
  const authorization = {
    from,
    nonce,
    to: addressAt(inner, 'to'),
    value: numberAt(inner, 'value'),
    validAfter: numberAt(inner, 'validAfter'),
    validBefore: numberAt(inner, 'validBefore'),
    signature: readSignature(payload),
  }
  return {
    ...authorization,
    key: tokenKey(spec, nonce, from)!,
    signed: signedPart(authorization),
  }
}

/**
 * Returns the payload in x402 notation: numbers as decimal strings, addresses and nonce in lower
 * case.
 */
function signedPart(
  authorization: Message & Pick<Authorization, 'signature'>,
): Authorization['signed'] {
  const { signature, from, to, value, validAfter, validBefore, nonce } = authorization
  const times = { validAfter: String(validAfter), validBefore: String(validBefore) }
  return { signature, authorization: { from, to, value: String(value), ...times, nonce } }
}
