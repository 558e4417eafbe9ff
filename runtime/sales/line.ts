/** Makes the sales line of a claim that ends, for the commit that ends its payment record. */
import type { RecordEvent } from '../payments/transitions.ts'
import type { PaymentRecord } from '../payments/types.ts'
import type { Change } from '../store/store.ts'
import type { EndedLine, SaleLine, SaleOutcome } from './types.ts'

/** The collection of the lines. The tag of a line is its day, its key begins with its time. */
export const SALES = 'gateway.sales'

/** Why nothing was charged, as words of the gateway. Other texts may be those of strangers. */
const REASONS: Readonly<Record<string, string>> = {
  'not charged': 'not_charged',
  'nothing to settle': 'nothing_to_settle',
  'the transfer was not made': 'transfer_not_made',
  'the authorization would have ended': 'authorization_too_short',
  'the authorization lapsed before it could be settled': 'authorization_lapsed',
  'another call changes the same record': 'record_busy',
  'the job was paid with another authorization': 'paid_otherwise',
  'the gateway stopped before the work was paid': 'gateway_stopped',
}

/** Kinds of failures, which are words of the gateway too. */
const KIND = /^[a-z]+(_[a-z]+)*$/

/** The UTC day of a time, e.g. `2026-11-23`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The change that writes a line, which expires after `keepMs`. */
export function lineChange(key: string, line: SaleLine, keepMs: number): Change {
  const expires = line.at + keepMs
  return { do: 'insert', in: SALES, key, doc: line, tag: dayOf(line.at), expires }
}

/**
 * The outcome of a claim that an event ends; undefined if the claim goes on, or if its line is
 * written already.
 */
function outcomeOf(record: PaymentRecord, event: RecordEvent): SaleOutcome | undefined {
  const isOver = record.sale?.line !== undefined
  if (event === 'land') return BigInt(record.charged ?? record.amount) > 0n ? 'charged' : 'waived'
  if (event === 'cover') return 'covered'
  if (isOver) return undefined
  if (event === 'refuse' || event === 'fail')
    return record.kept?.absorbed === true ? 'absorbed' : 'unpaid'
  if (event === 'abandon' && record.reason === 'nothing to settle') return 'waived'
  if (event === 'release' && record.reason === 'not charged') return 'uncharged'
  return event === 'abandon' || event === 'release' ? 'failed' : undefined
}

function reasonOf({ reason = '', job }: PaymentRecord, event: RecordEvent): string | undefined {
  if (event === 'land' || event === 'cover') return undefined
  if (event === 'refuse') return 'payment_refused'
  if (event === 'fail') return 'payment_failed'
  const known = REASONS[reason] ?? (KIND.test(reason) ? reason : undefined)
  return known ?? (job === undefined ? 'other' : 'job_failed')
}

/**
 * Notes in a record that is about to be written that the event has ended its claim, and returns the
 * change that writes the sales line; undefined if the event ends nothing, or if the record moves the
 * caller's money to somebody else. Commit both together, so that there is one line for each end.
 */
export function endLine(
  record: PaymentRecord,
  event: RecordEvent,
  keepMs: number,
): Change | undefined {
  const outcome = record.transfer ? undefined : outcomeOf(record, event)
  if (outcome === undefined) return undefined
  const { sale, updated: at, claim, version } = record
  const key = `${at}-${claim ?? record.key}-${version}`
  const corrects = sale?.line
  record.sale = {
    ...(sale ?? factsOf(record)),
    line: { key, outcome, reason: reasonOf(record, event) },
  }
  return lineChange(key, lineOf(record, { outcome, at, event, corrects }), keepMs)
}

/** The facts of a record that was claimed by an older version. */
const factsOf = ({ requirements }: PaymentRecord): { quoted: string; catalog: string } => ({
  quoted: requirements.amount,
  catalog: '',
})

function lineOf(
  record: PaymentRecord,
  end: { outcome: SaleOutcome; at: number; event: RecordEvent; corrects?: EndedLine },
): SaleLine {
  const { outcome, at, event, corrects } = end
  const { line: _, ...facts } = record.sale!
  return {
    at,
    outcome,
    route: record.route,
    wallet: record.payer,
    network: record.requirements.network,
    scheme: record.requirements.scheme,
    ...facts,
    charged: outcome === 'charged' ? (record.charged ?? record.amount) : '0',
    transaction: record.transaction || undefined,
    reason: reasonOf(record, event),
    payment: record.key,
    job: record.job?.id,
    corrects,
  }
}
