/** Tokens that are signed for each call: keys of every form, and what a token says. */
import { generateKeyPairSync, verify, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../runtime/settings/read.ts'
import { callToken, parseTokenKey } from '../../runtime/lib/call-token.ts'

const ed = generateKeyPairSync('ed25519')
const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const raw = (key: KeyObject): Buffer => {
  const { d, x } = key.export({ format: 'jwk' })
  return Buffer.concat([Buffer.from(d!, 'base64url'), Buffer.from(x!, 'base64url')])
}
const base64 = (bytes: Buffer): string => bytes.toString('base64')
const der = (key: KeyObject, type: 'pkcs8' | 'sec1'): string =>
  base64(key.export({ format: 'der', type }) as Buffer)

const call = {
  method: 'POST',
  host: 'api.shop.example:81',
  path: '/v1/token?x=1',
  now: 1_800_000_000_700,
  random: { hex: (bytes: number) => 'ab'.repeat(bytes) } as never,
}
const spec = {
  lifetime: 120_000,
  claims: { iss: 'cdp', sub: '{id}', uris: ['{method} {host}{path}'], n: 7, kept: '{other}' },
}
const read = (text: string): any => JSON.parse(Buffer.from(text, 'base64url').toString())

describe('a token', () => {
  it.each<[string, string, string, KeyObject]>([
    ['32 bytes of Ed25519', base64(raw(ed.privateKey).subarray(0, 32)), 'EdDSA', ed.publicKey],
    ['64 bytes of Ed25519', base64(raw(ed.privateKey)), 'EdDSA', ed.publicKey],
    ['P-256 as PKCS #8', der(ec.privateKey, 'pkcs8'), 'ES256', ec.publicKey],
    ['P-256 as SEC 1', der(ec.privateKey, 'sec1'), 'ES256', ec.publicKey],
  ])('is signed with a key of %s', (_form, secret, alg, key) => {
    const [head, claims, signature] = callToken(
      spec,
      parseTokenKey(`organizations/a:b/${alg}:${secret}`)!,
      call,
    ).split('.') as [string, string, string]
    const id = `organizations/a:b/${alg}`
    expect(read(head)).toEqual({ alg, typ: 'JWT', kid: id, nonce: 'ab'.repeat(16) })
    expect(read(claims)).toEqual({
      iss: 'cdp',
      sub: id,
      uris: ['POST api.shop.example:81/v1/token'],
      n: 7,
      kept: '{other}',
      nbf: 1_800_000_000,
      exp: 1_800_000_120,
    })
    const text = Buffer.from(`${head}.${claims}`)
    const made = Buffer.from(signature, 'base64url')
    const how = { key, dsaEncoding: 'ieee-p1363' as const }
    expect(verify(alg === 'EdDSA' ? null : 'sha256', text, how, made)).toBe(true)
    expect(verify(alg === 'EdDSA' ? null : 'sha256', Buffer.from(head), how, made)).toBe(false)
  })
})

describe('a key', () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'secp384r1' })
  const wrong: [string, string][] = [
    ['no id', `:${base64(raw(ed.privateKey))}`],
    ['no secret', 'shop:'],
    ['no colon', base64(raw(ed.privateKey))],
    ['33 bytes', `shop:${base64(Buffer.alloc(33, 1))}`],
    ['another curve', `shop:${der(other.privateKey, 'pkcs8')}`],
  ]

  it.each(wrong)('with %s signs nothing', (_what, text) => {
    expect(parseTokenKey(text)).toBeUndefined()
  })

  it.each(wrong)('with %s is refused at the start, and not shown', (_what, text) => {
    const upstream = { name: 'shop', env: 'SHOP', base: 'https://a.example', source: 'shop' }
    const rest = {
      headers: { authorization: 'Bearer {jwt}' },
      capacity: { concurrency: 1, queue: 1 },
    }
    const upstreams = { shop: { ...upstream, ...rest, jwt: spec } }
    const found = readSettings({ SHOP_KEY: text }, {
      networks: { base: { kind: 'evm' } },
      upstreams,
    } as never)
    const problems = 'problems' in found ? found.problems : []
    expect(problems).toContain('SHOP_KEY must be id:secret, with an Ed25519 or P-256 key in base64')
    expect(problems.join()).not.toContain(text)
  })
})
