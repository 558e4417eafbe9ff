/** Ethereum-style nodes: one set of methods, a chain id and a block time per chain. */
import { hash, height, number, RpcError, timeOf } from './chain.ts'
import type { Methods } from './chain.ts'

/** Chain id and block time (ms) by the node provider's name; others get an id of their own. */
const chains: Readonly<Record<string, readonly [number, number]>> = {
  'ethereum-mainnet': [1, 12000],
  'base-mainnet': [8453, 2000],
  'arb-one-mainnet': [42161, 250],
  'arb-nova-mainnet': [42170, 250],
  'optimism-mainnet': [10, 2000],
  'polygon-mainnet': [137, 2000],
  'bsc-mainnet': [56, 750],
  'avalanche-mainnet': [43114, 1500],
  'fantom-mainnet': [250, 1000],
  'cronos-mainnet': [25, 5000],
  'celo-mainnet': [42220, 1000],
  'gnosis-mainnet': [100, 5000],
  'zksync-mainnet': [324, 1000],
  'berachain-mainnet': [80094, 2000],
  'unichain-mainnet': [130, 1000],
  'monad-mainnet': [143, 400],
  'chiliz-mainnet': [88888, 3000],
  'moonbeam-mainnet': [1284, 6000],
  'aurora-mainnet': [1313161554, 1000],
  'flare-mainnet': [14, 1800],
  'oasis-mainnet': [42262, 6000],
  'kaia-mainnet': [8217, 1000],
  'sonic-mainnet': [146, 500],
  'xdc-mainnet': [50, 2000],
  'abstract-mainnet': [2741, 1000],
  'hyperevm-mainnet': [999, 1000],
  'plume-mainnet': [98866, 400],
  'ronin-mainnet': [2020, 3000],
  'rootstock-mainnet': [30, 25000],
}

const hex = (n: number | bigint): string => '0x' + n.toString(16)

/** Refuses a value that is not `bytes` bytes of hex, with the message of the most common node. */
function bytes(params: any, at: number, kind: { bytes: number; name: string }): string {
  const value = params?.[at]
  if (value === undefined) throw new RpcError(-32602, `missing value for required argument ${at}`)
  const bad = (why: string) => new RpcError(-32602, `invalid argument ${at}: ${why}`)
  if (typeof value !== 'string')
    throw bad(`json: cannot unmarshal non-string into Go value of type ${kind.name}`)
  if (!value.startsWith('0x'))
    throw bad(
      `json: cannot unmarshal hex string without 0x prefix into Go value of type ${kind.name}`,
    )
  const digits = value.length - 2
  if (digits !== kind.bytes * 2 || !/^0x[0-9a-fA-F]*$/.test(value))
    throw bad(`hex string has length ${digits}, want ${kind.bytes * 2} for ${kind.name}`)
  return value.toLowerCase()
}

const address = (params: any, at = 0) => bytes(params, at, { bytes: 20, name: 'common.Address' })
const digest = (params: any, at = 0) => bytes(params, at, { bytes: 32, name: 'common.Hash' })

/** Methods of one EVM chain. */
export function evmMethods(host: string): Methods {
  const [chainId, everyMs] = chains[host] ?? [number(host, 1_000_000), 2000]
  const first = 20_000_000 + number(host, 1_000_000)
  const head = () => height(first, everyMs)
  const gasPrice = () => 1_000_000_000n + BigInt(number(`${host}${head()}`, 500_000_000))
  const block = (tag: unknown) => blockOf(host, tag, { first, everyMs, head: head() })
  return {
    web3_clientVersion: () => 'Geth/v1.16.7-stable/linux-amd64/go1.25.3',
    net_version: () => String(chainId),
    net_listening: () => true,
    eth_chainId: () => hex(chainId),
    eth_blockNumber: () => hex(head()),
    eth_syncing: () => false,
    eth_gasPrice: () => hex(gasPrice()),
    eth_maxPriorityFeePerGas: () => hex(1_000_000),
    eth_getBalance: p => hex(BigInt('0x' + hash(`${host}${address(p)}`).slice(0, 16))),
    eth_getTransactionCount: p => hex(number(`${host}${address(p)}`, 5000)),
    eth_getCode: p => {
      address(p)
      return '0x'
    },
    eth_getStorageAt: p => {
      address(p)
      return '0x' + '0'.repeat(64)
    },
    eth_call: p => '0x' + hash(`${host}${JSON.stringify(p)}`),
    eth_estimateGas: () => '0x5208',
    eth_getBlockByNumber: p => block(p?.[0]),
    eth_getBlockByHash: p => {
      digest(p)
      return null
    },
    eth_getTransactionByHash: p => {
      digest(p)
      return null
    },
    eth_getTransactionReceipt: p => {
      digest(p)
      return null
    },
    eth_getLogs: () => [],
  }
}

function blockOf(
  host: string,
  tag: unknown,
  chain: { first: number; everyMs: number; head: number },
): unknown {
  if (tag === undefined) throw new RpcError(-32602, 'missing value for required argument 0')
  const named = ['latest', 'safe', 'finalized', 'pending', 'earliest'].includes(String(tag))
  const block = tag === 'earliest' ? 0 : named ? chain.head : Number(tag)
  if (!Number.isInteger(block) || block < 0)
    throw new RpcError(-32602, 'invalid argument 0: hex string without 0x prefix')
  if (block > chain.head) return null
  const id = (n: number) => '0x' + hash(`${host}:${n}`)
  return {
    number: hex(block),
    hash: id(block),
    parentHash: block === 0 ? '0x' + '0'.repeat(64) : id(block - 1),
    timestamp: hex(Math.max(0, timeOf(block, chain))),
    gasLimit: '0x2255100',
    gasUsed: hex(number(`${host}${block}gas`, 36_000_000)),
    baseFeePerGas: '0x3b9aca00',
    transactions: [],
    uncles: [],
    miner: '0x' + hash(`${host}miner`).slice(24),
    extraData: '0x',
    difficulty: '0x0',
    nonce: '0x0000000000000000',
    size: '0x220',
  }
}
