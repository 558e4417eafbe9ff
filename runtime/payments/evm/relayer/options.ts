/** The options of the relayer. Times are ms. */
import type { Clock } from '../../../seams.ts'
import type { FeeLimits } from './fees.ts'

/** Timing, batching and gas limits of the relayer. */
export interface RelayerOptions extends FeeLimits {
  /** Number of blocks that confirm a settlement, including the block of the transaction. */
  confirmations: number
  /** How long `settle` waits before it returns `unknown`. */
  wait: number
  /** Maximum number of pending transactions; further settlements are batched. */
  inFlight: number
  /** Maximum number of settlements in one transaction; 1 disables batching. */
  batch: number
  /** Longest pause between two checks for a receipt. */
  poll: number
  /**
   * Ms after which an unmined transaction is broadcast again, and after which its fee is raised.
   */
  nudge: number
  bump: number
  /** Maximum gas of a contract wallet's transfer. */
  walletGas: bigint
  /** Time limit of a call to the node. */
  timeout: number
}

/** Defaults for a chain with a block every two seconds. */
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

/**
 * Number of checks for a receipt without a pause: a chain that mines at once has the receipt after
 * a few.
 */
const EAGER = 4

/** Creates a function that pauses: short at first, doubling up to `most` ms. */
export function createPauses(clock: Clock, most: number, signal: AbortSignal): () => Promise<void> {
  let next = Math.min(5, most)
  let looks = 0
  return async () => {
    if (looks++ < EAGER) return
    await clock.sleep(next, signal)
    next = Math.min(most, next * 2)
  }
}
