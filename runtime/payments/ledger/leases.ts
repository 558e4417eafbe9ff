/**
 * Tracks which processes are alive. Each process holds a lease, and other processes touch its
 * records only after the lease has expired.
 */
import type { Clock } from '../../seams.ts'
import { LEASE, type Store } from '../../store/store.ts'

/** This process's own lease, and the state of the other processes' leases. */
export interface Leases {
  /** Takes this process's own lease. */
  join(): Promise<void>
  /** Whether the records of `owner` have no living process: its lease has expired, or it left. */
  orphaned(owner: string | undefined): Promise<boolean>
  leave(): Promise<void>
}

const lease = (owner: string): string => `ledger:${owner}`

/** Pause before a renewal that failed is tried again, ms: the lease goes on without it. */
const RETRY = 100

/**
 * Creates the leases of one process. The own lease is renewed three times per lease duration, and
 * at once if a renewal fails. Each renewal starts `tick`, unless it is still running, and does not
 * wait for it.
 */
export function createLeases(
  parts: { store: Store; clock: Clock; owner: string },
  tick: () => Promise<void>,
): Leases {
  const { store, clock, owner } = parts
  const stop = new AbortController()
  let joined: Promise<void> | undefined
  let ticking = false
  // A tick queries the node, which may take longer than the lease. Waiting for it would make a
  // living process look dead.
  const start = (): void => {
    if (ticking) return
    ticking = true
    void tick()
      .catch(() => undefined)
      .finally(() => {
        ticking = false
      })
  }
  // If the store was unavailable, all leases may have expired. The other processes then get one
  // lease duration to renew theirs before they are considered dead.
  let renewed = Infinity
  let trustedFrom = -Infinity
  const isLapsed = (): boolean => clock.now() - renewed > LEASE
  const renew = async (): Promise<void> => {
    // Another process that finds this one dead holds its lease for a moment.
    if (!(await store.lease(lease(owner), owner, LEASE))) throw new Error('the lease is taken')
    if (isLapsed()) trustedFrom = clock.now() + LEASE
    renewed = clock.now()
  }
  const beat = async (): Promise<void> => {
    for (let pause = LEASE / 3; !stop.signal.aborted;) {
      await clock.sleep(pause, stop.signal)
      const isRenewed = await renew().then(
        () => true,
        () => false,
      )
      if (isRenewed) start()
      pause = isRenewed ? LEASE / 3 : RETRY
    }
  }
  return {
    join: () =>
      (joined ??= renew().then(
        () => {
          void beat().catch(() => undefined)
        },
        error => {
          joined = undefined
          throw error
        },
      )),
    async orphaned(other) {
      if (other === owner) return false
      if (other === undefined) return true
      if (clock.now() < trustedFrom || isLapsed()) return false
      if (!(await store.lease(lease(other), owner, LEASE))) return false
      await store.unlease(lease(other), owner)
      return true
    },
    async leave() {
      stop.abort(new Error('leaving'))
      if (joined) await store.unlease(lease(owner), owner).catch(() => undefined)
    },
  }
}
