/**
 * The state of a payment record: as the transition table names it, as it is stored, and as it is
 * listed.
 */
import type { RecordState } from '../transitions.ts'
import type { PaymentRecord } from '../record.ts'

/** The state of a record that exists. */
export type StoredState = Exclude<RecordState, 'none'>

/** Suffix in the tag of claims that belong to a job, which only the job can end. */
const OF_JOB = ' of a job'

/** The tag of failed records whose authorization is still valid. */
export const MAY_LAND = 'failed, may land'

/** The state of a record, as the transition table names it. */
export function stateOf({ state, mayLand }: PaymentRecord): StoredState {
  return state === 'failed' && mayLand ? 'refused' : state
}

/** The stored fields of a state. */
export function fieldsOf(state: StoredState): Pick<PaymentRecord, 'state' | 'mayLand'> {
  return state === 'refused' ? { state: 'failed', mayLand: true } : { state, mayLand: undefined }
}

/**
 * The tag under which a record is listed: its state. Claims of jobs have a tag of their own,
 * because many of them are not collected for days, and a list of unfinished records should contain
 * only those that the ledger can act on.
 */
export function tagOf(record: PaymentRecord): string {
  const state = stateOf(record)
  if (state === 'refused') return MAY_LAND
  return record.job !== undefined && state === 'claimed' ? state + OF_JOB : state
}
