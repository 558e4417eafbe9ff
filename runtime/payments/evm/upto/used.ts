/**
 * Determines what used a nonce of Permit2. Permit2 does not log the use, so the transfers between
 * the two wallets are examined.
 */
import { RpcDown } from '../../rpc.ts'
import type { Settlement } from '../../settlement.ts'
import { landedIn, searchBack, unknown, type Question } from '../landing.ts'
import type { Block, Node } from '../node.ts'
import type { Log } from '../token.ts'
import type { Transfer } from '../transfer-method.ts'
import {
  bitmapCall,
  cancels,
  cancelTopics,
  isBitSet,
  PERMIT2,
  transferred,
  transferTopics,
} from './contracts.ts'
import type { UptoAuthorization } from './types.ts'

/** Most transfers between two wallets that one search examines. */
const MOST = 200
/**
 * A used nonce without a settlement counts as used for something else only after this many blocks:
 * a node whose logs lag behind its state may not show the settlement yet.
 */
const DEEP = 12

const NOT_YET = unknown('the authorization is used, its transaction was not found yet')
const ELSEWHERE: Settlement = {
  state: 'failed',
  reason: 'the wallet used the nonce for another transfer',
}

type UptoTransfer = Transfer<UptoAuthorization>

/** Whether the nonce of an authorization is used at a block. */
export async function isUsed(node: Node, authorization: UptoAuthorization, block: number) {
  const answer = await node.read(PERMIT2, bitmapCall(authorization), block)
  if (answer.length !== 66) throw new RpcDown('Permit2 does not give the state of nonces')
  return isBitSet(answer, authorization)
}

/**
 * Finds the block in which the nonce was used; it is used at block `used`. Only blocks near that
 * one are read, because most nodes have no old states.
 */
async function blockOfUse(node: Node, of: UptoAuthorization, used: number): Promise<number> {
  let [after, before] = [used, Math.max(0, used - DEEP)]
  while (before > 0 && (await isUsed(node, of, before)))
    [after, before] = [before, Math.max(0, before - 2 * (used - before))]
  while (after - before > 1) {
    const middle = before + Math.floor((after - before) / 2)
    if (await isUsed(node, of, middle)) after = middle
    else before = middle
  }
  return after
}

/**
 * Explains a nonce that is used at `head` by the transfers in the one block in which it was used.
 * There may be any number of other transfers: they cost a payer almost nothing.
 */
async function usedInItsBlock(
  question: Question,
  transfer: UptoTransfer,
  head: number,
): Promise<Settlement> {
  const { node } = question
  const { authorization } = transfer
  const block = await blockOfUse(node, authorization, head)
  const range = { address: authorization.token, topics: transferTopics(authorization) }
  const transactions = candidates(await node.logs(range, block, block), transfer)
  if (transactions.length > MOST)
    return unknown('the authorization is used; there are too many transfers')
  for (const transaction of transactions) {
    const landed = await landedIn(question, transfer, transaction)
    if (landed) return landed
  }
  return block > head - DEEP ? NOT_YET : ELSEWHERE
}

/**
 * Returns the transactions in logs that may have settled the authorization: those of the exact
 * amount first.
 */
function candidates(logs: readonly Log[], { authorization, amount }: UptoTransfer): string[] {
  const possible = logs.filter(log => {
    const value = log.removed ? undefined : transferred(log, authorization)
    return (
      value !== undefined &&
      value > 0n &&
      value <= authorization.value &&
      log.transactionHash !== undefined
    )
  })
  const exact = possible.filter(log => transferred(log, authorization) === amount)
  return [...new Set([...exact, ...possible].map(log => log.transactionHash as string))]
}

/**
 * Explains a used nonce. Permit2 does not log the use, so all transfers to the recipient are
 * examined. A cancellation explains it only if there is no settlement, because used nonces can also
 * be cancelled.
 */
export async function usedUp(
  question: Question,
  transfer: UptoTransfer,
  at: { head: Block; sentAt: number },
): Promise<Settlement> {
  const { node } = question
  const { authorization } = transfer
  let isCanceled = false
  let left = MOST
  const { found, isComplete } = await searchBack(node, at, async (first, last) => {
    const [transfers, cancellations] = await Promise.all([
      node.logs(
        { address: authorization.token, topics: transferTopics(authorization) },
        first,
        last,
      ),
      node.logs({ address: PERMIT2, topics: cancelTopics(authorization.from) }, first, last),
    ])
    isCanceled ||= cancellations.some(log => !log.removed && cancels(log, authorization))
    for (const transaction of candidates(transfers, transfer)) {
      if (left-- === 0) return usedInItsBlock(question, transfer, at.head.number)
      const landed = await landedIn(question, transfer, transaction)
      if (landed) return landed
    }
    return undefined
  })
  if (found) return found
  if (!isComplete) return unknown('the authorization is used, its transaction was not found')
  if (isCanceled) return { state: 'failed', reason: 'the wallet canceled the authorization' }
  const then = at.head.number - DEEP
  if (then < 0 || !(await isUsed(node, authorization, then))) return NOT_YET
  return ELSEWHERE
}
