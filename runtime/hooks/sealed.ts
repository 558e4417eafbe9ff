/**
 * Seals texts into handles that callers pass back: they cannot be read, made up or changed. A
 * handle has a prefix, which is sealed with it.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import type { Random } from '../seams.ts'

/** Seals and opens handles. */
export interface Sealer {
  /** Seals a text of at most `LONGEST` bytes. */
  seal(prefix: string, text: string): string
  /** Opens a handle; returns the empty text if it was not sealed here with this prefix. */
  unseal(prefix: string, handle: string): string
}

const CIPHER = 'aes-256-gcm'
const [KEY, IV, TAG] = [32, 12, 16]
/** Texts are padded to this many bytes, so that the length of a handle reveals nothing. */
const LONGEST = 128
const HANDLE = /^[A-Za-z0-9_-]{40,400}$/

/** Creates the sealer: the first key seals, and every key opens. Throws if there is no key. */
export function createSealer(keys: readonly string[], random: Pick<Random, 'hex'>): Sealer {
  const derived = keys.map(key => Buffer.from(hkdfSync('sha256', key, '', 'handles', KEY)))
  const [newest] = derived
  if (newest === undefined) throw new Error('a sealer needs a key')
  return {
    seal(prefix, text) {
      const iv = Buffer.from(random.hex(IV), 'hex')
      const cipher = createCipheriv(CIPHER, newest, iv).setAAD(Buffer.from(prefix))
      const sealed = Buffer.concat([cipher.update(padded(text)), cipher.final()])
      return `${prefix}_${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`
    },
    unseal(prefix, handle) {
      const inner = handle.startsWith(`${prefix}_`) ? handle.slice(prefix.length + 1) : ''
      if (!HANDLE.test(inner)) return ''
      const bytes = Buffer.from(inner, 'base64url')
      // Another spelling of the same bytes is not the same handle.
      if (bytes.toString('base64url') !== inner) return ''
      const opened = derived.map(key => open(key, prefix, bytes))
      return opened.find(text => text !== undefined) ?? ''
    },
  }
}

/** Returns the text after its length, padded with zeros. Throws if it is too long. */
function padded(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length > LONGEST) throw new Error(`a text of ${bytes.length} bytes cannot be sealed`)
  const whole = Buffer.alloc(LONGEST + 1)
  whole[0] = bytes.length
  bytes.copy(whole, 1)
  return whole
}

function open(key: Buffer, prefix: string, bytes: Buffer): string | undefined {
  const [iv, tag] = [bytes.subarray(0, IV), bytes.subarray(IV, IV + TAG)]
  try {
    const cipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG })
      .setAAD(Buffer.from(prefix))
      .setAuthTag(tag)
    const whole = Buffer.concat([cipher.update(bytes.subarray(IV + TAG)), cipher.final()])
    return whole.subarray(1, 1 + whole[0]!).toString('utf8')
  } catch {
    return undefined
  }
}

/** Returns 32 hex digits that identify a text. */
export const digest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32)
