/** Determines the outcome of a transaction from the chain. */
import type { Intent, Settlement } from '../settlement.ts'
import { HISTORY, type Included, type Level, type Node } from './node.ts'
import type { Authorization } from './types.ts'

/** A transaction that was, or may have been, sent. */
export interface Question {
  authorization: Authorization
  /** Its first signature, which is its id on the chain. */
  transaction: string
  intent: Intent
}

/**
 * How final the chain's answer must be. `anyAge` also searches old blocks, and detects expired
 * transactions.
 */
export interface Looking {
  level: Exclude<Level, 'processed'>
  anyAge: boolean
}

/** How much earlier than its intent a transaction may have landed, by another clock, ms. */
const EARLIER = 300_000
/** The reason of a transaction that the node does not know, and that may still be included. */
export const UNSEEN = 'the chain does not show the transaction yet'
const CONTRADICTION = 'the node contradicts itself about the transaction'
const EXPIRED = 'the blockhash expired before the transaction was included; nothing was charged'

/**
 * Returns the outcome of a payment from a transaction in a block; undefined if it is another
 * transaction.
 */
function endOf(
  { failed, message, received }: Included,
  { transaction, value }: Authorization,
): 'landed' | 'failed' | undefined {
  if (message?.equals(transaction.message) !== true) return undefined
  if (failed) return 'failed'
  return received === value ? 'landed' : undefined
}

const FAILED: Settlement = { state: 'failed', reason: 'the transaction failed on the chain' }

/**
 * Whether the transaction can never be included any more: a final block is above the last block
 * that can include it, and a node that has seen that block does not know the transaction.
 */
async function hasExpired(node: Node, { transaction, intent }: Question): Promise<boolean> {
  if (intent.lastBlock === undefined) return false
  const { height, slot } = await node.block('finalized')
  if (height <= intent.lastBlock) return false
  const status = await node.status(transaction, true)
  return status.found === undefined && status.slot >= slot
}

/**
 * Looks a transaction up. It counts as landed or failed only if its status and its record in the
 * block agree; a status alone proves nothing. Rejects if the node does not answer.
 */
export async function outcomeOf(
  node: Node,
  question: Question,
  { level, anyAge }: Looking,
): Promise<Settlement> {
  const { authorization, transaction } = question
  const unknown = (reason: string): Settlement => ({ state: 'unknown', reason, transaction })
  const { found } = await node.status(transaction, anyAge)
  if (found === undefined)
    return anyAge && (await hasExpired(node, question))
      ? { state: 'failed', reason: EXPIRED }
      : unknown(UNSEEN)
  if (found.level === 'processed' || (level === 'finalized' && found.level !== level))
    return unknown('the transaction is not confirmed yet')
  const { destination } = authorization.transaction.transfer
  const included = await node.included(transaction, destination, level)
  if (included === undefined) return unknown('the node does not show the transaction’s block yet')
  const end = endOf(included, authorization)
  if (end === 'landed' && !found.failed) return { state: 'landed', transaction }
  return end === 'failed' && found.failed ? FAILED : unknown(CONTRADICTION)
}

/**
 * Looks a payment up whose signature only a facilitator knows: among the newest transactions of the
 * paying account. Rejects if the node does not answer.
 */
export async function searchOutcome(
  node: Node,
  { authorization, intent }: Omit<Question, 'transaction'>,
  { level }: Looking,
): Promise<Settlement> {
  const { transaction } = intent
  const { source, destination } = authorization.transaction.transfer
  const { lastBlock = Infinity } = intent
  const newest = await node.block('finalized')
  const isOver = newest.height > lastBlock
  const list = await node.history(source, isOver ? 'finalized' : level, newest.slot)
  const since = intent.sentAt - EARLIER
  const recent = list.filter(({ time = Infinity }) => time >= since)
  const isWhole = recent.length < HISTORY
  // The facilitator's id is checked first, but is trusted no more than the others.
  const ids = recent.map(({ id }) => id)
  if (transaction !== undefined) ids.unshift(transaction)
  for (const id of new Set(ids)) {
    const included = await node.included(id, destination, level)
    const end = included && endOf(included, authorization)
    if (end === 'landed') return { state: 'landed', transaction: id }
    if (end === 'failed') return FAILED
  }
  return isOver && isWhole
    ? { state: 'failed', reason: EXPIRED }
    : { state: 'unknown', reason: UNSEEN, transaction }
}
