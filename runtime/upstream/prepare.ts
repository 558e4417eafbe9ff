/** Makes the HTTP request of a call from its generated functions. */
import type { Json, Scope, SupplierProtocolName, UpstreamCall } from '../contract.ts'
import { suppliers } from '../protocols/index.ts'
import type { ChatRequest } from '../protocols/types.ts'
import type { Random } from '../seams.ts'
import { addressOf } from './address.ts'
import { onlyAllowed } from './allow.ts'
import { ENCODINGS } from './decode.ts'
import type { Sending } from './exchange.ts'
import { queryWithout } from './forward-query.ts'
import { encodeForm } from './form.ts'
import type { Ready } from './targets.ts'

/**
 * Who is called, by whom, the caller's bytes, where boundaries come from, and whether events are
 * wanted.
 */
interface PrepareParts {
  target: Ready
  body?: Buffer
  agent: string
  random: Random
  streaming?: boolean
}

/** A body and its Content-Type. */
interface Body {
  body?: Buffer | string
  type: string
}

/** A request, and where it goes. */
interface Prepared {
  origin: string
  sending: Sending
}

const JSON_TYPE = 'application/json'
const EVENTS_TYPE = 'text/event-stream'
/**
 * So many random bytes that no content holds the boundary: it is made after the content, and told
 * to the supplier only.
 */
const BOUNDARY_BYTES = 16

/**
 * The call's query, encoded; where the caller's is forwarded it comes first, without the names that
 * the call sets.
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

/**
 * A conversation as the supplier's protocol writes it. Whether it streams is the gateway's to say.
 */
function wire(name: SupplierProtocolName, request: ChatRequest, { streaming }: PrepareParts): Json {
  return suppliers[name].write({ ...request, stream: streaming === true })
}

/**
 * The call's body, once the hooks in it have answered. Throws, or rejects, with what they throw.
 */
function bodyOf(call: UpstreamCall, scope: Scope, parts: PrepareParts): Body | Promise<Body> {
  if (call.send === 'verbatim') return { body: parts.body, type: JSON_TYPE }
  if (call.send === undefined) return { type: JSON_TYPE }
  const made = call.send(scope)
  return made instanceof Promise
    ? made.then(value => written(call, value, parts))
    : written(call, made, parts)
}

function written(call: UpstreamCall, made: Json, parts: PrepareParts): Body | Promise<Body> {
  const value = call.allow === undefined ? made : onlyAllowed(made, call.allow)
  if (call.protocol !== undefined)
    return {
      body: JSON.stringify(wire(call.protocol, value as ChatRequest, parts)),
      type: JSON_TYPE,
    }
  if (call.sendAs !== 'multipart') return { body: JSON.stringify(value), type: JSON_TYPE }
  return encodeForm(value, {
    files: call.files ?? [],
    boundary: `form-${parts.random.hex(BOUNDARY_BYTES)}`,
  })
}

/**
 * The request of a call and where it goes, at once where no hook in it has to be waited for.
 * Throws, or rejects, with BadAddress, with Unusable for an input that turns out to be of no use,
 * or with whatever a broken mapping throws.
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
  const made = bodyOf(call, scope, parts)
  const whole = (own: Body): Prepared => {
    const headers = headersOf(call, own, parts)
    return { origin, sending: { method: call.method, path, headers, body: own.body } }
  }
  return made instanceof Promise ? made.then(whole) : whole(made)
}

function headersOf(
  call: UpstreamCall,
  { body, type }: Body,
  { target: { headers: own }, agent, streaming }: PrepareParts,
): Record<string, string> {
  // Bytes of a stream are passed on as they come, so they come plain.
  const encoding = streaming ? 'identity' : ENCODINGS
  const accept = streaming ? EVENTS_TYPE : call.bytes ? '*/*' : JSON_TYPE
  // With the spread at its end: what is added behind one makes it slow.
  const headers: Record<string, string> = {
    accept,
    'accept-encoding': encoding,
    'user-agent': agent,
    ...own,
  }
  if (body !== undefined) headers['content-type'] = type
  return headers
}
