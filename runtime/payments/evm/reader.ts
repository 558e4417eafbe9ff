/** Reads balances and the newest block from a node. */
import type { NetworkSpec } from '../../contract.ts'
import type { ChainHead, ChainNode } from '../scheme.ts'
import type { TokenReader } from './types.ts'

const BALANCE_OF = '0x70a08231'
const ALLOWANCE = '0xdd62ed3e'
const ADDRESS = /^0x[0-9a-f]{40}$/i
/** Longest wait for the newest block, ms. */
const TIMEOUT = 3_000

/** Reads the token of a network. */
export function createTokenReader(node: ChainNode, asset: NetworkSpec['asset']): TokenReader {
  const read = async (selector: string, ...addresses: string[]): Promise<bigint> => {
    if (!addresses.every(address => ADDRESS.test(address))) throw new TypeError('not an address')
    const words = addresses.map(address => address.slice(2).toLowerCase().padStart(64, '0'))
    const call = { to: asset.address, data: selector + words.join('') }
    const answer = await node.call<unknown>('eth_call', [call, 'latest'])
    if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(answer))
      throw new TypeError('the token gave no number')
    return (BigInt(answer) * 1_000_000n) / 10n ** BigInt(asset.decimals)
  }
  return {
    balanceOf: wallet => read(BALANCE_OF, wallet),
    allowanceOf: (wallet, spender) => read(ALLOWANCE, wallet, spender),
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
