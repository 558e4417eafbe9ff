/**
 * Limits results that are sent again: they were paid for, so their wallet gets them for free, and
 * each may take much memory while it is made.
 */
import type { Call, Reply } from '../call.ts'
import { takeTurns } from '../lib/turns.ts'
import { tooMany } from '../replies/too-many.ts'
import { callerKeys } from './metered.ts'

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
