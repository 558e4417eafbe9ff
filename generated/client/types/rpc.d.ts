// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export type RpcId = 'ethereum' | 'eth' | 'base' | 'arbitrum' | 'arb' | 'arbitrum-one' | 'arb-one' | 'arbitrum-nova' | 'arb-nova' | 'optimism' | 'op' | 'polygon' | 'matic' | 'pol' | 'bsc' | 'bnb' | 'binance' | 'binance-smart-chain' | 'avalanche' | 'avax' | 'fantom' | 'ftm' | 'cronos' | 'celo' | 'gnosis' | 'zksync' | 'berachain' | 'bera' | 'unichain' | 'monad' | 'chiliz' | 'chz' | 'moonbeam' | 'aurora' | 'flare' | 'oasis' | 'kaia' | 'klaytn' | 'sonic' | 'xdc' | 'abstract' | 'hyperevm' | 'hyperliquid' | 'plume' | 'ronin' | 'rootstock' | 'rsk' | 'solana' | 'sol' | 'bitcoin' | 'btc' | 'litecoin' | 'ltc' | 'dogecoin' | 'doge' | 'bitcoin-cash' | 'bch' | 'near' | 'sui' | 'xrp' | 'ripple' | 'xrpl' | 'polkadot' | 'dot' | 'kusama' | 'zcash' | 'zec'

export interface RpcRequest {
  method: string
}

export type RpcBody = RpcRequest | RpcRequest[]

export type RpcCallReply = {
  jsonrpc?: '2.0'
  id?: string | number | null
  result?: unknown
  error?: {
    code?: number
    message?: string
    data?: unknown
  } | null
} | {
  jsonrpc?: '2.0'
  id?: string | number | null
  result?: unknown
  error?: {
    code?: number
    message?: string
    data?: unknown
  } | null
}[]
