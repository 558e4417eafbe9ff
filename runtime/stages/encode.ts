/** Encodes challenges: x402 version 2, once for each route, amount and address. */
import type { Core, Encoded, Live } from '../context.ts'
import type { Json, Route } from '../contract.ts'
import type { Requirements } from '../payments/types.ts'
import { openHeaders } from '../http/cors.ts'

/** CDP's crawler refuses longer descriptions. */
const LONGEST_DESCRIPTION = 500

/** The challenge of a route for an amount in micro-USD at an address; `bare` leaves the discovery metadata out (polls). */
export function encodeChallenge(core: Core, live: Live, of: { amount: bigint; url: string; bare?: boolean }): Encoded {
  const key = `${of.bare === true ? '-' : '+'}${of.amount} ${live.route.id} ${of.url}`
  const known = core.challenges.get(key)
  if (known !== undefined) return known
  const made = encode(core.rail.requirements(of.amount, Math.floor(live.route.authorization / 1000)), live, of)
  core.challenges.set(key, made)
  return made
}

function encode(requirements: Requirements, live: Live, of: { url: string; bare?: boolean }): Encoded {
  const accepts = [requirements]
  const extensions = of.bare === true ? '{}' : live.challenge.extensions
  const json = `{"x402Version":2,"resource":{"url":${JSON.stringify(of.url)},${live.challenge.resource}},` +
    `"accepts":${JSON.stringify(accepts)},"extensions":${extensions}}`
  const value = Buffer.from(json, 'utf8').toString('base64')
  return { requirements, accepts, headers: challengeHeaders(value) }
}

function challengeHeaders(value: string): Readonly<Record<string, string>> {
  return {
    ...openHeaders,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store, no-cache, must-revalidate, max-age=0',
    'payment-required': value,
    'x-payment-required': value,
    'www-authenticate': `X402 requirements=${value}`,
  }
}

/** The parts of a route's challenge that never change. Clients refuse nulls, so there are none. */
export function challengeParts(route: Route): { resource: string; extensions: string } {
  const description = route.summary.slice(0, LONGEST_DESCRIPTION)
  const resource = JSON.stringify({ description, mimeType: 'application/json' }).slice(1, -1)
  const extensions = route.bazaar === undefined ? {} : { bazaar: withoutNulls(route.bazaar) }
  return { resource, extensions: JSON.stringify(extensions) }
}

function withoutNulls(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.filter(item => item !== null).map(item => withoutNulls(item) as Json)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([, member]) => member !== null && member !== undefined)
  return Object.fromEntries(entries.map(([name, member]) => [name, withoutNulls(member)]))
}
