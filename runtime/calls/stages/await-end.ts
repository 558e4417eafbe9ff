/**
 * Waits a moment for a payment that is being worked on, here or in another process that shares the
 * store.
 */
import type { Call } from '../../context.ts'
import type { PaymentRecord } from '../../payments/types.ts'
import { linkedSignal } from '../../lib/signals.ts'

/** Longest wait of a repeated request, in ms; then it is asked to come again. */
export const MOMENT = 5_000

/**
 * Pauses between two looks at a payment of another process, in ms: the first one, and the longest.
 */
const FIRST = 25
const LONGEST = 400

/** Whether a record will not change until somebody acts on it. */
export type IsDone = (record: PaymentRecord) => boolean | Promise<boolean>

/** The record once its work is over; undefined where that takes longer than a moment. */
export async function awaitEnd(
  call: Call,
  first: PaymentRecord,
  isOver: IsDone = record => isAtRest(call, record),
): Promise<PaymentRecord | undefined> {
  const { clock, inFlight: serving, ledger } = call.context
  const until = clock.now() + MOMENT
  let record: PaymentRecord | undefined = first
  for (let pause = FIRST; ; pause = Math.min(2 * pause, LONGEST)) {
    const here = serving.get(first.key)
    if (here === undefined && (record === undefined || (await isOver(record)))) return record
    const left = until - clock.now()
    if (left <= 0) return undefined
    await sleepOr(call, here === undefined ? Math.min(pause, left) : left, here?.end)
    record = await ledger.get(first.key)
  }
}

/**
 * A payment at rest is charged and its reply delivered or known not to be, or it is not charged at
 * all. One that is settling is at rest where no other process has just touched it: then the chain
 * is to be asked.
 */
async function isAtRest(call: Call, record: PaymentRecord): Promise<boolean> {
  if (record.state === 'released' || record.state === 'failed') return true
  if (record.state !== 'settling' && record.state !== 'settled') return false
  return record.delivered !== undefined || !(await call.context.ledger.elsewhere(record))
}

/** Sleeps until `work` ends, and no longer than `ms` or than the gateway is open. */
async function sleepOr(call: Call, ms: number, work?: Promise<unknown>): Promise<void> {
  const { signal, unlink } = linkedSignal(call.context.halted)
  const sleep = call.context.clock.sleep(ms, signal).catch(() => undefined)
  await Promise.race(work === undefined ? [sleep] : [sleep, work.catch(() => undefined)])
  unlink()
}
