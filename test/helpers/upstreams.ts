/** The local upstreams for tests, and calls of them as a vendor's own client would make. */
import { startUpstreams, type LocalUpstreams } from '../../scripts/devnet/upstreams/index.ts'

export { startUpstreams, type LocalUpstreams }

/** What an upstream answered. `json` is undefined when the body is not JSON. */
export interface UpstreamAnswer {
  status: number
  json: any
  text: string
  headers: Headers
}

/** Calls an upstream with its own key. `host` fills the hole of the node provider's address. */
export async function askUpstream(
  up: LocalUpstreams,
  upstream: string,
  call: { path: string; body?: unknown; host?: string; key?: string },
): Promise<UpstreamAnswer> {
  const env = upstream.toUpperCase()
  const base = up.env[`${env}_URL`]!.replace('{model.host}', call.host ?? '')
  const key = call.key ?? up.env[`${env}_KEY`]!
  const raw = typeof call.body === 'string' ? call.body : JSON.stringify(call.body)
  const response = await fetch(base + call.path, {
    method: call.body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      'x-goog-api-key': key,
      'x-api-key': key,
    },
    ...(call.body === undefined ? {} : { body: raw }),
  })
  const text = await response.text()
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  return { status: response.status, json, text, headers: response.headers }
}
