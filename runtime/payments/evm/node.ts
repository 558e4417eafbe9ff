/**
 * The requests that payments send to a chain's node, as functions. Every function rejects with
 * `RpcError` or `RpcDown`.
 */
import type { NetworkSpec } from '../../contract.ts'
import { chainIdOf } from './hash.ts'
import { RpcDown, type Rpc } from '../rpc.ts'
import { createErrorReporter, type Note } from '../public-message.ts'
import { agrees, isValidCall, type Log } from './token.ts'
import type { Transfer } from './transfer-method.ts'

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

/** Selects logs of one contract; a topic may have several values, or any. */
export interface LogFilter {
  address: string
  topics: (string | string[] | null)[]
}

/** The requests to a chain that payments need. */
export interface Node {
  readonly rpc: Rpc
  /** Converts an error of the node to a message for callers, and logs the node's own text. */
  report(error: unknown): string
  /**
   * Rejects unless this node serves the network's chain and the contracts have code there. Checked
   * once. Default: the token.
   */
  ready(contracts?: readonly string[]): Promise<void>
  block(number?: number): Promise<Block>
  receipt(transaction: string): Promise<Receipt | undefined>
  /** Whether the node knows the transaction, mined or pending. */
  knows(transaction: string): Promise<boolean>
  /** Returns the call of a mined or pending transaction; undefined if the node does not know it. */
  sent(transaction: string): Promise<{ to: string; data: string } | undefined>
  /** Reads from a contract at a block. */
  read(to: string, data: string, block: number | 'latest'): Promise<string>
  /** The transaction count of an address at a block; `pending` includes pending transactions. */
  count(address: string, at: number | 'pending' | 'latest'): Promise<number>
  /** Finds the logs that match a filter between two blocks. */
  logs(filter: LogFilter, first: number, last: number): Promise<Log[]>
  /** Executes the transfer without storing it; rejects with the revert. */
  simulate(transfer: Transfer, at: 'latest' | 'pending'): Promise<void>
  /** Estimates the gas of the transfer, sent from the address that simulations use. */
  estimate(transfer: Transfer): Promise<bigint>
  hasCode(address: string): Promise<boolean>
  /** Calls a contract wallet to check whether it accepts a signature (ERC-1271). */
  agrees(wallet: string, hash: Buffer, signature: string): Promise<boolean>
}

interface RawReceipt {
  transactionHash: string
  blockNumber: string
  blockHash: string
  status: string
  logs: Log[]
}
interface RawTransaction {
  to: string | null
  input: string
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

/** The node serves another chain than the network's. Waiting does not help. */
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
  const callOf = (transfer: Transfer): { from: string; to: string; data: string } => ({
    from: transfer.method.sender?.(transfer.authorization) ?? from,
    to: transfer.method.contract,
    data: transfer.method.data(transfer),
  })
  const hasCode = async (address: string): Promise<boolean> =>
    (await rpc.call<string>('eth_getCode', [address, 'latest'])).length > 2
  const checked = new Map<string, Promise<void>>()
  const checkChain = async (): Promise<void> => {
    const id = BigInt(await rpc.call<string>('eth_chainId', []))
    if (id !== chainIdOf(spec.chain))
      throw new OtherChain(`the node serves chain ${id}, not ${spec.chain}`)
  }
  const checkCode = async (contract: string): Promise<void> => {
    const name = contract === token ? 'token' : 'contract'
    if (!(await hasCode(contract)))
      throw new OtherChain(`the ${name} ${contract} does not exist on the chain of the node`)
  }
  const once = (name: string, check: () => Promise<void>): Promise<void> => {
    const result =
      checked.get(name) ??
      check().catch((error: unknown) => {
        checked.delete(name)
        throw error
      })
    checked.set(name, result)
    return result
  }
  return {
    rpc,
    report: createErrorReporter(note),
    hasCode,
    async ready(contracts = [token]) {
      await once('', checkChain)
      await Promise.all(contracts.map(contract => once(contract, () => checkCode(contract))))
    },
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
    async sent(transaction) {
      const found = await rpc.call<RawTransaction | null>('eth_getTransactionByHash', [transaction])
      return found?.to ? { to: found.to, data: found.input } : undefined
    },
    read: (to, data, block) => rpc.call('eth_call', [{ to, data }, at(block)]),
    count: async (address, block) =>
      Number(await rpc.call<string>('eth_getTransactionCount', [address, at(block)])),
    logs: (filter, first, last) =>
      rpc.call('eth_getLogs', [{ ...filter, fromBlock: hex(first), toBlock: hex(last) }]),
    simulate: async (transfer, tag) => {
      await rpc.call('eth_call', [{ ...callOf(transfer), gas: GAS }, tag])
    },
    estimate: async transfer =>
      BigInt(await rpc.call<string>('eth_estimateGas', [callOf(transfer)])),
    agrees: async (wallet, hash, signature) =>
      agrees(
        await rpc.call('eth_call', [
          { from, to: wallet, data: isValidCall(hash, signature), gas: GAS },
          'latest',
        ]),
      ),
  }
}
