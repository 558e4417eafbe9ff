/** Finds the result of a recorded settlement, and repeats one that had no effect. */
import type { Clock } from '../../../seams.ts'
import type { Intent, Settlement } from '../../settlement.ts'
import { authorizationStatus, UNUSED, WITHOUT_EFFECT } from '../authorization-status.ts'
import { obstacle } from '../check.ts'
import { landedIn, type Question } from '../landing.ts'
import type { Node } from '../node.ts'
import { saysUsed } from '../revert.ts'
import type { Transfer } from '../transfer-method.ts'
import { expiryOf, type Item } from './batch.ts'
import { broadcast } from './broadcast.ts'
import type { NonceJournal } from './nonce-journal.ts'
import type { SettlementQueue } from './settlement-queue.ts'

/** The dependencies of a payment look-up. */
export interface Finding {
  question: Question
  journal: NonceJournal
  queue: SettlementQueue
  clock: Clock
}
/** A transfer with its last recorded intent, and the callback that records the next one. */
export interface Sought {
  transfer: Transfer
  intent: Intent
  onIntent?: (intent: Intent) => Promise<void>
}

/** Ms that a transaction needs before its authorization expires. */
const IN_TIME = 2_000
/** The reasons of an authorization that is unused and valid. */
const UNSETTLED: ReadonlySet<string> = new Set([UNUSED, WITHOUT_EFFECT])

/**
 * Whether an earlier nonce is unused, so that the transaction cannot be mined until the gap is
 * filled.
 */
async function isBehindGap(node: Node, { relayer, relayerNonce }: Intent): Promise<boolean> {
  if (relayer === undefined || relayerNonce === undefined) return false
  return relayerNonce > (await node.count(relayer, 'pending'))
}

/**
 * Sends the recorded bytes again, if they are known. Returns the result, or undefined if another
 * transaction is needed.
 */
async function resume(finding: Finding, sought: Sought): Promise<Settlement | undefined> {
  const { question, journal } = finding
  const { transfer, intent } = sought
  const { node } = question
  const { transaction } = intent
  if (!transaction || (await isBehindGap(node, intent))) return undefined
  const onItsWay: Settlement = { state: 'unknown', reason: UNUSED, transaction }
  if (await node.knows(transaction)) return onItsWay
  const raw = intent.raw ?? (await journal.raw(transaction))
  const answer = raw && (await broadcast(node, { raw, transaction }))
  if (!answer || (answer.state !== 'sent' && answer.state !== 'doubtful')) return undefined
  return (await landedIn(question, transfer, transaction)) ?? onItsWay
}

/**
 * Settles again with another transaction, unless the transfer would fail. Then it has failed only
 * if the recorded transaction can never be mined: a slow process may still send that one.
 */
async function settleAgain(
  { question, queue }: Finding,
  { transfer, intent }: Sought,
  { found, onIntent }: { found: Settlement & { reason: string }; onIntent: Item['onIntent'] },
): Promise<Settlement> {
  const reason = await obstacle(question.node, transfer)
  if (reason === undefined) return queue.settle({ transfer, onIntent, intent })
  const { transaction } = intent
  if (saysUsed(reason)) return { state: 'unknown', reason, transaction }
  const isDead = transaction === undefined || found.reason === WITHOUT_EFFECT
  return isDead ? { state: 'failed', reason, mayLand: true } : found
}

/**
 * Looks up a recorded intent. If the chain does not know the transaction, sends it again: first the
 * same bytes, then another transaction.
 */
export async function findOrResume(finding: Finding, sought: Sought): Promise<Settlement> {
  const { question, clock } = finding
  const { transfer, intent, onIntent } = sought
  try {
    const found = await authorizationStatus(question, transfer, intent)
    if (found.state !== 'unknown' || !UNSETTLED.has(found.reason)) return found
    const resumed = found.reason === UNUSED ? await resume(finding, sought) : undefined
    const isLate = expiryOf(transfer.authorization) - clock.now() < IN_TIME
    if (resumed || !onIntent || isLate) return resumed ?? found
    return await settleAgain(finding, sought, { found, onIntent })
  } catch (error) {
    return {
      state: 'unknown',
      reason: question.node.report(error),
      transaction: intent.transaction,
    }
  }
}
