/**
 * Waits up to `MOMENT` for a payment that is being processed, here or in another process with the
 * same store.
 */
import type { Call } from '../../call.ts'
import type { PaymentRecord } from '../../payments/record.ts'
import { linkedSignal } from '../../lib/signals.ts'

/** Longest time, in ms, that a repeated request waits; then the caller must repeat it later. */
export const MOMENT = 5_000

/**
 * Pauses between two reads of a payment that another process works on, in ms: the first and the
 * longest.
 */
const FIRST = 25
const LONGEST = 400

/** Whether a record stays as it is until a request or process acts on it. */
export type IsDone = (record: PaymentRecord) => boolean | Promise<boolean>

/**
 * Waits for the work on a payment to end, and returns its record. Returns undefined if that takes
 * longer than `MOMENT`.
 */
export async function awaitEnd(
  call: Call,
  first: PaymentRecord,
  isDone: IsDone = record => isAtRest(call, record),
): Promise<PaymentRecord | undefined> {
  const { clock, inFlight, ledger } = call.context
  const until = clock.now() + MOMENT
  let seen: Promise<unknown> | undefined
  for (let pause = FIRST; ; pause = Math.min(2 * pause, LONGEST)) {
    const local = inFlight.get(first.key)?.end
    if (local === undefined) {
      // Read again, because a finished call has recorded its delivery since `first` was read.
      const record = await ledger.get(first.key)
      if (record === undefined || (await isDone(record))) return record
    }
    const left = until - clock.now()
    if (left <= 0) return undefined
    // Each waiter is woken once.
    const isNew = local !== undefined && local !== seen
    await sleepOr(call, isNew ? left : Math.min(pause, left), isNew ? local : undefined)
    seen = local
  }
}

/**
 * Whether no call works on a payment: it is not charged, or it is charged and its delivery is
 * recorded. A settled or settling payment also counts as at rest if no other process works on it;
 * then the chain decides its state.
 */
async function isAtRest(call: Call, record: PaymentRecord): Promise<boolean> {
  if (record.state === 'released' || record.state === 'failed') return true
  if (record.state !== 'settling' && record.state !== 'settled') return false
  return record.delivered !== undefined || !(await call.context.ledger.elsewhere(record))
}

/** Sleeps until `work` ends, for `ms` at most, or until the gateway closes. */
async function sleepOr(call: Call, ms: number, work?: Promise<unknown>): Promise<void> {
  const { signal, unlink } = linkedSignal(call.context.halted)
  const sleep = call.context.clock.sleep(ms, signal).catch(() => undefined)
  await Promise.race(work === undefined ? [sleep] : [sleep, work.catch(() => undefined)])
  unlink()
}
