/** The ledger of payment records. */
import type { Effect } from '../../contract.ts'
import type { Change } from '../../store/store.ts'
import type { Payment } from '../payment.ts'
import type { ClaimFacts, PaymentRecord, StoredReply } from '../record.ts'
import type { Settlement } from '../settlement.ts'

/**
 * The ledger of payment records: the only writer of the `payments` collection. Every method
 * resolves after its write is durable, with one exception: if the settlement backend can prove a
 * landing from the chain (`proves`), `settle` resolves when the money has landed and writes
 * `settled` shortly afterwards, together with `delivered` if that follows soon. After a crash,
 * `reconcile` finds the payment by its intent on disk.
 */
export interface Ledger {
  /**
   * Claims the authorization and writes `also` (a new job) in the same commit. Returns `fresh:
   * false` and the current record if it is already claimed. A `released` record may be claimed
   * again. If 50 requests claim the same authorization at the same time, exactly one of them is
   * fresh.
   */
  claim(
    payment: Payment,
    facts: ClaimFacts,
    also?: Change[],
  ): Promise<{ fresh: boolean; record: PaymentRecord }>
  /**
   * Returns the record of an authorization. If it failed and may still land, looks for it on the
   * chain first.
   */
  get(key: string): Promise<PaymentRecord | undefined>
  /**
   * Settles the record of a call that has its result: stores the reply, writes the intent before
   * anything is broadcast, and records the outcome. `landed` becomes settled, `failed` becomes
   * failed, `unknown` stays `settling`. Concurrent calls for one record share one settlement.
   * `goesOn` marks the record as `streaming` until `keep` or `delivered` ends the stream. Rejects
   * with `NotSent` if no intent could be written: nothing was sent, and the claim can be settled
   * later or released. Rejects with `ReleasedElsewhere` if another process has released it.
   * `effects` are locked with the intent and applied with the outcome; rejects with `RecordBusy` if
   * one of their records is not free. `amount` is the actual price in micro-USD, for metered
   * payments.
   */
  settle(
    record: PaymentRecord,
    reply?: StoredReply,
    also?: { goesOn?: boolean; effects?: readonly Effect[]; amount?: bigint },
  ): Promise<{ settlement: Settlement; record: PaymentRecord }>
  /**
   * Ends a record whose result was paid by an earlier payment's `transaction`. The record's own
   * authorization is used up and never settled.
   */
  paidWith(record: PaymentRecord, transaction: string, reply?: StoredReply): Promise<void>
  /**
   * Whether an uncharged record can never charge: its authorization has expired, and the chain
   * shows that it moved no money. Returns the current record, because the chain may show that it
   * did.
   */
  isOver(record: PaymentRecord): Promise<{ certain: boolean; record: PaymentRecord }>
  /** Looks up the result of a record in `settling` again. */
  resolve(record: PaymentRecord): Promise<{ settlement: Settlement; record: PaymentRecord }>
  /**
   * Whether another living process changed the record moments ago, or still streams its reply. That
   * process is probably still answering its own caller, so the reply must not be redelivered yet.
   */
  elsewhere(record: PaymentRecord): Promise<boolean>
  /**
   * Records that the caller has the reply, and drops the stored copy. `isWhole: false` records that
   * the caller does not have it: the copy stays, and a call that waits for it in another process
   * can stop waiting.
   */
  delivered(record: PaymentRecord, isWhole?: boolean): Promise<void>
  /**
   * Replaces or drops the stored reply of a record whose reply continued after the payment was
   * settled. Does nothing once the reply was delivered.
   */
  keep(record: PaymentRecord, reply: StoredReply | undefined): Promise<void>
  /**
   * Adds a follow-up that waits for the end of a claimed record, in one commit with the change that
   * stores the follow-up. Returns the changed record. If the caller no longer owns the claim,
   * stores nothing and returns undefined.
   */
  awaitEnd(
    record: PaymentRecord,
    followUp: string,
    change: Change,
  ): Promise<PaymentRecord | undefined>
  /** Releases a claim whose work failed: the nonce is free again. */
  release(record: PaymentRecord, reason: string): Promise<void>
  /**
   * Ends the claim of a job, or one of amount zero, without a charge: the nonce stays claimed.
   * `effects` are applied in the same commit; rejects with `NotSent` if the claim has already
   * ended, because the effects are not applied then.
   */
  fail(record: PaymentRecord, reason: string, effects?: readonly Effect[]): Promise<void>
  /**
   * Brings every unfinished record to the state that the chain shows. Runs before the gateway
   * serves its first call, and every few seconds afterwards. Looks up each `settling` record and
   * settles it again if its transaction had no effect; releases each `claimed` record without a
   * job; looks up refused records whose authorization has expired. Touches only records of
   * processes known to be dead, and idle records of this process.
   */
  reconcile(): Promise<{ landed: number; failed: number; pending: number; released: number }>
}
