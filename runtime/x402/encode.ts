/** Encodes challenges for headers: x402 version 2, once for each route, amount and address. */
import type { Call, GatewayContext, Encoded, CompiledRoute } from '../context.ts'
import { premade } from './premade-json.ts'
import { prepared } from '../http/heads.ts'
import { bodyParts, headerJson, type At } from './challenge-json.ts'

/**
 * Most bytes of the head of any 402. A stock nginx in front takes 4,096 bytes of head from the
 * gateway, and answers 502 to more.
 */
export const LARGEST_HEAD = 3_800

/**
 * The headers of every 402 that asks for payment, but for the challenge itself. Browsers may read
 * everything.
 */
const CONSTANT: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-Payment-Receipt, *',
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store, no-cache, must-revalidate, max-age=0',
}

/** What is added by the server and by envelopes, at its longest. */
const ADDED = [
  'HTTP/1.1 402 Payment Required',
  'date: Sun, 22 Nov 2026 12:00:00 GMT',
  'connection: keep-alive',
  'keep-alive: timeout=72',
  'content-length: 100000',
  'retry-after: 86400',
  '',
]

/**
 * Bytes of JSON that a challenge may have, so that three copies of it in base64 fit into the head.
 */
const ROOM = Math.floor((LARGEST_HEAD - headBytes(0)) / 12) * 3

/**
 * The challenge of a call for an amount in micro-USD at an address; `bare` leaves the discovery
 * metadata out (polls).
 */
export function encodeChallenge(
  call: Pick<Call, 'context' | 'compiled' | 'params'>,
  of: { amount: bigint; url: string; bare?: boolean },
): Encoded {
  const { context, compiled } = call
  const key = `${of.bare === true ? '-' : '+'}${of.amount} ${compiled.route.id} ${of.url}`
  const known = context.challenges.get(key)
  if (known !== undefined) return known
  const made = encode(context, compiled, { ...of, path: call.params })
  context.challenges.set(key, made)
  return made
}

function encode(
  context: GatewayContext,
  compiled: CompiledRoute,
  of: { amount: bigint; url: string; bare?: boolean; path?: object },
): Encoded {
  const requirements = context.paymentScheme.requirements(
    of.amount,
    Math.floor(compiled.route.authorization / 1000),
  )
  const accepts = premade([requirements])
  const { challenge: text } = compiled
  const at: At = { url: of.url, path: of.path, accepts: JSON.stringify(accepts) }
  const json = headerJson(of.bare === true ? text.bare : text.rungs, at, ROOM)
  const headers = prepared(challengeHeaders(Buffer.from(json, 'utf8').toString('base64')))
  const { 'www-authenticate': _, ...unnamed } = headers
  const { resource, extensions } = bodyParts(text, at)
  const made = {
    requirements,
    accepts,
    resource: premade(resource),
    headers,
    unnamed: prepared(unnamed),
  }
  return of.bare === true ? made : { ...made, extensions }
}

function challengeHeaders(value: string): Readonly<Record<string, string>> {
  return {
    ...CONSTANT,
    'payment-required': value,
    'x-payment-required': value,
    'www-authenticate': `X402 requirements=${value}`,
  }
}

/** Bytes of the head of a 402 whose challenge has so many bytes of JSON. */
export function headBytes(json: number): number {
  const headers = challengeHeaders('x'.repeat(Math.ceil(json / 3) * 4))
  const lines = [...ADDED, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  return lines.reduce((sum, line) => sum + line.length + '\r\n'.length, 0)
}
