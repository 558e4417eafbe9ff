/** Decides whether to make a follow-up, by the state of the payment that it depends on. */
import { stateOf, type StoredState } from '../payments/ledger/record-state.ts'
import { isWaived, type PaymentRecord } from '../payments/record.ts'
import type { Store } from '../store/store.ts'
import type { FollowUp } from './follow-up.ts'

/** `make` it, `wait` for the payment's end, or `drop` it, because it was paid. */
export type Verdict = 'make' | 'wait' | 'drop'

/**
 * By the state of the record. A `refused` payment may still land, and the outcome of a `settling`
 * one is unknown. `failed` is also the state of a result that cost nothing.
 */
const BY_STATE: Readonly<Record<StoredState, Verdict>> = {
  claimed: 'wait',
  settling: 'wait',
  refused: 'wait',
  settled: 'drop',
  failed: 'make',
  released: 'make',
}

/**
 * Reads the payment and decides. A paid claim drops its follow-ups itself, so a claim whose record
 * has expired, or was claimed again, was not paid.
 */
export async function verdictOf(store: Pick<Store, 'get'>, { unpaid }: FollowUp): Promise<Verdict> {
  if (unpaid === undefined) return 'make'
  const record = (await store.get<PaymentRecord>('payments', unpaid.key))?.doc
  if (record === undefined || record.claim !== unpaid.claim) return 'make'
  const state = stateOf(record)
  return state === 'failed' && isWaived(record) ? 'drop' : BY_STATE[state]
}
