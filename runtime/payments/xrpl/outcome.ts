/**
 * Determines the outcome of a transaction, as far as validated ledgers prove it. This is the only
 * code that declares a payment landed or failed. Every doubtful case is `unknown`.
 */
import type { NetworkSpec } from '../../contract.ts'
import type { Requirements } from '../payment.ts'
import type { Settlement } from '../settlement.ts'
import { lastLedger, windowOf } from './check.ts'
import { compareDecimals, fromMicro, parseDecimal } from '../../lib/decimal.ts'
import type { Found, NodeStatus } from './answers.ts'
import type { Node } from './node.ts'
import { isIssued } from './read.ts'
import type { Authorization } from './types.ts'

/** The reason of an `unknown` while the transaction may still land and the node has not seen it. */
export const UNSEEN = 'the transaction is in no validated ledger yet'

/** A transaction, the node to query, and the offer that it pays. */
export interface Question {
  node: Node
  spec: NetworkSpec
  authorization: Authorization
  required: Requirements
}

/** Whether the metadata prove that exactly the amount was delivered. */
function deliveredAll({ spec, authorization }: Question, { delivered }: Found): boolean {
  if (!isIssued(delivered)) return false
  const { currency, issuer, value } = delivered
  if (currency !== spec.asset.address || issuer !== spec.asset.issuer) return false
  const amount = parseDecimal(value)
  return amount !== undefined && compareDecimals(amount, fromMicro(authorization.value)) === 0
}

/** Returns the result of a transaction that the node knows. */
function resultOf(question: Question, found: Found): Settlement {
  const { transaction } = question.authorization
  const unknown = (reason: string): Settlement => ({ state: 'unknown', reason, transaction })
  const { isValidated, ledger, result = '' } = found
  if (!isValidated) return unknown('the transaction waits for its ledger to be validated')
  if (ledger === undefined || ledger > lastLedger(question.authorization))
    return unknown('the node shows the transaction in a ledger in which it cannot be')
  // A ledger holds only transactions that succeeded, or that failed and paid their fee.
  if (/^tec[A-Z_]{1,40}$/.test(result))
    return { state: 'failed', reason: `the transaction failed: ${result}` }
  if (result !== 'tesSUCCESS') return unknown('the node shows no result of the transaction')
  if (!deliveredAll(question, found))
    return unknown('the node shows the transaction without the amount that it delivers')
  return { state: 'landed', transaction }
}

/** Whether a node has all ledgers of a range. */
const covers = ({ complete }: NodeStatus, first: number, last: number): boolean =>
  complete.some(([from, to]) => from <= first && last <= to)

/**
 * Returns the validated ledger in which another transaction has used this one's place; undefined if
 * none has. This transaction must be looked for up to that ledger.
 */
async function overtakenAt({ node, authorization }: Question): Promise<number | undefined> {
  const { from, fields } = authorization
  const account = await node.account(from)
  if (account === undefined) return undefined
  const { Sequence, TicketSequence } = fields
  if (TicketSequence === undefined)
    return account.sequence > (Sequence as number) ? account.ledger : undefined
  // A ticket that does not exist in a ledger may be created later, so it proves nothing.
  return undefined
}

/**
 * Returns the result of a transaction that the node does not know. It has failed if a node with all
 * ledgers that could contain it does not find it: after its last ledger, or after a ledger in which
 * another transaction took its place. At verification its last ledger was at most one window away,
 * so no earlier ledger can contain it.
 */
async function resultOfUnseen(question: Question, status: NodeStatus): Promise<Settlement> {
  const { node, authorization, required } = question
  const { transaction } = authorization
  const last = lastLedger(authorization)
  const first = Math.max(1, last - windowOf(required))
  const isOver = status.validated > last
  const end = isOver ? last : await overtakenAt(question)
  if (end === undefined || end < first || !covers(status, first, Math.min(end, status.validated)))
    return { state: 'unknown', reason: UNSEEN, transaction }
  const found = await node.transaction(transaction, [first, end])
  if (found) return resultOf(question, found)
  const reason = isOver
    ? 'the transaction expired unused'
    : "another transaction of the account has used this one's place"
  return { state: 'failed', reason }
}

/**
 * Reads the outcome from validated ledgers. Rejects if the node does not answer. The status is read
 * first, so that the later look-up cannot miss a transaction that landed before it.
 */
export async function outcomeOf(question: Question): Promise<Settlement> {
  const { node, authorization } = question
  const status = await node.status()
  const found = await node.transaction(authorization.transaction)
  return found ? resultOf(question, found) : resultOfUnseen(question, status)
}
