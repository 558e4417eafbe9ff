/**
 * Decodes a payment header: checks size, encoding, nesting and the structure that all schemes
 * share, so that later code can trust them. The payment's own scheme reads the rest.
 */
import type { Accepted, Authorization, Decoded, PaymentFields, Rejection } from './payment.ts'
import type { PaymentScheme } from './scheme.ts'

/**
 * Maximum header length, in characters. It is generous because clients repeat the challenge's
 * extensions.
 */
export const MAX_HEADER = 48 * 1024
const MAX_DEPTH = 64
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

type Fields = Readonly<Record<string, unknown>>

/** Creates a rejection with the code PAYMENT_INVALID, which carries no message. */
export const invalid = (details: string, payer?: string): { ok: false; rejection: Rejection } => ({
  ok: false,
  rejection: payer
    ? { code: 'PAYMENT_INVALID', details, payer }
    : { code: 'PAYMENT_INVALID', details },
})

/**
 * The error for a payment that cannot be read; its message becomes the `details` of a rejection.
 */
class Malformed extends Error {}

/** Throws `Malformed`. */
export function malformed(details: string): never {
  throw new Malformed(details)
}

/** Reads an object. Throws `Malformed` with its `name` for anything else. */
export function objectAt(value: unknown, name: string): Fields {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    malformed(`${name} is not an object`)
  return value as Fields
}

/** Reads a string that matches `pattern`; otherwise throws `Malformed`: `name` is not `kind`. */
export function textAt(fields: Fields, name: string, pattern: RegExp, kind: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (typeof value !== 'string' || !pattern.test(value)) malformed(`${name} is not ${kind}`)
  return value as string
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
 * with few brackets cannot nest deeply, so it is not scanned.
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
      if (++depth > MAX_DEPTH) malformed('the payment is nested too deeply')
    } else if (char === 0x7d || char === 0x5d) depth--
  }
}

function parse(header: string): Fields {
  if (header.length === 0) malformed('the payment header is empty')
  if (header.length > MAX_HEADER)
    malformed(`the payment header is longer than ${MAX_HEADER} characters`)
  const padded = header.endsWith('=')
  if (!BASE64.test(header) || (padded ? header.length % 4 !== 0 : header.length % 4 === 1))
    malformed('the payment header is not standard base64')
  const json = Buffer.from(header, 'base64').toString('utf8')
  checkDepth(json)
  try {
    return objectAt(JSON.parse(json), 'the payment')
  } catch (error) {
    if (error instanceof Malformed) throw error
    return malformed('the payment header is not JSON in base64')
  }
}

/**
 * Checks the shared structure of a payment for one of these networks. The network comes first,
 * because clients write payments for some other networks in another form. Throws `Malformed`.
 */
function framed(fields: Fields, networks: readonly string[]): PaymentFields {
  if (fields.x402Version !== 2) malformed('x402Version is not 2')
  const accepted = objectAt(fields.accepted, 'accepted')
  const network = textAt(accepted, 'network', /^[^]{1,200}$/, 'a text')
  if (!networks.includes(network))
    malformed(`${network} is not offered; the networks are ${[...new Set(networks)].join(', ')}`)
  for (const name of ['scheme', 'network', 'amount', 'asset', 'payTo'])
    textAt(accepted, name, /^[^]{1,200}$/, 'a text')
  objectAt(fields.payload, 'payload')
  return fields as unknown as PaymentFields
}

/**
 * Decodes a payment header with the first of `schemes` that owns the accepted requirements, or
 * otherwise with the first scheme, which then reports the difference. Returns a rejection for every
 * fault of the header and never throws.
 */
export function decodeHeader<A extends Authorization>(
  schemes: readonly [PaymentScheme<A>, ...PaymentScheme<A>[]],
  header: string,
  at = 0,
): Decoded<A> {
  try {
    const fields = framed(
      parse(header),
      schemes.map(({ spec }) => spec.chain),
    )
    const scheme = schemes.find(one => one.owns(fields.accepted)) ?? schemes[0]
    return {
      ok: true,
      payment: { authorization: scheme.read(fields, at), scheme, payload: fields },
    }
  } catch (error) {
    return invalid(error instanceof Malformed ? error.message : 'the payment cannot be read')
  }
}

/** Returns the requirements that the client says it accepted; only for a decoded payment. */
export const acceptedOf = (payment: { payload: unknown }): Accepted =>
  (payment.payload as PaymentFields).accepted

/**
 * Returns why the accepted requirements do not match the call's; undefined if they do. Other time
 * limits, extras and extensions are tolerated. `same` compares addresses as the network does.
 */
export function acceptedMismatch(
  accepted: Accepted,
  required: Pick<Accepted, 'scheme' | 'network' | 'asset' | 'payTo' | 'amount'>,
  same: (a: string, b: string) => boolean,
): string | undefined {
  if (accepted.scheme !== required.scheme) return `the scheme is ${required.scheme}`
  if (accepted.network !== required.network)
    return `the network is ${required.network}; the payment is for another one`
  if (!same(accepted.asset, required.asset))
    return `the asset is ${required.asset}; the payment is in another one`
  if (!same(accepted.payTo, required.payTo))
    return `the recipient is ${required.payTo}; the payment names another one`
  if (accepted.amount !== required.amount)
    return `the amount is ${required.amount}; the payment accepts another one`
  return undefined
}

/**
 * Returns when an authorization ends, so that its claim may be forgotten, Unix ms; undefined if the
 * time exceeds a number.
 */
export function lapsesAt({
  validBefore,
  signedUntil = validBefore,
}: Pick<Authorization, 'validBefore' | 'signedUntil'>): number | undefined {
  return signedUntil > 8_000_000_000_000n ? undefined : Number(signedUntil) * 1000
}
