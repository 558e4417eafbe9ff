/**
 * Limits results that are sent again: they were paid for, so their wallet gets them for free, and
 * each may take much memory while it is made.
 */
import type { Call, Reply } from '../call.ts'
import { createMemoryBudget, type Bounds, type MemoryBudget } from '../http/memory-budget.ts'
import { takeTurns } from '../lib/turns.ts'
import { isLarge, type PaymentRecord } from '../payments/record.ts'
import { tooMany } from '../replies/too-many.ts'
import { callerKeys } from './metered.ts'

/** The most characters of large stored replies that a process sends again at a time. */
const LARGE_BOUNDS: Bounds = { all: 96 * 2 ** 20, each: 32 * 2 ** 20 }

/** Makes the memory budget of large stored replies, by wallet. */
export const createResentBudget = (bounds = LARGE_BOUNDS): MemoryBudget =>
  createMemoryBudget(bounds)

/**
 * Reserves memory for a large stored reply until the call is over: it is read, parsed and written
 * again, at a cost to us alone. Returns false if its wallet, or all of them, have too many in
 * transfer; the reply stays stored. One reply of a wallet always fits.
 */
export function takeResent(call: Call, { payer, kept }: PaymentRecord): boolean {
  if (!isLarge(kept) || call.resent !== undefined) return true
  const { each } = call.context.settings.resentReplies ?? LARGE_BOUNDS
  const bytes = Math.min(kept!.body.length, each)
  if (!call.context.resent.take(payer, bytes)) return false
  call.resent = { payer, bytes }
  return true
}

/** Releases what `takeResent` reserved. */
export function leaveResent({ context, resent }: Call): void {
  if (resent !== undefined) context.resent.give(resent.payer, resent.bytes)
}

/** Results that one process makes again at the same time; it is its memory that they take. */
const inTurn = takeTurns(8)

/**
 * Makes a result again, and charges its bytes to the budget of the address and of the wallet.
 * Refuses the call if one of them has spent its budget.
 */
export function sendAgain(call: Call, make: () => Promise<Reply>): Promise<Reply> {
  return inTurn(async () => {
    const { budget } = call.context
    const keys = callerKeys(call)
    const wait = budget.wait(keys)
    if (wait !== undefined) return tooMany(call, wait, 'This result was sent too often.')
    const reply = await make()
    const { body } = reply
    if (typeof body === 'string' || Buffer.isBuffer(body))
      budget.spend(keys, { bytes: Buffer.byteLength(body), ms: 0 })
    return reply
  })
}
