/**
 * Large documents in Redis. Their JSON lies apart from them in pieces and travels on a connection
 * of its own, so that nobody else's command waits behind it. The pieces are there before the commit
 * that names them; it takes them over, and from then on they go when their document goes. What no
 * commit has taken over lapses by itself.
 */
import type { Random } from '../seams.ts'
import { guarded, type RedisClient } from './redis-client.ts'
import { takeTurns } from '../turns.ts'

/** Longest JSON, by the characters of its texts, that travels with everybody's commands. */
const LARGE = 262_144
/** Bytes of one piece. */
const PIECE = 262_144
/** How long pieces wait for their commit, ms. */
const UNCLAIMED = 600_000
/** Texts on their way at the same time. */
const AT_ONCE = 2

/**
 * Whether a document's JSON is surely long. Its texts are counted and not written: writing many
 * long ones at once would keep this process from hearing anything for seconds.
 */
export function isLarge(doc: unknown): boolean {
  return rest(doc, LARGE) < 0
}

/** What is left of so many characters. */
function rest(value: unknown, left: number): number {
  if (typeof value === 'string') return left - value.length
  if (typeof value !== 'object' || value === null) return left - 1
  let now = left
  for (const key in value) {
    now = rest((value as Record<string, unknown>)[key], now)
    if (now < 0) break
  }
  return now
}

/** Texts that lie apart, by the names that their documents have for them. */
export interface LargeTexts {
  /**
   * Stores the JSON of a document until a commit takes it over; gives its name. The JSON is made
   * when its turn comes.
   */
  put(doc: unknown): Promise<string>
  /** Undefined when it is gone, as its document is or soon will be seen to be. */
  get(name: string): Promise<string | undefined>
  /** Removes what no commit will take over. */
  drop(name: string): Promise<void>
}

/** Large texts over a connection that is used for nothing else. */
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
