/** Claims authorizations: each is fresh once, whoever asks and however many at the same time. */
import type { Change } from '../../store/store.ts'
import type { ClaimFacts, Payment, PaymentRecord } from '../types.ts'
import { isForUs, type Parts } from './parts.ts'
import { OPEN, type Kept } from './records.ts'
import { truthOf } from './settle.ts'

/**
 * A claim's answer: `fresh` for the one who may work on it, the holder's record for everybody else.
 */
export interface Claimed {
  fresh: boolean
  record: PaymentRecord
}

/** A claim being made. */
interface Claiming {
  parts: Parts
  payment: Payment
  facts: ClaimFacts
  also: Change[]
}

const TRIES = 5

/**
 * Whether a record has given its authorization up: it was released, or its settlement failed and
 * its own finished job asks again.
 */
function isGivenUp(record: PaymentRecord, { job }: ClaimFacts): boolean {
  if (record.state === 'released') return true
  return record.state === 'failed' && job !== undefined && record.job?.id === job.id
}

/**
 * Whether a claimed authorization may be claimed anew: also where nobody works on it, because its
 * process died or could not say so.
 */
async function isFree({ parts, facts }: Claiming, record: PaymentRecord): Promise<boolean> {
  if (isGivenUp(record, facts)) return true
  return record.job === undefined && OPEN.includes(record.state) && (await isForUs(parts, record))
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
  const kept = await records.get(payment.authorization.key)
  if (!kept) return undefined
  if (!(await isFree(claiming, kept.doc))) return held(claiming, kept)
  const again = await records.claim(payment, facts, { kept, also })
  return again && { fresh: true, record: again }
}

async function held({ parts }: Claiming, { doc }: Kept): Promise<Claimed> {
  return { fresh: false, record: parts.ends.get(doc.key) ?? (await truthOf(parts, doc)) }
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
  const kept = claimed === undefined ? undefined : await records.get(key)
  return kept && !isGivenUp(kept.doc, facts) ? held(claiming, kept) : undefined
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
