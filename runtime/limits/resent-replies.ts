/**
 * Limits the memory of large stored replies that a process sends again. They are read, parsed and
 * written whole, and their callers do not pay for that.
 */
import type { Call } from '../call.ts'
import type { Bounds } from '../http/memory-budget.ts'
import type { PaymentRecord } from '../payments/record.ts'
import type { Clock } from '../seams.ts'

/** The most bytes of such replies at a time, as they are read: of a wallet, and of all. */
const BOUNDS: Bounds = { all: 96 * 2 ** 20, each: 32 * 2 ** 20 }
/** Replies of fewer bytes do not count. */
const SMALL = 2 ** 20
/** How long a reply may take, in ms, while others wait for its memory. */
const PATIENCE = 60_000

/** A reply in transfer. `hangUp` closes the connection of its caller. */
export interface Resent {
  payer: string
  size: number
  since: number
  hangUp(): void
}

/** The replies in transfer, the oldest first. */
export class ResentReplies {
  readonly #clock: Clock
  readonly #bounds: Bounds
  #held: Resent[] = []

  constructor(clock: Clock, bounds = BOUNDS) {
    this.#clock = clock
    this.#bounds = bounds
  }

  /**
   * Takes memory for a reply of `size` bytes. One that is longer than the part of a wallet counts
   * as that part. If there is no memory, the oldest transfers that took too long are ended; returns
   * undefined, and ends none, if that would not be enough.
   */
  take(reply: Pick<Resent, 'payer' | 'size' | 'hangUp'>): Resent | undefined {
    const { all, each } = this.#bounds
    const one = { ...reply, size: Math.min(reply.size, each), since: this.#clock.now() }
    const own = this.#held.filter(({ payer }) => payer === one.payer)
    const ended = new Set<Resent>()
    if (!makesRoom(one, own, { most: each, ended })) return undefined
    if (!makesRoom(one, this.#held, { most: all, ended })) return undefined
    for (const slow of ended) {
      this.give(slow)
      slow.hangUp()
    }
    this.#held.push(one)
    return one
  }

  /** Gives memory back. */
  give(one: Resent): void {
    this.#held = this.#held.filter(other => other !== one)
  }
}

/**
 * Whether a reply fits beside others, of which those that take too long may be ended: adds to
 * `ended` the oldest of them that have to be.
 */
function makesRoom(
  one: Resent,
  others: readonly Resent[],
  { most, ended }: { most: number; ended: Set<Resent> },
): boolean {
  const left = others.filter(other => !ended.has(other))
  let sum = left.reduce((total, { size }) => total + size, one.size)
  for (const other of left) {
    if (sum <= most) break
    if (one.since - other.since < PATIENCE) continue
    ended.add(other)
    sum -= other.size
  }
  return sum <= most
}

/**
 * Takes memory for a stored reply until the call is over, if it is large. Returns false if there is
 * none; the reply stays stored.
 */
export function takeResent(call: Call, { payer, kept }: PaymentRecord): boolean {
  const size = kept?.bytes ?? kept?.body.length ?? 0
  if (size <= SMALL || call.resent !== undefined) return true
  call.resent = call.context.resent.take({ payer, size, hangUp: () => call.hangUp() })
  return call.resent !== undefined
}

/** Gives the memory of a call's stored reply back. */
export function leaveResent(call: Call): void {
  if (call.resent !== undefined) call.context.resent.give(call.resent)
  call.resent = undefined
}
