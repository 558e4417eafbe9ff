/**
 * A price oracle on two hosts (here the first segment of the path), without a key: feeds and their
 * latest prices on one, their history in the shape of a chart library on the other.
 */
import { feedById, feedBySymbol, feedsOf, KINDS } from './oracle/feeds.ts'
import { history, latest, STEPS } from './oracle/prices.ts'
import { json, retryAfterHeader } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'

const plain = (status: number, raw: string): UpstreamReply => ({ status, raw, type: 'text/plain' })
const seconds = (): number => Math.floor(Date.now() / 1000)

function feeds({ query }: UpstreamRequest): UpstreamReply {
  const kind = query.get('asset_type') ?? undefined
  if (kind !== undefined && !(KINDS as readonly string[]).includes(kind))
    return plain(400, `Failed to deserialize query string: unknown variant \`${kind}\``)
  return json(200, feedsOf(kind, query.get('query') ?? ''))
}

function prices({ query }: UpstreamRequest): UpstreamReply {
  const ids = query.getAll('ids[]')
  if (ids.length === 0) return plain(400, 'Failed to deserialize query string: missing field `ids`')
  if (!ids.every(id => /^(0x)?[0-9a-f]{64}$/i.test(id)))
    return plain(400, 'Failed to deserialize query string: Invalid string length')
  const found = ids.map(feedById)
  const missing = ids.filter((_, n) => found[n] === undefined)
  if (missing.length > 0)
    return plain(
      404,
      `Price ids not found: ${missing.map(id => `0x${id.replace(/^0x/, '')}`).join(', ')}`,
    )
  const all = latest(found as Parameters<typeof latest>[0], seconds())
  return json(200, query.get('parsed') === 'false' ? { ...all, parsed: undefined } : all)
}

const YEAR = 366 * 86_400
const failed = (status: number, errmsg: string): UpstreamReply =>
  json(status, { s: 'error', errmsg })

function bars({ query }: UpstreamRequest): UpstreamReply {
  const [symbol, resolution, from, to] = ['symbol', 'resolution', 'from', 'to'].map(name =>
    query.get(name),
  )
  if (!symbol || !resolution || !from || !to)
    return json(422, {
      detail: [{ loc: ['query'], msg: 'field required', type: 'value_error.missing' }],
    })
  const step = STEPS[resolution]
  if (step === undefined) return failed(400, `Invalid resolution: ${resolution}`)
  const feed = feedBySymbol(symbol)
  if (feed === undefined) return failed(404, 'Symbol not found')
  const window = { step, from: Number(from), to: Number(to), now: seconds() }
  if (step < 86_400 && window.to - window.from > YEAR)
    return failed(200, 'Range is too long: at most one year')
  return json(200, history(feed, window))
}

const HANDLERS: Readonly<Record<string, (request: UpstreamRequest) => UpstreamReply>> = {
  '/hermes/v2/price_feeds': feeds,
  '/hermes/v2/updates/price/latest': prices,
  '/benchmarks/v1/shims/tradingview/history': bars,
}

function answer(request: UpstreamRequest): UpstreamReply {
  const handler = Object.hasOwn(HANDLERS, request.path) ? HANDLERS[request.path] : undefined
  if (handler === undefined) return plain(404, '')
  return request.method === 'GET' ? handler(request) : plain(405, '')
}

/** The upstream behind market data. Each call fills the placeholder in its address. */
export const oraclePrices: Upstream = {
  name: 'pyth',
  env: 'PYTH',
  base: '/{host}',
  answer,
  failures: {
    unauthorized: () => plain(403, 'Forbidden'),
    rateLimited: wait => ({
      ...plain(429, 'Too many requests'),
      headers: retryAfterHeader(wait),
    }),
    failed: status => plain(status, 'Internal server error'),
    refused: () => plain(403, 'Forbidden'),
    empty: () => ({ status: 200, raw: '' }),
  },
}
