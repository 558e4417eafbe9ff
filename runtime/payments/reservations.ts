/**
 * What wallets have promised by claimed authorizations and not paid yet. Each authorization by
 * itself is covered by the wallet's balance when it is verified; all of them together need not be,
 * and a supplier would be paid for work that can never be settled. Kept in this process: a second
 * process sees only its own, so that the bound is one balance a process.
 */
import type { Clock } from '../seams.ts'

/** Promises of wallets, by claim key. */
export interface Reservations {
  /**
   * Notes a promise (micro-USD) that lapses by itself (`until`, Unix ms). Gives what the wallet has
   * promised in all, this one included; undefined when the key is noted already.
   */
  add(promise: { wallet: string; key: string; amount: bigint; until: number }): bigint | undefined
  /** Forgets a promise: it was paid, or nothing will be paid for it. */
  drop(key: string): void
  /** A wallet's promises, oldest first. */
  keys(wallet: string): string[]
  /** What a wallet has promised in all, micro-USD. */
  total(wallet: string): bigint
}

interface Noted {
  wallet: string
  amount: bigint
  until: number
}

/** Makes the book of one process. */
export function createReservations(clock: Clock): Reservations {
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
  const keysOf = (wallet: string): string[] => [...(wallets.get(wallet) ?? [])]
  const total = (wallet: string): bigint =>
    keysOf(wallet).reduce((sum, key) => sum + promises.get(key)!.amount, 0n)
  return {
    drop,
    keys: keysOf,
    total,
    add({ wallet, key, amount, until }) {
      if (promises.has(key)) return undefined
      const keys = wallets.get(wallet) ?? new Set()
      const now = clock.now()
      for (const other of keys) if (promises.get(other)!.until <= now) drop(other)
      promises.set(key, { wallet, amount, until })
      wallets.set(wallet, keys.add(key))
      return total(wallet)
    },
  }
}
