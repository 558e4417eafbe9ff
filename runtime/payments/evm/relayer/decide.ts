/** Decides the settlements of a transaction whose nonce is used. */
import type { Settlement } from '../../settlement.ts'
import { obstacle } from '../check.ts'
import type { Receipt } from '../node.ts'
import { saysUsed } from '../revert.ts'
import { authorizationStatus, WITHOUT_EFFECT } from '../authorization-status.ts'
import { expiryOf, type Item } from './batch.ts'
import type { PendingTransaction, Sending } from './pending.ts'

/**
 * The dependencies of watching: those of sending, and the queue for settlements that get another
 * attempt.
 */
export interface Watching extends Sending {
  signal: AbortSignal
  again(item: Item): void
}

/** A transaction whose nonce is used, with its receipt if it used the nonce itself. */
interface Mined {
  pending: PendingTransaction
  receipt?: Receipt
}

/** Why a settlement failed, and in which transaction. */
interface Why {
  failure: Extract<Settlement, { state: 'failed' }>
  receipt?: Receipt
}

const ATTEMPTS = 3

/**
 * Whether a wallet with code let a transfer revert while it was valid, so that the relayer paid the
 * gas for nothing.
 */
async function burnt(
  { node }: Watching,
  item: Item,
  receipt: Receipt | undefined,
): Promise<boolean> {
  if (receipt?.ok !== false) return false
  const { from, validBefore } = item.transfer.authorization
  item.coded ||= await node.hasCode(from)
  return item.coded && BigInt((await node.block(receipt.block)).time) < validBefore
}

/** Ends a settlement that failed. A wallet that burnt gas is refused for a while. */
async function fail(watching: Watching, item: Item, why: Why): Promise<void> {
  const { failure, receipt } = why
  if (await burnt(watching, item, receipt)) {
    const { from } = item.transfer.authorization
    watching.refused.add(from)
    const facts = { wallet: from, transaction: receipt?.transaction ?? '', reason: failure.reason }
    watching.note('contract wallet refused', facts)
  }
  item.end(failure)
}

/** Whether there is time for another transaction before the caller gets `unknown`. */
function hasTime({ clock }: Watching, item: Item): boolean {
  return (
    item.attempts < ATTEMPTS &&
    clock.now() < Math.min(item.deadline, expiryOf(item.transfer.authorization) - 2000)
  )
}

/**
 * Decides one settlement that its transaction does not prove: by the authorization's status on the
 * chain, or by a separate transaction.
 */
async function decideUnproved(
  watching: Watching,
  item: Item,
  { pending, receipt }: Mined,
): Promise<void> {
  const { authorization } = item.transfer
  const intent = {
    ...item.intent,
    relayer: watching.wallet.address,
    relayerNonce: pending.nonce,
    sentAt: item.intent?.sentAt ?? pending.sentAt,
  }
  const found: Settlement = await authorizationStatus(watching.question, item.transfer, intent)
  if (found.state === 'landed') return item.end(found)
  if (found.state === 'failed') return fail(watching, item, { failure: found, receipt })
  if (found.reason !== WITHOUT_EFFECT) throw new Error(found.reason)
  const reason = await obstacle(watching.node, item.transfer)
  // The next check finds out which transaction used it.
  if (reason && saysUsed(reason)) throw new Error('the authorization was used a moment ago')
  // A wallet that reverts with the gas that it estimated itself would revert again.
  const isHopeless = pending.gas !== undefined && receipt?.ok === false
  if (reason !== undefined || isHopeless) {
    const failure = { state: 'failed', reason: reason ?? found.reason, mayLand: true } as const
    return fail(watching, item, { failure, receipt })
  }
  if (!hasTime(watching, item)) return item.end(found)
  item.coded ||= await watching.node.hasCode(authorization.from)
  item.alone = true
  pending.items = pending.items.filter(other => other !== item)
  watching.note('settlement tried again', {
    transaction: intent.transaction ?? '',
    reason: found.reason,
  })
  watching.again(item)
}

/** Whether the transaction moved exactly the amount of the settlement. */
async function settles({ node }: Watching, item: Item, receipt: Receipt): Promise<boolean> {
  const { method, amount } = item.transfer
  return (await method.moved(node, receipt, item.transfer)) === amount
}

/** Ends the settlements that a mined transaction decides. Returns true if none is left. */
export async function decide(
  watching: Watching,
  pending: PendingTransaction,
  receipt: Receipt | undefined,
): Promise<boolean> {
  let open = 0
  for (const item of pending.items.slice()) {
    if (item.ended) continue
    try {
      if (receipt && (await settles(watching, item, receipt))) {
        watching.question.landed?.(receipt)
        item.end({ state: 'landed', transaction: receipt.transaction })
      } else await decideUnproved(watching, item, { pending, receipt })
    } catch {
      open += 1
    }
  }
  return open === 0
}
