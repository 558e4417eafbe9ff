/** Builds the sales line of a claim that ends, for the commit that ends its payment record. */
import type { FailureKind, OutcomeKind } from '../contract.ts'
import type { RecordEvent } from '../payments/transitions.ts'
import type { PaymentRecord } from '../payments/record.ts'
import type { Change, Store } from '../store/store.ts'
import type { EndedLine, SaleLine, SaleOutcome, SaleUsage } from './types.ts'

/** The collection of the lines. The tag of a line is its day. */
export const SALES = 'gateway.sales'

/** The lists of wallets' lines, by wallet and month: their keys are the keys of the lines. */
export const PURCHASES = 'gateway.purchases'

/** Returns the tag of a wallet's purchases in a month, e.g. `2026-11`, in UTC. */
export const purchasesTag = (wallet: string, month: string): string => `${wallet}|${month}`

/**
 * The change that lists a line among the purchases of its wallet, for the same commit. Lines shared
 * by several ends are not purchases.
 */
export function purchaseChange({ do: how, key, doc, expires }: LineChange): Change | undefined {
  const { wallet, at, outcome } = doc as SaleLine
  if (how !== 'insert' || wallet === undefined || REPEATABLE.has(outcome)) return undefined
  const tag = purchasesTag(wallet, dayOf(at).slice(0, 7))
  return { do: 'insert', in: PURCHASES, key, doc: {}, tag, expires }
}

/** Why a claim is abandoned whose result costs nothing. */
export const NOTHING_TO_SETTLE = 'nothing to settle'

/**
 * Why nothing was charged, as codes of the gateway. Other texts may come from callers or upstreams.
 */
const REASONS: Readonly<Record<string, string>> = {
  'not charged': 'not_charged',
  [NOTHING_TO_SETTLE]: 'nothing_to_settle',
  'the transfer was not made': 'transfer_not_made',
  'internal error': 'internal_error',
  'no payment': 'no_payment',
  'the caller left': 'caller_left',
  'the payment could not be sent': 'payment_not_sent',
  'the authorization would have ended': 'authorization_too_short',
  'the authorization lapsed before it could be settled': 'authorization_lapsed',
  'another call changes the same record': 'record_busy',
  'the job was paid with another authorization': 'paid_otherwise',
  'the gateway stopped before the work was paid': 'gateway_stopped',
}

/** Kinds of failures, which are also codes of the gateway. */
const KINDS: Readonly<Record<FailureKind | Extract<OutcomeKind, 'refused'>, true>> = {
  content_policy: true,
  invalid_input: true,
  rate_limited: true,
  refused: true,
  upstream_rejected: true,
  upstream_failed: true,
  upstream_timeout: true,
  not_configured: true,
}

/**
 * Outcomes without cost, which a caller may repeat at will: the same authorization can be sent
 * again after each. Equal ends of one payment and day share a line, which is kept for a shorter
 * time.
 */
const REPEATABLE: ReadonlySet<SaleOutcome> = new Set(['waived', 'uncharged', 'failed', 'unpaid'])
/**
 * Outcomes whose work was done. If an earlier payment covers a result, the covered call's line has
 * the cost.
 */
const MADE: ReadonlySet<SaleOutcome> = new Set([
  'charged',
  'waived',
  'uncharged',
  'unpaid',
  'absorbed',
])
/** Outcomes whose result the caller got. */
export const DELIVERED: ReadonlySet<SaleOutcome> = new Set(['charged', 'waived', 'absorbed'])
/** How long lines of these outcomes are kept at most, ms. */
const KEEP_REPEATABLE = 30 * 24 * 3_600_000

/** Returns the UTC day of a time, e.g. `2026-11-23`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Returns when the sale of a written line ended, Unix ms. */
export const endedAt = ({ at, key }: EndedLine): number => at ?? Number(key.split('-', 1)[0])

/** A change that writes a line. */
type LineChange = Extract<Change, { do: 'insert' | 'replace' }>

/** Returns the change that writes a line, which expires after `keepMs`. */
export function lineChange(
  key: string,
  line: SaleLine,
  keepMs: number,
): Extract<Change, { do: 'insert' }> {
  const expires = line.at + keepMs
  return { do: 'insert', in: SALES, key, doc: line, tag: dayOf(line.at), expires }
}

/**
 * Returns the outcome of a claim that an event ends; undefined if the claim continues, or if its
 * line is already written.
 */
