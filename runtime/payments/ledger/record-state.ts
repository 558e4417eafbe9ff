/**
 * The state of a payment record in three forms: as in the transition table, as stored, and as
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

/** Returns the state of a record, as in the transition table. */
export function stateOf({ state, mayLand }: PaymentRecord): StoredState {
  return state === 'failed' && mayLand ? 'refused' : state
}

/** Returns the stored fields of a state. */
export function fieldsOf(state: StoredState): Pick<PaymentRecord, 'state' | 'mayLand'> {
  return state === 'refused' ? { state: 'failed', mayLand: true } : { state, mayLand: undefined }
}

/**
 * Returns the tag under which a record is listed: its state. Claims of jobs have their own tag,
 * because many of them are not collected for days, and a list of unfinished records should contain
 * only those that the ledger can act on.
 */
export function tagOf(record: PaymentRecord): string {
  const state = stateOf(record)
  if (state === 'refused') return MAY_LAND
  return record.job !== undefined && state === 'claimed' ? state + OF_JOB : state
}
