/** Ed25519 keys and signatures, by Node's own implementation. */
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { fromBase58, toBase58 } from './base58.ts'

/** The DER prefixes of a public and a private key, before their 32 bytes. */
const PUBLIC = Buffer.from('302a300506032b6570032100', 'hex')
const PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex')

const privateKey = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE, seed]), format: 'der', type: 'pkcs8' })

const publicBytes = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC.length)

/** Reads the bytes of a key file of the Solana tools: a JSON list of 64 numbers. */
function readList(text: string): Buffer | undefined {
  const list = text.length > 400 ? undefined : /^\[([\d\s,]+)\]$/.exec(text)?.[1]
  if (list === undefined) return undefined
  const numbers = list.split(',').map(Number)
  const fits = numbers.length === 64 && numbers.every(n => Number.isInteger(n) && n < 256)
  return fits ? Buffer.from(numbers) : undefined
}

/**
 * Reads a secret key, in base58 or in a key file's form: 64 bytes, of which the last 32 are the
 * address. Returns it in base58; undefined if it is not one.
 */
export function readSecretKey(text: string): string | undefined {
  const bytes = readList(text) ?? fromBase58(text, 64)
  if (bytes === undefined) return undefined
  const isWhole = publicBytes(privateKey(bytes.subarray(0, 32))).equals(bytes.subarray(32))
  return isWhole ? toBase58(bytes) : undefined
}

/** Returns the secret key of a 32-byte seed, in base58. */
export const secretKeyOf = (seed: Uint8Array): string =>
  toBase58(Buffer.concat([seed, publicBytes(privateKey(seed))]))

/** A wallet that signs messages. Its key is not exposed. */
export interface Signer {
  readonly address: string
  sign(message: Uint8Array): Buffer
}

/** Creates the wallet of a secret key. Throws, without showing the key, if it is invalid. */
export function createSigner(secret: string): Signer {
  const text = readSecretKey(secret)
  if (text === undefined) throw new Error('the relayer key is not a Solana secret key')
  const bytes = fromBase58(text, 64) as Buffer
  const key = privateKey(bytes.subarray(0, 32))
  return {
    address: toBase58(bytes.subarray(32)),
    sign: message => sign(null, message, key),
  }
}

/** Whether `address` signed the message. */
export function isSignedBy(address: string, message: Uint8Array, signature: Uint8Array): boolean {
  const bytes = fromBase58(address, 32)
  if (bytes === undefined) return false
  const key = createPublicKey({
    key: Buffer.concat([PUBLIC, bytes]),
    format: 'der',
    type: 'spki',
  })
  return verify(null, message, key, signature)
}
