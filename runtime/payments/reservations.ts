/**
 * Tracks what each wallet has promised by claimed authorizations and not paid yet. Verification
 * checks each authorization alone against the chain. Together they may exceed the wallet's balance,
 * or its allowance where payments are taken by one, and the gateway would then pay an upstream for
 * work that can never be settled. The promises are in the store, where all processes see them; the
 * ledger drops them when a claim ends.
 *
 * What can still go wrong, each in a moment of milliseconds and for one call: a balance that
 * verification read before another payment landed is not read again if that payment was dropped
 * before the call reserves (where an allowance is a bound, the call is verified again); and a
 * process that reserves an authorization while another one releases it may lose its reservation,
 * because both have one key. A chain's node that lags behind shows what a wallet held before.
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

/** A claim whose reservation ends. */
export type Reserved = Pick<Reservation, 'key' | 'payer'>

/**
 * Reads what a wallet can pay now, micro-USD; undefined if that cannot be read. It must ask anew
 * each time, because a bound that falls meanwhile is seen only by reading it twice.
 */
export type ReadBound = () => Promise<bigint | undefined>

/**
 * What bounds a reservation besides the balance: the allowance by which the payment is taken, or
 * `alone` if settling it replaces that allowance by one for itself.
 */
export type AllowanceBound = ReadBound | 'alone'

/** The open reservations of all wallets. */
export interface Reservations {
  /**
   * Adds a reservation. `known` if this process has added it before; `overdrawn` or `unallowed`,
   * and nothing is added, if the wallet's balance or allowance does not cover all of its
   * reservations. The bounds are read only if the wallet has other reservations; one that cannot
   * be read is not compared.
   */
  add(
    reservation: Reservation,
    balance: ReadBound,
    allowance?: AllowanceBound,
  ): Promise<'added' | 'known' | 'overdrawn' | 'unallowed'>
  /**
   * Removes a reservation, because it was paid or never will be. Never rejects: one that cannot be
   * removed ends with its authorization.
   */
  drop(claim: Reserved): Promise<void>
}

/** The wallet of a reservation. A wallet has a balance of its own on each chain. */
const walletOf = ({ key, payer }: Reserved): string => `${key.slice(0, key.indexOf('|'))} ${payer}`
const owes = (claim: Reserved): string => `owes ${walletOf(claim)}`
const allows = (claim: Reserved): string => `allows ${walletOf(claim)}`

/**
 * How often a bound is compared before a call is refused, and the pause between, ms: a payment that
 * another process has just settled is dropped a moment later.
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
/** How many own reservations are noted before those that have ended are removed. */
const MOST_NOTED = 4096

/** A part of a pool, and the bound of the pool. */
interface Part {
  pool: string
  key: string
  amount: number
  ttlMs: number
}

/**
 * Creates the reservations. `isAllowance` says of which claims an allowance is a bound; by default
 * of none.
 */
export function createReservations(
  store: Pick<Store, 'shared' | 'hold' | 'unhold' | 'roomIn'>,
  clock: Clock,
  isAllowance: (key: string) => boolean = () => false,
): Reservations {
  /** Those that this process has added, and when they end. */
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
  // What is paid while a bound is read leaves the pool and the bound. The bound is therefore read
  // again. If it has fallen, all that is held must still fit within it.
  const holdWithin = async (part: Part, bound: ReadBound): Promise<boolean> => {
    let most = await read(bound)
    for (let falls = 0; falls <= FALLS; falls++) {
      if (!(await store.hold(part.pool, { ...part, most }))) return false
      const now = await read(bound)
      if (now >= most) return true
      if ((await store.roomIn(part.pool, { amount: 0, most: now })) === 0) return true
      await store.unhold(part.pool, part.key)
      most = now
    }
    return false
  }
  const fits = async (part: Part, bound: AllowanceBound): Promise<boolean> => {
    // One that takes up the whole pool fits only alone, and leaves no room for others.
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
      // Held again even if it is noted here: another process may have dropped it meanwhile.
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
