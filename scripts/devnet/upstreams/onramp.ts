/** A vendor of links to buy crypto money. Each request carries a token signed with the key. */
import { createPublicKey, verify } from 'node:crypto'
import { hash } from './prediction/world.ts'
import { json, retryAfterHeader } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'

const ID = 'local-onramp'
/** An Ed25519 key pair for development, and nothing else: the seed, and the public half. */
const SECRET = '9VxuEYXoOpTECcvX5I2z+xfZ2aqBrtiX5GyItqvjQu0='
const PUBLIC = createPublicKey({
  key: { kty: 'OKP', crv: 'Ed25519', x: 'iGWXFzS7JCEOxAxAhpjdIbUCXBG7ZL7kUv5sGKk83q0' },
  format: 'jwk',
})
const LONGEST = 120

const part = (text = ''): any => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** Whether a token is signed with the key, for this very request, and not too old. */
function accepts(request: UpstreamRequest): boolean {
  const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const [top, says, now] = [part(head), part(claims), Date.now() / 1000]
  const uri = `${request.method} ${request.headers.host}${request.path}`
  return (
    top?.alg === 'EdDSA' &&
    top.kid === ID &&
    typeof top.nonce === 'string' &&
    says?.iss === 'cdp' &&
    says.sub === ID &&
    says.nbf <= now + 1 &&
    says.exp > now &&
    says.exp - says.nbf <= LONGEST &&
    says.uris?.length === 1 &&
    says.uris[0] === uri &&
    verify(null, Buffer.from(`${head}.${claims}`), PUBLIC, Buffer.from(signature, 'base64url'))
  )
}

const problem = (status: number, errorType: string, errorMessage: string): UpstreamReply =>
  json(status, { errorType, errorMessage, correlationId: hash(errorMessage).slice(0, 16) })

const chains = ['base', 'ethereum', 'polygon']

function wrongWith(body: any): string | undefined {
  const { addresses, assets } = body ?? {}
  if (!Array.isArray(addresses) || addresses.length === 0) return 'addresses is required'
  for (const { address, blockchains } of addresses) {
    if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return 'address is not valid'
    if (!Array.isArray(blockchains) || blockchains.some(one => !chains.includes(one)))
      return 'blockchains must be a list of supported networks'
  }
  return assets === undefined || Array.isArray(assets) ? undefined : 'assets must be a list'
}

function answer(request: UpstreamRequest): UpstreamReply {
  if (request.path !== '/onramp/v1/token') return problem(404, 'not_found', 'no such path')
  if (request.method !== 'POST') return problem(405, 'method_not_allowed', 'use POST')
  const wrong = wrongWith(request.json)
  if (wrong !== undefined) return problem(400, 'invalid_request', wrong)
  const token = hash(`${request.text}${String(request.headers.authorization)}`).slice(0, 40)
  return json(200, { token, channel_id: hash(token).slice(0, 12) })
}

/** The upstream behind `/v1/onramp/token`. */
export const onramp: Upstream = {
  name: 'onramp',
  env: 'ONRAMP',
  signing: { key: `${ID}:${SECRET}`, accepts },
  answer,
  failures: {
    unauthorized: () => problem(401, 'unauthorized', 'The token is not valid'),
    rateLimited: seconds => ({
      ...problem(429, 'rate_limit_exceeded', 'Too many requests'),
      headers: retryAfterHeader(seconds),
    }),
    failed: status => problem(status, 'internal_server_error', 'Something went wrong'),
    refused: () => problem(403, 'forbidden', 'The project may not do this'),
    empty: () => json(200, {}),
  },
}
