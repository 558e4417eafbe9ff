/** A local Solana world: a chain with the token, its node, a gateway's settings, and a buyer. */
import { createHash, generateKeyPairSync } from 'node:crypto'
import type { NetworkSpec } from '../../../runtime/contract.ts'
import { createSigner, secretKeyOf } from '../../../runtime/payments/solana/keys.ts'
import { SolanaChain } from './chain.ts'
import { startNode, type SolanaNode } from './node.ts'

/** SOL for fees, in lamports. */
const FEES = 100_000_000_000n
/** Money of the demonstration buyer, micro-USD. */
const FUNDS = 1_000_000_000n

/** A running world. */
export interface SolanaWorld {
  chain: SolanaChain
  node: SolanaNode
  /** URL of the node, for gateways and clients. */
  url: string
  /** The environment of a gateway that is paid here. */
  env: { PAY_TO: string; RPC_URL: string; RELAYER_KEY: string }
  /** Secret key of a wallet with money, in base58. */
  buyerKey: string
  payTo: string
  /** Adds money to a wallet, micro-USD. */
  fund(wallet: string, micro: bigint): Promise<void>
  balanceOf(wallet: string): Promise<bigint>
  stop(): Promise<void>
}

/** A new secret key, in base58. */
export function newKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  return secretKeyOf(privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(16))
}

/** The key of a part of local worlds; everybody can compute it. */
const wellKnown = (name: string): string =>
  secretKeyOf(createHash('sha256').update(`farebox development ${name}`).digest())

/**
 * The genesis hash of a chain: its CAIP-2 id is the first 32 characters. Only those are compared.
 */
const genesisOf = (spec: Pick<NetworkSpec, 'chain'>): string =>
  `${spec.chain.split(':')[1]}111111111111`

/**
 * Starts a world for a network. A block is made for each transaction, and every `blockMs` if that
 * is set.
 */
export async function startSolanaWorld(
  spec: NetworkSpec,
  { blockMs, port }: { blockMs?: number; port?: number } = {},
): Promise<SolanaWorld> {
  const chain = new SolanaChain(spec.asset.address)
  const node = await startNode(chain, genesisOf(spec), port)
  const [RELAYER_KEY, buyerKey] = [wellKnown('relayer'), wellKnown('buyer')]
  const payTo = createSigner(wellKnown('seller')).address
  chain.airdrop(createSigner(RELAYER_KEY).address, FEES)
  await chain.setBalance(payTo, 0n)
  await chain.setBalance(createSigner(buyerKey).address, FUNDS)
  const timer = blockMs === undefined ? undefined : setInterval(() => chain.advance(), blockMs)
  timer?.unref()
  return {
    chain,
    node,
    url: node.url,
    env: { PAY_TO: payTo, RPC_URL: node.url, RELAYER_KEY },
    buyerKey,
    payTo,
    fund: async (wallet, micro) =>
      chain.setBalance(wallet, (await chain.balanceOf(wallet)) + micro),
    balanceOf: wallet => chain.balanceOf(wallet),
    async stop() {
      clearInterval(timer)
      await node.stop()
    },
  }
}
