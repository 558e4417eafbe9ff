/** Settlements that wait, and how they become one transaction. */
import type { Authorization, Intent, Payment, Settlement } from '../../types.ts'
import { batchCall, transferCall } from '../token.ts'

/** One settlement on its way. */
export interface Item {
  payment: Payment
  onIntent(intent: Intent): Promise<void>
  /** Ends the settlement; later calls do nothing. */
  end(settlement: Settlement): void
  /** Ends it with an exception of the caller's own `onIntent`. */
  refuse(error: unknown): void
  readonly ended: boolean
  /** Signed by the key of the wallet in `from`. */
  plain: boolean
  /**
   * Code of the wallet has a say in the transfer, and may burn gas: contract wallets, and addresses
   * that are key and code at once.
   */
  coded: boolean
  /**
   * Must have a transaction of its own: wallets with code, and what came to nothing inside a batch.
   */
  alone: boolean
  /** Unix ms after which the caller is told `unknown`. */
  deadline: number
  /** The last intent that was recorded. */
  intent?: Intent
  /** How often it was sent. */
  attempts: number
}

/** Address of Multicall3 on every chain. */
export const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11'

/**
 * Gas of one transfer (a real one needs 96,000, a first payment 17,000 more) and of what surrounds
 * it.
 */
const GAS_EACH = 160_000n
const GAS_BASE = 60_000n

/** Gas that a transaction with one settlement may take. */
export const SETTLEMENT_GAS = GAS_BASE + GAS_EACH

/** The next items of a queue that may share a transaction; they are taken out of it. */
export function takeBatch(queue: Item[], most: number): Item[] {
  const first = queue.shift()
  if (!first) return []
  const batch = [first]
  while (!first.alone && batch.length < most && queue[0] && !queue[0].alone)
    batch.push(queue.shift() as Item)
  return batch
}

/**
 * The call that settles the items: the token's own for one, Multicall3's for several. `gas` is of
 * the one that is alone.
 */
export function callOf(
  items: readonly Item[],
  token: string,
  gas?: bigint,
): { to: string; data: string; gas: bigint } {
  const calls = items.map(({ payment, plain }) => transferCall(payment.authorization, plain))
  if (calls.length === 1) return { to: token, data: calls[0] as string, gas: gas ?? SETTLEMENT_GAS }
  return {
    to: MULTICALL,
    data: batchCall(token, calls),
    gas: GAS_BASE + GAS_EACH * BigInt(calls.length),
  }
}

/** The latest validBefore of the items, Unix ms. */
export const lastChance = (items: readonly Item[]): number =>
  items.reduce((latest, { payment }) => Math.max(latest, expiryOf(payment.authorization)), 0)

/** Unix ms at which the authorization lapses; a far future is cut to what a number holds. */
export function expiryOf({ validBefore }: Authorization): number {
  return validBefore > 8_000_000_000_000n ? 8e15 : Number(validBefore) * 1000
}
