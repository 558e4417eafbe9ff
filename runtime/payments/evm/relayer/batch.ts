/** Waiting settlements, and how several of them become one transaction. */
import type { Intent, Settlement } from '../../settlement.ts'
import { GAS_BASE, GAS_EACH } from '../eip3009.ts'
import { batchCall } from '../token.ts'
import type { Transfer } from '../transfer-method.ts'
import type { Authorization } from '../types.ts'

/** One settlement in the queue or in a pending transaction. */
export interface Item {
  transfer: Transfer
  onIntent(intent: Intent): Promise<void>
  /** Ends the settlement; later calls do nothing. */
  end(settlement: Settlement): void
  /** Rejects the settlement with an error, for instance of the caller's own `onIntent`. */
  refuse(error: unknown): void
  readonly ended: boolean
  /**
   * Whether the wallet has code that takes part in the transfer and may burn gas: contract wallets,
   * and addresses that have both key and code.
   */
  coded: boolean
  /**
   * Whether it needs its own transaction: for wallets with code, for methods that cannot share one,
   * and after an attempt in a batch had no effect.
   */
  alone: boolean
  /** Unix ms after which the caller gets `unknown`. */
  deadline: number
  /** The last intent that was recorded. */
  intent?: Intent
  /** How many times it was sent. */
  attempts: number
}

/** Address of Multicall3 on every chain. */
export const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Removes the next items that may share a transaction from a queue. */
export function takeBatch(queue: Item[], most: number): Item[] {
  const first = queue.shift()
  if (!first) return []
  const batch = [first]
  while (!first.alone && batch.length < most && queue[0] && !queue[0].alone)
    batch.push(queue.shift() as Item)
  return batch
}

/**
 * Builds the call that settles the items: the contract's own call for one item, Multicall3's for
 * several. `gas` replaces the usual limit for a single item.
 */
export function callOf(
  items: readonly Item[],
  gas?: bigint,
): { to: string; data: string; gas: bigint } {
  const calls = items.map(({ transfer }) => transfer.method.data(transfer))
  const { method } = (items[0] as Item).transfer
  if (calls.length === 1)
    return { to: method.contract, data: calls[0] as string, gas: gas ?? method.gas }
  return {
    to: MULTICALL,
    data: batchCall(method.contract, calls),
    gas: GAS_BASE + GAS_EACH * BigInt(calls.length),
  }
}

/** Returns the latest `validBefore` of the items, Unix ms. */
export const lastChance = (items: readonly Item[]): number =>
  items.reduce((latest, { transfer }) => Math.max(latest, expiryOf(transfer.authorization)), 0)

/**
 * Returns the time at which the authorization expires, Unix ms, capped to what a number can hold.
 */
export function expiryOf({ validBefore }: Authorization): number {
  return validBefore > 8_000_000_000_000n ? 8e15 : Number(validBefore) * 1000
}
