/** Checks whether an authorization would execute now, and explains why not. */
import type { Rejection, Verdict } from '../types.ts'
import type { Authorization } from './types.ts'
import { rejectionFor, unavailable } from '../error-codes.ts'
import type { Node } from './node.ts'
import { RpcError } from '../rpc.ts'
import { revertText } from './token.ts'

const INSUFFICIENT = '0xe450d38c' // ERC20InsufficientBalance(address,uint256,uint256)

/**
 * Known error phrases of tokens. They are recognised in the message of a node that sends no revert
 * data; callers see no other part of that message.
 */
const PHRASES = new RegExp(
  'transfer amount exceeds balance|insufficient balance|authorization is (used or canceled|expired|not yet valid)|' +
    'authorization already used|invalid signature|account is blacklisted|paused',
  'i',
)

/** Whether an error is a revert by the contract, and not a failure of the node. */
export function isRevert(error: unknown): error is RpcError {
  return (
    error instanceof RpcError &&
    (error.code === 3 || (error.data?.length ?? 0) > 2 || /revert/i.test(error.message))
  )
}

/**
 * The contract's reason as a text that callers may see: from the revert data, else a known phrase.
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
 * Whether a contract's reason means that the authorization is used up: somebody sent it, or its
 * wallet cancelled it.
 */
export const saysUsed = (reason: string): boolean => /\bused\b|cancell?ed/i.test(reason)

/**
 * Simulates the transfer and returns why it would fail; undefined if it would succeed. Rejects if
 * the node does not answer.
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

/** Converts a revert to a rejection. */
function rejection(error: RpcError, payer: string): Rejection {
  const details = reasonOf(error)
  return rejectionFor(details, { details, payer })
}

/**
 * Simulates the transfer. If the chain's last block is old, a fresh authorization may seem not
 * valid yet; then the transfer is simulated on the next block.
 */
async function simulate(node: Node, authorization: Authorization, plain: boolean): Promise<void> {
  try {
    await node.simulate(authorization, plain, 'latest')
  } catch (error) {
    if (!isRevert(error) || !/not yet valid/i.test(reasonOf(error))) throw error
    await node.simulate(authorization, plain, 'pending')
  }
}

/** Asks the chain whether the transfer would execute, and returns a verdict. */
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

/**
 * Checks whether a contract wallet accepts a signature. Returns a rejection if the node does not
 * answer.
 */
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
