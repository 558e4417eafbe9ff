/** Reads from an EVM chain what the seller's wallet has received. */
import type { AssetSpec } from '../../runtime/contract.ts'
import { createRpc, RpcError, type Rpc } from '../../runtime/payments/rpc.ts'

/** One transfer of the token to the seller. */
export interface Transfer {
  transaction: string
  from: string
  /** Micro-USD. */
  amount: bigint
  /** Unix ms of its block. */
  at: number
}

/** The transfers to a wallet. */
export interface ChainReader {
  /** All transfers in blocks from `since` on, Unix ms. */
  received(since: number): Promise<Transfer[]>
  /** The transfers of one transaction; none if the chain does not have it. */
  of(transaction: string): Promise<Transfer[]>
  close(): Promise<void>
}

/** `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Blocks per question; halved if a node refuses. */
const RANGE = 2_000
const TIMEOUT = 30_000
const LARGEST = 64 * 2 ** 20

interface Log {
  address: string
  topics: string[]
  data: string
  transactionHash: string
  blockNumber: string
}

const hex = (value: number): string => `0x${value.toString(16)}`
const wordOf = (address: string): string =>
  `0x${address.toLowerCase().replace(/^0x/, '').padStart(64, '0')}`

/** Opens a reader of the transfers of `asset` to `payTo`. */
export function openChain(
  url: string,
  { payTo, asset }: { payTo: string; asset: AssetSpec },
): ChainReader {
  const rpc = createRpc({ url, timeout: TIMEOUT, maxBytes: LARGEST })
  const times = new Map<number, number>()
  const timeOf = async (block: number): Promise<number> => {
    const known = times.get(block)
    if (known !== undefined) return known
    const found = await rpc.call<{ timestamp: string }>('eth_getBlockByNumber', [hex(block), false])
    const at = Number(found.timestamp) * 1000
    times.set(block, at)
    return at
  }
  const transferOf = async (log: Log): Promise<Transfer> => ({
    transaction: log.transactionHash,
    from: `0x${log.topics[1]!.slice(26)}`,
    amount: (BigInt(log.data) * 1_000_000n) / 10n ** BigInt(asset.decimals),
    at: await timeOf(Number(log.blockNumber)),
  })
  const isOurs = ({ address, topics }: Log): boolean =>
    address.toLowerCase() === asset.address.toLowerCase() &&
    topics[0] === TRANSFER &&
    topics[2] === wordOf(payTo)
  return {
    async received(since) {
      const last = Number(await rpc.call<string>('eth_blockNumber', []))
      const first = await firstBlock(since, last, timeOf)
      const filter = { address: asset.address, topics: [TRANSFER, null, wordOf(payTo)] }
      const transfers: Transfer[] = []
      for await (const log of logsOf(rpc, filter, { first, last }))
        transfers.push(await transferOf(log))
      return transfers
    },
    async of(transaction) {
      const receipt = await rpc.call<{ logs: Log[] } | null>('eth_getTransactionReceipt', [
        transaction,
      ])
      return Promise.all((receipt?.logs ?? []).filter(isOurs).map(transferOf))
    },
    close: () => rpc.close(),
  }
}

/**
 * The first block that is not older than `since`, by bisection; after the last if there is none.
 */
async function firstBlock(
  since: number,
  last: number,
  timeOf: (block: number) => Promise<number>,
): Promise<number> {
  let [low, high] = [0, last + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await timeOf(middle)) < since) low = middle + 1
    else high = middle
  }
  return low
}

/** The logs of a range of blocks, in pieces that the node answers. */
async function* logsOf(
  rpc: Rpc,
  filter: object,
  { first, last }: { first: number; last: number },
): AsyncGenerator<Log> {
  let size = RANGE
  for (let from = first; from <= last;) {
    const to = Math.min(last, from + size - 1)
    try {
      const range = { ...filter, fromBlock: hex(from), toBlock: hex(to) }
      yield* await rpc.call<Log[]>('eth_getLogs', [range])
      from = to + 1
    } catch (error) {
      if (!(error instanceof RpcError) || size === 1) throw error
      size = Math.ceil(size / 2)
    }
  }
}

/** The key of a transfer: one transaction may have several. */
export const transferKey = (
  transaction: string,
  wallet: string | undefined,
  micro: bigint,
): string => `${transaction.toLowerCase()} ${wallet?.toLowerCase()} ${micro}`

/** The transfers, from which each line takes its own. */
export function pileOf(transfers: readonly Transfer[]): Map<string, Transfer[]> {
  const pile = new Map<string, Transfer[]>()
  for (const one of transfers) {
    const key = transferKey(one.transaction, one.from, one.amount)
    pile.set(key, [...(pile.get(key) ?? []), one])
  }
  return pile
}
