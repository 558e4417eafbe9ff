/**
 * Returns the price of a call without making it: the request goes through the same stages as an
 * unpaid call, and its 402 becomes the answer. A request that the call would refuse is refused in
 * the same way.
 */
import { text as textOf } from 'node:stream/consumers'
import type { Call, Reply, Service } from '../call.ts'
import type { Json } from '../contract.ts'
import type { InsideReply, InsideRequest } from '../http/inside.ts'
import { refuse, UNSTORED_JSON } from '../replies/answer.ts'
import { ANY_ORIGIN, searchText } from './address.ts'
import { freeOf, priceOf } from './quoted.ts'

/** The request to be priced. */
interface QuotedRequest {
  method?: string
  path: string
  query?: Readonly<Record<string, Json>>
  body?: Json
  headers?: Readonly<Record<string, string>>
  /** Hook results to use, so that the hooks' inputs need not be sent. */
  given?: NonNullable<Call['hookResults']>
}

/** Headers that pay, or that would change the form of the reply. */
const LEFT_OUT = /^(payment-signature|x-payment|accept(-payment|-encoding)?|if-none-match)$/i
/** Headers of a refusal that its caller needs. */
const KEPT = ['content-type', 'retry-after', 'allow', 'x-ratelimit-reset']

/** Answers with the price of the request in the body. */
export const quote: Service = async call => {
  const requested = call.scope.body as QuotedRequest
  const url = urlOf(requested)
  if (url === undefined) return invalid(call, 'path', 'must be a path of this gateway')
  const facts = Object.keys(call.scope.hooks)
  const unknown = Object.keys(requested.given ?? {}).find(name => !facts.includes(name))
  if (unknown !== undefined)
    return invalid(
      call,
      `given.${unknown}`,
      `is not a known fact. The known facts are ${facts.join(', ')}`,
    )
  const large = Object.entries(requested.given ?? {}).find(([, value]) => isTooLarge(value))
  if (large !== undefined) return invalid(call, `given.${large[0]}`, 'is too large')
  const reply = await call.context.askInside(call, requestOf(requested, url))
  const body = await textOf(reply.body)
  const { method, path } = { method: methodOf(requested), path: requested.path }
  if (reply.status < 300) return answer({ method, path, free: true, ...freeOf(call) })
  if (reply.status !== 402) return refused(reply, body)
  const price = priceOf(JSON.parse(body))
  // A 402 is never passed on, because clients would pay it.
  return price === undefined
    ? refuse(call, 'refused', { status: 400, message: `${method} ${path} has no price of its own` })
    : answer({ method, path, free: false, ...price })
}

/** The largest number that a caller may give: no fact of a request is larger. */
const MOST_GIVEN = 1e12
const isTooLarge = (value: unknown): boolean =>
  typeof value === 'number' && Math.abs(value) > MOST_GIVEN

const invalid = (call: Call, path: string, message: string): Reply =>
  refuse(call, 'invalid_body', { issues: [{ path, message, code: 'invalid' }] })

const methodOf = ({ method, body }: QuotedRequest): string =>
  method ?? (body === undefined ? 'GET' : 'POST')

/** Returns the path with its query; undefined if it is not a path. */
function urlOf({ path, query = {} }: QuotedRequest): string | undefined {
  if (!path.startsWith('/') || !URL.canParse(path, ANY_ORIGIN)) return undefined
  const more = searchText(query)
  const [plain = ''] = path.split('#')
  return more === '' ? plain : `${plain}${plain.includes('?') ? '&' : '?'}${more}`
}

function requestOf(requested: QuotedRequest, url: string): InsideRequest {
  const own = Object.entries(requested.headers ?? {}).filter(([name]) => !LEFT_OUT.test(name))
  const headers = Object.fromEntries(own.map(([name, value]) => [name.toLowerCase(), value]))
  const { given } = requested
  const asks = { asksPrice: true as const, ...(given && { hookResults: given }) }
  const request: InsideRequest = { method: methodOf(requested), url, headers, ...asks }
  if (requested.body === undefined) return request
  const body = JSON.stringify(requested.body)
  return { ...request, headers: { ...headers, 'content-type': 'application/json' }, body }
}

function answer(body: { readonly [name: string]: Json }): Reply {
  return { status: 200, headers: UNSTORED_JSON, body: JSON.stringify(body), outcome: 'ok' }
}

/** Returns the refusal that the call itself would get. */
function refused({ status, headers }: InsideReply, body: string): Reply {
  const kept = KEPT.flatMap(name => (headers[name] === undefined ? [] : [[name, headers[name]]]))
  const own = Object.fromEntries(kept) as Record<string, string>
  return { status, headers: { ...UNSTORED_JSON, ...own }, body, outcome: 'refused' }
}
