/** What the parts of the ledger share. */
import type { Clock, Random } from '../../seams.ts'
import type { Observe } from '../../observe/types.ts'
import type { Store } from '../../store/store.ts'
import { fullPayload } from '../signed.ts'
import type { Payment, PaymentRecord, PaymentScheme, Settlement } from '../types.ts'
import type { DeferredWrites } from './deferred-writes.ts'
import type { Records } from './records.ts'
import type { Standing } from './standing.ts'

/** What a ledger is made of. */
export interface LedgerSettings {
  store: Store
  /** Every way to be paid whose payments it may hold. */
  paymentSchemes: readonly PaymentScheme[]
  clock: Clock
  random: Random
  observe?: Pick<Observe, 'settlement' | 'log'>
  /** Name of this process in the records; made unique for each start. */
  owner?: string
  /** How long a settlement that another process has begun is waited for, ms; 45 s unless told. */
  wait?: number
}

/** The inside of a ledger. */
export interface LedgerContext extends LedgerSettings {
  owner: string
  wait: number
  records: Records
  deferred: DeferredWrites
  /**
   * Keys that are claimed here and worked on, or being claimed at the moment; not those of jobs.
   * Each with the end of its claim.
   */
  working: Map<string, Promise<unknown>>
  /** Whether nobody works for an owner any more: its process is dead. */
  orphaned(owner: string | undefined): Promise<boolean>
  /** Watches what has landed. */
  standing: Standing
  /** The payments of records claimed here, as they were verified. */
  payments: WeakMap<PaymentRecord, Payment>
}

/** What the watch over landed payments is made with. */
export type WatchContext = Omit<LedgerContext, 'standing'>

/** How a settlement ended, with the record as it is now. */
export interface Ended {
  settlement: Settlement
  record: PaymentRecord
}

/** The rail of a record. Throws where this gateway no longer has it. */
export function schemeOf(parts: WatchContext, { requirements }: PaymentRecord): PaymentScheme {
  const paymentScheme = parts.paymentSchemes.find(
    ({ spec }) =>
      spec.chain === requirements.network &&
      spec.asset.address.toLowerCase() === requirements.asset.toLowerCase(),
  )
  if (!paymentScheme)
    throw new Error(`no rail for payments in ${requirements.asset} on ${requirements.network}`)
  return paymentScheme
}

/** The payment of a record: as verified, or read again from what was kept of it. */
export function paymentOf(parts: WatchContext, record: PaymentRecord): Payment {
  const known = parts.payments.get(record)
  if (known) return known
  const payload = fullPayload(record.payload, record.requirements)
  const decoded = schemeOf(parts, record).decode(
    Buffer.from(JSON.stringify(payload)).toString('base64'),
  )
  if (!decoded.ok)
    throw new Error(`the payment of ${record.key} cannot be read: ${decoded.rejection.details}`)
  return decoded.payment
}

const mayLandOf = ({ mayLand }: PaymentRecord): { mayLand?: true } => (mayLand ? { mayLand } : {})

/** Whether it is for this process to bring a record further: it is its own, or nobody's. */
export async function isForUs(parts: LedgerContext, { owner }: PaymentRecord): Promise<boolean> {
  return owner === parts.owner || parts.orphaned(owner)
}

/** What an ended record says about its settlement; undefined while it is open or settling. */
export function endOf(record: PaymentRecord): Settlement | undefined {
  if (record.state === 'settled') return { state: 'landed', transaction: record.transaction ?? '' }
  if (record.state === 'failed') {
    return { state: 'failed', reason: record.reason ?? 'the payment failed', ...mayLandOf(record) }
  }
  if (record.state === 'released') return { state: 'failed', reason: 'the payment was released' }
  return undefined
}

/** Tells operators how a settlement ended; `state` where it is not the settlement's own. */
export function report(
  { observe, clock }: WatchContext,
  record: PaymentRecord,
  state: string,
  settlement: Settlement,
): void {
  observe?.settlement({
    route: record.route,
    network: record.requirements.network,
    amount: BigInt(record.amount),
    ms: clock.now() - record.created,
    ...(settlement.state === 'failed' ? { reason: settlement.reason } : settlement),
    state,
  })
}
