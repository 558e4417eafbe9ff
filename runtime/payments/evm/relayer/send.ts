/**
 * Turns waiting settlements into one broadcast transaction: chooses the nonce, signs, records the
 * intents, then broadcasts.
 */
import type { Intent, Settlement } from '../../settlement.ts'
import { obstacleSoon } from '../check.ts'
import { isRevert, saysUsed } from '../revert.ts'
import type { Signed } from '../transaction.ts'
import { authorizationStatus, WITHOUT_EFFECT } from '../authorization-status.ts'
import { callOf, type Item } from './batch.ts'
import { broadcast } from './broadcast.ts'
import { raised, type Fees } from './fees.ts'
import { REVERTED_LATELY } from './refused.ts'
import type { Sending, PendingTransaction } from './pending.ts'

const TRIES = 6

/**
 * Records the intent of every item. Returns the items whose intent was recorded; the others end.
 */
async function recordIntents(items: Item[], intent: Intent): Promise<Item[]> {
  const results = await Promise.allSettled(items.map(item => item.onIntent(intent)))
  return items.filter((item, i) => {
    const result = results[i] as PromiseSettledResult<void>
    if (result.status === 'fulfilled') item.intent = intent
    else if (item.intent) endDoubtful([item], 'an intent could not be recorded')
    else item.refuse(result.reason)
    return result.status === 'fulfilled'
  })
}

/**
 * Signs the items under a nonce and records their intents. If an intent cannot be recorded, signs
 * the remaining items again. Undefined if none is left.
 */
async function prepare(
  sending: Sending,
  pending: { nonce: number; items: Item[]; fees: Fees; gas?: bigint },
): Promise<{ signed: Signed; items: Item[] } | undefined> {
  const { wallet, clock } = sending
  let { items } = pending
  while (items.length > 0) {
    const signed = wallet.sign({
      nonce: pending.nonce,
      ...callOf(items, pending.gas),
      ...pending.fees,
    })
    const intent: Intent = {
      transaction: signed.transaction,
      relayer: wallet.address,
      relayerNonce: pending.nonce,
      sentAt: clock.now(),
    }
    // The bytes of a batch are stored once, in the nonce journal, and not in every record.
    const recorded = await recordIntents(
      items,
      items.length === 1 ? { ...intent, raw: signed.raw } : intent,
    )
    if (recorded.length === items.length) return { signed, items }
    items = recorded
  }
  return undefined
}

/** Returns the gas for the transfer of a wallet with code, or the reason why it is not sent. */
async function walletGas(
  { node, options, refused }: Sending,
  { transfer }: Item,
): Promise<bigint | string> {
  if (refused.has(transfer.authorization.from)) return REVERTED_LATELY
  try {
    const gas = await node.estimate(transfer)
    return gas <= options.walletGas ? gas + gas / 3n : `the wallet's own check takes ${gas} gas`
  } catch (error) {
    if (isRevert(error)) return transfer.method.reason(node, transfer, error)
    throw error
  }
}

/**
 * Ends items whose intents are recorded but which the network did not accept. A later look-up
 * settles them again.
 */
function endDoubtful(items: readonly Item[], reason: string): void {
  for (const item of items) {
    item.end({ state: 'unknown', reason, transaction: item.intent?.transaction })
  }
}

/**
 * Ends an item that is not sent, with its `reason`. If an earlier transaction of ours may be mined,
 * or someone else may have sent the authorization, the chain decides. Until then the recorded
 * intent marks it for a look-up.
 */
async function endUnsent(sending: Sending, item: Item, reason: string): Promise<void> {
  const refused: Settlement = { state: 'failed', reason, mayLand: true }
  if (!item.intent && !saysUsed(reason)) return item.end(refused)
  const intent = item.intent ?? { sentAt: sending.clock.now() }
  if (!item.intent && (await recordIntents([item], intent)).length === 0) return
  const unknown: Settlement = { state: 'unknown', reason, transaction: intent.transaction }
  const found = await authorizationStatus(sending.question, item.transfer, intent).catch(
    () => unknown,
  )
  item.end(found.state !== 'unknown' ? found : found.reason === WITHOUT_EFFECT ? refused : unknown)
}

/**
 * Tries nonces and fees until the network has the transaction, may have it, or certainly refuses
 * it. Runs inside the journal's turn.
 */
async function launch(
  sending: Sending,
  start: Item[],
  gas?: bigint,
): Promise<PendingTransaction | undefined> {
  const { journal, node, clock, options } = sending
  let [nonce, fees] = await Promise.all([journal.next(), sending.fees()])
  let items = start
  for (let tries = 0; tries < TRIES; tries++) {
    const prepared = await prepare(sending, { nonce, items, fees, gas })
    if (!prepared) return undefined
    const { signed } = prepared
    items = prepared.items
    const pending: PendingTransaction = {
      nonce,
      items,
      fees,
      gas,
      hashes: [signed.transaction],
      raw: signed.raw,
      sentAt: clock.now(),
    }
    const answer = await broadcast(node, signed)
    if (answer.state !== 'sent')
      sending.note('broadcast', { nonce, transaction: signed.transaction, ...answer })
    if (answer.state === 'sent' || answer.state === 'doubtful') {
      await journal.add({ nonce, ...signed })
      return pending
    }
    if (answer.state === 'refused') {
      endDoubtful(items, answer.reason)
      return undefined
    }
    // "Nonce too low" may also mean that the node already has this very transaction.
    if (answer.state === 'taken' && (await node.knows(signed.transaction))) return pending
    if (answer.state === 'taken') nonce = await journal.next(nonce)
    else fees = raised(fees, await sending.fees(), options) ?? fees
  }
  journal.reset() // the nonces that the node reported as used may be free
  endDoubtful(items, 'the network took no transaction of the relayer')
  return undefined
}

/**
 * Sends the items as one transaction. Returns undefined if nothing was sent; every item then ends,
 * immediately or after a look-up on the chain. Rejects if the node does not answer before anything
 * was sent.
 */
export async function send(
  sending: Sending,
  items: Item[],
): Promise<PendingTransaction | undefined> {
  const first = items[0] as Item
  let gas: bigint | undefined
  if (items.length === 1) first.coded ||= sending.refused.has(first.transfer.authorization.from)
  if (first.coded) {
    const gasOrReason = await walletGas(sending, first)
    if (typeof gasOrReason === 'string') {
      // Not awaited: the items behind it do not depend on it.
      void endUnsent(sending, first, gasOrReason)
      return undefined
    }
    gas = gasOrReason
  } else if (!first.transfer.method.isBatchable) {
    // One transaction of a payer, such as a revocation of its allowance, makes all its open
    // payments revert. If each has its own transaction, the relayer would pay for all of them.
    const reason = await obstacleSoon(sending.node, first.transfer)
    if (reason !== undefined) {
      void endUnsent(sending, first, reason)
      return undefined
    }
  }
  return sending.journal.turn(() => launch(sending, items, gas))
}
