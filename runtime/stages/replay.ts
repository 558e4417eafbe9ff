/**
 * An authorization that came again. It bought something already, so it buys nothing now; but a result that was paid for and never
 * reached its buyer is handed over, and a payment that is still on its way is waited for.
 */
import type { Call, Reply } from '../context.ts'
import { refuse } from '../errors/answer.ts'
import { settlementFailed, settlementPending } from '../errors/settlement.ts'
import { linkedSignal } from '../signals.ts'
import type { PaymentRecord } from '../payments/types.ts'
import { fingerprint } from './claim-facts.ts'
import { keptReply } from './kept.ts'

/** Longest wait, in ms, for a call whose own caller has gone. */
const WAIT = 30_000

/** Answers for the record that holds the authorization. */
export async function replay(call: Call, first: PaymentRecord): Promise<Reply> {
  if (first.job !== undefined || first.fingerprint !== fingerprint(call)) return used(call, first)
  const record = await endOfAbandoned(call, first)
  if (record === undefined) return used(call, first)
  if ((record.state === 'settling' || record.state === 'settled') && !record.delivered && await call.core.ledger.elsewhere(record)) {
    return settlementPending(call)
  }
  if (record.state === 'settling') return afterLookup(call, record)
  return record.state === 'settled' ? handOver(call, record) : used(call, record)
}

/** 402: the authorization is spent. Where it made a job, its poll address is told: the result can be had there. */
export function used(call: Call, record: PaymentRecord): Reply {
  // A settled authorization stands on the chain for all to read: only who knows the request too is told where its result is.
  const isNamed = record.job !== undefined && (record.state !== 'settled' || record.fingerprint === fingerprint(call))
  const extra = record.job === undefined || !isNamed ? undefined : { job_id: record.job.id, poll_url: record.job.poll_url, recoverable: true }
  const details = record.job === undefined
    ? 'The authorization pays for one request.'
    : 'The authorization paid for this job; poll it to get the result.'
  return refuse(call, 'payment_replay', { code: 'PAYMENT_REPLAY', details, payer: record.payer, extra })
}

/** While another caller is being served with this authorization there is nothing to hand over; when that caller has gone, its end is. */
async function endOfAbandoned(call: Call, record: PaymentRecord): Promise<PaymentRecord | undefined> {
  const serving = call.core.serving.get(record.key)
  if (serving === undefined) return record
  if (serving.call.listening()) return undefined
  const { signal, unlink } = linkedSignal(call.core.halted)
  await Promise.race([serving.end, call.core.clock.sleep(WAIT, signal).catch(() => undefined)])
  unlink()
  return call.core.ledger.get(record.key)
}

async function afterLookup(call: Call, record: PaymentRecord): Promise<Reply> {
  const { settlement, record: now } = await call.core.ledger.resolve(record)
  if (settlement.state === 'landed') return handOver(call, now)
  return settlement.state === 'failed' ? settlementFailed(call, settlement.reason) : settlementPending(call)
}

async function handOver(call: Call, record: PaymentRecord): Promise<Reply> {
  const kept = record.delivered === true ? undefined : await keptReply(call, record)
  return kept ?? used(call, record)
}
