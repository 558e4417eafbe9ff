/**
 * Makes the follow-ups that are due. Every process of a gateway has a sweeper; a lock of the store
 * lets one of them work at a time.
 */
import { inParallel } from '../lib/in-parallel.ts'
import { documentsOf } from '../store/pages.ts'
import { LEASE, StoreBusy } from '../store/store.ts'
import { carryOut, putOff, REPEATED, type FollowUpParts, type Owed } from './carry-out.ts'
import { dropChange, FOLLOW_UPS, OWED, type FollowUp } from './follow-up.ts'
import { verdictOf } from './verdict.ts'

/** A running sweeper. */
export interface Sweeper {
  /** Makes the follow-ups that are due now. Rejects with `StoreUnavailable`. For tests. */
  sweep(): Promise<void>
  /** Stops the sweeper; resolves when its last request has ended. */
  stop(): Promise<void>
}

/** Pause between two sweeps, in ms. */
const EVERY = 2_000
/** How long a follow-up waits before its payment is checked again, in ms. */
const AGAIN = 2_000
/** Most follow-ups that a sweep makes at a time. */
const AT_ONCE = 8
const NAME = 'followups'
/** Ended leases are searched every this many sweeps: once a minute. */
const LEASES = 30

/**
 * Starts the sweeper of a gateway. It sweeps immediately, and then every few seconds. `partsNow`
 * returns the parts of the catalog that is served now.
 */
export function startSweeper(partsNow: () => FollowUpParts): Sweeper {
  const { store, clock, observe } = partsNow()
  const stopped = new AbortController()
  let failing = 0
  let sweeps = 0
  observe.gauge('followUpsFailing', () => failing)
  const work = async (): Promise<void> => {
    const parts = partsNow()
    if (sweeps++ % LEASES === 0) await parts.owned?.sweep()
    failing = await makeDue(parts)
  }
  const sweep = async (): Promise<void> => {
    try {
      await store.lock(NAME, LEASE, work, 0)
    } catch (error) {
      if (!(error instanceof StoreBusy)) throw error
      // Another process sweeps, and reports the failures that it sees.
      failing = 0
    }
  }
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await sweep().catch(error =>
        observe.log.warn({ reason: (error as Error).message }, 'follow-ups could not be read'),
      )
      await clock.sleep(EVERY, stopped.signal).catch(() => undefined)
    }
  }
  const running = run()
  return {
    sweep,
    stop: () => {
      stopped.abort()
      return running
    },
  }
}

/** Makes all follow-ups that are due, several at a time. Returns how many fail repeatedly. */
async function makeDue(parts: FollowUpParts): Promise<number> {
  const { store, clock, halted } = parts
  const due: Owed[] = []
  let failing = 0
  for await (const owed of documentsOf<FollowUp>(store, FOLLOW_UPS, OWED)) {
    const { doc } = owed.stored
    if (doc.due <= clock.now()) due.push(owed)
    if (doc.tries >= REPEATED) failing += 1
  }
  const how = { atOnce: AT_ONCE, goesOn: () => !halted.aborted }
  await inParallel(due, how, owed => makeOne(parts, owed))
  return failing
}

async function makeOne(parts: FollowUpParts, owed: Owed): Promise<void> {
  const verdict = await verdictOf(parts.store, owed.stored.doc)
  if (verdict === 'make') await carryOut(parts, owed)
  else if (verdict === 'drop') await parts.store.commit([dropChange(owed.key)])
  else await putOff(parts, owed, { due: parts.clock.now() + AGAIN })
}
