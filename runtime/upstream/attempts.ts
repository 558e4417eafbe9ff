/**
 * Sends a request, and repeats it if the call allows it and the upstream has not started to work.
 */
import type { Clock, Random } from '../seams.ts'
import { within, type Deadline } from './deadline.ts'
import { exchange, ExchangeError, type Received, type Sending } from './exchange.ts'
import type { Pools } from './pools.ts'

/** What sending needs. */
export interface AttemptOptions {
  pools: Pools
  clock: Clock
  random: Random
  maxBytes: number
}

interface Request {
  origin: string
  sending: Sending
}
interface Limits {
  limit: Deadline
  again: number
}

/** Statuses of an upstream that has not started to work on a request. */
const AGAIN = new Set([502, 503, 504])
const FIRST_PAUSE = 100

/**
 * Sends once and repeats at most `again` times, with growing random pauses. Rejects with
 * ExchangeError.
 */
export async function attempts(
  parts: AttemptOptions,
  request: Request,
  options: Limits,
): Promise<Received> {
  const { pools, clock, random, maxBytes } = parts
  const { limit, again } = options
  for (let n = 0; ; n++) {
    try {
      const received = await exchange(pools.to(request.origin), request.sending, {
        limit,
        maxBytes,
      })
      if (n >= again || !AGAIN.has(received.status)) return received
    } catch (error) {
      if (n >= again || !(error instanceof ExchangeError) || error.problem !== 'connection')
        throw error
    }
    const share = 0.5 + Number.parseInt(random.hex(2), 16) / 65_535
    await within(limit, clock.sleep(FIRST_PAUSE * 2 ** n * share))
  }
}