function outcomeOf(record: PaymentRecord, event: RecordEvent): SaleOutcome | undefined {
  const isOver = record.sale?.line !== undefined
  if (event === 'land') return BigInt(record.charged ?? record.amount) > 0n ? 'charged' : 'waived'
  if (event === 'cover') return 'covered'
  if (isOver) return undefined
  if (event === 'refuse' || event === 'fail')
    return record.kept?.absorbed === true ? 'absorbed' : 'unpaid'
  if (event === 'abandon' && record.reason === NOTHING_TO_SETTLE) return 'waived'
  if (event === 'release' && record.reason === 'not charged') return 'uncharged'
  return event === 'abandon' || event === 'release' ? 'failed' : undefined
}

function reasonOf(
  { reason = '', job, sale }: PaymentRecord,
  event: RecordEvent,
): string | undefined {
  if (event === 'land' || event === 'cover') return undefined
  if (event === 'refuse') return 'payment_refused'
  if (event === 'fail') return 'payment_failed'
  if (Object.hasOwn(REASONS, reason)) return REASONS[reason]
  if (Object.hasOwn(KINDS, reason)) return reason
  if (sale?.why !== undefined) return sale.why
  return job === undefined ? 'other' : 'job_failed'
}

/**
 * Marks, in a record that is about to be written, that the event has ended its claim, and returns
 * the change that writes the sales line; undefined if the event ends no claim, or if the record is
 * a transfer to a third party. Commit both together, so that there is one line for each end.
 */
export async function endLine(
  record: PaymentRecord,
  event: RecordEvent,
  { store, keepMs }: { store: Pick<Store, 'get'>; keepMs: number },
): Promise<LineChange | undefined> {
  const outcome = record.transfer ? undefined : outcomeOf(record, event)
  if (outcome === undefined) return undefined
  const { sale, updated: at, claim, version } = record
  const reason = reasonOf(record, event)
  const isShared = REPEATABLE.has(outcome)
  const key = isShared
    ? [dayOf(at), record.key, outcome, reason].join('-')
    : `${at}-${claim ?? record.key}-${version}`
  const corrects = sale?.line
  record.sale = { ...(sale ?? factsOf(record)), line: { key, at, outcome, reason } }
  const line = lineOf(record, { outcome, at, event, corrects })
  if (!isShared) return lineChange(key, line, keepMs)
  return sharedChange(store, { key, line, keepMs: Math.min(keepMs, KEEP_REPEATABLE) })
}

/**
 * Returns the change that writes a line, or adds an end to the existing line with its key. It
 * depends on a read, so it does not apply if another process has changed the line meanwhile; the
 * caller then retries.
 */
async function sharedChange(
  store: Pick<Store, 'get'>,
  { key, line, keepMs }: { key: string; line: SaleLine; keepMs: number },
): Promise<LineChange> {
  const former = await store.get<SaleLine>(SALES, key)
  const change = lineChange(key, line, keepMs)
  if (former === undefined) return change
  const { times = 1, usage, cost, units } = former.doc
  const doc: SaleLine = {
    ...line,
    times: times + 1,
    usage: sumOf(usage, line.usage),
    cost: totalOf(cost, line.cost),
    units: sumOf(units, line.units),
  }
  return { ...change, do: 'replace', version: former.version, doc }
}

function sumOf(one: SaleUsage | undefined, other: SaleUsage | undefined): SaleUsage | undefined {
  if (one === undefined || other === undefined) return one ?? other
  const sum: Record<string, number> = { ...one }
  for (const [name, value] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + value
  return sum
}

const totalOf = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || other === undefined ? (one ?? other) : String(BigInt(one) + BigInt(other))

/** Returns the facts of a record that an older version claimed. */
const factsOf = ({ amount }: PaymentRecord): { quoted: string; catalog: string } => ({
  quoted: amount,
  catalog: '',
})

function lineOf(
  record: PaymentRecord,
  end: { outcome: SaleOutcome; at: number; event: RecordEvent; corrects?: EndedLine },
): SaleLine {
  const { outcome, at, event, corrects } = end
  const { line: _, why: __, cost, units, ...facts } = record.sale!
  return {
    at,
    outcome,
    route: record.route,
    wallet: record.payer,
    network: record.requirements.network,
    scheme: record.requirements.scheme,
    ...facts,
    cost: MADE.has(outcome) ? cost : undefined,
    units: DELIVERED.has(outcome) ? units : undefined,
    charged: outcome === 'charged' ? (record.charged ?? record.amount) : '0',
    transaction: record.transaction || undefined,
    reason: reasonOf(record, event),
    payment: record.key,
    job: record.job?.id,
    corrects,
  }
}
