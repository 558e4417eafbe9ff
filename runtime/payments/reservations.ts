/**
 * Tracks what each wallet has promised by claimed authorizations and not paid yet. Verification
 * checks each authorization alone against the wallet's balance. Together they may exceed it, and
 * the gateway would then pay an upstream for work that can never be settled. The reservations are
 * in memory, so each process sees only its own: a wallet can promise at most one balance per
 * process.
 */
import type { Clock } from '../seams.ts'

/** The open reservations of all wallets, by claim key. */
export interface Reservations {
  /**
   * Adds a reservation (micro-USD) that expires at `until` (Unix ms). Returns the wallet's total
   * including it, or undefined if the key is already reserved.
   */
  add(reservation: {
    wallet: string
    key: string
    amount: bigint
    until: number
  }): bigint | undefined
  /** Removes a reservation, because it was paid or never will be. */
  drop(key: string): void
  /** The keys of a wallet's reservations, oldest first. */
  keys(wallet: string): string[]
  /** The sum of a wallet's reservations, in micro-USD. */
  total(wallet: string): bigint
}

interface Reservation {
  wallet: string
  amount: bigint
  until: number
}

/** Creates the reservations of one process. */
export function createReservations(clock: Clock): Reservations {
  const reservations = new Map<string, Reservation>()
  const wallets = new Map<string, Set<string>>()
  const drop = (key: string): void => {
    const reservation = reservations.get(key)
    if (reservation === undefined) return
    reservations.delete(key)
    const keys = wallets.get(reservation.wallet)
    keys?.delete(key)
    if (keys?.size === 0) wallets.delete(reservation.wallet)
  }
  const keysOf = (wallet: string): string[] => [...(wallets.get(wallet) ?? [])]
  const total = (wallet: string): bigint =>
    keysOf(wallet).reduce((sum, key) => sum + reservations.get(key)!.amount, 0n)
  return {
    drop,
    keys: keysOf,
    total,
    add({ wallet, key, amount, until }) {
      if (reservations.has(key)) return undefined
      const keys = wallets.get(wallet) ?? new Set()
      const now = clock.now()
      for (const other of keys) if (reservations.get(other)!.until <= now) drop(other)
      reservations.set(key, { wallet, amount, until })
      wallets.set(wallet, keys.add(key))
      return total(wallet)
    },
  }
}
