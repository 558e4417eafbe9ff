/**
 * Moves money by Permit2 through the proxy: the facilitator settles any amount up to the signed one,
 * once, to the signed recipient.
 */
import type { NetworkSpec } from '../../../contract.ts'
import { RpcDown, type RpcError } from '../../rpc.ts'
import type { Settlement } from '../../types.ts'
import { landedIn, searchBack, unknown, type Question } from '../landing.ts'
import type { Block, Node } from '../node.ts'
import { reasonOf } from '../revert.ts'
import type { Log } from '../token.ts'
import type { Transfer, TransferMethod } from '../transfer-method.ts'
import {
  allowanceCall,
  balanceCall,
  bitmapCall,
  cancels,
  cancelTopics,
  isBitSet,
  PERMIT2,
  PROXY,
  settleCall,
  settledBy,
  transferred,
  transferTopics,
} from './contracts.ts'
import { createUptoHasher } from './hash.ts'
import type { UptoAuthorization } from './types.ts'

/**
 * Gas of a settlement: a real one needs 130,000, an EIP-2612 permit and a first payment 100,000
 * more.
 */
const GAS = 350_000n
/** Most transfers between two wallets that one search looks into. */
const MOST = 200
/**
 * A nonce that is used and has no settlement was used for something else only if it was used this
 * many blocks ago: a node whose logs lag behind its state may not show the settlement yet.
 */
const DEEP = 12

/** What contracts say, as the texts that other code recognises. */
const ERRORS: Readonly<Record<string, string>> = {
  '0x756688fe': 'the authorization is used or canceled',
  '0xcd21db4f': 'the authorization is expired',
  '0xa65539fa': 'the authorization is not yet valid',
  '0x0f6fae87': 'the authorization names another facilitator',
  '0xfe64b4c7': 'the amount is above the signed ceiling',
  '0x815e1d64': 'invalid signature',
  '0x8baa579f': 'invalid signature',
  '0xb0669cbc': 'invalid signature of the contract wallet',
}

type UptoTransfer = Transfer<UptoAuthorization>

async function numberOf(node: Node, to: string, data: string): Promise<bigint> {
  const answer = await node.read(to, data, 'latest')
  if (!/^0x[0-9a-f]{64}$/i.test(answer)) throw new RpcDown('the token gave no number')
  return BigInt(answer)
}

async function isUsed(node: Node, authorization: UptoAuthorization, block: number) {
  const answer = await node.read(PERMIT2, bitmapCall(authorization), block)
  if (answer.length !== 66) throw new RpcDown('Permit2 does not give the state of nonces')
  return isBitSet(answer, authorization)
}

/**
 * The amount that a transaction settled: it must have succeeded, call the proxy for this
 * authorization, and the token must have logged the transfer of that amount.
 */
const moved: TransferMethod<UptoAuthorization>['moved'] = async (node, receipt, transfer) => {
  const { authorization } = transfer
  const amounts = receipt.logs.map(log => transferred(log, authorization))
  if (!receipt.ok || amounts.every(amount => amount === undefined)) return undefined
  const call = await node.sent(receipt.transaction)
  if (call?.to.toLowerCase() !== PROXY.toLowerCase()) return undefined
  const amount = settledBy(call.data, authorization)
  return amounts.includes(amount) ? amount : undefined
}

/** The transactions in logs that may have settled the authorization: those of the amount first. */
function candidates(logs: readonly Log[], { authorization, amount }: UptoTransfer): string[] {
  const possible = logs.filter(log => {
    const value = log.removed ? undefined : transferred(log, authorization)
    return value !== undefined && value <= authorization.value && log.transactionHash !== undefined
  })
  const exact = possible.filter(log => transferred(log, authorization) === amount)
  return [...new Set([...exact, ...possible].map(log => log.transactionHash as string))]
}

/**
 * Explains a used nonce. Permit2 logs no use, so all transfers to the recipient are looked into. A
 * cancellation explains it only if there is no settlement, because used nonces can be cancelled too.
 */
async function usedUp(
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
      if (left-- === 0) return unknown('the authorization is used; there are too many transfers')
      const landed = await landedIn(question, transfer as unknown as Transfer, transaction)
      if (landed) return landed
    }
    return undefined
  })
  if (found) return found
  if (!isComplete) return unknown('the authorization is used, its transaction was not found')
  if (isCanceled) return { state: 'failed', reason: 'the wallet canceled the authorization' }
  const then = at.head.number - DEEP
  if (then < 0 || !(await isUsed(node, authorization, then)))
    return unknown('the authorization is used, its transaction was not found yet')
  return { state: 'failed', reason: 'the wallet used the nonce for another transfer' }
}

/**
 * Why a settlement reverted. Tokens and Permit2 do not say whether money or the allowance is
 * missing, so both are read.
 */
async function reason(node: Node, transfer: UptoTransfer, error: RpcError): Promise<string> {
  const known = ERRORS[error.data?.slice(0, 10).toLowerCase() ?? '']
  if (known !== undefined) return known
  const { authorization, amount } = transfer
  const { from, token, permit } = authorization
  if ((await numberOf(node, token, balanceCall(from))) < amount)
    return 'transfer amount exceeds balance'
  if ((await numberOf(node, token, allowanceCall(from))) < amount) {
    const refused = permit ? '; the token does not accept the EIP-2612 permit' : ''
    return `the allowance of Permit2 (${PERMIT2}) is less than ${amount}${refused}`
  }
  return reasonOf(error)
}

/** Creates the method of a network's token. */
export function permit2Upto(
  spec: Pick<NetworkSpec, 'chain' | 'asset'>,
): TransferMethod<UptoAuthorization> {
  return {
    contract: PROXY,
    contracts: [spec.asset.address, PERMIT2, PROXY],
    gas: GAS,
    isBatchable: false,
    hash: createUptoHasher(spec.chain),
    data: ({ authorization, amount, plain }) => settleCall(authorization, amount, plain),
    sender: ({ facilitator }) => facilitator,
    // Permit2 still accepts it in the very second of the deadline.
    isOver: ({ validBefore }, time) => time > validBefore,
    isUsed,
    moved,
    usedUp,
    reason,
  }
}
