/** Ledgers over one store, whose settlement backend answers what a test says. */
import { expect } from 'vitest'
import { dropWhenPaid } from '../../runtime/followups/follow-up.ts'
import { systemRandom } from '../../runtime/lib/random.ts'
import type { Claimed } from '../../runtime/payments/ledger/claim.ts'
import { createLedger, type ClosableLedger } from '../../runtime/payments/ledger/ledger.ts'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import { fullPayload } from '../../runtime/payments/signed.ts'
import type { Intent, Settlement, SettlementBackend } from '../../runtime/payments/settlement.ts'
import type { SettlementFacts } from '../../runtime/observe/types.ts'
import type { Change, Store } from '../../runtime/store/store.ts'
import { cashCatalog } from '../helpers/cash-catalog.ts'
import { createCash } from '../helpers/cash.ts'
import { manualClock, type ManualClock } from '../helpers/clock.ts'
import { memoryStore } from '../helpers/memory-store.ts'

/** The answers of a backend; a refused payment may still land. */
export const LANDED = { state: 'landed', transaction: '0xlanded' } as const satisfies Settlement
export const FAILED = { state: 'failed', reason: 'expired unused' } as const satisfies Settlement
export const REFUSED = {
  state: 'failed',
  reason: 'refused',
  mayLand: true,
} as const satisfies Settlement
export const UNKNOWN = {
  state: 'unknown',
  reason: 'not confirmed in time',
} as const satisfies Settlement

/** A store with its ledgers, and what their backend was asked. */
export interface Desk {
  clock: ManualClock
  store: Store
  /** What the backend answers. */
  answer: Settlement | Error
  /** Whether the chain can prove its landings, which are then written a moment later. */
  proves: boolean
  /** Where the backend sees a landed transaction; undefined once it is not watched any more. */
  standing: 'deep' | 'shallow' | 'gone' | undefined | Error
  /** How often it was asked for that. */
  looks: number
  /** The errors that are logged for operators. */
  errors: unknown[]
  /** What is reported of settlements: their state, and the amount in micro-USD. */
  reported: [state: string, amount: bigint][]
  /** The intents that it was asked to find, and whether it might settle each again. */
  sought: Intent[]
  /** The amount of each, micro-USD. */
  due: string[]
  mayRepeat: boolean[]
  /** The transaction with which it settles again where it may. */
  repeats: string | undefined
  /** Runs before the intent of a settlement; what it answers ends the settlement unsent. */
  beforeIntent: () => Promise<Settlement | undefined>
  /** Runs between the intent and the answer of a settlement. */
  duringSettlement: () => Promise<unknown>
  /** Runs before the answer of a look. */
  duringLook: () => Promise<unknown>
  /** The states of records while the reservations of their amounts were dropped. */
  dropped: string[]
  /** Starts a process. To the others it is dead once its own time stands still. */
  start(time?: ManualClock, warnings?: unknown[]): ClosableLedger
  /** A fresh claim, of a job if it has an id. */
  claim(ledger: ClosableLedger, job?: string): Promise<PaymentRecord>
  /** Tries to claim the authorization of a record again, in one commit with `also`. */
  tryClaim(ledger: ClosableLedger, record: PaymentRecord, also?: Change[]): Promise<Claimed>
  /** Claims the authorization of a record again. */
  claimAgain(ledger: ClosableLedger, record: PaymentRecord): Promise<PaymentRecord>
  /** A record as it is stored. */
  stored(record: PaymentRecord): Promise<PaymentRecord>
  /** Lets the time pass until the authorization of a record expires. */
  expire(record: PaymentRecord): Promise<void>
  close(): Promise<void>
}

/** Opens a desk with an empty store. Settlements land until a test says something else. */
export function openDesk(): Desk {
  const clock = manualClock()
  const store = memoryStore(clock)
  const cash = createCash(cashCatalog().networks.cash!, clock)
  const ledgers: ClosableLedger[] = []
  const desk: Desk = {
    clock,
    store,
    answer: LANDED,
    proves: false,
    standing: 'deep',
    looks: 0,
    errors: [],
    reported: [],
    sought: [],
    due: [],
    mayRepeat: [],
    repeats: undefined,
    beforeIntent: async () => undefined,
    duringSettlement: async () => undefined,
    duringLook: async () => undefined,
    dropped: [],
    start(time = clock, warnings = []) {
      const { paymentScheme } = cash
      const { proves } = desk
      const backend = { ...paymentScheme.backend, ...answers(desk), proves }
      const ledger = createLedger({
        store,
        paymentSchemes: [{ ...paymentScheme, backend }],
        reservations: { drop: record => noteState(desk, record.key) },
        companions: [dropWhenPaid],
        clock: time,
        random: systemRandom,
        observe: observer(desk, warnings),
      })
      ledgers.push(ledger)
      return ledger
    },
    async claim(ledger, job) {
      const requirements = cash.paymentScheme.requirements(10n, 300)
      const decoded = cash.paymentScheme.decode(cash.wallet('ann').sign(requirements))
      if (!decoded.ok) throw new Error(decoded.rejection.details)
      const facts = { route: 'r', path: '/r', fingerprint: 'f', requirements }
      const expires = clock.now() + 172_800_000
      const ofJob = job === undefined ? {} : { job: { id: job, poll_url: '/r', expires } }
      return (await ledger.claim(decoded.payment, { ...facts, ...ofJob })).record
    },
    async tryClaim(ledger, record, also) {
      const { requirements } = record
      const payload = fullPayload(record.payload, requirements)
      const authorization = cash.paymentScheme.read(payload, record.created)
      return ledger.claim({ authorization, scheme: cash.paymentScheme, payload }, record, also)
    },
    async claimAgain(ledger, record) {
      const claimed = await desk.tryClaim(ledger, record)
      expect(claimed.fresh).toBe(true)
      return claimed.record
    },
    stored: async ({ key }) => (await store.get<PaymentRecord>('payments', key))!.doc,
    expire: ({ lapses }) => clock.advance(lapses! - clock.now()),
    async close() {
      for (const ledger of ledgers) await ledger.close()
    },
  }
  return desk
}

function answers(desk: Desk): Pick<SettlementBackend, 'settle' | 'find' | 'standing'> {
  const answered = (): Settlement => {
    if (desk.answer instanceof Error) throw desk.answer
    return desk.answer
  }
  return {
    async settle(_payment, _requirements, onIntent) {
      const unsent = await desk.beforeIntent()
      if (unsent) return unsent
      await onIntent({ transaction: '0xfirst', relayerNonce: 7, sentAt: desk.clock.now() })
      await desk.duringSettlement()
      return answered()
    },
    standing: async () => {
      desk.looks += 1
      if (desk.standing instanceof Error) throw desk.standing
      return desk.standing
    },
    async find(_payment, { amount }, intent, onIntent) {
      desk.sought.push(intent)
      desk.due.push(amount)
      desk.mayRepeat.push(onIntent !== undefined)
      await desk.duringLook()
      const { repeats } = desk
      if (repeats) await onIntent?.({ transaction: repeats, sentAt: desk.clock.now() })
      return answered()
    },
  }
}

async function noteState({ store, dropped }: Desk, key: string): Promise<void> {
  await new Promise(setImmediate)
  dropped.push((await store.get<PaymentRecord>('payments', key))!.doc.state)
}

const observer = ({ errors, reported }: Desk, warnings: unknown[]) =>
  ({
    log: {
      warn: (...all: unknown[]) => warnings.push(all),
      error: (...all: unknown[]) => errors.push(all),
    },
    settlement: ({ state, amount }: SettlementFacts) => reported.push([state, amount]),
  }) as never
