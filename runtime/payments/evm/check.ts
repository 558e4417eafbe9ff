/** Whether an authorization would execute now, as a rejection where it would not. */
import type { Authorization, Rejection, Verdict } from '../types.ts'
import { rejectionFor, unavailable } from './error-codes.ts'
import type { Node } from './node.ts'
import { RpcError } from './rpc.ts'
import { revertText } from './token.ts'

const INSUFFICIENT = '0xe450d38c' // ERC20InsufficientBalance(address,uint256,uint256)

/**
 * What tokens say, to be recognized in the words of a node that gives no revert data; nothing else
 * of its words is told.
 */
const PHRASES = new RegExp(
  'transfer amount exceeds balance|insufficient balance|authorization is (used or canceled|expired|not yet valid)|' +
    'authorization already used|invalid signature|account is blacklisted|paused',
  'i',
)

/** Whether the contract refused, rather than the node. */
export function isRevert(error: unknown): error is RpcError {
  return (
    error instanceof RpcError &&
    (error.code === 3 || (error.data?.length ?? 0) > 2 || /revert/i.test(error.message))
  )
}

/**
 * The contract's reason as a text that callers may hear: from its revert data, else a known phrase.
 */
export function reasonOf({ data, message }: RpcError): string {
  if (data?.startsWith(INSUFFICIENT)) return 'transfer amount exceeds balance'
  const selector = data && data.length >= 10 ? ` (${data.slice(0, 10)})` : ''
  return (
    revertText(data) ??
    PHRASES.exec(message)?.[0] ??
    `the contract rejected the transfer${selector}`
  )
}

/**
 * Whether a contract's reason says that the authorization is gone: somebody sent it, or its wallet
 * canceled it.
 */
export const saysUsed = (reason: string): boolean => /\bused\b|cancell?ed/i.test(reason)

/**
 * Why the transfer does not execute now, or undefined where it would. Rejects where the node cannot
 * be asked.
 */
export async function obstacle(
  node: Node,
  authorization: Authorization,
  plain: boolean,
): Promise<string | undefined> {
  try {
    await node.simulate(authorization, plain, 'latest')
    return undefined
  } catch (error) {
    if (isRevert(error)) return reasonOf(error)
    throw error
  }
}

/** A revert as a rejection. */
function rejection(error: RpcError, payer: string): Rejection {
  const details = reasonOf(error)
  return rejectionFor(details, { details, payer })
}

/**
 * Simulates the transfer. A chain whose last block is old may call a fresh authorization early:
 * then the next block is asked.
 */
async function simulate(node: Node, authorization: Authorization, plain: boolean): Promise<void> {
  try {
    await node.simulate(authorization, plain, 'latest')
  } catch (error) {
    if (!isRevert(error) || !/not yet valid/i.test(reasonOf(error))) throw error
    await node.simulate(authorization, plain, 'pending')
  }
}

/** Asks the chain whether the transfer would execute. */
export async function checkOnChain(
  node: Node,
  authorization: Authorization,
  plain: boolean,
): Promise<Verdict> {
  try {
    await node.ready()
    await simulate(node, authorization, plain)
    return { ok: true, payer: authorization.from }
  } catch (error) {
    if (isRevert(error)) return { ok: false, rejection: rejection(error, authorization.from) }
    return { ok: false, rejection: unavailable(node.report(error)) }
  }
}

/** Whether a contract wallet accepts a signature; a rejection where the node cannot tell. */
export async function contractSigned(
  node: Node,
  from: string,
  hash: Buffer,
  signature: string,
): Promise<boolean | Rejection> {
  try {
    return (await node.hasCode(from)) && (await node.agrees(from, hash, signature))
  } catch (error) {
    return isRevert(error) ? false : unavailable(node.report(error))
  }
}
