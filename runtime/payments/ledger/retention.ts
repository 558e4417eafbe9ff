/** How long the store keeps a payment record. */
import { isLarge, type PaymentRecord } from '../record.ts'

const HOUR = 3_600_000

/** How long an ended record stays after its authorization expired. */
const MARGIN = 24 * HOUR

/** How long a settled record stays at most: afterwards the token itself rejects the nonce. */
const LONGEST = 30 * 24 * HOUR

/**
 * Returns when a settled record with a large reply is dropped, Unix ms: it holds room that all
 * wallets share, however long its authorization is valid and however often its caller breaks off.
 * The names of purchases are forgotten a little earlier.
 */
export const largeUntil = ({ created }: PaymentRecord): number => created + MARGIN + HOUR

/**
 * Returns when the store may drop the record, Unix ms; undefined for never. Unfinished records
 * never expire, except the claim of an uncollected job. Records of a job outlive it, so that no job
 * is paid twice.
 */
export function expiryOf(record: PaymentRecord, now: number): number | undefined {
  const job = record.job === undefined ? 0 : record.job.expires + MARGIN
  if (record.state === 'claimed' && job > 0) return job
  const own = endExpiry(record, now)
  return own === undefined ? undefined : Math.max(own, job)
}

function endExpiry(record: PaymentRecord, now: number): number | undefined {
  const { lapses } = record
  if (record.state === 'settled' && isLarge(record.kept)) {
    // A payment that settled late leaves a day for the first delivery, and an hour after it broke.
    return Math.max(now + (record.delivered === false ? HOUR : MARGIN), largeUntil(record))
  }
  if (record.state === 'settled')
    return Math.max(now + MARGIN, Math.min((lapses ?? Infinity) + MARGIN, now + LONGEST))
  if (record.state === 'failed')
    return Math.min(Math.max(now, lapses ?? Infinity) + MARGIN, now + LONGEST)
  if (record.state === 'released') return now + HOUR
  return undefined
}
