/**
 * A local chain with the gateway's token, Multicall3, Permit2 and its proxy at their real
 * addresses:
 * everything that payments need, for free.
 */
import { readFileSync } from 'node:fs'
import { encodeAbiParameters, keccak256, type Hex } from 'viem'
import type { NetworkSpec } from '../../runtime/contract.ts'
import { PERMIT2, PROXY } from '../../runtime/payments/evm/upto/contracts.ts'
import { startAnvil } from './anvil.ts'

/** Address of Multicall3 on every public chain. */
const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11'

/**
 * Keys of anvil's public test mnemonic, each with 10,000 ETH of the local chain, for relayers and
 * demo wallets. They are public and worth nothing elsewhere.
 */
export const TEST_KEYS = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
] as const satisfies Hex[]

/** A running chain. Addresses are hex texts; money is bigint micro-USD. */
export interface Chain {
  url: string
  chainId: number
  /** Process id of the node. */
  pid: number
  /** Private keys of funded accounts, for relayers. */
  keys: readonly Hex[]
  /** Sends raw JSON-RPC; throws the node's error. */
  rpc<T = unknown>(method: string, params?: unknown[]): Promise<T>
  /** Adds token money to an address. */
  fund(address: string, microUsd: bigint): Promise<void>
  /** Adds gas money (wei). */
  fundGas(address: string, wei: bigint): Promise<void>
  balanceOf(address: string): Promise<bigint>
  /** Sets how much Permit2 may move for a wallet. */
  allow(owner: string, microUsd: bigint): Promise<void>
  /** Whether the token has used an authorization's nonce. */
  used(from: string, nonce: string): Promise<boolean>
  /** Deploys an ERC-1271 wallet of `owner` (or the hostile GasBurner) at `address`. */
  placeWallet(
    address: string,
    owner: string,
    contract?: 'ContractWallet' | 'GasBurner',
  ): Promise<void>
  /** Moves the chain's time forward and mines a block. */
  increaseTime(seconds: number): Promise<void>
  setAutomine(on: boolean): Promise<void>
  mine(blocks?: number): Promise<void>
  /** Unix seconds of the latest block. */
  time(): Promise<number>
  blockNumber(): Promise<number>
  /** Drops a pending transaction. */
  drop(transaction: string): Promise<void>
  freeze(address: string, on: boolean): Promise<void>
  /** Sends a call as a transaction of an unrelated account; resolves when it is mined. */
  transact(to: string, data: string): Promise<void>
  stop(): Promise<void>
}

/** A token and its address; a `NetworkSpec` fits. */
export interface ChainSpec {
  chain: string
  asset: Pick<NetworkSpec['asset'], 'address' | 'name' | 'version'>
}

const word = (value: bigint): string => value.toString(16).padStart(64, '0')
const address32 = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')
const artifact = (name: string): Hex =>
  JSON.parse(readFileSync(new URL(`contracts/${name}.json`, import.meta.url), 'utf8')).bytecode

function createCaller(url: string): Chain['rpc'] {
  let id = 0
  return async (method, params = []) => {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
    })
    const { result, error } = (await reply.json()) as { result: never; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
}

/** Runs a constructor without a transaction and returns the deployed code. */
async function runtimeCode(rpc: Chain['rpc'], name: string, args: Hex = '0x'): Promise<Hex> {
  return rpc('eth_call', [{ data: artifact(name) + args.slice(2) }, 'latest'])
}

/**
 * Places a contract by running its constructor at the address itself, because some of what it
 * stores in its code depends on the address.
 */
async function construct(rpc: Chain['rpc'], address: string, name: string): Promise<void> {
  await rpc('anvil_setCode', [address, artifact(name)])
  const code = await rpc<Hex>('eth_call', [{ to: address }, 'latest'])
  await rpc('anvil_setCode', [address, code])
}

/** Sends a transaction of one of anvil's accounts and waits up to two seconds until it is mined. */
async function transact(rpc: Chain['rpc'], to: string, data: string): Promise<void> {
  const transaction = await rpc('eth_sendTransaction', [
    { from: '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f', to, data },
  ])
  for (let i = 0; i < 200 && !(await rpc('eth_getTransactionReceipt', [transaction])); i++)
    await new Promise(resolve => setTimeout(resolve, 10))
}

