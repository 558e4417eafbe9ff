/**
 * Reads a payment header. It checks the shape and size of everything in it, so that all later code
 * can trust it.
 */
import type { NetworkSpec } from '../../contract.ts'
import type { Authorization, Decoded, Payment, Rejection } from '../types.ts'

/**
 * Maximum header length, in characters. It is generous because clients repeat the challenge's
 * extensions.
 */
export const MAX_HEADER = 48 * 1024
const MAX_DEPTH = 64
const MAX_SIGNATURE = 2 + 2 * 8192
const MAX_UINT256 = (1n << 256n) - 1n
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const NONCE = /^0x[0-9a-fA-F]{64}$/
const HEX = /^0x(?:[0-9a-fA-F]{2})+$/
const DECIMAL = /^\d{1,78}$/

/** The member of a payment in which the client repeats the requirements that it accepted. */
export interface Accepted {
  scheme: string
  network: string
  amount: string
  asset: string
  payTo: string
}

type Fields = Readonly<Record<string, unknown>>

/** Creates a rejection with the code PAYMENT_INVALID, which carries no message. */
export const invalid = (details: string, payer?: string): { ok: false; rejection: Rejection } => ({
  ok: false,
  rejection: payer
    ? { code: 'PAYMENT_INVALID', details, payer }
    : { code: 'PAYMENT_INVALID', details },
})

/** An error inside the decoder; its message becomes the `details` of a rejection. */
class Malformed extends Error {}

function fail(details: string): never {
  throw new Malformed(details)
}

function objectAt(value: unknown, name: string): Fields {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    fail(`${name} is not an object`)
  return value as Fields
}

function textAt(fields: Fields, name: string, pattern: RegExp, kind: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (typeof value !== 'string' || !pattern.test(value)) fail(`${name} is not ${kind}`)
  return value as string
}

function numberAt(fields: Fields, name: string): bigint {
  const value = BigInt(textAt(fields, name, DECIMAL, 'a decimal number in a text'))
  if (value > MAX_UINT256) fail(`${name} is larger than 256 bits`)
  return value
}

/** Counts a character in a text, up to `most`. */
function times(text: string, char: string, most: number): number {
  let count = 0
  for (let at = text.indexOf(char); at >= 0 && count < most; at = text.indexOf(char, at + 1))
    count += 1
  return count
}

/**
 * Rejects deep nesting, which would exhaust the stack when the payload is written again. A text
 * with few brackets cannot nest deeply, so only others are scanned.
 */
function checkDepth(json: string): void {
  if (times(json, '{', MAX_DEPTH) + times(json, '[', MAX_DEPTH) < MAX_DEPTH) return
  let depth = 0
  let quoted = false
  for (let i = 0; i < json.length; i++) {
    const char = json.charCodeAt(i)
    if (quoted) {
      if (char === 0x5c) i++
      else if (char === 0x22) quoted = false
    } else if (char === 0x22) quoted = true
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > MAX_DEPTH) fail('the payment is nested too deeply')
    } else if (char === 0x7d || char === 0x5d) depth--
  }
}

function parse(header: string): Fields {
  if (header.length === 0) fail('the payment header is empty')
  if (header.length > MAX_HEADER) fail(`the payment header is longer than ${MAX_HEADER} characters`)
  const padded = header.endsWith('=')
  if (!BASE64.test(header) || (padded ? header.length % 4 !== 0 : header.length % 4 === 1))
    fail('the payment header is not standard base64')
  const json = Buffer.from(header, 'base64').toString('utf8')
  checkDepth(json)
  try {
    return objectAt(JSON.parse(json), 'the payment')
  } catch (error) {
    if (error instanceof Malformed) throw error
    return fail('the payment header is not JSON in base64')
  }
}

function checkAccepted(value: unknown): void {
  const accepted = objectAt(value, 'accepted')
  for (const name of ['scheme', 'network', 'amount', 'asset', 'payTo'])
    textAt(accepted, name, /^[^]{1,200}$/, 'a text')
}

function readSignature(payload: Fields): string {
  const value = Object.hasOwn(payload, 'signature') ? payload.signature : undefined
  if (typeof value === 'string' && value.length > MAX_SIGNATURE) fail('the signature is too long')
  return textAt(payload, 'signature', HEX, 'hex bytes')
}

function readPayment(spec: NetworkSpec, fields: Fields): Payment {
  if (fields.x402Version !== 2) fail('x402Version is not 2')
  checkAccepted(fields.accepted)
  const payload = objectAt(fields.payload, 'payload')
  const inner = objectAt(payload.authorization, 'payload.authorization')
  const from = textAt(inner, 'from', ADDRESS, 'an address').toLowerCase()
  const nonce = textAt(inner, 'nonce', NONCE, '32 hex bytes').toLowerCase()
  const authorization: Authorization = {
    from,
    nonce,
    to: textAt(inner, 'to', ADDRESS, 'an address').toLowerCase(),
    value: numberAt(inner, 'value'),
    validAfter: numberAt(inner, 'validAfter'),
    validBefore: numberAt(inner, 'validBefore'),
    signature: readSignature(payload),
    key: `${spec.chain}|${spec.asset.address.toLowerCase()}|${from}|${nonce}`,
  }
  return { authorization, payload: fields }
}

/**
 * Decodes a payment header of a network. Returns a rejection for every fault of the header and
 * never throws.
 */
export function decodeHeader(spec: NetworkSpec, header: string): Decoded {
  try {
    return { ok: true, payment: readPayment(spec, parse(header)) }
  } catch (error) {
    return invalid(error instanceof Malformed ? error.message : 'the payment cannot be read')
  }
}

/** The requirements that the client says it accepted; only for a decoded payment. */
export const acceptedOf = (payment: Payment): Accepted =>
  (payment.payload as { accepted: Accepted }).accepted
