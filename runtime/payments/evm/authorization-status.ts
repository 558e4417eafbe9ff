/**
 * Determines the status of an authorization, as far as the chain can prove it. Payments are
 * declared failed only if they can no longer land. Every doubtful case is `unknown`.
 */
import type { Intent, Settlement } from '../settlement.ts'
import { landedIn, unknown, type Question } from './landing.ts'
import type { Transfer } from './transfer-method.ts'

/** The reason of an `unknown` while the authorization is certainly unused. */
export const UNUSED = 'the authorization is not used yet'

/**
 * The reason of an `unknown` that needs another transaction: the relayer's nonce is used, and the
 * authorization is not.
 */
export const WITHOUT_EFFECT = 'the transaction was mined without effect or replaced'

/**
 * Reads the status of an authorization from the chain. All facts are read at one block, so that
 * nodes that lag behind each other cannot mix them. If the nonce is used, its transaction decides.
 * If it is unused and the authorization has expired, the payment has failed. Otherwise it may still
 * land; if the relayer's nonce is used and the authorization is not, another transaction must be
 * sent.
 */
export async function authorizationStatus(
  question: Question,
  transfer: Transfer,
  intent: Intent,
): Promise<Settlement> {
  const { node, confirmations } = question
  const { method, authorization } = transfer
  await node.ready(method.contracts)
  const known = intent.transaction && (await landedIn(question, transfer, intent.transaction))
  if (known) return known
  const latest = await node.block()
  const head =
    confirmations > 1 ? await node.block(Math.max(0, latest.number - confirmations + 1)) : latest
  if (await method.isUsed(node, authorization, head.number))
    return method.usedUp(question, transfer, { head, sentAt: intent.sentAt })
  if (method.isOver(authorization, BigInt(head.time)))
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
