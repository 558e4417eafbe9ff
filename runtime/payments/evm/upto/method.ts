/**
 * Moves money by Permit2 through the proxy: the facilitator settles any amount up to the signed
 * one, once, to the signed recipient.
 */
import type { NetworkSpec } from '../../../contract.ts'
import { RpcDown, type RpcError } from '../../rpc.ts'
import type { Node } from '../node.ts'
import { reasonOf } from '../revert.ts'
import type { Transfer, TransferMethod } from '../transfer-method.ts'
import {
  allowanceCall,
  balanceCall,
  PERMIT2,
  PROXY,
  settleCall,
  settledBy,
  transferred,
} from './contracts.ts'
import { createUptoHasher } from './hash.ts'
import type { UptoAuthorization } from './types.ts'
import { isUsed, usedUp } from './used.ts'

/**
 * Gas of a settlement: a real one needs 130,000, an EIP-2612 permit and a first payment 100,000
 * more.
 */
const GAS = 350_000n
/** Errors of contracts, mapped to texts that other code recognises. */
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

/**
 * Returns the amount that a transaction settled: it must have succeeded and called the proxy for
 * this authorization, and the token must have logged the transfer of that amount.
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

/**
 * Returns why a settlement reverted. Tokens and Permit2 do not say whether money or the allowance
 * is missing, so both are read.
 */
async function reason(node: Node, transfer: UptoTransfer, error: RpcError): Promise<string> {
  const known = ERRORS[String(error.data).slice(0, 10).toLowerCase()]
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
    // Permit2 still accepts it in the last second of the deadline.
    isOver: ({ validBefore }, time) => time > validBefore,
    isUsed,
    moved,
    usedUp,
    reason,
  }
}
