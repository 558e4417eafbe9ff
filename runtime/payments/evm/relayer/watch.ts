/** Watches a transaction until the chain has decided every settlement in it. */
import type { Receipt } from '../node.ts'
import { lastChance } from './batch.ts'
import { createPauses } from './options.ts'
import type { PendingTransaction } from './pending.ts'
import { type Watching, decide } from './decide.ts'
import { tend } from './tend.ts'

/**
 * How long, in ms, to keep watching after the last authorization expired; afterwards only the
 * chain's records matter.
 */
const AFTER = 120_000

/** Returns the receipt of any version of the transaction, once it has enough confirmations. */
async function mined(
  { node, options }: Watching,
  pending: PendingTransaction,
): Promise<Receipt | undefined> {
  for (const hash of pending.hashes) {
    const receipt = await node.receipt(hash)
    if (!receipt) continue
    return options.confirmations > 1 &&
      (await node.block()).number - receipt.block + 1 < options.confirmations
      ? undefined
      : receipt
  }
  return undefined
}

function expire(pending: PendingTransaction, now: number): void {
  for (const item of pending.items) {
    if (now >= item.deadline)
      item.end({
        state: 'unknown',
        reason: 'not mined in time',
        transaction: item.intent?.transaction,
      })
  }
}

/**
 * Watches a transaction until every settlement has ended and its nonce is used, so that it blocks
 * nothing behind it. Errors of the node only delay it; a caller waits no longer than its deadline.
 */
export async function watch(watching: Watching, pending: PendingTransaction): Promise<void> {
  const { clock, options, signal, node, wallet } = watching
  const until = lastChance(pending.items) + AFTER
  const due = { nudge: pending.sentAt + options.nudge, bump: pending.sentAt + options.bump }
  const pause = createPauses(clock, options.poll, signal)
  for (;;) {
    try {
      const receipt = await mined(watching, pending)
      const isNonceUsed =
        receipt !== undefined ||
        (clock.now() >= due.nudge && (await node.count(wallet.address, 'latest')) > pending.nonce)
      if (isNonceUsed && (await decide(watching, pending, receipt))) return
      if (!isNonceUsed) await tend(watching, pending, due)
    } catch {
      /* the node does not answer: try again */
    }
    expire(pending, clock.now())
    if (clock.now() > until) return
    await pause()
  }
}
