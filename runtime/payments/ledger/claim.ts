/** Claims authorizations: each is fresh once, whoever asks and however many at the same time. */
import type { Change } from '../../store/store.ts'
import type { ClaimFacts, Payment, PaymentRecord } from '../types.ts'
import type { Parts } from './parts.ts'

/** A claim's answer: `fresh` for the one who may work on it, the holder's record for everybody else. */
export interface Claimed { fresh: boolean; record: PaymentRecord }

const TRIES = 5

/** Whether a claimed authorization may be claimed anew: it was released, or its settlement failed and its own finished job asks again. */
function isFree(record: PaymentRecord, facts: ClaimFacts): boolean {
  return record.state === 'released' || (record.state === 'failed' && facts.job !== undefined && record.job?.id === facts.job.id)
}

async function claimOnce(parts: Parts, payment: Payment, facts: ClaimFacts, also: Change[]): Promise<Claimed | undefined> {
  const { records, ends } = parts
  const inserted = await records.claim(payment, facts, { also })
  if (inserted) return { fresh: true, record: inserted }
  const kept = await records.get(payment.authorization.key)
  if (!kept) return undefined
  if (!isFree(kept.doc, facts)) return { fresh: false, record: ends.get(kept.doc.key) ?? kept.doc }
  const again = await records.claim(payment, facts, { kept, also })
  return again && { fresh: true, record: again }
}

/** Claims the authorization in one commit with `also`. Rejects when `also` does not fit by itself. */
export async function claimRecord(parts: Parts, payment: Payment, facts: ClaimFacts, also: Change[]): Promise<Claimed> {
  for (let i = 0; i < TRIES; i++) {
    const claimed = await claimOnce(parts, payment, facts, also)
    if (!claimed) continue
    if (claimed.fresh) parts.payments.set(claimed.record, payment)
    return claimed
  }
  throw new Error('the payment could not be claimed: what was to be written with it did not fit')
}
