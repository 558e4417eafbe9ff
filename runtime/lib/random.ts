/** The production source of randomness: the operating system's, fit for secrets and ids. */
import { randomBytes, randomFillSync } from 'node:crypto'
import type { Random } from '../seams.ts'

/** Bytes fetched at once: one question to the system costs more than hundreds of bytes. */
const POOL = 4096

/** Makes a source that hands out each byte of its pool once, and wipes it there. */
function pooled(): Random {
  const pool = Buffer.alloc(POOL)
  let used = POOL
  return {
    hex(bytes) {
      if (bytes > POOL) return randomBytes(bytes).toString('hex')
      if (used + bytes > POOL) {
        randomFillSync(pool)
        used = 0
      }
      const start = used
      used += bytes
      const text = pool.toString('hex', start, used)
      pool.fill(0, start, used)
      return text
    },
  }
}

/** Cryptographic randomness. */
export const systemRandom: Random = pooled()
