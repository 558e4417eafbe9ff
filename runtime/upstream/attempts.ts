/**
 * Sends a request, and repeats it if the call allows it and the upstream has not started to work.
 */
import type { Clock, Random } from '../seams.ts'
import { within, type Deadline } from './deadline.ts'
import { exchange, ExchangeError, type Received, type Sending } from './exchange.ts'
import type { Pools } from './pools.ts'
import { ReplyClaim, type ReplyHold } from './reply-room.ts'

/** The dependencies of sending a request. */
export interface AttemptOptions {
  pools: Pools
  clock: Clock
  random: Random
}

interface Request {
  origin: string
  sending: Sending
}
interface Limits {
  limit: Deadline
  hold: ReplyHold
  /** Largest reply, in unpacked bytes. */
  maxBytes: number
  again: number
  /** Longest time of one attempt, in ms; a longer attempt is aborted and repeated. */
  each?: number
}

/** Statuses of an upstream that has not started to work on a request. */
const AGAIN = new Set([502, 503, 504])
const FIRST_PAUSE = 100

/**
 * Sends once and repeats at most `again` times, with growing random pauses, until `limit` ends.
 * Rejects with ExchangeError.
 */
export async function attempts(
  parts: AttemptOptions,
  request: Request,
  options: Limits,
): Promise<Received> {
  const { clock, random } = parts
  const { limit, again } = options
  for (let n = 0; ; n++) {
    try {
      const received = await attempt(parts, request, options)
      if (n >= again || !AGAIN.has(received.status)) return received
    } catch (error) {
      if (n >= again || !isRepeated(error, limit)) throw error
    }
    const share = 0.5 + Number.parseInt(random.hex(2), 16) / 65_535
    await within(limit, clock.sleep(FIRST_PAUSE * 2 ** n * share))
  }
}

/** Sends once, within the time limit of one attempt. */
async function attempt(
  { pools, clock }: AttemptOptions,
  { origin, sending }: Request,
  { limit, hold, maxBytes, each }: Limits,
): Promise<Received> {
  const pool = pools.to(origin)
  const room = new ReplyClaim(hold)
  if (each === undefined) return exchange(pool, sending, { limit, maxBytes, room })
  const own = limit.part(clock, each)
  try {
    return await exchange(pool, sending, { limit: own, maxBytes, room })
  } finally {
    own.end()
  }
}

/**
 * Whether another attempt may succeed: the connection broke, or only this attempt took too long.
 */
const isRepeated = (error: unknown, limit: Deadline): boolean =>
  error instanceof ExchangeError &&
  (error.problem === 'connection' || (error.problem === 'timeout' && limit.reason === undefined))
