/** Builds the HTTP request of a call from its generated functions. */
import type { Json, Scope, UpstreamProtocolName, UpstreamCall } from '../contract.ts'
import { upstreamProtocols } from '../protocols/index.ts'
import type { ChatRequest } from '../protocols/types.ts'
import { withoutRepeats } from '../input/json.ts'
import { isHeaderText } from '../lib/header-text.ts'
import type { Outgoing } from '../lib/trace.ts'
import { Unusable } from '../lib/unusable-input.ts'
import type { Random } from '../seams.ts'
import { addressOf } from '../lib/upstream-address.ts'
import { onlyAllowed } from './allow.ts'
import { ENCODINGS } from './decode.ts'
import type { Sending } from './exchange.ts'
import { queryWithout } from './forward-query.ts'
import { encodeForm, urlEncoded } from './form.ts'
import type { Ready } from './targets.ts'

/** The upstream, the call, the caller's bytes, the source of boundaries, and whether to stream. */
interface PrepareParts {
  target: Ready
  body?: Buffer
  agent: string
  random: Random
  /** Unix ms. */
  now: number
  /** The trace that the request belongs to. */
  span?: Outgoing
  streaming?: boolean
}

/** A body and its Content-Type. */
interface Body {
  body?: Buffer | string
  type: string
}

/** A request and its address. */
interface Prepared {
  origin: string
  sending: Sending
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const EVENTS_TYPE = 'text/event-stream'
/**
 * Enough random bytes that no content contains the boundary. It is made after the content, and only
 * the upstream sees it.
 */
const BOUNDARY_BYTES = 16

/**
 * Returns the call's encoded query. A forwarded query of the caller comes first, without the names
 * that the call sets.
 */
function queryOf(call: UpstreamCall, scope: Scope): string {
  if (call.query === 'forward') return scope.route.search
  const members = call.query?.(scope) ?? {}
  const pairs = Object.entries(members).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  )
  const own = new URLSearchParams(pairs).toString()
  if (call.forwards !== true) return own
  return [queryWithout(scope.route.search, Object.keys(members)), own]
    .filter(part => part !== '')
    .join('&')
}

/** Writes a conversation in the upstream's protocol. The gateway decides whether it streams. */
function wire(name: UpstreamProtocolName, request: ChatRequest, { streaming }: PrepareParts): Json {
  return upstreamProtocols[name].write({ ...request, stream: streaming === true })
}

/** Returns the call's body, once its hooks have returned. Throws or rejects with their errors. */
function bodyOf(call: UpstreamCall, scope: Scope, parts: PrepareParts): Body | Promise<Body> {
  if (call.send === 'verbatim')
    return { body: parts.body && withoutRepeats(parts.body), type: JSON_TYPE }
  if (call.send === undefined) return { type: JSON_TYPE }
  const content = call.send(scope)
  return content instanceof Promise
    ? content.then(value => written(call, value, parts))
    : written(call, content, parts)
}

function written(call: UpstreamCall, content: Json, parts: PrepareParts): Body | Promise<Body> {
  const value = call.allow === undefined ? content : onlyAllowed(content, call.allow)
  if (call.protocol !== undefined)
    return {
      body: JSON.stringify(wire(call.protocol, value as ChatRequest, parts)),
      type: JSON_TYPE,
    }
  if (call.sendAs === 'form') return { body: urlEncoded(value), type: FORM_TYPE }
  if (call.sendAs !== 'multipart') return { body: JSON.stringify(value), type: JSON_TYPE }
  return encodeForm(value, {
    files: call.files ?? [],
    boundary: `form-${parts.random.hex(BOUNDARY_BYTES)}`,
  })
}

/**
 * Builds the request of a call and its address; synchronous if no hook must be awaited. Throws, or
 * rejects, with BadAddress, with Unusable for an unusable input, or with the error of a broken
 * mapping.
 */
export function prepare(
  call: UpstreamCall,
  scope: Scope,
  parts: PrepareParts,
): Prepared | Promise<Prepared> {
  const { base } = parts.target
  const holes = base.holes ? (call.holes?.(scope) ?? {}) : {}
  const { origin, path } = addressOf(base, {
    path: call.path(scope),
    query: queryOf(call, scope),
    holes,
  })
  const content = bodyOf(call, scope, parts)
  const whole = (own: Body): Prepared => {
    const headers = headersOf(call, own, { ...parts, scope, origin, path })
    return { origin, sending: { method: call.method, path, headers, body: own.body } }
  }
  return content instanceof Promise ? content.then(whole) : whole(content)
}

function headersOf(
  call: UpstreamCall,
  { body, type }: Body,
  parts: PrepareParts & { scope: Scope; origin: string; path: string },
): Record<string, string> {
  const { target, agent, streaming } = parts
  const own = target.sign === undefined ? target.headers : signedHeaders(call, target.sign, parts)
  // Bytes of a stream are passed on unchanged, so they are requested uncompressed.
  const encoding = streaming ? 'identity' : ENCODINGS
  const accept = streaming ? EVENTS_TYPE : call.bytes ? '*/*' : JSON_TYPE
  // The spread comes last, because members added after a spread make it slow.
  const headers: Record<string, string> = {
    accept,
    'accept-encoding': encoding,
    'user-agent': agent,
    ...own,
  }
  if (call.headers !== undefined) Object.assign(headers, ownHeaders(call.headers(parts.scope)))
  if (body !== undefined) headers['content-type'] = type
  return parts.span === undefined ? headers : Object.assign(headers, parts.span.headers)
}

/** Returns the headers of a call in lower case. Throws Unusable for a text that no header holds. */
function ownHeaders(own: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) continue
    if (!isHeaderText(value)) throw new Unusable(`The header ${name} cannot hold this text`)
    headers[name.toLowerCase()] = value
  }
  return headers
}

/** Returns the upstream's headers with a token for this call. */
function signedHeaders(
  { method }: UpstreamCall,
  sign: NonNullable<Ready['sign']>,
  { target, origin, path, now, random }: PrepareParts & { origin: string; path: string },
): Record<string, string> {
  const token = sign({ method, host: origin.replace(/^\w+:\/\//, ''), path, now, random })
  const filled = Object.entries(target.headers).map(([name, value]) => [
    name,
    value.replaceAll('{jwt}', token),
  ])
  return Object.fromEntries(filled)
}
