/**
 * Large documents in Redis. Their JSON is stored separately in pieces and uses its own connection,
 * so that other commands do not wait behind it. The pieces exist before the commit that names them.
 * The commit takes them over, and they are deleted with their document. Pieces without a commit
 * expire.
 */
import type { Random } from '../seams.ts'
import { guarded, type RedisClient } from './redis-client.ts'
import { takeTurns } from '../lib/turns.ts'

/** Longest JSON, in characters of its texts, that uses the shared connection. */
const LARGE = 262_144
/** Bytes of one piece. */
const PIECE = 262_144
/** Ms that pieces wait for their commit. */
const UNCLAIMED = 600_000
/** Number of texts in transfer at a time. */
const AT_ONCE = 2

/**
 * Whether a document's JSON is certainly long. Counts the characters without serialising it,
 * because serialising many long documents together would block this process for seconds.
 */
export function isLarge(doc: unknown): boolean {
  return remaining(doc, LARGE) < 0
}

/** Subtracts a value's characters from the remaining number. */
function remaining(value: unknown, left: number): number {
  if (typeof value === 'string') return left - value.length
  if (typeof value !== 'object' || value === null) return left - 1
  let now = left
  for (const key in value) {
    now = remaining((value as Record<string, unknown>)[key], now)
    if (now < 0) break
  }
  return now
}

/** Texts stored separately, by the names that their documents use. */
export interface LargeTexts {
  /**
   * Stores the JSON of a document until a commit takes it over; returns its name. Serialises the
   * JSON when its turn comes.
   */
  put(doc: unknown): Promise<string>
  /** Reads a text; undefined if its document was removed or changed. */
  get(name: string): Promise<string | undefined>
  /** Removes a text that no commit uses. */
  drop(name: string): Promise<void>
}

/** Creates access to large texts over a dedicated connection. */
export function createLargeTexts(client: RedisClient, base: string, random: Random): LargeTexts {
  const inTurn = takeTurns(AT_ONCE)
  const keyOf = (name: string): string => `${base}b:${name}`
  return {
    put: doc =>
      inTurn(async () => {
        const bytes = Buffer.from(JSON.stringify(doc))
        const pieces = Math.ceil(bytes.length / PIECE)
        const name = `${pieces}.${random.hex(12)}`
        for (let i = 0; i < pieces; i++) {
          await guarded(() =>
            client.fareboxPiece(
              keyOf(name),
              i,
              bytes.subarray(i * PIECE, (i + 1) * PIECE),
              UNCLAIMED,
            ),
          )
        }
        return name
      }),
    get: name =>
      inTurn(async () => {
        const pieces: Buffer[] = []
        while (pieces.length < Number.parseInt(name, 10)) {
          const piece = await guarded(() => client.hgetBuffer(keyOf(name), String(pieces.length)))
          if (piece === null) return undefined
          pieces.push(piece)
        }
        return Buffer.concat(pieces).toString('utf8')
      }),
    async drop(name) {
      await guarded(() => client.unlink(keyOf(name)))
    },
  }
}
