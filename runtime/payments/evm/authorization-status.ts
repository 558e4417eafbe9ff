/**
 * Finds out what happened to an authorization, as far as the chain can prove it. This is the only
 * place that declares a payment failed, and only if it can no longer land. Every doubtful case is
 * `unknown`.
 */
import type { Intent, Settlement } from '../types.ts'
import type { Authorization } from './types.ts'
import type { Block, Node, Receipt } from './node.ts'
import { pays, proves, USED, type Log } from './token.ts'

/** Blocks per log search, and the number of searches. */
const SPAN = 5000
const SEARCHES = 24
/** The search goes back to this many seconds before the intent. */
const BEFORE = 3600

/** Where to look: the node, the token, and how many blocks confirm a transaction. */
export interface Question {
  node: Node
  token: string
  confirmations: number
  /** Called with every receipt that proved a landing. */
  landed?(receipt: Receipt): void
}

/** The reason of an `unknown` while the authorization is certainly unused. */
export const UNUSED = 'the authorization is not used yet'

/**
 * The reason of an `unknown` that needs another transaction: the relayer's nonce is used, and the
 * authorization is not.
 */
export const WITHOUT_EFFECT = 'the transaction was mined without effect or replaced'

const unknown = (reason: string, transaction?: string): Settlement => ({
  state: 'unknown',
  reason,
  transaction,
})

/**
 * Whether a mined transaction moved the money and has enough confirmations. Undefined if it proves
 * nothing.
 */
export async function landedIn(
  { node, token, confirmations, landed }: Question,
  authorization: Authorization,
  transaction: string,
): Promise<Settlement | undefined> {
  const receipt = await node.receipt(transaction)
  if (!receipt || !proves(receipt.logs, token, authorization)) return undefined
  if (confirmations > 1 && (await node.block()).number - receipt.block + 1 < confirmations) {
    return unknown('mined, waiting for confirmations', transaction)
  }
  landed?.(receipt)
  return { state: 'landed', transaction: receipt.transaction }
}

/** Finds the log that used the nonce, searching backwards from `head`. */
async function findUse(
  node: Node,
  authorization: Authorization,
  head: Block,
  since: number,
): Promise<Log | undefined> {
  let last = head.number
  for (let i = 0; i < SEARCHES && last >= 0; i++) {
    const first = Math.max(0, last - SPAN + 1)
    const log = (await node.uses(authorization, first, last)).find(found => !found.removed)
    if (log) return log
    if (first === 0 || (await node.block(first)).time < since) return undefined
    last = first - 1
  }
  return undefined
}

/**
 * Explains a used nonce: by our transfer, by somebody who sent the same authorization, or by
 * another authorization of the wallet.
 */
async function usedUp(
  question: Question,
  authorization: Authorization,
  head: Block,
  sentAt: number,
): Promise<Settlement> {
  const log = await findUse(question.node, authorization, head, Math.floor(sentAt / 1000) - BEFORE)
  if (!log?.transactionHash)
    return unknown('the authorization is used, its transaction was not found')
  if (log.topics[0] !== USED)
    return { state: 'failed', reason: 'the wallet canceled the authorization' }
  const landed = await landedIn(question, authorization, log.transactionHash)
  if (landed) return landed
  const receipt = await question.node.receipt(log.transactionHash)
  const mayHavePaid = !receipt || pays(receipt.logs, question.token, authorization)
  if (mayHavePaid)
    return unknown('the authorization is used, its transfer is not proved yet', log.transactionHash)
  return { state: 'failed', reason: 'the wallet used the nonce for another transfer' }
}

/**
 * Reads the status of an authorization from the chain. All facts are read at one block, so that
 * nodes that lag behind each other cannot mix them. If the nonce is used, its transaction decides.
 * If it is unused and `validBefore` has passed, the payment has failed. Otherwise it may still
 * land; if the relayer's nonce is used and the authorization is not, another transaction must be
 * sent.
 */
export async function authorizationStatus(
  question: Question,
  authorization: Authorization,
  intent: Intent,
): Promise<Settlement> {
  const { node, confirmations } = question
  await node.ready()
  const known = intent.transaction && (await landedIn(question, authorization, intent.transaction))
  if (known) return known
  const latest = await node.block()
  const head =
    confirmations > 1 ? await node.block(Math.max(0, latest.number - confirmations + 1)) : latest
  if (await node.used(authorization, head.number))
    return usedUp(question, authorization, head, intent.sentAt)
  if (BigInt(head.time) >= authorization.validBefore)
    return { state: 'failed', reason: 'the authorization expired unused' }
  const { relayer, relayerNonce } = intent
  if (
    relayer !== undefined &&
    relayerNonce !== undefined &&
    (await node.count(relayer, head.number)) > relayerNonce
  ) {
    return unknown(WITHOUT_EFFECT, intent.transaction)
  }
  return unknown(UNUSED, intent.transaction)
}
