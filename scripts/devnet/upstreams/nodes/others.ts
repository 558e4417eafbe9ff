/**
 * Nodes that are not Ethereum-style: Solana, Substrate, NEAR, Sui, the XRP Ledger and the Bitcoin
 * family.
 */
import { base58, hash, height, number, RpcError, timeOf } from './chain.ts'
import type { Methods } from './chain.ts'

/** Solana: slots of 400 ms, hashes in base 58, results with their context. */
export function solanaMethods(): Methods {
  const slot = () => height(390_000_000, 400)
  const block = () => slot() - 22_000_000
  const context = () => ({ apiVersion: '3.0.10', slot: slot() })
  const key = (p: any) => {
    if (p?.[0] === undefined)
      throw new RpcError(-32602, '`params` should have at least 1 argument(s)')
    if (typeof p[0] !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(p[0]))
      throw new RpcError(-32602, 'Invalid param: WrongSize')
    return p[0]
  }
  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'feature-set': 3604001754, 'solana-core': '3.0.10' }),
    getGenesisHash: () => '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    getSlot: slot,
    getBlockHeight: block,
    getEpochInfo: () => ({
      absoluteSlot: slot(),
      blockHeight: block(),
      epoch: Math.floor(slot() / 432_000),
      slotIndex: slot() % 432_000,
      slotsInEpoch: 432_000,
      transactionCount: 450_000_000_000 + slot(),
    }),
    getLatestBlockhash: () => ({
      context: context(),
      value: { blockhash: base58(`solana${slot()}`), lastValidBlockHeight: block() + 150 },
    }),
    getBalance: p => ({ context: context(), value: number(key(p), 10 ** 12) }),
    getAccountInfo: p => {
      key(p)
      return { context: context(), value: null }
    },
    getMinimumBalanceForRentExemption: p => (128 + Number(p?.[0] ?? 0)) * 6960,
  }
}

/** Substrate: Polkadot and Kusama. */
export function substrateMethods(host: string): Methods {
  const block = () => height(29_000_000, 6000)
  const id = (n: number) => '0x' + hash(`${host}:${n}`)
  return {
    system_chain: () => (host.startsWith('kusama') ? 'Kusama' : 'Polkadot'),
    system_name: () => 'Parity Polkadot',
    system_version: () => '1.20.1',
    system_health: () => ({ peers: 40, isSyncing: false, shouldHavePeers: true }),
    chain_getHeader: () => ({
      parentHash: id(block() - 1),
      number: '0x' + block().toString(16),
      stateRoot: id(-block()),
      extrinsicsRoot: id(-block() - 1),
      digest: { logs: [] },
    }),
    chain_getFinalizedHead: () => id(block() - 3),
    chain_getBlockHash: p => id(Number(p?.[0] ?? block())),
    state_getRuntimeVersion: () => ({
      specName: 'polkadot',
      implName: 'parity-polkadot',
      specVersion: 1_007_001,
      implVersion: 0,
      transactionVersion: 26,
    }),
  }
}

/** NEAR: objects as parameters, hashes in base 58, heights and prices as its nodes write them. */
export function nearMethods(): Methods {
  const block = () => height(180_000_000, 600)
  const header = () => ({
    height: block(),
    hash: base58(`near${block()}`),
    prev_hash: base58(`near${block() - 1}`),
    gas_price: '100000000',
    timestamp: Date.now() * 1e6,
  })
  return {
    status: () => ({
      chain_id: 'mainnet',
      sync_info: { latest_block_hash: header().hash, latest_block_height: block(), syncing: false },
      version: { version: '2.9.1' },
    }),
    block: () => ({ author: 'figment.poolv1.near', chunks: [], header: header() }),
    gas_price: () => ({ gas_price: '100000000' }),
    query: p => {
      if (p?.request_type !== 'view_account')
        throw new RpcError(
          -32700,
          'Parse error',
          'Failed parsing args: missing field `request_type`',
        )
      return {
        amount: String(number(p.account_id, 1e12)) + '000000000000',
        block_hash: header().hash,
        block_height: block(),
        locked: '0',
        storage_usage: 182,
      }
    },
  }
}

/** Sui: big numbers as strings. */
export function suiMethods(): Methods {
  return {
    sui_getChainIdentifier: () => '35834a8a',
    sui_getLatestCheckpointSequenceNumber: () => String(height(220_000_000, 250)),
    sui_getTotalTransactionBlocks: () => String(height(4_000_000_000, 10)),
    suix_getReferenceGasPrice: () => '505',
    suix_getBalance: p => {
      if (typeof p?.[0] !== 'string') throw new RpcError(-32602, 'Invalid params', 'missing owner')
      return {
        coinType: p[1] ?? '0x2::sui::SUI',
        coinObjectCount: 1,
        totalBalance: String(number(p[0], 1e12)),
        lockedBalance: {},
      }
    },
  }
}

/** The XRP Ledger; its results carry their own status and its errors are results. */
export function rippleMethods(): Methods {
  const ledger = () => height(101_000_000, 3900)
  return {
    server_info: () => ({
      info: {
        build_version: '2.6.1',
        complete_ledgers: `32570-${ledger()}`,
        server_state: 'full',
        peers: 60,
        load_factor: 1,
        validated_ledger: {
          age: 2,
          base_fee_xrp: 0.00001,
          hash: hash(`xrp${ledger()}`).toUpperCase(),
          reserve_base_xrp: 1,
          reserve_inc_xrp: 0.2,
          seq: ledger(),
        },
      },
    }),
    ledger_current: () => ({ ledger_current_index: ledger() + 1 }),
    fee: () => ({
      current_ledger_size: '56',
      drops: { base_fee: '10', median_fee: '5000', minimum_fee: '10', open_ledger_fee: '10' },
      ledger_current_index: ledger() + 1,
    }),
    account_info: p => {
      const account = p?.[0]?.account
      if (typeof account !== 'string')
        throw new RpcError(31, "Missing field 'account'.", 'invalidParams')
      return {
        account_data: { Account: account, Balance: String(number(account, 1e10)), Sequence: 1 },
        ledger_current_index: ledger() + 1,
        validated: false,
      }
    },
  }
}

/** The Bitcoin family, in the words of Bitcoin Core. */
export function bitcoinMethods(host: string): Methods {
  const [first, everyMs] = host.startsWith('bitcoin-mainnet')
    ? [930_000, 600_000]
    : [3_000_000, 150_000]
  const head = () => height(first, everyMs)
  const id = (n: number) => '00000000' + hash(`${host}:${n}`).slice(8)
  return {
    getblockcount: head,
    getbestblockhash: () => id(head()),
    getblockhash: p => {
      if (!Number.isInteger(p?.[0]))
        throw new RpcError(
          -1,
          'getblockhash height\n\nReturns hash of block in best-block-chain at height provided.\n',
        )
      if (p[0] < 0 || p[0] > head()) throw new RpcError(-8, 'Block height out of range')
      return id(p[0])
    },
    getdifficulty: () => 155_973_032_196_071.9,
    getblockchaininfo: () => ({
      chain: 'main',
      blocks: head(),
      headers: head(),
      bestblockhash: id(head()),
      mediantime: timeOf(head() - 5, { first, everyMs }),
      pruned: false,
    }),
    getmempoolinfo: () => ({
      loaded: true,
      size: 12_000,
      bytes: 6_400_000,
      mempoolminfee: 0.00001,
    }),
    estimatesmartfee: p => ({ feerate: 0.00002, blocks: Number(p?.[0] ?? 6) }),
  }
}
