/**
 * A vendor of DeFi data on three hosts (here the first segment of the path), without a key. Its big
 * lists are several megabytes.
 */
import { chains, pools, priceOf, protocolBySlug, protocols } from './defi/world.ts'
import { json, retryAfterHeader } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'

const written = new Map<string, string>()

/** A list that is written as JSON once. */
function big(name: string, make: () => unknown): UpstreamReply {
  const raw = written.get(name) ?? JSON.stringify(make())
  written.set(name, raw)
  return { status: 200, raw }
}

const page = (status: number, raw: string): UpstreamReply => ({ status, raw, type: 'text/html' })

function protocolReply(slug: string): UpstreamReply {
  const found = protocolBySlug(decodeURIComponent(slug))
  return found === undefined ? page(400, 'Protocol not found') : json(200, found)
}

function pricesReply(list: string): UpstreamReply {
  const coins = decodeURIComponent(list)
    .split(',')
    .map(coin => [coin, priceOf(coin)] as const)
    .filter(([, price]) => price !== undefined)
  return json(200, { coins: Object.fromEntries(coins) })
}

/** Paths with the host in front, and what answers them; the group is the last part of the path. */
const paths: readonly (readonly [RegExp, (last: string) => UpstreamReply])[] = [
  [/^\/api\/protocols$/, () => big('protocols', protocols)],
  [/^\/api\/protocol\/([^/]+)$/, protocolReply],
  [/^\/api\/v2\/chains$/, () => json(200, chains())],
  [/^\/yields\/pools$/, () => big('pools', () => ({ status: 'success', data: pools() }))],
  [/^\/coins\/prices\/current\/([^/]+)$/, pricesReply],
]

function answer(request: UpstreamRequest): UpstreamReply {
  for (const [pattern, reply] of paths) {
    const found = pattern.exec(request.path)
    if (!found) continue
    if (request.method !== 'GET') return page(405, 'Method Not Allowed')
    return reply(found[1] ?? '')
  }
  return page(404, `Cannot ${request.method} ${request.path}`)
}

/** The upstream behind `/api/v1/defi/`. Each call fills the placeholder in its address. */
export const defiData: Upstream = {
  name: 'llama',
  env: 'LLAMA',
  base: '/{host}',
  answer,
  failures: {
    unauthorized: () => page(403, 'Forbidden'),
    rateLimited: seconds => ({
      ...json(429, { message: 'Too Many Requests' }),
      headers: retryAfterHeader(seconds),
    }),
    failed: status => json(status, { message: 'Internal server error' }),
    refused: () => page(403, 'Forbidden'),
    empty: () => ({ status: 200, raw: '' }),
  },
}
