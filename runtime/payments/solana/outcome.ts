/** Finds out from the chain what became of a transaction. */
import type { Intent, Settlement } from '../types.ts'
import type { Included, Level, Node } from './node.ts'
import type { Authorization } from './types.ts'

/** A transaction that was, or may have been, sent. */
export interface Question {
  authorization: Authorization
  /** Its first signature, by which the chain knows it. */
  transaction: string
  intent: Intent
}

/** How sure the chain must be. `anyAge` also searches old blocks, and finds out what expired. */
export interface Looking {
  level: Exclude<Level, 'processed'>
  anyAge: boolean
}

/** The reason of a transaction that the node does not know, and that may still be included. */
export const UNSEEN = 'the chain does not show the transaction yet'
const CONTRADICTION = 'the node contradicts itself about the transaction'
const EXPIRED = 'the blockhash expired before the transaction was included; nothing was charged'

/** Whether the transaction is this payment, and moved its amount to the account that is paid. */
function proves(included: Included, { transaction, value }: Authorization): boolean {
  return (
    !included.failed &&
    included.message?.equals(transaction.message) === true &&
    included.received === value
  )
}

/**
 * Whether the transaction can never be included any more: a final block is higher than the last one
 * that it fits into, and a node that has seen that block does not know it.
 */
async function hasExpired(node: Node, { transaction, intent }: Question): Promise<boolean> {
  if (intent.lastBlock === undefined) return false
  const { height, slot } = await node.block('finalized')
  if (height <= intent.lastBlock) return false
  const status = await node.status(transaction, true)
  return status.found === undefined && status.slot >= slot
}

/**
 * Looks a transaction up. It has landed, or failed, only if its status and its record in the block
 * agree; a status alone proves nothing. Rejects if the node does not answer.
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
  if (!found.failed && proves(included, authorization)) return { state: 'landed', transaction }
  const isFailed = found.failed && included.failed
  return isFailed
    ? { state: 'failed', reason: 'the transaction failed on the chain' }
    : unknown(CONTRADICTION)
}
