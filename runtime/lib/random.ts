/** The production source of randomness: the operating system's, fit for secrets and ids. */
import { randomBytes, randomFillSync } from 'node:crypto'
import type { Random } from '../seams.ts'

/** Number of bytes fetched at a time: one system call costs more than hundreds of bytes. */
const POOL = 4096

/** Creates a source that returns each byte of its pool once and then erases it. */
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

/** A cryptographically secure source of randomness. */
export const systemRandom: Random = pooled()
