/** Moves money by EIP-3009: the token itself takes the authorization, for exactly its value. */
import type { NetworkSpec } from '../../contract.ts'
import { RpcDown } from '../rpc.ts'
import type { Settlement } from '../settlement.ts'
import { createHasher, tokenDomain } from './hash.ts'
import { landedIn, searchBack, unknown, type Question } from './landing.ts'
import type { Block, Node } from './node.ts'
import { reasonOf } from './revert.ts'
import {
  addressTopic,
  CANCELED,
  pays,
  proves,
  stateCall,
  transferCall,
  USED,
  type Log,
} from './token.ts'
import type { Transfer, TransferMethod } from './transfer-method.ts'
import type { Authorization } from './types.ts'

/** Gas of one transfer: a real one needs 96,000, a first payment 17,000 more. */
export const GAS_EACH = 160_000n
/** Gas of the transaction around transfers. */
export const GAS_BASE = 60_000n

/** Finds the logs that name the authorization's nonce between two blocks. */
const uses = (
  node: Node,
  token: string,
  { from, nonce }: Authorization,
): ((first: number, last: number) => Promise<Log | undefined>) => {
  const filter = { address: token, topics: [[USED, CANCELED], addressTopic(from), nonce] }
  return async (first, last) => (await node.logs(filter, first, last)).find(found => !found.removed)
}

/**
 * Explains a used nonce: by our transfer, by someone who sent the same authorization, or by another
 * authorization of the wallet.
 */
async function usedUp(
  question: Question,
  transfer: Transfer,
  { token, ...at }: { token: string; head: Block; sentAt: number },
): Promise<Settlement> {
  const { node } = question
  const { authorization } = transfer
  const { found: log } = await searchBack(node, at, uses(node, token, authorization))
  if (!log?.transactionHash)
    return unknown('the authorization is used, its transaction was not found')
  if (log.topics[0] !== USED)
    return { state: 'failed', reason: 'the wallet canceled the authorization' }
  const landed = await landedIn(question, transfer, log.transactionHash)
  if (landed) return landed
  const receipt = await node.receipt(log.transactionHash)
  const mayHavePaid = !receipt || pays(receipt.logs, token, authorization)
  if (mayHavePaid)
    return unknown('the authorization is used, its transfer is not proved yet', log.transactionHash)
  return { state: 'failed', reason: 'the wallet used the nonce for another transfer' }
}

/** Creates the method of a network's token. */
export function eip3009(spec: Pick<NetworkSpec, 'chain' | 'asset'>): TransferMethod {
  const token = spec.asset.address
  return {
    contract: token,
    contracts: [token],
    gas: GAS_BASE + GAS_EACH,
    isBatchable: true,
    hash: createHasher(tokenDomain(spec)),
    data: ({ authorization, plain }) => transferCall(authorization, plain),
    isOver: ({ validBefore }, time) => time >= validBefore,
    async isUsed(node, { from, nonce }, block) {
      const answer = await node.read(token, stateCall(from, nonce), block)
      if (answer.length !== 66)
        throw new RpcDown('the token does not give the state of authorizations')
      return BigInt(answer) !== 0n
    },
    moved: async (_node, { logs }, { authorization }) =>
      proves(logs, token, authorization) ? authorization.value : undefined,
    usedUp: (question, transfer, at) => usedUp(question, transfer, { ...at, token }),
    reason: async (_node, _transfer, error) => reasonOf(error),
  }
}
