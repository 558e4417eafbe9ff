/**
 * A swap service: prices and firm quotes of swaps that the taker sends, and of swaps that a relayer
 * sends and pays the gas of.
 */
import { askedOf, chainOf, CHAINS, Refused, ZID } from './swap/params.ts'
import { PERMIT_TOKENS, priceOf } from './swap/prices.ts'
import { permitQuote } from './swap/quotes.ts'
import { trades, type Trades } from './swap/trades.ts'
import { json, retryAfterHeader } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'

type Handler = (request: UpstreamRequest) => object

function tradesOf({ shelf }: UpstreamRequest): Trades {
  const known = (shelf.get('trades') as Trades | undefined) ?? trades()
  shelf.set('trades', known)
  return known
}

/** A price, and what `more` adds to it for a firm quote. */
function swap(
  isGasless: boolean,
  more?: (request: UpstreamRequest, asked: ReturnType<typeof askedOf>) => object,
): Handler {
  return request => {
    const asked = askedOf(request.query, more !== undefined)
    const price = priceOf(asked, isGasless)
    if (price === undefined) return { liquidityAvailable: false, zid: ZID }
    return more === undefined ? price : { ...price, ...more(request, asked) }
  }
}

const STATUS = /^\/gasless\/status\/([^/]+)$/

const HANDLERS: Readonly<Record<string, Handler>> = {
  'GET /swap/permit2/price': swap(false),
  'GET /swap/permit2/quote': swap(false, (_, asked) => permitQuote(asked, Date.now())),
  'GET /gasless/price': swap(true),
  'GET /gasless/quote': swap(true, (request, asked) => tradesOf(request).quote(asked)),
  'POST /gasless/submit': request => tradesOf(request).submit(request.json),
  'GET /gasless/gasless-approval-tokens': ({ query }) => {
    chainOf(query.get('chainId'))
    return { tokens: PERMIT_TOKENS, zid: ZID }
  },
  'GET /gasless/chains': () => ({ chains: CHAINS, zid: ZID }),
  'GET /swap/chains': () => ({ chains: CHAINS, zid: ZID }),
}

function status(request: UpstreamRequest): object | undefined {
  const [, hash] = (request.method === 'GET' && STATUS.exec(request.path)) || []
  return hash === undefined
    ? undefined
    : tradesOf(request).status(hash, chainOf(request.query.get('chainId')))
}

function answer(request: UpstreamRequest): UpstreamReply {
  const handler = HANDLERS[`${request.method} ${request.path}`]
  try {
    if (request.headers['0x-version'] !== 'v2') throw new Refused(400, 'INPUT_INVALID')
    const found = handler === undefined ? status(request) : handler(request)
    return found === undefined ? json(404, { message: 'no Route matched' }) : json(200, found)
  } catch (error) {
    if (error instanceof Refused) return error.reply
    throw error
  }
}

const failed = (status: number, name: string): UpstreamReply =>
  json(status, { name, message: 'Something went wrong', data: { zid: ZID } })

/** The upstream behind `/api/v1/dexagg/`. */
export const swaps: Upstream = {
  name: 'zerox',
  env: 'ZEROX',
  header: '0x-api-key',
  answer,
  failures: {
    unauthorized: () => json(401, { message: 'No API key found in request' }),
    rateLimited: seconds =>
      json(429, { message: 'Rate limit exceeded' }, retryAfterHeader(seconds)),
    failed: (status, code) => failed(status, code ?? 'INTERNAL_SERVER_ERROR'),
    refused: () => failed(403, 'TAKER_NOT_AUTHORIZED_FOR_TRADE'),
    empty: () => ({ status: 200, raw: '' }),
  },
}
