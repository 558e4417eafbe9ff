/** Checks whether a transaction would execute now, and explains why not. */
import { rejectionFor, unavailable } from '../error-codes.ts'
import type { Rejection, Verdict } from '../payment.ts'
import type { Node } from './node.ts'
import { wireOf } from './read.ts'
import type { Payment, Transaction } from './types.ts'

/** Why a simulation fails, by who is at fault. */
export type Obstacle =
  /** The transaction is in a block already. */
  | { kind: 'landed'; reason: string }
  /** The transaction cannot execute. */
  | { kind: 'refused'; reason: string }
  /** The gateway, or its node, is at fault. */
  | { kind: 'ours'; reason: string }

/** Errors of the whole transaction whose cause is outside it. */
const OURS: ReadonlySet<unknown> = new Set([
  'AccountNotFound',
  'ClusterMaintenance',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'AccountInUse',
  'WouldExceedMaxBlockCostLimit',
])
/** Errors of the transfer that mean that the wallet has no such token account. */
const NO_ACCOUNT: ReadonlySet<unknown> = new Set([
  'InvalidAccountData',
  'UninitializedAccount',
  'IncorrectProgramId',
  'InvalidAccountOwner',
])
/** Numbers of the token programs' own errors. */
const CUSTOM: Readonly<Record<number, string>> = {
  1: 'insufficient balance of the wallet',
  4: 'the token account is not the wallet’s',
  17: 'the token account is frozen',
}
const TRANSFER = 2

/** Explains an error of the transfer instruction. */
function transferProblem(error: unknown): string {
  if (NO_ACCOUNT.has(error)) return 'insufficient balance: the wallet has no account of the asset'
  const code = (error as { Custom?: unknown } | null)?.Custom
  return CUSTOM[Number(code)] ?? 'the token program refuses the transfer'
}

/** Explains an error of a simulation, without any of the node's own text. */
function obstacleOf(error: unknown): Obstacle {
  if (error === 'AlreadyProcessed')
    return { kind: 'landed', reason: 'the transaction was already processed' }
  if (error === 'BlockhashNotFound')
    return { kind: 'refused', reason: 'the blockhash has expired, or the node does not know it' }
  if (OURS.has(error)) return { kind: 'ours', reason: 'the gateway cannot settle at the moment' }
  const failed = (error as { InstructionError?: unknown } | null)?.InstructionError
  if (Array.isArray(failed) && failed[0] === TRANSFER)
    return { kind: 'refused', reason: transferProblem(failed[1]) }
  return { kind: 'refused', reason: 'the transaction fails in a simulation' }
}

/**
 * Simulates the transaction, and returns why it would fail; undefined if it would succeed. Rejects
 * if the node does not answer.
 */
export async function obstacle(
  node: Node,
  transaction: Transaction,
): Promise<Obstacle | undefined> {
  const error = await node.simulate(wireOf(transaction))
  return error === undefined ? undefined : obstacleOf(error)
}

/** Checks on the chain whether the transaction would execute, and returns a verdict. */
export async function checkOnChain(node: Node, payment: Payment): Promise<Verdict> {
  const { transaction, from } = payment.authorization
  try {
    await node.ready()
    const found = await obstacle(node, transaction)
    if (found === undefined) return { ok: true, payer: from }
    if (found.kind === 'ours') return { ok: false, rejection: unavailable(found.reason) }
    const facts = { details: found.reason, payer: from }
    return { ok: false, rejection: rejectionFor(found.reason, facts) }
  } catch (error) {
    return { ok: false, rejection: unavailable(node.report(error)) }
  }
}

/** Returns why the blockhash of an unsent payment cannot be used now; undefined if it can. */
export async function staleBlockhash(
  node: Node,
  { authorization }: Payment,
): Promise<Rejection | undefined> {
  const details = 'the blockhash has expired, or the node does not know it'
  try {
    await node.ready()
    if (await node.isBlockhashValid(authorization.transaction.blockhash)) return undefined
    return rejectionFor(details, { details, payer: authorization.from })
  } catch (error) {
    return unavailable(node.report(error))
  }
}
