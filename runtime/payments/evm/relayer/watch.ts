/** Watches a transaction until the chain has decided every settlement in it. */
import type { Settlement } from '../../types.ts'
import { obstacle } from '../check.ts'
import type { Receipt } from '../node.ts'
import { saysUsed } from '../revert.ts'
import { authorizationStatus, WITHOUT_EFFECT } from '../authorization-status.ts'
import { callOf, expiryOf, lastChance, type Item } from './batch.ts'
import { broadcast } from './broadcast.ts'
import { raised } from './fees.ts'
import { createPauses } from './options.ts'
import type { PendingTransaction, Sending } from './send.ts'

/**
 * The dependencies of watching: those of sending, and where to put settlements that get another
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

/**
 * Ms to keep watching after the last authorization expired; afterwards only the chain's records
 * matter.
 */
const AFTER = 120_000
const ATTEMPTS = 3

/** The receipt of any version of the transaction, once it has enough confirmations. */
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

/**
 * Whether a wallet with code let a transfer revert while it was valid, so that the relayer paid for
 * the gas and was not paid.
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
 * Decides one settlement whose transaction does not prove it: by the authorization's status on the
 * chain, or by another transaction of its own.
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
async function decide(
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

/**
 * Broadcasts the same bytes again, and those of earlier nonces that may block them. Fills gaps in
 * the nonces.
 */
async function nudge(watching: Watching, pending: PendingTransaction): Promise<void> {
  const { node, wallet, journal, fees } = watching
  const first = await node.count(wallet.address, 'latest')
  journal.mined(first)
  const waiting = new Map(journal.open().map(entry => [entry.nonce, entry]))
  const filler = await fees()
  const most = Math.min(pending.nonce, first + watching.options.inFlight * 4)
  for (let nonce = first; nonce < most; nonce++) {
    const entry =
      waiting.get(nonce) ??
      wallet.sign({ nonce, to: wallet.address, data: '0x', gas: 21_000n, ...filler })
    await broadcast(node, entry)
  }
  await broadcast(node, { raw: pending.raw, transaction: pending.hashes.at(-1) as string })
}

/**
 * Replaces the transaction by one with a higher fee under the same nonce. Records its intents
 * before broadcasting it.
 */
async function bump(watching: Watching, pending: PendingTransaction): Promise<void> {
  const { node, journal, fees, options, clock } = watching
  const higher = raised(pending.fees, await fees(), options)
  if (!higher) return
  // The replacement must contain every transfer of the original; otherwise an item whose intent
  // cannot be recorded would be missing from it.
  const signed = watching.wallet.sign({
    nonce: pending.nonce,
    ...callOf(pending.items, pending.gas),
    ...higher,
  })
  const intent = {
    transaction: signed.transaction,
    relayer: watching.wallet.address,
    relayerNonce: pending.nonce,
    sentAt: clock.now(),
  }
  const raw = pending.items.length === 1 ? { raw: signed.raw } : {}
  const open = pending.items.filter(item => !item.ended)
  await Promise.all(
    open.map(async item => {
      await item.onIntent({ ...intent, ...raw })
      item.intent = { ...intent, ...raw }
    }),
  )
  watching.note('fee raised', {
    nonce: pending.nonce,
    transaction: signed.transaction,
    maxFee: String(higher.maxFee),
  })
  pending.hashes.push(signed.transaction)
  pending.fees = higher
  pending.raw = signed.raw
  await broadcast(node, signed)
  await journal.add({ nonce: pending.nonce, ...signed })
}

/**
 * Helps a transaction that is not mined in time: first broadcasts the same bytes again, then raises
 * the fee.
 */
async function tend(
  watching: Watching,
  pending: PendingTransaction,
  due: { nudge: number; bump: number },
): Promise<void> {
  const { clock, options, journal } = watching
  const now = clock.now()
  if (now >= due.bump) {
    due.bump = now + options.bump
    await journal.turn(async () => {
      await nudge(watching, pending)
      await bump(watching, pending)
    })
  } else if (now >= due.nudge) {
    due.nudge = now + options.nudge
    await journal.turn(() => nudge(watching, pending))
  }
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
