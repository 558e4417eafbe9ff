/**
 * The requests that payments send to a chain's node, as functions. Every function rejects with
 * `RpcError` or `RpcDown`.
 */
import type { NetworkSpec } from '../../contract.ts'
import type { Authorization } from './types.ts'
import { chainIdOf } from './hash.ts'
import { RpcDown, type Rpc } from '../rpc.ts'
import { createErrorReporter, type Note } from '../public-message.ts'
import {
  addressTopic,
  agrees,
  CANCELED,
  isValidCall,
  stateCall,
  transferCall,
  USED,
  type Log,
} from './token.ts'

/** A mined transaction. `ok` is the receipt's status, which does not prove that money moved. */
export interface Receipt {
  transaction: string
  block: number
  /** Hash of the block. After a reorganisation, another block has the same number. */
  blockHash: string
  ok: boolean
  logs: Log[]
}

/** A block. `time` is Unix seconds. */
export interface Block {
  number: number
  hash: string
  time: number
  baseFee: bigint
}

/** The chain as payments see it. */
export interface Node {
  readonly rpc: Rpc
  /** Converts an error of the node to a message for callers, and logs the node's own text. */
  report(error: unknown): string
  /**
   * Rejects unless this node serves the network's chain and the token has code there. Checked once.
   */
  ready(): Promise<void>
  block(number?: number): Promise<Block>
  receipt(transaction: string): Promise<Receipt | undefined>
  /** Whether the node knows the transaction, mined or pending. */
  knows(transaction: string): Promise<boolean>
  /** Whether the nonce of the authorization is used at a block. */
  used(authorization: Authorization, block: number): Promise<boolean>
  /** The transaction count of an address at a block; `pending` includes pending transactions. */
  count(address: string, at: number | 'pending' | 'latest'): Promise<number>
  /** Finds the logs that name the authorization's nonce between two blocks. */
  uses(authorization: Authorization, from: number, to: number): Promise<Log[]>
  /** Executes the transfer without storing it; rejects with the revert. */
  simulate(authorization: Authorization, plain: boolean, at: 'latest' | 'pending'): Promise<void>
  /** Estimates the gas of the transfer, sent from the address that simulations use. */
  estimate(authorization: Authorization, plain: boolean): Promise<bigint>
  hasCode(address: string): Promise<boolean>
  /** Asks a contract wallet whether it accepts a signature (ERC-1271). */
  agrees(wallet: string, hash: Buffer, signature: string): Promise<boolean>
}

interface RawReceipt {
  transactionHash: string
  blockNumber: string
  blockHash: string
  status: string
  logs: Log[]
}
interface RawBlock {
  number: string
  hash: string
  timestamp: string
  baseFeePerGas?: string
}

const hex = (value: number): string => `0x${value.toString(16)}`
const at = (block: number | string): string => (typeof block === 'number' ? hex(block) : block)

/** Gas limit of a simulation or of a wallet's own check. */
const GAS = hex(1_000_000)

/** The node answers, but it serves another chain than the network's. Waiting does not help. */
export class OtherChain extends RpcDown {
  override name = 'OtherChain'
}

/**
 * Creates the view of a chain through a node. Simulations act as `from`; `note` logs the node's
 * error texts for operators.
 */
export function createNode(
  rpc: Rpc,
  spec: NetworkSpec,
  { from, note }: { from: string; note?: Note },
): Node {
  const token = spec.asset.address
  const call = (to: string, data: string, tag: string): Promise<string> =>
    rpc.call('eth_call', [{ from, to, data, gas: GAS }, tag])
  const hasCode = async (address: string): Promise<boolean> =>
    (await rpc.call<string>('eth_getCode', [address, 'latest'])).length > 2
  let checked: Promise<void> | undefined
  const check = async (): Promise<void> => {
    const [id, code] = await Promise.all([rpc.call<string>('eth_chainId', []), hasCode(token)])
    if (BigInt(id) !== chainIdOf(spec.chain))
      throw new OtherChain(`the node serves chain ${BigInt(id)}, not ${spec.chain}`)
    if (!code) throw new OtherChain(`the token ${token} does not exist on the chain of the node`)
  }
  return {
    rpc,
    report: createErrorReporter(note),
    hasCode,
    ready: () =>
      (checked ??= check().catch(error => {
        checked = undefined
        throw error
      })),
    async block(number) {
      const block = await rpc.call<RawBlock | null>('eth_getBlockByNumber', [
        number === undefined ? 'latest' : hex(number),
        false,
      ])
      if (!block) throw new RpcDown('the node does not know the block')
      const { hash, timestamp, baseFeePerGas } = block
      const baseFee = BigInt(baseFeePerGas ?? 0)
      return { number: Number(block.number), hash, time: Number(timestamp), baseFee }
    },
    async receipt(transaction) {
      const found = await rpc.call<RawReceipt | null>('eth_getTransactionReceipt', [transaction])
      if (!found) return undefined
      const { transactionHash, blockNumber, blockHash, logs } = found
      const ok = BigInt(found.status) === 1n
      return { transaction: transactionHash, block: Number(blockNumber), blockHash, ok, logs }
    },
    knows: async transaction =>
      (await rpc.call('eth_getTransactionByHash', [transaction])) !== null,
    async used(authorization, block) {
      const answer = await rpc.call<string>('eth_call', [
        { to: token, data: stateCall(authorization.from, authorization.nonce) },
        hex(block),
      ])
      if (answer.length !== 66)
        throw new RpcDown('the token does not give the state of authorizations')
      return BigInt(answer) !== 0n
    },
    count: async (address, block) =>
      Number(await rpc.call<string>('eth_getTransactionCount', [address, at(block)])),
    uses: (authorization, first, last) =>
      rpc.call('eth_getLogs', [
        {
          address: token,
          topics: [[USED, CANCELED], addressTopic(authorization.from), authorization.nonce],
          fromBlock: hex(first),
          toBlock: hex(last),
        },
      ]),
    simulate: async (authorization, plain, tag) => {
      await call(token, transferCall(authorization, plain), tag)
    },
    estimate: async (authorization, plain) =>
      BigInt(
        await rpc.call<string>('eth_estimateGas', [
          { from, to: token, data: transferCall(authorization, plain) },
        ]),
      ),
    agrees: async (wallet, hash, signature) =>
      agrees(await call(wallet, isValidCall(hash, signature), 'latest')),
  }
}