/** Changes balances and nonces of the token. */
function tokenOf(
  rpc: Chain['rpc'],
  token: string,
): Pick<Chain, 'fund' | 'balanceOf' | 'allow' | 'used' | 'freeze'> {
  const call = (data: string): Promise<Hex> => rpc('eth_call', [{ to: token, data }, 'latest'])
  const balanceOf = async (address: string): Promise<bigint> =>
    BigInt(await call(`0x70a08231${address32(address)}`))
  return {
    balanceOf,
    used: async (from, nonce) =>
      BigInt(await call(`0xe94a0102${address32(from)}${nonce.slice(2)}`)) === 1n,
    // Writes the balances' storage (the first slot of the contract), which works even while nothing
    // is mined.
    async fund(address, microUsd) {
      const slot = keccak256(`0x${address32(address)}${word(0n)}`)
      await rpc('anvil_setStorageAt', [
        token,
        slot,
        `0x${word((await balanceOf(address)) + microUsd)}`,
      ])
    },
    // Allowances are the second slot, by owner and spender.
    async allow(owner, microUsd) {
      const byOwner = keccak256(`0x${address32(owner)}${word(1n)}`)
      const slot = keccak256(`0x${address32(PERMIT2)}${byOwner.slice(2)}`)
      await rpc('anvil_setStorageAt', [token, slot, `0x${word(microUsd)}`])
    },
    async freeze(address, on) {
      await transact(rpc, token, `0xd01dd6d2${address32(address)}${word(on ? 1n : 0n)}`)
    },
  }
}

/**
 * Starts a chain for a gateway: anvil with the network's chain id, and the contracts at their
 * addresses. Ready in under 600 ms.
 */
export async function startChain(
  spec: ChainSpec,
  options: { port?: number; args?: string[] } = {},
): Promise<Chain> {
  const chainId = Number(spec.chain.split(':')[1])
  const anvil = await startAnvil({ chainId, port: options.port ?? 0, args: options.args })
  const rpc = createCaller(anvil.url)
  const place = (address: string, code: Hex): Promise<void> => rpc('anvil_setCode', [address, code])
  const names = encodeAbiParameters(
    [{ type: 'string' }, { type: 'string' }],
    [spec.asset.name ?? '', spec.asset.version ?? ''],
  )
  await Promise.all([
    runtimeCode(rpc, 'MockUSDC', names).then(code => place(spec.asset.address, code)),
    runtimeCode(rpc, 'Multicall3').then(code => place(MULTICALL, code)),
    runtimeCode(rpc, 'UptoProxy').then(code => place(PROXY, code)),
    construct(rpc, PERMIT2, 'Permit2'),
  ])
  const mine = (blocks = 1): Promise<void> => rpc('anvil_mine', [`0x${blocks.toString(16)}`])
  await mine() // simulations on the very first block see the time 1
  const latest = (): Promise<{ timestamp: Hex; number: Hex }> =>
    rpc('eth_getBlockByNumber', ['latest', false])
  return {
    url: anvil.url,
    pid: anvil.pid,
    chainId,
    keys: TEST_KEYS,
    rpc,
    mine,
    stop: anvil.stop,
    ...tokenOf(rpc, spec.asset.address),
    transact: (to, data) => transact(rpc, to, data),
    async fundGas(address, wei) {
      const has = BigInt(await rpc<Hex>('eth_getBalance', [address, 'latest']))
      await rpc('anvil_setBalance', [address, `0x${(has + wei).toString(16)}`])
    },
    placeWallet: async (address, owner, contract = 'ContractWallet') =>
      place(
        address,
        await runtimeCode(rpc, contract, contract === 'GasBurner' ? '0x' : `0x${address32(owner)}`),
      ),
    async increaseTime(seconds) {
      await rpc('evm_increaseTime', [seconds])
      await mine()
    },
    setAutomine: on => rpc('evm_setAutomine', [on]),
    time: async () => Number((await latest()).timestamp),
    blockNumber: async () => Number((await latest()).number),
    drop: transaction => rpc('anvil_dropTransaction', [transaction]),
  }
}
