/**
 * Signs receipts, offers and statements about payments, so that anyone can verify them: JWS (EdDSA,
 * Ed25519), as x402's extension `offer-receipt` writes them. The key's id is a did:key, from which
 * clients read the key; the gateway publishes which keys are its own.
 */
import { createPrivateKey, createPublicKey, hkdfSync, sign, type KeyObject } from 'node:crypto'
import type { PublicKey, ReceiptSigner } from '../seams.ts'
import { toBase58 } from './solana/base58.ts'

/** The prefix of a 32-byte private key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
/** The prefix of a 32-byte public key in a did:key. */
const MULTICODEC = Buffer.from([0xed, 0x01])
const SEED = 32

/** A key pair, and the header of every JWS that it signs. */
interface Pair {
  secret: KeyObject
  shown: PublicKey
  head: string
}

/**
 * Creates the signer. Each of the gateway's signing keys yields one key pair, which does not reveal
 * it: the first pair signs, and all public keys are published. Throws if there is no key.
 */
export function createReceiptSigner(keys: readonly string[]): ReceiptSigner {
  const pairs = keys.map(pairOf)
  const [newest] = pairs
  if (newest === undefined) throw new Error('a signer of receipts needs a key')
  return {
    keys: pairs.map(({ shown }) => shown),
    sign(payload) {
      const text = `${newest.head}.${base64url(JSON.stringify(payload))}`
      return `${text}.${sign(null, Buffer.from(text), newest.secret).toString('base64url')}`
    },
  }
}

function pairOf(key: string): Pair {
  const seed = Buffer.from(hkdfSync('sha256', key, '', 'receipts', SEED))
  const der = Buffer.concat([PKCS8, seed])
  const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const x = createPublicKey(secret).export({ format: 'jwk' }).x!
  const kid = `did:key:z${toBase58(Buffer.concat([MULTICODEC, Buffer.from(x, 'base64url')]))}`
  const shown: PublicKey = { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' }
  return { secret, shown, head: base64url(JSON.stringify({ alg: 'EdDSA', kid })) }
}

const base64url = (text: string): string => Buffer.from(text, 'utf8').toString('base64url')
