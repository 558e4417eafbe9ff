/** Sends signed transactions and says plainly what the node's answer means. */
import type { Node } from '../node.ts'
import { RpcError } from '../rpc.ts'
import { codeOf, publicMessage } from '../public-message.ts'
import type { Signed } from '../transaction.ts'

/**
 * `sent`: the node has it. `taken`: another transaction has the nonce. `cheap`: the fee is too low.
 * `refused`: the node will not have it, for certain. `doubtful`: it may have been forwarded; only
 * the chain can tell.
 */
export type Broadcast =
  | { state: 'sent' | 'taken' | 'cheap' }
  /** `reason` is for callers, `said` what the node said. */
  | { state: 'refused' | 'doubtful'; reason: string; said: string }

const KNOWN = /already known|already imported|known transaction|already exists/i
const TAKEN =
  /nonce too low|nonce is too low|already been used|replacement transaction underpriced|replacement.*underpriced/i
const CHEAP = /less than block base fee|fee too low|underpriced|less than.*base fee/i
const REFUSED =
  /insufficient (funds|balance)|intrinsic gas|exceeds? .*gas|gas limit|invalid (sender|chain)|exceeds the configured cap|oversized data/i

/** Broadcasts; never rejects. */
export async function broadcast(node: Node, { raw }: Signed): Promise<Broadcast> {
  try {
    await node.rpc.call('eth_sendRawTransaction', [raw])
    return { state: 'sent' }
  } catch (error) {
    const said = (error as Error).message
    if (!(error instanceof RpcError))
      return { state: 'doubtful', reason: publicMessage(error), said }
    if (KNOWN.test(said)) return { state: 'sent' }
    if (TAKEN.test(said)) return { state: 'taken' }
    if (CHEAP.test(said)) return { state: 'cheap' }
    return {
      state: REFUSED.test(said) ? 'refused' : 'doubtful',
      reason: `the node refused the transaction${codeOf(error)}`,
      said,
    }
  }
}
