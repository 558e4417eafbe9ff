/** Claims authorizations: each is fresh once, whoever asks and however many at the same time. */
import type { Change } from '../../store/store.ts'
import { can, RECORD } from '../transitions.ts'
import type { ClaimFacts, Payment, PaymentRecord } from '../types.ts'
import { isForUs, type LedgerContext } from './context.ts'
import { stateOf, type Claim } from './records.ts'
import { currentRecord } from './settle.ts'

/**
 * A claim's answer: `fresh` for the one who may work on it, the holder's record for everybody else.
 */
export interface Claimed {
  fresh: boolean
  record: PaymentRecord
}

/** A claim being made. */
interface Claiming {
  parts: LedgerContext
  payment: Payment
  facts: ClaimFacts
  also: Change[]
}

const TRIES = 5

/**
 * How a record that has given its authorization up is claimed again: it was released, or it did not
 * pay and its own finished job asks again. Undefined where it is still used.
 */
function againBy(record: PaymentRecord, { job }: ClaimFacts): Claim['event'] {
  const state = stateOf(record)
  if (can(RECORD, state, 'claim')) return 'claim'
  const isOwnJob = job !== undefined && record.job?.id === job.id
  return isOwnJob && can(RECORD, state, 'retry') ? 'retry' : undefined
}

/**
 * How a claimed authorization may be claimed anew: also where nobody works on it, because its
 * process died or could not say so. Undefined where it may not.
 */
async function anewBy({ parts, facts }: Claiming, record: PaymentRecord): Promise<Claim['event']> {
  const again = againBy(record, facts)
  if (again !== undefined || record.job !== undefined) return again
  const isOpen = can(RECORD, stateOf(record), 'take_over')
  return isOpen && (await isForUs(parts, record)) ? 'take_over' : undefined
}

/** Writes the claim; undefined where somebody else's change came first. */
async function write(claiming: Claiming): Promise<Claimed | undefined> {
  const {
    parts: { records },
    payment,
    facts,
    also,
  } = claiming
  const inserted = await records.claim(payment, facts, { also })
  if (inserted) return { fresh: true, record: inserted }
  const former = await records.get(payment.authorization.key)
  if (!former) return undefined
  const event = await anewBy(claiming, former)
  if (event === undefined) return held(claiming, former)
  const again = await records.claim(payment, facts, { former, event, also })
  return again && { fresh: true, record: again }
}

async function held({ parts }: Claiming, record: PaymentRecord): Promise<Claimed> {
  return {
    fresh: false,
    record: parts.deferred.get(record.key) ?? (await currentRecord(parts, record)),
  }
}

/**
 * Claims where nobody of this process has it. It is this call's at once, before anything is
 * written.
 */
async function claimAlone(claiming: Claiming): Promise<Claimed | undefined> {
  const {
    parts: { working, payments },
    payment,
    facts,
  } = claiming
  const { key } = payment.authorization
  const written = write(claiming)
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
  const holder = claimed === undefined ? undefined : await records.get(key)
  return holder && !againBy(holder, facts) ? held(claiming, holder) : undefined
}

/**
 * Claims the authorization in one commit with `also`. Rejects when `also` does not fit by itself.
 */
export async function claimRecord(claiming: Claiming): Promise<Claimed> {
  for (let i = 0; i < TRIES; i++) {
    const claimed = await claimOnce(claiming)
    if (claimed) return claimed
  }
  throw new Error('the payment could not be claimed: what was to be written with it did not fit')
}
