/** A vendor of crypto market and on-chain data, with a Bearer key and replies below `data`. */
import { fraction, hash, round, series } from './prediction/world.ts'
import { json, retryAfterHeader } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'

const failed = (status: number, code: string, message: string): UpstreamReply =>
  json(status, { error: { code, message } })

const symbols = ['BTC', 'ETH', 'SOL'] as const

function symbolOf(request: UpstreamRequest): string | UpstreamReply {
  const symbol = request.query.get('symbol')
  if (symbol === null) return failed(400, 'MISSING_PARAMETER', 'symbol is required')
  const known = symbols.find(one => one === symbol.toUpperCase())
  return known ?? failed(400, 'UNKNOWN_SYMBOL', `Unknown symbol ${symbol}`)
}

function price(request: UpstreamRequest): UpstreamReply {
  const symbol = symbolOf(request)
  if (typeof symbol !== 'string') return symbol
  const points = series(`surf ${symbol}`, { count: 24, step: 3600, middle: 1000 })
  return json(200, { data: points.map(({ at, value }) => ({ timestamp: at, value })) })
}

function ranking(): UpstreamReply {
  const rows = symbols.map((symbol, n) => ({
    rank: n + 1,
    symbol,
    market_cap: round(1e12 * fraction(`cap ${symbol}`), 2),
  }))
  return json(200, { data: rows, meta: { total: rows.length } })
}

/** Rows for a query. Its text must be a SELECT. */
function sql(request: UpstreamRequest): UpstreamReply {
  const text: unknown = request.json?.sql
  if (typeof text !== 'string' || text === '')
    return failed(400, 'MISSING_PARAMETER', 'sql is required')
  if (!/^\s*(?:select|with)\b/i.test(text))
    return failed(422, 'INVALID_SQL', 'Only SELECT statements are allowed')
  return json(200, { data: [{ block: 1, hash: `0x${hash(text)}` }], meta: { cached: false } })
}

/** Rows of a dataset. */
function query(request: UpstreamRequest): UpstreamReply {
  const { source, fields } = request.json ?? {}
  if (typeof source !== 'string') return failed(400, 'MISSING_PARAMETER', 'source is required')
  if (fields !== undefined && !Array.isArray(fields))
    return failed(400, 'INVALID_PARAMETER', 'fields must be a list')
  return json(200, { data: [{ source, value: round(fraction(source), 6) }] })
}

const paths: Readonly<Record<string, (request: UpstreamRequest) => UpstreamReply>> = {
  'GET /market/price': price,
  'GET /market/ranking': ranking,
  'POST /onchain/sql': sql,
  'POST /onchain/query': query,
}

function answer(request: UpstreamRequest): UpstreamReply {
  const name = `${request.method} ${request.path}`
  if (Object.hasOwn(paths, name)) return paths[name]!(request)
  return failed(404, 'NOT_FOUND', `No route for ${name}`)
}

/** The upstream behind `/api/v1/surf/`. */
export const surfData: Upstream = {
  name: 'surf',
  env: 'SURF',
  header: 'authorization',
  scheme: 'Bearer',
  answer,
  failures: {
    unauthorized: () => failed(401, 'UNAUTHORIZED', 'Invalid API key'),
    rateLimited: seconds => ({
      ...failed(429, 'RATE_LIMITED', 'Too many requests'),
      headers: retryAfterHeader(seconds),
    }),
    failed: status => failed(status, 'INTERNAL', 'Something went wrong'),
    refused: () => failed(403, 'FORBIDDEN', 'Your plan does not include this endpoint'),
    empty: () => ({ status: 200, raw: '' }),
  },
}
