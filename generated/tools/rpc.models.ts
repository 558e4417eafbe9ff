// Code generated from catalog/tools/rpc.models.yaml by "npm run generate". DO NOT EDIT.
import type { Row, Table } from '../../runtime/contract.ts'

/** A row of catalog/tools/rpc.models.yaml. */
export interface RpcRow extends Row {
  /** shown in lists */
  readonly name: string
  /** the node provider's name of the chain */
  readonly host: string
}

/** Rows of catalog/tools/rpc.models.yaml, for all networks. */
export const rpcModels: Table<RpcRow> = {
  name: 'rpc.models',
  rows: [
    // catalog/tools/rpc.models.yaml:10
    { id: 'ethereum', aliases: ['eth'], name: 'Ethereum', host: 'ethereum-mainnet' },
    { id: 'base', name: 'Base', host: 'base-mainnet' }, // catalog/tools/rpc.models.yaml:11
    { // catalog/tools/rpc.models.yaml:12
      id: 'arbitrum', aliases: ['arb', 'arbitrum-one', 'arb-one'], name: 'Arbitrum One',
      host: 'arb-one-mainnet',
    },
    // catalog/tools/rpc.models.yaml:13
    { id: 'arbitrum-nova', aliases: ['arb-nova'], name: 'Arbitrum Nova', host: 'arb-nova-mainnet' },
    // catalog/tools/rpc.models.yaml:14
    { id: 'optimism', aliases: ['op'], name: 'Optimism', host: 'optimism-mainnet' },
    // catalog/tools/rpc.models.yaml:15
    { id: 'polygon', aliases: ['matic', 'pol'], name: 'Polygon', host: 'polygon-mainnet' },
    { // catalog/tools/rpc.models.yaml:16
      id: 'bsc', aliases: ['bnb', 'binance', 'binance-smart-chain'], name: 'BNB Smart Chain',
      host: 'bsc-mainnet',
    },
    // catalog/tools/rpc.models.yaml:17
    { id: 'avalanche', aliases: ['avax'], name: 'Avalanche', host: 'avalanche-mainnet' },
    // catalog/tools/rpc.models.yaml:18
    { id: 'fantom', aliases: ['ftm'], name: 'Fantom', host: 'fantom-mainnet' },
    { id: 'cronos', name: 'Cronos', host: 'cronos-mainnet' }, // catalog/tools/rpc.models.yaml:19
    { id: 'celo', name: 'Celo', host: 'celo-mainnet' }, // catalog/tools/rpc.models.yaml:20
    { id: 'gnosis', name: 'Gnosis', host: 'gnosis-mainnet' }, // catalog/tools/rpc.models.yaml:21
    // catalog/tools/rpc.models.yaml:22
    { id: 'zksync', name: 'zkSync Era', host: 'zksync-mainnet' },
    // catalog/tools/rpc.models.yaml:23
    { id: 'berachain', aliases: ['bera'], name: 'Berachain', host: 'berachain-mainnet' },
    // catalog/tools/rpc.models.yaml:24
    { id: 'unichain', name: 'Unichain', host: 'unichain-mainnet' },
    { id: 'monad', name: 'Monad', host: 'monad-mainnet' }, // catalog/tools/rpc.models.yaml:25
    // catalog/tools/rpc.models.yaml:26
    { id: 'chiliz', aliases: ['chz'], name: 'Chiliz', host: 'chiliz-mainnet' },
    // catalog/tools/rpc.models.yaml:27
    { id: 'moonbeam', name: 'Moonbeam', host: 'moonbeam-mainnet' },
    { id: 'aurora', name: 'Aurora', host: 'aurora-mainnet' }, // catalog/tools/rpc.models.yaml:28
    { id: 'flare', name: 'Flare', host: 'flare-mainnet' }, // catalog/tools/rpc.models.yaml:29
    { id: 'oasis', name: 'Oasis', host: 'oasis-mainnet' }, // catalog/tools/rpc.models.yaml:30
    // catalog/tools/rpc.models.yaml:31
    { id: 'kaia', aliases: ['klaytn'], name: 'Kaia', host: 'kaia-mainnet' },
    { id: 'sonic', name: 'Sonic', host: 'sonic-mainnet' }, // catalog/tools/rpc.models.yaml:32
    { id: 'xdc', name: 'XDC', host: 'xdc-mainnet' }, // catalog/tools/rpc.models.yaml:33
    // catalog/tools/rpc.models.yaml:34
    { id: 'abstract', name: 'Abstract', host: 'abstract-mainnet' },
    // catalog/tools/rpc.models.yaml:35
    { id: 'hyperevm', aliases: ['hyperliquid'], name: 'HyperEVM', host: 'hyperevm-mainnet' },
    { id: 'plume', name: 'Plume', host: 'plume-mainnet' }, // catalog/tools/rpc.models.yaml:36
    { id: 'ronin', name: 'Ronin', host: 'ronin-mainnet' }, // catalog/tools/rpc.models.yaml:37
    // catalog/tools/rpc.models.yaml:38
    { id: 'rootstock', aliases: ['rsk'], name: 'Rootstock', host: 'rootstock-mainnet' },
    // catalog/tools/rpc.models.yaml:39
    { id: 'solana', aliases: ['sol'], name: 'Solana', host: 'solana-mainnet' },
    // catalog/tools/rpc.models.yaml:40
    { id: 'bitcoin', aliases: ['btc'], name: 'Bitcoin', host: 'bitcoin-mainnet' },
    // catalog/tools/rpc.models.yaml:41
    { id: 'litecoin', aliases: ['ltc'], name: 'Litecoin', host: 'litecoin-mainnet' },
    // catalog/tools/rpc.models.yaml:42
    { id: 'dogecoin', aliases: ['doge'], name: 'Dogecoin', host: 'dogecoin-mainnet' },
    // catalog/tools/rpc.models.yaml:43
    { id: 'bitcoin-cash', aliases: ['bch'], name: 'Bitcoin Cash', host: 'bitcoin-cash-mainnet' },
    { id: 'near', name: 'NEAR', host: 'near-mainnet' }, // catalog/tools/rpc.models.yaml:44
    { id: 'sui', name: 'Sui', host: 'sui-mainnet' }, // catalog/tools/rpc.models.yaml:45
    // catalog/tools/rpc.models.yaml:46
    { id: 'xrp', aliases: ['ripple', 'xrpl'], name: 'XRP Ledger', host: 'ripple-mainnet' },
    // catalog/tools/rpc.models.yaml:47
    { id: 'polkadot', aliases: ['dot'], name: 'Polkadot', host: 'polkadot-mainnet' },
    { id: 'kusama', name: 'Kusama', host: 'kusama-mainnet' }, // catalog/tools/rpc.models.yaml:48
    // catalog/tools/rpc.models.yaml:49
    { id: 'zcash', aliases: ['zec'], name: 'Zcash', host: 'zcash-mainnet' },
  ],
}
