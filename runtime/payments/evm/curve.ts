/**
 * secp256k1 in the fastest implementation that this machine has: native code (80 us per recovery),
 * else WebAssembly (320 us).
 */
import { createRequire } from 'node:module'
import { keccak } from './keccak.ts'

/** The three operations that payments need. `rs` is r and s, 64 bytes; `bit` is 0 or 1. */
export interface Curve {
  name: 'native' | 'wasm'
  /** Recovers the uncompressed public key (65 bytes); undefined if the signature has none. */
  recover(hash: Buffer, rs: Buffer, bit: number): Uint8Array | undefined
  /** Signs a hash: deterministic, with a low s. */
  sign(hash: Buffer, key: Buffer): { rs: Uint8Array; bit: number }
  /** Derives the uncompressed public key of a private key. Throws if the key is invalid. */
  publicKey(key: Buffer): Uint8Array
}

interface Native {
  ecdsaRecover(rs: Uint8Array, bit: number, hash: Uint8Array, compressed: boolean): Uint8Array
  ecdsaSign(hash: Uint8Array, key: Uint8Array): { signature: Uint8Array; recid: number }
  publicKeyCreate(key: Uint8Array, compressed: boolean): Uint8Array
}
interface Wasm {
  recover(hash: Uint8Array, rs: Uint8Array, bit: number, compressed: boolean): Uint8Array | null
  signRecoverable(hash: Uint8Array, key: Uint8Array): { signature: Uint8Array; recoveryId: number }
  pointFromScalar(key: Uint8Array, compressed: boolean): Uint8Array | null
}

const load = createRequire(import.meta.url)

/**
 * Loads the native library; undefined if it is not built. Its package would then fall back to
 * `elliptic`, which is slower than WebAssembly and takes 10 MB.
 */
export function nativeCurve(): Curve | undefined {
  const library = nativeLibrary()
  return (
    library && {
      name: 'native',
      recover(hash, rs, bit) {
        try {
          return library.ecdsaRecover(rs, bit, hash, false)
        } catch {
          return undefined
        }
      },
      sign(hash, key) {
        const { signature, recid } = library.ecdsaSign(hash, key)
        return { rs: signature, bit: recid }
      },
      publicKey: key => library.publicKeyCreate(key, false),
    }
  )
}

function nativeLibrary(): Native | undefined {
  try {
    return load('secp256k1/bindings') as Native
  } catch {
    return undefined
  }
}

/** Loads the WebAssembly library, which runs everywhere. */
export function wasmCurve(): Curve {
  const library = load('tiny-secp256k1') as Wasm
  return {
    name: 'wasm',
    recover(hash, rs, bit) {
      try {
        return library.recover(hash, rs, bit, false) ?? undefined
      } catch {
        return undefined
      }
    },
    sign(hash, key) {
      const { signature, recoveryId } = library.signRecoverable(hash, key)
      return { rs: signature, bit: recoveryId }
    },
    publicKey(key) {
      const point = library.pointFromScalar(key, false)
      if (!point) throw new Error('not a private key')
      return point
    },
  }
}

/** The fastest curve that this machine can load. */
export const curve: Curve = nativeCurve() ?? wasmCurve()

/** Derives the address (lower case) of an uncompressed public key. */
export function addressOf(publicKey: Uint8Array): string {
  return (
    '0x' +
    keccak(Buffer.from(publicKey.buffer, publicKey.byteOffset + 1, 64)).toString('hex', 12, 32)
  )
}
