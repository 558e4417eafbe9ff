/** Reads balances and the newest block from a node. */
import type { NetworkSpec } from '../../contract.ts'
import type { ChainHead, ChainNode } from '../types.ts'
import type { TokenReader } from './types.ts'

const BALANCE_OF = '0x70a08231'
/** Longest wait for the newest block, ms. */
const TIMEOUT = 3_000

/** Reads the token of a network. */
export function createTokenReader(node: ChainNode, asset: NetworkSpec['asset']): TokenReader {
  return {
    async balanceOf(wallet) {
      if (!/^0x[0-9a-f]{40}$/i.test(wallet)) throw new TypeError('not an address')
      const data = BALANCE_OF + wallet.slice(2).toLowerCase().padStart(64, '0')
      const call = { to: asset.address, data }
      const answer = await node.call<unknown>('eth_call', [call, 'latest'])
      if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(answer))
        throw new TypeError('the token gave no balance')
      return (BigInt(answer) * 1_000_000n) / 10n ** BigInt(asset.decimals)
    },
    head: () => newestBlock(node),
  }
}

async function newestBlock(node: ChainNode): Promise<ChainHead> {
  const block = await node.call<unknown>('eth_getBlockByNumber', ['latest', false], TIMEOUT)
  const { number, timestamp } = (block ?? {}) as { number?: unknown; timestamp?: unknown }
  const head = { number: Number(number), time: Number(timestamp) }
  if (!Number.isSafeInteger(head.number) || !Number.isSafeInteger(head.time))
    throw new TypeError('the node gave no block')
  return head
}
