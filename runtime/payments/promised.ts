/**
 * What wallets have promised by claimed authorizations and not paid yet. Each authorization by itself is covered by the wallet's
 * balance when it is verified; all of them together need not be, and a supplier would be paid for work that can never be settled.
 * Kept in this process: a second process sees only its own, so that the bound is one balance a process.
 */
import type { Clock } from '../seams.ts'

/** Promises of wallets, by claim key. */
export interface Promised {
  /**
   * Notes a promise (micro-USD) that lapses with its authorization (`until`, Unix ms). Gives what the wallet has promised in all,
   * this one included; undefined when the key is noted already.
   */
  add(promise: { wallet: string; key: string; amount: bigint; until: number }): bigint | undefined
  /** Forgets a promise: it was paid, or nothing will be paid for it. */
  drop(key: string): void
}

interface Noted { wallet: string; amount: bigint; until: number }

/** Makes the book of one process. */
export function createPromised(clock: Clock): Promised {
  const promises = new Map<string, Noted>()
  const wallets = new Map<string, Set<string>>()
  const drop = (key: string): void => {
    const noted = promises.get(key)
    if (noted === undefined) return
    promises.delete(key)
    const keys = wallets.get(noted.wallet)
    keys?.delete(key)
    if (keys?.size === 0) wallets.delete(noted.wallet)
  }
  return {
    drop,
    add({ wallet, key, amount, until }) {
      if (promises.has(key)) return undefined
      const keys = wallets.get(wallet) ?? new Set()
      const now = clock.now()
      for (const other of keys) if (promises.get(other)!.until <= now) drop(other)
      promises.set(key, { wallet, amount, until })
      wallets.set(wallet, keys.add(key))
      let total = 0n
      for (const other of keys) total += promises.get(other)!.amount
      return total
    },
  }
}
