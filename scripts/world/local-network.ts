/**
 * Local networks: for each kind of network a chain, a ledger or a facilitator on loopback, the
 * settings of a gateway that is paid there, and a buyer with money.
 */
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { NetworkSpec } from '../../runtime/contract.ts'
import { startChain, type Chain } from '../devnet/chain.ts'
import { BUYER_KEY, PAY_TO, RELAYER_KEY } from './keys.ts'

/** A running local network. Money is bigint micro-USD. */
export interface LocalNetwork {
  /** What runs, for people. */
  says: string
  /** URL of the node or the facilitator. */
  url: string
  /** The settings of a gateway that differ between networks. */
  env: Readonly<Record<string, string>>
  payTo: string
  buyer: { key: string; address: string }
  /** The chain, on EVM networks that settle by themselves. */
  chain?: Chain
  /** A key of a new wallet, in the notation of its kind. */
  newKey(): string
  /** Adds money to a wallet. */
  fund(wallet: string, micro: bigint): Promise<unknown>
  balanceOf(wallet: string): Promise<bigint>
  stop(): Promise<unknown>
}

/** Starts each kind of network. The modules of the other kinds are not loaded. */
const STARTERS: Readonly<Record<string, (spec: NetworkSpec) => Promise<LocalNetwork>>> = {
  evm: startEvm,
  solana: startSolana,
  batched: startBatched,
  xrpl: startXrpl,
}

/** Starts a local network of the kind that `spec` names. Throws if there is none of that kind. */
export async function startLocalNetwork(spec: NetworkSpec): Promise<LocalNetwork> {
  const start = STARTERS[spec.kind]
  if (start === undefined) throw new Error(`there is no local network of the kind ${spec.kind}`)
  return start(spec)
}

/** The blocks of a local Solana chain, ms. */
const SOLANA_BLOCK = 400

async function startEvm(spec: NetworkSpec): Promise<LocalNetwork> {
  const chain = await startChain(spec)
  const { symbol, address } = spec.asset
  return {
    says: `${spec.chain} at ${chain.url}, with ${symbol} at ${address}`,
    url: chain.url,
    env: { PAY_TO, RPC_URL: chain.url, RELAYER_KEY },
    payTo: PAY_TO,
    buyer: { key: BUYER_KEY, address: privateKeyToAddress(BUYER_KEY) },
    chain,
    newKey: generatePrivateKey,
    fund: (wallet, micro) => chain.fund(wallet, micro),
    balanceOf: wallet => chain.balanceOf(wallet),
    stop: () => chain.stop(),
  }
}

async function startSolana(spec: NetworkSpec): Promise<LocalNetwork> {
  const [{ startSolanaWorld, newKey }, { createSigner }] = await Promise.all([
    import('../devnet/solana/world.ts'),
    import('../../runtime/payments/solana/keys.ts'),
  ])
  const world = await startSolanaWorld(spec, { blockMs: SOLANA_BLOCK })
  const { symbol, address } = spec.asset
  return {
    ...world,
    says: `${spec.chain} at ${world.url}, with ${symbol} at ${address}`,
    chain: undefined,
    newKey,
    buyer: { key: world.buyerKey, address: createSigner(world.buyerKey).address },
  }
}

/** How often a local facilitator moves its batches on, ms. */
const BATCH = 2_000

async function startBatched(spec: NetworkSpec): Promise<LocalNetwork> {
  const { startBatchedWorld } = await import('../devnet/batched/world.ts')
  const world = await startBatchedWorld(spec)
  const batches = setInterval(() => world.facilitator.book.advance(Date.now()), BATCH)
  batches.unref()
  return {
    ...world,
    says: `a batching facilitator at ${world.url}`,
    payTo: world.env.PAY_TO,
    buyer: { key: world.buyerKey, address: privateKeyToAddress(world.buyerKey) },
    newKey: generatePrivateKey,
    stop: () => {
      clearInterval(batches)
      return world.stop()
    },
  }
}

async function startXrpl(spec: NetworkSpec): Promise<LocalNetwork> {
  const { startXrplWorld, newSeed } = await import('../devnet/xrpl/world.ts')
  const world = await startXrplWorld(spec)
  const says = `a model of ${spec.chain} at ${world.url}, with ${spec.asset.symbol}`
  return { ...world, newKey: newSeed, says }
}
