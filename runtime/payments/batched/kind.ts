/**
 * EVM chains whose wallets have deposits in a gateway contract: payments are signed authorizations
 * for that contract, and a facilitator settles many of them in one transaction.
 */
import type { NetworkSpec } from '../../contract.ts'
import { EVM_ADDRESS, EVM_CHAIN } from '../evm/kind.ts'
import type { NetworkKind, Offer } from '../kind.ts'

/** The name and version that the gateway contract states in signatures (EIP-712). */
export const CONTRACT = { name: 'GatewayWalletBatched', version: '1' } as const

/** A chain of a network, with its token. */
export type BatchedChain = Pick<NetworkSpec, 'chain' | 'asset'> & { label?: string }

/** Returns all chains of a network, the main one first. */
export const chainsOf = (spec: NetworkSpec): readonly [BatchedChain, ...BatchedChain[]] => [
  { chain: spec.chain, asset: spec.asset },
  ...(spec.also ?? []),
]

/** Returns the requirements of payments on one chain of a network. */
export function offerOf(spec: NetworkSpec, { chain, asset }: BatchedChain): Offer {
  return {
    scheme: spec.scheme,
    network: chain,
    asset: asset.address,
    extra: { ...CONTRACT, verifyingContract: spec.contract! },
  }
}

/** The kind `batched`. */
export const batched: NetworkKind = {
  chain: EVM_CHAIN,
  asset: EVM_ADDRESS,
  wallet: EVM_ADDRESS,
  schemes: ['exact'],
  needs: ['contract'],
  node: [],
  unset: 'refused',
  offers: spec => chainsOf(spec).map(chain => offerOf(spec, chain)),
  amount: String,
  open: parts => import('./open.ts').then(({ openBatched }) => openBatched(parts)),
}
