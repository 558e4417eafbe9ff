/**
 * What became of an authorization, as far as the chain can prove it. This is the only place that
 * declares a payment failed, and it does so only for what cannot happen any more; everything
 * doubtful is `unknown`.
 */
import type { Authorization, Intent, Settlement } from '../types.ts'
import type { Block, Node, Receipt } from './node.ts'
import { pays, proves, USED, type Log } from './token.ts'

/** Blocks per search of logs, and how many searches. */
const SPAN = 5000
const SEARCHES = 24
/** Seconds before the intent where the search ends. */
const BEFORE = 3600

/** What is asked about: the chain, the token, how many blocks make a fact. */
export interface Question {
  node: Node
  token: string
  confirmations: number
  /** Told of every receipt that proved a landing. */
  landed?(receipt: Receipt): void
}

/** The reason of an `unknown` that is sure of one thing: the authorization is not used yet. */
export const UNUSED = 'the authorization is not used yet'

/**
 * The reason of an `unknown` that another transaction ends: the relayer's nonce is gone, the
 * authorization unused.
 */
export const WITHOUT_EFFECT = 'the transaction was mined without effect or replaced'

const unknown = (reason: string, transaction?: string): Settlement => ({
  state: 'unknown',
  reason,
  transaction,
})

/**
 * Whether a mined transaction moved the money, and is deep enough. Undefined where it proves
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

/** The log that used the nonce up, looked for backwards from `head`. */
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
 * The nonce is used up: by our transfer, by somebody who sent the same authorization, or by another
 * one of the wallet.
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
  const doubtful = !receipt || pays(receipt.logs, question.token, authorization)
  if (doubtful)
    return unknown('the authorization is used, its transfer is not proved yet', log.transactionHash)
  return { state: 'failed', reason: 'the wallet used the nonce for another transfer' }
}

/**
 * What the chain says. All facts are read at one block, so that nodes that lag behind each other
 * cannot mix them: used → its transaction decides; unused and past validBefore → it can never land.
 * Everything else may land yet: unused and the relayer's nonce gone means that another transaction
 * has to be sent.
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
