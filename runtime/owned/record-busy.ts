/** The error for a record that another payment is about to change. */
import { NotSent } from '../payments/not-sent.ts'

/**
 * Another call is changing the record, or has changed it since this call read it. Nothing was sent
 * and nothing was changed; the call may read the record again.
 */
export class RecordBusy extends NotSent {
  override name = 'RecordBusy'
  constructor(kind: string, key: string) {
    super(`another call changes ${kind} ${key}`)
  }
}
