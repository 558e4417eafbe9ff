/** What the in-process settler can be told. Times are ms. */
import type { Clock } from '../../../seams.ts'
import type { FeeLimits } from './fees.ts'

export interface RelayerOptions extends FeeLimits {
  /** Blocks that make a settlement a fact, the block of the transaction included. */
  confirmations: number
  /** How long `settle` waits before it answers `unknown`. */
  wait: number
  /** Transactions on their way at once; what comes meanwhile is batched. */
  inFlight: number
  /** Settlements in one transaction; 1 where batching is not wanted. */
  batch: number
  /** Longest pause between looks for a receipt. */
  poll: number
  /** When an unmined transaction is broadcast again, and when its fee is raised. */
  nudge: number
  bump: number
  /** Most gas that a contract wallet's transfer may take. */
  walletGas: bigint
  /** Time limit of a call of the node. */
  timeout: number
}

/** Fit for a chain with blocks every two seconds. */
export const RELAYER_DEFAULTS: RelayerOptions = {
  confirmations: 1,
  wait: 45_000,
  inFlight: 4,
  batch: 64,
  poll: 400,
  nudge: 4000,
  bump: 12_000,
  walletGas: 500_000n,
  timeout: 5000,
  minTip: 1_000_000n,
  maxFee: 100_000_000_000n,
}

/** Looks for a receipt without a pause: a chain that mines at once has it after a few. */
const EAGER = 4

/** Pauses that start short and double up to `most` ms. */
export function createPauses(clock: Clock, most: number, signal: AbortSignal): () => Promise<void> {
  let next = Math.min(5, most)
  let looks = 0
  return async () => {
    if (looks++ < EAGER) return
    await clock.sleep(next, signal)
    next = Math.min(most, next * 2)
  }
}
