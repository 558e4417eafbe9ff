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
   * undefined if there is none.
   */
  take(reply: Pick<Resent, 'payer' | 'size' | 'hangUp'>): Resent | undefined {
    const since = this.#clock.now()
    const one = { ...reply, size: Math.min(reply.size, this.#bounds.each), since }
    while (!this.#fits(one)) {
      const slow = this.#held.find(other => this.#isInTheWay(other, one))
      if (slow === undefined) return undefined
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

  #fits(one: Resent): boolean {
    const { all, each } = this.#bounds
    return this.#sum() + one.size <= all && this.#sum(one.payer) + one.size <= each
  }

  #sum(payer?: string): number {
    const held = this.#held.filter(one => payer === undefined || one.payer === payer)
    return held.reduce((sum, { size }) => sum + size, 0)
  }

  /** Whether a reply takes too long, and memory that this other one needs. */
  #isInTheWay({ payer, since }: Resent, one: Resent): boolean {
    const isFull = this.#sum() + one.size > this.#bounds.all
    return one.since - since >= PATIENCE && (isFull || payer === one.payer)
  }
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
