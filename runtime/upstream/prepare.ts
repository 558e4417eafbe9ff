/** Makes the HTTP request of a call from its generated functions. */
import type { Scope, UpstreamCall } from '../contract.ts'
import { addressOf } from './address.ts'
import { ENCODINGS } from './decode.ts'
import type { Sending } from './exchange.ts'
import type { Ready } from './targets.ts'

/** Who is called, by whom, and the caller's bytes. */
interface PrepareParts { target: Ready; body?: Buffer; agent: string }

/** The call's query, encoded; the caller's own as it came where it is forwarded. */
function queryOf(call: UpstreamCall, scope: Scope): string {
  if (call.query === 'forward') return scope.route.search
  const pairs = Object.entries(call.query?.(scope) ?? {}).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return new URLSearchParams(pairs).toString()
}

/** The call's body; `bytes` are the caller's, for calls that send them verbatim. */
function bodyOf(call: UpstreamCall, scope: Scope, bytes?: Buffer): Buffer | string | undefined {
  if (call.send === 'verbatim') return bytes
  return call.send === undefined ? undefined : JSON.stringify(call.send(scope))
}

/** The request of a call and where it goes. Throws BadAddress, or whatever a broken mapping throws. */
export function prepare(call: UpstreamCall, scope: Scope, parts: PrepareParts): { origin: string; sending: Sending } {
  const { target: { base, headers: own }, agent } = parts
  const holes = base.holes ? call.holes?.(scope) ?? {} : {}
  const { origin, path } = addressOf(base, { path: call.path(scope), query: queryOf(call, scope), holes })
  const body = bodyOf(call, scope, parts.body)
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const headers = { accept: 'application/json', 'accept-encoding': ENCODINGS, 'user-agent': agent, ...own, ...type }
  return { origin, sending: { method: call.method, path, headers, body } }
}
