/**
 * The keys that sign receipts: made from the gateway's keys, and named so that clients find them.
 */
import { createPublicKey, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { createReceiptSigner } from '../../runtime/payments/receipt-signer.ts'
import { toBase58 } from '../../runtime/payments/solana/base58.ts'

const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())

it('each key has a public one of its own, always the same, with its did:key', () => {
  const { keys } = createReceiptSigner(['new', 'old'])
  expect(keys).toEqual(createReceiptSigner(['new', 'old']).keys)
  expect(keys[0]!.x).not.toBe(keys[1]!.x)
  expect(createReceiptSigner(['old']).keys).toEqual([keys[1]])
  for (const { x, kid, ...rest } of keys) {
    expect(rest).toEqual({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' })
    const bytes = Buffer.from(x, 'base64url')
    expect(bytes).toHaveLength(32)
    // 0xed 0x01 says that it is an Ed25519 key.
    expect(kid).toBe(`did:key:z${toBase58(Buffer.from([0xed, 0x01, ...bytes]))}`)
    expect(kid).toMatch(/^did:key:z6Mk/)
  }
})

it('the first key signs, in the form of a JWS', () => {
  const { keys, sign } = createReceiptSigner(['new', 'old'])
  const [head, payload, signature] = sign({ paid: 'ü' }).split('.') as [string, string, string]
  expect(decoded(head)).toEqual({ alg: 'EdDSA', kid: keys[0]!.kid })
  expect(decoded(payload)).toEqual({ paid: 'ü' })
  const isOf = ({ kty, crv, x }: (typeof keys)[number]): boolean =>
    verify(
      null,
      Buffer.from(`${head}.${payload}`),
      createPublicKey({ key: { kty, crv, x }, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    )
  expect(keys.map(isOf)).toEqual([true, false])
})

it('there is no signer without a key', () => {
  expect(() => createReceiptSigner([])).toThrow('a signer of receipts needs a key')
})
