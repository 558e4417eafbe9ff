/**
 * Tracks what each wallet has promised by claimed authorizations and not paid yet. Verification
 * checks each authorization alone against the wallet's balance. Together they may exceed it, and
 * the gateway would then pay an upstream for work that can never be settled. Processes that share a
 * store share the reservations; the ledger drops them when a claim ends.
 */
import type { Clock } from '../seams.ts'
import type { Store } from '../store/store.ts'

/** The promise of one authorization. */
export interface Reservation {
  /** The key of the claim, which starts with the chain. */
  key: string
  payer: string
  /** Micro-USD. */
  amount: bigint
  /** When it ends if nobody drops it, Unix ms. */
  until: number
}

/** The open reservations of all wallets. */
export interface Reservations {
  /**
   * Adds a reservation. `known` if the authorization has one already; `overdrawn`, and nothing is
   * added, if the wallet's balance does not cover all of its reservations. The balance is asked
   * only if the wallet has others; one that cannot be read is not compared.
   */
  add(
    reservation: Reservation,
    balanceOf: () => Promise<bigint | undefined>,
  ): Promise<'added' | 'known' | 'overdrawn'>
  /** Removes a reservation, because it was paid or never will be. */
  drop(claim: Pick<Reservation, 'key' | 'payer'>): void
}

/** The wallet of a reservation. A wallet has a balance of its own on each chain. */
const walletOf = ({ key, payer }: Pick<Reservation, 'key' | 'payer'>): string =>
  `${key.slice(0, key.indexOf('|'))} ${payer}`

/** Creates the reservations: in the store if processes share it, else in memory. */
export function createReservations(
  store: Pick<Store, 'shared' | 'hold' | 'unhold'>,
  clock: Clock,
): Reservations {
  return store.shared ? sharedReservations(store, clock) : localReservations(clock)
}

/** The reservations of one process. */
function localReservations(clock: Clock): Reservations {
  const wallets = new Map<string, Map<string, Reservation>>()
  const drop = ({ key, payer }: Pick<Reservation, 'key' | 'payer'>): void => {
    const wallet = walletOf({ key, payer })
    const own = wallets.get(wallet)
    own?.delete(key)
    if (own?.size === 0) wallets.delete(wallet)
  }
  return {
    drop,
    async add(reservation, balanceOf) {
      const wallet = walletOf(reservation)
      const own = wallets.get(wallet) ?? new Map<string, Reservation>()
      if (own.has(reservation.key)) return 'known'
      const now = clock.now()
      for (const [key, { until }] of own) if (until <= now) own.delete(key)
      wallets.set(wallet, own.set(reservation.key, reservation))
      if (own.size === 1) return 'added'
      const balance = await balanceOf()
      if (balance === undefined || balance >= totalUpTo(reservation, own)) return 'added'
      drop(reservation)
      return 'overdrawn'
    },
  }
}

/** The sum of a wallet's reservations up to one of them: later ones do not take its place. */
function totalUpTo({ key }: Reservation, own: ReadonlyMap<string, Reservation>): bigint {
  let total = 0n
  for (const [other, { amount }] of own) {
    total += amount
    if (other === key) break
  }
  return total
}

/** How often a wallet's balance is compared before a call is refused, and the pause between, ms. */
const TRIES = 2
const PAUSE = 250
/** More than any wallet has. */
const ANY = Number.MAX_SAFE_INTEGER
/** How many own reservations are noted before those that have ended are removed. */
const MOST_NOTED = 4096

/** The reservations of all processes that share a store. */
function sharedReservations(store: Pick<Store, 'hold' | 'unhold'>, clock: Clock): Reservations {
  const poolOf = (claim: Pick<Reservation, 'key' | 'payer'>): string => `owes ${walletOf(claim)}`
  /** Those that this process has added, and when they end. */
  const added = new Map<string, number>()
  const note = ({ key, until }: Reservation): void => {
    added.set(key, until)
    if (added.size <= MOST_NOTED) return
    for (const [other, end] of added) if (end <= clock.now()) added.delete(other)
  }
  const hold = async (reservation: Reservation, most: number): Promise<boolean> => {
    const { key, amount, until } = reservation
    const ttlMs = Math.max(1, until - clock.now())
    return store.hold(poolOf(reservation), { key, amount: Number(amount), most, ttlMs })
  }
  return {
    async add(reservation, balanceOf) {
      if ((added.get(reservation.key) ?? 0) > clock.now()) return 'known'
      let isHeld = await hold(reservation, Number(reservation.amount))
      // A payment that another process has just settled is dropped a moment later.
      for (let tries = 0; !isHeld && tries < TRIES; tries++) {
        if (tries > 0) await clock.sleep(PAUSE)
        const balance = await balanceOf()
        isHeld = await hold(reservation, balance === undefined ? ANY : Number(balance))
      }
      if (!isHeld) return 'overdrawn'
      note(reservation)
      return 'added'
    },
    drop(claim) {
      added.delete(claim.key)
      // One that cannot be removed ends with its authorization.
      void store.unhold(poolOf(claim), claim.key).catch(() => undefined)
    },
  }
}
