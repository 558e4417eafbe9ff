/**
 * Tokens (JSON Web Tokens, RFC 7519) that some upstreams require instead of a fixed key: each call
 * carries a new one, signed with the gateway's key and valid for a few minutes.
 */
import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import type { Json, TokenSpec } from '../contract.ts'
import type { Random } from '../seams.ts'

/** A key that signs tokens: its name at the upstream, and the private key. */
export interface TokenKey {
  id: string
  key: KeyObject
}

/** The call that a token is for. `now` is Unix ms. */
export interface TokenCall {
  method: string
  host: string
  path: string
  now: number
  random: Random
}

/** The prefix of a 32-byte Ed25519 key in PKCS #8 (RFC 8410). */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SEED_BYTES = 32
const NONCE_BYTES = 16

/**
 * Reads `id:secret`; undefined if the text has another form. The secret is base64: 32 bytes of an
 * Ed25519 key (or 64, followed by the public half), or a P-256 key as PKCS #8 or SEC 1.
 */
export function parseTokenKey(text: string): TokenKey | undefined {
  const at = text.lastIndexOf(':')
  const [id, bytes] = [text.slice(0, Math.max(at, 0)), Buffer.from(text.slice(at + 1), 'base64')]
  if (id === '') return undefined
  const isSeed = bytes.length === SEED_BYTES || bytes.length === 2 * SEED_BYTES
  const der = isSeed ? Buffer.concat([ED25519, bytes.subarray(0, SEED_BYTES)]) : bytes
  for (const type of ['pkcs8', 'sec1'] as const) {
    try {
      const key = createPrivateKey({ key: der, format: 'der', type })
      if (isSeed || key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return { id, key }
    } catch {
      // Another form of key.
    }
  }
  return undefined
}

/** Signs the token of one call: EdDSA or ES256, by the kind of the key. */
export function callToken(spec: TokenSpec, { id, key }: TokenKey, call: TokenCall): string {
  const alg = key.asymmetricKeyType === 'ed25519' ? 'EdDSA' : 'ES256'
  const nbf = Math.floor(call.now / 1000)
  const holes = { id, method: call.method, host: call.host, path: call.path.split('?')[0]! }
  const head = { alg, typ: 'JWT', kid: id, nonce: call.random.hex(NONCE_BYTES) }
  const claims = { ...(filled(spec.claims, holes) as object), nbf, exp: nbf + spec.lifetime / 1000 }
  const text = `${encoded(head)}.${encoded(claims)}`
  const signature = sign(alg === 'EdDSA' ? null : 'sha256', Buffer.from(text), {
    key,
    dsaEncoding: 'ieee-p1363',
  })
  return `${text}.${signature.toString('base64url')}`
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Fills the `{holes}` of the claims, in strings at any depth. */
function filled(value: Json, holes: Readonly<Record<string, string>>): Json {
  if (typeof value === 'string')
    return value.replace(/\{(\w+)\}/g, (hole, name: string) => holes[name] ?? hole)
  if (Array.isArray(value)) return value.map(one => filled(one, holes))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, filled(v as Json, holes)]))
}
