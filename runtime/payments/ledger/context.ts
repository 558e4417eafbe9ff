/** The types and small functions that all parts of the ledger share. */
import type { Clock, Random } from '../../seams.ts'
import type { Observe } from '../../observe/types.ts'
import type { SaleLine } from '../../sales/types.ts'
import type { Store } from '../../store/store.ts'
import type { Reservations } from '../reservations.ts'
import { fullPayload } from '../signed.ts'
import type { Payment, Requirements } from '../payment.ts'
import type { PaymentRecord } from '../record.ts'
import type { PaymentScheme } from '../scheme.ts'
import type { Settlement } from '../settlement.ts'
import type { DeferredWrites } from './deferred-writes.ts'
import type { Companion, Records } from './records.ts'
import type { Standing } from './standing.ts'

/** The dependencies and settings of a ledger. */
export interface LedgerSettings {
  store: Store
  /** The payment schemes whose payments the ledger may hold. */
  paymentSchemes: readonly PaymentScheme[]
  clock: Clock
  random: Random
  observe?: Pick<Observe, 'settlement' | 'log'>
  /** Amounts that wallets have reserved; dropped when a claim ends. */
  reservations?: Pick<Reservations, 'drop'>
  /** Further changes of the commits that move records. */
  companions?: readonly Companion[]
  /** How long sales lines are kept, ms; default 400 days. */
  keepSales?: number
  /** Receives each sales line once it is written. */
  onEnd?(line: SaleLine): void
  /** Name of this process in the records; a random suffix makes it unique for each start. */
  owner?: string
  /** How long to wait for a settlement that another process started, ms; default 45 s. */
  wait?: number
}

/** The settings and the shared state of a ledger's parts. */
export interface LedgerContext extends LedgerSettings {
  owner: string
  wait: number
  records: Records
  deferred: DeferredWrites
  /**
   * Keys of authorizations that this process is claiming or has claimed for a call, each with its
   * pending claim. Claims of jobs are removed once they are written.
   */
  working: Map<string, Promise<unknown>>
  /** Whether the process `owner` is dead, so that no process works on its records. */
  orphaned(owner: string | undefined): Promise<boolean>
  /** Watches landed payments. */
  standing: Standing
  /** The verified payments of the records that this process claimed. */
  payments: WeakMap<PaymentRecord, Payment>
}

/** The context without the watch over landed payments; the watch is created from it. */
export type WatchContext = Omit<LedgerContext, 'standing'>

/** The result of a settlement, with the current record. */
export interface Ended {
  settlement: Settlement
  record: PaymentRecord
}

/** Finds the payment scheme of a record. Throws if this gateway no longer has it. */
export function schemeOf(parts: WatchContext, { requirements }: PaymentRecord): PaymentScheme {
  const paymentScheme = parts.paymentSchemes.find(one => one.owns(requirements))
  if (!paymentScheme)
    throw new Error(
      `no payment scheme "${requirements.scheme}" for ${requirements.asset} on ` +
        `${requirements.network}`,
    )
  return paymentScheme
}

/**
 * Returns the payment of a record: the verified one if it is in memory, otherwise decoded from the
 * stored payload.
 */
export function paymentOf(parts: WatchContext, record: PaymentRecord): Payment {
  const known = parts.payments.get(record)
  if (known) return known
  const scheme = schemeOf(parts, record)
  const payload = fullPayload(record.payload, record.requirements)
  return { authorization: scheme.read(payload, record.created), scheme, payload }
}

/** Returns the requirements of a record's settlement: the signed amount, or the actual price. */
export function dueOf({ requirements, charged }: PaymentRecord): Requirements {
  return charged === undefined ? requirements : { ...requirements, amount: charged }
}

/** Why the claim of a dead process is released. */
export const STOPPED = 'the gateway stopped before the work was paid'

const mayLandOf = ({ mayLand }: PaymentRecord): { mayLand?: true } => (mayLand ? { mayLand } : {})

/** Whether this process may continue work on a record: it owns the record, or the owner is dead. */
export async function isForUs(parts: LedgerContext, { owner }: PaymentRecord): Promise<boolean> {
  return owner === parts.owner || parts.orphaned(owner)
}

/**
 * Returns the settlement result of a record that has ended; undefined while it is claimed or
 * settling.
 */
export function endOf(record: PaymentRecord): Settlement | undefined {
  if (record.state === 'settled') return { state: 'landed', transaction: record.transaction ?? '' }
  if (record.state === 'failed') {
    return { state: 'failed', reason: record.reason ?? 'the payment failed', ...mayLandOf(record) }
  }
  if (record.state === 'released') return { state: 'failed', reason: 'the payment was released' }
  return undefined
}

/**
 * Reports a settlement to metrics and log. `state` is the reported state, which may differ from the
 * settlement's own, and `at` the time of its outcome, Unix ms.
 */
export function report(
  { observe }: WatchContext,
  record: PaymentRecord,
  { state, settlement, at }: { state: string; settlement: Settlement; at: number },
): void {
  observe?.settlement({
    route: record.route,
    model: record.sale?.model,
    request: record.sale?.request,
    network: record.requirements.network,
    amount: BigInt(record.charged ?? record.amount),
    ...(record.transfer && { transfer: true }),
    ...(record.kept?.absorbed && { absorbed: true }),
    ms: at - record.created,
    ...(settlement.state === 'failed' ? { reason: settlement.reason } : settlement),
    state,
  })
}
