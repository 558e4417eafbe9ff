/**
 * Claims authorizations. Each claim succeeds for exactly one caller, however many try at the same
 * time.
 */
import type { Change } from '../../store/store.ts'
import { can, RECORD } from '../transitions.ts'
import type { ClaimFacts, PaymentRecord } from '../record.ts'
import type { Payment } from '../payment.ts'
import { isForUs, type LedgerContext } from './context.ts'
import { stateOf } from './record-state.ts'
import { type Claim } from './records.ts'
import { currentRecord } from './look.ts'

/**
 * The result of a claim: `fresh` for the caller that may work on it; otherwise the record of the
 * caller that holds it.
 */
export interface Claimed {
  fresh: boolean
  record: PaymentRecord
}

/** A claim in progress: the payment, its request, and the changes of its commit. */
interface Claiming {
  parts: LedgerContext
  payment: Payment
  facts: ClaimFacts
  also: Change[]
}

const TRIES = 5

/**
 * Returns the event by which a record that no longer uses its authorization can be claimed again:
 * it was released, or it did not pay and its own finished job requests it again. Undefined while
 * the authorization is in use.
 */
function reclaimEvent(record: PaymentRecord, { job }: ClaimFacts): Claim['event'] {
  const state = stateOf(record)
  if (can(RECORD, state, 'claim')) return 'claim'
  const isOwnJob = job !== undefined && record.job?.id === job.id
  return isOwnJob && can(RECORD, state, 'retry') ? 'retry' : undefined
}

/**
 * Returns the event by which a claimed authorization can be claimed again. Adds one case to
 * `reclaimEvent`: no process works on the record, because its process died or could not release it.
 * Undefined if it cannot be claimed.
 */
async function takeOverEvent(
  { parts, facts }: Claiming,
  record: PaymentRecord,
): Promise<Claim['event']> {
  const event = reclaimEvent(record, facts)
  if (event !== undefined || record.job !== undefined) return event
  const isOpen = can(RECORD, stateOf(record), 'take_over')
  return isOpen && (await isForUs(parts, record)) ? 'take_over' : undefined
}

/** Writes the claim. Returns undefined if another change was written first. */
async function writeClaim(claiming: Claiming): Promise<Claimed | undefined> {
  const {
    parts: { records },
    payment,
    facts,
    also,
  } = claiming
  const inserted = await records.claim(payment, facts, { also })
  if (inserted) return { fresh: true, record: inserted }
  const previous = await records.get(payment.authorization.key)
  if (!previous) return undefined
  const event = await takeOverEvent(claiming, previous)
  if (event === undefined) return heldClaim(claiming, previous)
  const reclaimed = await records.claim(payment, facts, { former: previous, event, also })
  return reclaimed && { fresh: true, record: reclaimed }
}

async function heldClaim({ parts }: Claiming, record: PaymentRecord): Promise<Claimed> {
  return {
    fresh: false,
    record: parts.deferred.get(record.key) ?? (await currentRecord(parts, record)),
  }
}

/**
 * Claims an authorization that no call in this process works on. Reserves it in `working` before
 * anything is written, so that concurrent calls wait for this one.
 */
async function claimAlone(claiming: Claiming): Promise<Claimed | undefined> {
  const {
    parts: { working, payments },
    payment,
    facts,
  } = claiming
  const { key } = payment.authorization
  const written = writeClaim(claiming)
  working.set(key, written)
  let isWorked = false
  try {
    const claimed = await written
    if (claimed?.fresh) payments.set(claimed.record, payment)
    isWorked = claimed?.fresh === true && facts.job === undefined
    return claimed
  } finally {
    if (!isWorked) working.delete(key)
  }
}

async function claimOnce(claiming: Claiming): Promise<Claimed | undefined> {
  const {
    parts: { working, records },
    payment,
    facts,
  } = claiming
  const { key } = payment.authorization
  const other = working.get(key)
  if (other === undefined) return claimAlone(claiming)
  const claimed = await other.catch(() => undefined)
  const current = claimed === undefined ? undefined : await records.get(key)
  return current && !reclaimEvent(current, facts) ? heldClaim(claiming, current) : undefined
}

/** Claims an authorization in one commit with `also`. Rejects if `also` itself does not apply. */
export async function claimRecord(claiming: Claiming): Promise<Claimed> {
  for (let i = 0; i < TRIES; i++) {
    const claimed = await claimOnce(claiming)
    if (claimed) return claimed
  }
  throw new Error('the payment could not be claimed: a change in its commit did not fit')
}
