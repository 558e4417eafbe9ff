/** Broadcasts signed transactions and classifies the node's answer. */
import type { Node } from '../node.ts'
import { RpcError } from '../../rpc.ts'
import { codeOf, publicMessage } from '../../public-message.ts'
import type { Signed } from '../transaction.ts'

/**
 * The result of a broadcast. `sent`: the node has the transaction. `taken`: another transaction
 * used the nonce. `cheap`: the fee is too low. `refused`: the node certainly rejected it.
 * `doubtful`: it may have been forwarded, and only the chain knows.
 */
export type Broadcast =
  | { state: 'sent' | 'taken' | 'cheap' }
  /** `reason` is for callers, `nodeError` is the node's own text for the log. */
  | { state: 'refused' | 'doubtful'; reason: string; nodeError: string }

const KNOWN = /already known|already imported|known transaction|already exists/i
const TAKEN =
  /nonce too low|nonce is too low|already been used|replacement transaction underpriced|replacement.*underpriced/i
const CHEAP = /less than block base fee|fee too low|underpriced|less than.*base fee/i
const REFUSED =
  /insufficient (funds|balance)|intrinsic gas|exceeds? .*gas|gas limit|invalid (sender|chain)|exceeds the configured cap|oversized data/i

/** Broadcasts a signed transaction. Never rejects. */
export async function broadcast(node: Node, { raw }: Signed): Promise<Broadcast> {
  try {
    await node.rpc.call('eth_sendRawTransaction', [raw])
    return { state: 'sent' }
  } catch (error) {
    const nodeError = (error as Error).message
    if (!(error instanceof RpcError))
      return { state: 'doubtful', reason: publicMessage(error), nodeError }
    if (KNOWN.test(nodeError)) return { state: 'sent' }
    if (TAKEN.test(nodeError)) return { state: 'taken' }
    if (CHEAP.test(nodeError)) return { state: 'cheap' }
    return {
      state: REFUSED.test(nodeError) ? 'refused' : 'doubtful',
      reason: `the node refused the transaction${codeOf(error)}`,
      nodeError,
    }
  }
}
