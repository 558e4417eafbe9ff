/**
 * Parses signatures as wallets send them: 65 bytes from an ordinary wallet, any bytes from a
 * contract wallet.
 */
import { addressOf, curve } from './curve.ts'

/** Half of the curve's order: the token rejects a larger s. */
const HALF = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex')
const DEPLOYLESS = '6492649264926492649264926492649264926492649264926492649264926492'

/** The parts of a 65-byte signature; `bit` is v without its offset of 27. */
export interface Parts {
  rs: Buffer
  bit: number
}

/** Splits an ordinary wallet's signature. If it is unacceptable, returns the reason as a string. */
export function splitSignature(signature: string): Parts | string {
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const v = bytes[64] as number
  const bit = v >= 27 ? v - 27 : v
  if (bit !== 0 && bit !== 1) return `the signature ends with ${v}; 27 or 28 was expected`
  if (HALF.compare(bytes, 32, 64) < 0)
    return 'the s of the signature is in the upper half of the curve order; the token refuses it'
  return { rs: bytes.subarray(0, 64), bit }
}

/** Whether a signature has the length of an ordinary wallet's. */
export const isPlain = (signature: string): boolean => signature.length === 132

/** Whether this is an ERC-6492 signature, from a contract wallet that is not deployed. */
export const isDeployless = (signature: string): boolean => signature.endsWith(DEPLOYLESS)

/**
 * Recovers the address (lower case) that signed the hash; undefined if the curve has no such point.
 */
export function recoverAddress(hash: Buffer, parts: Parts): string | undefined {
  const key = curve.recover(hash, parts.rs, parts.bit)
  return key && addressOf(key)
}
