/** A local world for a batched network: a facilitator with deposits, and a funded buyer. */
import { privateKeyToAddress } from 'viem/accounts'
import type { NetworkSpec } from '../../../runtime/contract.ts'
import { chainsOf } from '../../../runtime/payments/batched/kind.ts'
import { domainOf } from '../../../runtime/payments/batched/domains.ts'
import { TEST_KEYS } from '../chain.ts'
import {
  startFacilitator,
  type BatchedFacilitator,
  type FacilitatorOptions,
} from './facilitator.ts'

/** What a gateway and a buyer need. Money is bigint micro-USD. */
export interface BatchedWorld {
  /** The facilitator's address. */
  url: string
  facilitator: BatchedFacilitator
  /** Settings of a gateway. */
  env: Readonly<Record<'PAY_TO' | 'FACILITATOR_URL', string>>
  /** Private key of a buyer; `fund` gives it money. */
  buyerKey: (typeof TEST_KEYS)[number]
  /** Adds to a wallet's deposits, on all chains unless one is named. */
  fund(wallet: string, micro: bigint, chain?: string): Promise<void>
  /** A wallet's balance, including unsettled amounts, on one chain or on all. */
  balanceOf(wallet: string, chain?: string): Promise<bigint>
  stop(): Promise<void>
}

/** Starts the world of a network. */
export async function startBatchedWorld(
  spec: NetworkSpec,
  options: Partial<FacilitatorOptions> = {},
): Promise<BatchedWorld> {
  const chains = chainsOf(spec).map(({ chain, asset }) => ({
    network: chain,
    asset: asset.address,
    domain: domainOf(chain),
  }))
  const facilitator = await startFacilitator({ contract: spec.contract ?? '', chains, ...options })
  const { url, book } = facilitator
  const networks = (chain?: string): string[] =>
    chain === undefined ? chains.map(({ network }) => network) : [chain]
  return {
    url,
    facilitator,
    env: { PAY_TO: privateKeyToAddress(TEST_KEYS[2]), FACILITATOR_URL: url },
    buyerKey: TEST_KEYS[1],
    fund: async (wallet, micro, chain) => {
      for (const network of networks(chain)) book.deposit(network, wallet, micro)
    },
    balanceOf: async (wallet, chain) =>
      networks(chain).reduce((sum, network) => sum + book.expected(network, wallet), 0n),
    stop: () => facilitator.stop(),
  }
}
