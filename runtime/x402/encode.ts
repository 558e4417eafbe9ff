/** Encodes challenges as x402 version 2 headers, once per route, amount and address. */
import type { Call, Encoded } from '../call.ts'
import type { GatewayContext, CompiledRoute } from '../context.ts'
import type { Declared } from '../payments/kind.ts'
import { premade } from './premade-json.ts'
import { LARGEST_HEAD, prepared } from '../http/heads.ts'
import { bodyParts, headerJson, type ChallengeAddress } from './challenge-json.ts'

export { LARGEST_HEAD }

/** The headers of every 402 besides the challenge itself. Browser scripts may read them all. */
const FIXED_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-Payment-Receipt, *',
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store, no-cache, must-revalidate, max-age=0',
}

/** Lines that the server and the envelopes add to the head, at their longest. */
const ADDED_LINES = [
  'HTTP/1.1 402 Payment Required',
  'date: Sun, 22 Nov 2026 12:00:00 GMT',
  'connection: keep-alive',
  'keep-alive: timeout=72',
  'content-length: 100000',
  'retry-after: 86400',
  '',
]

/**
 * The extension for naming purchases, in bodies. Headers have no room for it, and no caller needs
 * it there.
 */
const IDENTIFIER = {
  'payment-identifier': {
    info: { required: false },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        required: { type: 'boolean' },
        id: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[a-zA-Z0-9_-]+$' },
      },
      required: ['required'],
    },
  },
}

/** Room for the id of the request, if it is no longer than a UUID. */
const ID_LINE = 'x-request-id: \r\n'.length + 36

/** Largest JSON of a challenge in bytes, so that three base64 copies fit into the head. */
const LARGEST_CHALLENGE = Math.floor((LARGEST_HEAD - ID_LINE - headBytes(0)) / 12) * 3

/**
 * Encodes the challenge of a call for an amount in micro-USD at an address; `bare` leaves the
 * discovery metadata out, for polls. Results are cached.
 */
export function encodeChallenge(
  call: Pick<Call, 'context' | 'compiled' | 'params' | 'requestedScheme'>,
  of: { amount: bigint; url: string; bare?: boolean },
): Encoded {
  const { context, compiled, requestedScheme } = call
  const key = `${requestedScheme}${of.bare === true ? '-' : '+'}${of.amount} ${compiled.route.id} ${of.url}`
  const known = context.challenges.get(key)
  if (known !== undefined) return known
  const encoded = encode(context, compiled, { ...of, requestedScheme, path: call.params })
  context.challenges.set(key, encoded)
  return encoded
}

function encode(
  context: GatewayContext,
  compiled: CompiledRoute,
  of: { amount: bigint; url: string; bare?: boolean; requestedScheme: string; path?: object },
): Encoded {
  const seconds = Math.floor(compiled.route.authorization / 1000)
  const offers = context.offered.get(of.requestedScheme)!
  const accepts = premade(offers.map(scheme => scheme.requirements(of.amount, seconds)))
  const { challenge: text } = compiled
  const [declared] = offers.flatMap(scheme => scheme.declared ?? [])
  const at: ChallengeAddress = {
    url: of.url,
    path: of.path,
    accepts: JSON.stringify(accepts),
    ...(declared === undefined ? {} : { declared: JSON.stringify(declared.brief) }),
  }
  const json = headerJson(of.bare === true ? text.bare : text.variants, at, LARGEST_CHALLENGE)
  const headers = prepared(challengeHeaders(Buffer.from(json, 'utf8').toString('base64')))
  const { 'www-authenticate': _, ...unnamed } = headers
  const parts = bodyParts(text, at)
  const { resource } = parts
  const extensions =
    of.bare === true
      ? withDeclared(undefined, declared)
      : premade({ ...declared?.whole, ...IDENTIFIER, ...parts.extensions })
  const encoded = {
    accepts,
    resource: premade(resource),
    headers,
    unnamed: prepared(unnamed),
  }
  return extensions === undefined ? encoded : { ...encoded, extensions }
}

/** Returns the extensions of a body with those that the offers declare. */
function withDeclared(own: Encoded['extensions'], declared?: Declared): Encoded['extensions'] {
  return declared === undefined ? own : premade({ ...declared.whole, ...own })
}

/** Returns the headers of a 402 for a challenge in base64. */
export function challengeHeaders(value: string): Readonly<Record<string, string>> {
  return {
    ...FIXED_HEADERS,
    'payment-required': value,
    'x-payment-required': value,
    'www-authenticate': `X402 requirements=${value}`,
  }
}

/** Returns the bytes of the head of a 402 whose challenge has `json` bytes of JSON. */
export function headBytes(json: number): number {
  const headers = challengeHeaders('x'.repeat(Math.ceil(json / 3) * 4))
  const lines = [
    ...ADDED_LINES,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return lines.reduce((sum, line) => sum + line.length + '\r\n'.length, 0)
}
