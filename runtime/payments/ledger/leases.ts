/**
 * Who is alive: each process holds a lease, and only records of processes without one are touched
 * by others.
 */
import type { Clock } from '../../seams.ts'
import { LEASE, type Store } from '../../store/store.ts'

/** This process among those that share the store. */
export interface Leases {
  /** Takes our own lease. */
  join(): Promise<void>
  /** Whether the records of `other` are nobody's: its lease has lapsed, or it left. */
  orphaned(owner: string | undefined): Promise<boolean>
  leave(): Promise<void>
}

const lease = (owner: string): string => `ledger:${owner}`

/**
 * Leases renewed three times as often as they lapse. Each renewal starts `tick` unless it is still
 * running, and never waits for it.
 */
export function createLeases(
  parts: { store: Store; clock: Clock; owner: string },
  tick: () => Promise<void>,
): Leases {
  const { store, clock, owner } = parts
  const stop = new AbortController()
  let joined: Promise<void> | undefined
  let ticking = false
  // A tick asks the node, which may take longer than the lease: waiting for it would make a living
  // process look dead.
  const start = (): void => {
    if (ticking) return
    ticking = true
    void tick()
      .catch(() => undefined)
      .finally(() => {
        ticking = false
      })
  }
  // A store that was away may have let all leases lapse: the others have one lease's time to renew
  // theirs before they are taken for dead.
  let renewed: number | undefined
  let judges = -Infinity
  const isLapsed = (): boolean => renewed !== undefined && clock.now() - renewed > LEASE
  const renew = async (): Promise<void> => {
    await store.lease(lease(owner), owner, LEASE)
    if (isLapsed()) judges = clock.now() + LEASE
    renewed = clock.now()
  }
  const beat = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await clock.sleep(LEASE / 3, stop.signal)
      await renew()
        .then(start)
        .catch(() => undefined)
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
      if (clock.now() < judges || isLapsed()) return false
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
