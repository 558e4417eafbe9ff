/**
 * Tracks the amounts that each wallet has reserved: claimed authorizations that are not yet paid.
 * Verification checks each authorization alone against the chain. Together they may exceed the
 * wallet's balance, or its allowance if the scheme takes payments by allowance, and the gateway
 * would then pay an upstream for work that can never be settled. The reservations are in the store,
 * where all processes see them; the ledger drops them when a claim ends.
 *
 * Known gaps, each of a few milliseconds and for one call: (1) Verification read a balance before
 * another payment landed, and that payment was dropped before this call reserves: the balance is
 * not read again. (If an allowance is a bound, the call is verified again.) (2) A process reserves
 * an authorization while another process releases it: the reservation may be lost, because both
 * have the same key. (3) A node that lags behind its chain shows an earlier balance.
 */
import type { Clock } from '../seams.ts'
import type { Store } from '../store/store.ts'

/** The reservation of one authorization. */
export interface Reservation {
  /** The key of the claim, which starts with the chain. */
  key: string
  payer: string
  /** Micro-USD. */
  amount: bigint
  /** When it ends if it is not dropped before, Unix ms. */
  until: number
}

/** A claim whose reservation ends. */
export type Reserved = Pick<Reservation, 'key' | 'payer'>

/**
 * Reads the amount that a wallet can pay now, micro-USD; undefined if it cannot be read. It must
 * not cache, because a bound that falls meanwhile is noticed only by reading it twice.
 */
export type ReadBound = () => Promise<bigint | undefined>

/**
 * The bound of a reservation besides the balance: the allowance by which the payment is taken, or
 * `alone` if settling it replaces that allowance with one for itself.
 */
export type AllowanceBound = ReadBound | 'alone'

/** The open reservations of all wallets. */
export interface Reservations {
  /**
   * Adds a reservation. `known` if this process has added it before; `overdrawn` or `unallowed`,
   * with nothing added, if the wallet's balance or allowance does not cover all of its
   * reservations. The bounds are read only if the wallet has other reservations; a bound that
   * cannot be read is ignored.
   */
  add(
    reservation: Reservation,
    balance: ReadBound,
    allowance?: AllowanceBound,
  ): Promise<'added' | 'known' | 'overdrawn' | 'unallowed'>
  /**
   * Removes a reservation, because it was paid or never will be. Never rejects: a reservation that
   * cannot be removed ends with its authorization.
   */
  drop(claim: Reserved): Promise<void>
}

/** Returns the pool of a reservation's wallet. A wallet has a separate balance on each chain. */
const walletOf = ({ key, payer }: Reserved): string => `${key.slice(0, key.indexOf('|'))} ${payer}`
const owes = (claim: Reserved): string => `owes ${walletOf(claim)}`
const allows = (claim: Reserved): string => `allows ${walletOf(claim)}`

/**
 * How often a bound is compared before a call is refused, and the pause between, ms: the
 * reservation of a payment that another process has just settled is dropped a moment later.
 */
const TRIES = 2
const PAUSE = 250
/** How often a bound may fall while it is compared. */
const FALLS = 4
/** More than any wallet has. */
const ANY = Number.MAX_SAFE_INTEGER
/**
 * The longest reservation, ms: a year. Authorizations may end at any number of 256 bits, which no
 * store can keep as a time.
 */
const LONGEST = 31_536_000_000
/** How many own reservations are remembered before ended ones are removed. */
const MOST_NOTED = 4096

/** A part of a pool, and the bound of the pool. */
interface Part {
  pool: string
  key: string
  amount: number
  ttlMs: number
}

/**
 * Creates the reservations. `isAllowance` selects the claims that an allowance bounds; by default
 * none.
 */
export function createReservations(
  store: Pick<Store, 'shared' | 'hold' | 'unhold' | 'msUntilFits'>,
  clock: Clock,
  isAllowance: (key: string) => boolean = () => false,
): Reservations {
  /** The reservations that this process has added, and when they end. */
  const added = new Map<string, number>()
  const note = ({ key, until }: Reservation): 'added' | 'known' => {
    const isKnown = (added.get(key) ?? 0) > clock.now()
    added.set(key, until)
    if (added.size > MOST_NOTED)
      for (const [other, end] of added) if (end <= clock.now()) added.delete(other)
    return isKnown ? 'known' : 'added'
  }
  const read = async (bound: ReadBound): Promise<number> => {
    const found = await bound()
    return found === undefined || found > ANY ? ANY : Number(found)
  }
  // A payment that lands while a bound is read leaves the pool and lowers the bound. The bound is
  // therefore read again. If it has fallen, everything held must still fit within it.
  const holdWithin = async (part: Part, bound: ReadBound): Promise<boolean> => {
    let most = await read(bound)
    for (let falls = 0; falls <= FALLS; falls++) {
      if (!(await store.hold(part.pool, { ...part, most }))) return false
      const now = await read(bound)
      if (now >= most) return true
      if ((await store.msUntilFits(part.pool, { amount: 0, most: now })) === 0) return true
      await store.unhold(part.pool, part.key)
      most = now
    }
    return false
  }
  const fits = async (part: Part, bound: AllowanceBound): Promise<boolean> => {
    // A reservation that takes the whole pool fits only alone, and leaves no room for others.
    if (bound === 'alone') return store.hold(part.pool, { ...part, amount: ANY, most: ANY })
    if (await store.hold(part.pool, { ...part, most: part.amount })) return true
    for (let tries = 0; tries < (store.shared ? TRIES : 1); tries++) {
      if (tries > 0) await clock.sleep(PAUSE)
      if (await holdWithin(part, bound)) return true
    }
    return false
  }
  const unhold = (pool: string, key: string): Promise<void> =>
    store.unhold(pool, key).catch(() => undefined)
  return {
    async add(reservation, balance, allowance) {
      const { key, amount, until } = reservation
      const ttlMs = Math.min(Math.max(1, until - clock.now()), LONGEST)
      const part = { key, amount: Number(amount), ttlMs }
      // Held again even if this process remembers it: another process may have dropped it
      // meanwhile.
      if (!(await fits({ ...part, pool: owes(reservation) }, balance))) return 'overdrawn'
      if (allowance && !(await fits({ ...part, pool: allows(reservation) }, allowance))) {
        await unhold(owes(reservation), key)
        return 'unallowed'
      }
      return note(reservation)
    },
    async drop(claim) {
      const { key } = claim
      added.delete(key)
      const pools = isAllowance(key) ? [owes(claim), allows(claim)] : [owes(claim)]
      await Promise.all(pools.map(pool => unhold(pool, key)))
    },
  }
}
