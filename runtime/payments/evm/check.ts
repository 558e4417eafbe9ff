/** Checks whether an authorization would execute now, and explains why not. */
import type { Rejection, Verdict } from '../payment.ts'
import { rejectionFor, unavailable } from '../error-codes.ts'
import type { Node } from './node.ts'
import { isRevert } from './revert.ts'
import type { Transfer } from './transfer-method.ts'

/**
 * Simulates the transfer and returns why it would fail; undefined if it would succeed. Rejects if
 * the node does not answer.
 */
export async function obstacle(node: Node, transfer: Transfer): Promise<string | undefined> {
  try {
    await node.simulate(transfer, 'latest')
    return undefined
  } catch (error) {
    if (isRevert(error)) return transfer.method.reason(node, transfer, error)
    throw error
  }
}

/**
 * Simulates the transfer. If the chain's last block is old, a fresh authorization may seem not
 * valid yet; then the transfer is simulated on the next block.
 */
export async function obstacleSoon(node: Node, transfer: Transfer): Promise<string | undefined> {
  const reason = await obstacle(node, transfer)
  if (reason === undefined || !/not yet valid/i.test(reason)) return reason
  try {
    await node.simulate(transfer, 'pending')
    return undefined
  } catch (error) {
    if (isRevert(error)) return transfer.method.reason(node, transfer, error)
    throw error
  }
}

/** Asks the chain whether the transfer would execute, and returns a verdict. */
export async function checkOnChain(node: Node, transfer: Transfer): Promise<Verdict> {
  const payer = transfer.authorization.from
  try {
    await node.ready(transfer.method.contracts)
    const details = await obstacleSoon(node, transfer)
    return details === undefined
      ? { ok: true, payer }
      : { ok: false, rejection: rejectionFor(details, { details, payer }) }
  } catch (error) {
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
