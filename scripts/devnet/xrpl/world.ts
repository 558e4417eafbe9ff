/**
 * A local XRP Ledger with an issued currency, and the settings of a gateway that is paid there. The
 * ledger is a model (`ledger.ts`), not rippled.
 */
import { Wallet } from 'xrpl'
import type { NetworkSpec } from '../../../runtime/contract.ts'
import { Ledger } from './ledger.ts'
import { startNode, type ModelNode, type NodeOptions } from './server.ts'
import { unitsOf } from './state.ts'

/** A running world. */
export interface XrplWorld {
  ledger: Ledger
  node: ModelNode
  /** URL of the node, ws:// */
  url: string
  payTo: string
  /** Settings of a gateway in this world, besides its `NETWORK`. */
  env: Record<string, string>
  /** The seed and the address of a wallet to buy with. It has XRP for fees and a trust line. */
  buyer: { key: string; address: string }
  /** Adds micro-USD of the asset to a wallet, which gets XRP and a trust line with it. */
  fund(wallet: string, micro: bigint): Promise<void>
  /** A wallet's balance of the asset, micro-USD. */
  balanceOf(wallet: string): Promise<bigint>
  stop(): Promise<void>
}

/** Seeds of the wallets that every world has. They hold nothing anywhere else. */
const BUYER_SEED = 'sEdSKaVGtEer9RrxMSMhFM2WVSW5LT3'
const PAY_TO_SEED = 'sEdSKuYwxeL4JM1LBJcGmpLw9fbF8JN'

/** The seed of a new wallet. */
export const newSeed = (): string => Wallet.generate().seed!

/** Units of the model for one micro-USD. */
const MICRO = unitsOf('0.000001')

/**
 * Starts a world. A ledger closes soon after each transaction, and every few seconds otherwise, so
 * that transactions expire about as soon as on the real ledger.
 */
export async function startXrplWorld(
  { chain, asset }: Pick<NetworkSpec, 'chain' | 'asset'>,
  options: NodeOptions = { afterSubmit: 10, every: 4000 },
): Promise<XrplWorld> {
  const { address: currency, issuer = '' } = asset
  const rlusd = { currency, issuer }
  const ledger = new Ledger(Number(chain.split(':')[1]))
  const node = await startNode(ledger, options)
  const [buyer, seller] = [Wallet.fromSeed(BUYER_SEED), Wallet.fromSeed(PAY_TO_SEED)]
  ledger.fund(issuer)
  for (const { address } of [buyer, seller]) {
    ledger.fund(address)
    ledger.trust(address, rlusd)
  }
  return {
    ledger,
    node,
    url: node.url,
    payTo: seller.address,
    env: { PAY_TO: seller.address, RPC_URL: node.url },
    buyer: { key: BUYER_SEED, address: buyer.address },
    async fund(wallet, micro) {
      if (!ledger.account(wallet)) ledger.fund(wallet)
      const line = ledger.line(wallet, rlusd) ?? ledger.trust(wallet, rlusd)
      line.balance += micro * MICRO
    },
    balanceOf: async wallet => (ledger.line(wallet, rlusd)?.balance ?? 0n) / MICRO,
    stop: () => node.stop(),
  }
}
