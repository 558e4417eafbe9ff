/** A settlement of a job that lost its lock, and was overtaken by another one. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { GatewayContext } from '../../runtime/context.ts'
import { settleJob, type JobSettlement } from '../../runtime/calls/jobs/settle.ts'
import type { JobDoc } from '../../runtime/jobs/types.ts'
import { createLedger, type ClosableLedger } from '../../runtime/payments/ledger/ledger.ts'
import { systemRandom } from '../../runtime/lib/random.ts'
import type { Payment } from '../../runtime/payments/payment.ts'
import type { Settlement } from '../../runtime/payments/settlement.ts'
import { StoreBusy, StoreUnavailable, type Store } from '../../runtime/store/store.ts'
import { cashCatalog } from '../helpers/cash-catalog.ts'
import { createCash, type Cash } from '../helpers/cash.ts'
import { manualClock, type ManualClock } from '../helpers/clock.ts'
import { memoryStore } from '../helpers/memory-store.ts'

const KEY = 'jobs/j1'
const JOB = { id: 'j1', poll_url: '/j1', expires: Date.UTC(2030, 0, 1) }

let clock: ManualClock
let cash: Cash
let store: Store
let ledgers: ClosableLedger[]
/** Runs once before the first claim that follows is written. */
let between: (() => Promise<unknown>) | undefined
beforeEach(() => {
  clock = manualClock()
  cash = createCash(cashCatalog([]).networks.cash!, clock)
  ledgers = []
  between = undefined
  const step = async (what: string): Promise<void> => {
    if (!what.startsWith('commit insert payments')) return
    const overtake = between
    between = undefined
    await overtake?.()
  }
  store = memoryStore(clock, { step })
  // A lock that was lost keeps nobody out.
  store.lock = (_name, _ttl, work) => work()
})
afterEach(async () => {
  for (const ledger of ledgers) await ledger.close()
})

/** A process; returns how it settles the job with a payment. */
function start(): (payment: Payment) => Promise<JobSettlement> {
  const paymentSchemes = [cash.paymentScheme]
  const ledger = createLedger({ store, paymentSchemes, clock, random: systemRandom })
  ledgers.push(ledger)
  const context = { store, ledger, clock } as unknown as GatewayContext
  const requirements = cash.paymentScheme.requirements(1000n, 300)
  const facts = { route: 'r', path: '/r', fingerprint: 'f', requirements, job: JOB }
  return payment => settleJob(context, KEY, { payment, facts })
}

/** A fresh payment. */
function pay(): Payment {
  const { paymentScheme } = cash
  const decoded = paymentScheme.decode(
    cash.wallet('ann').sign(paymentScheme.requirements(1000n, 300)),
  )
  if (!decoded.ok) throw new Error('not a payment')
  return decoded.payment
}

/** Stores the finished job, which was submitted with a payment. */
async function finished({ authorization }: Payment): Promise<void> {
  const doc = { ...JOB, status: 'completed', submitted: authorization.key, payer: 'ann' }
  await store.commit([{ do: 'insert', in: 'jobs', key: KEY, doc, tag: doc.status }])
}
const stored = async (): Promise<JobDoc> => (await store.get<JobDoc>('jobs', KEY))!.doc

it('PAY-063 a job that was paid between its reading and its marking is not marked and paid again', async () => {
  const settle = start()
  const [slow, quick] = [pay(), pay()]
  await finished(slow)
  between = () => settle(quick)
  const end = await settle(slow)
  const { key } = quick.authorization
  expect(cash.bank.attempts).toEqual([key])
  expect((await stored()).settled?.key).toBe(key)
  expect(end).toMatchObject({ state: 'landed', earlier: true })
})

it('PAY-063 a settlement that fails late does not remove the mark of the one that replaced it', async () => {
  const [slow, quick, third] = [pay(), pay(), pay()]
  const { backend } = cash.paymentScheme
  const failed: Settlement = { state: 'failed', reason: 'reverted' }
  const unknown: Settlement = { state: 'unknown', reason: 'not confirmed in time' }
  const sent: string[] = []
  let fail = (): void => undefined
  const isSlow = ({ authorization }: Payment) => authorization.key === slow.authorization.key
  backend.settle = async (payment, _requirements, onIntent) => {
    await onIntent({ transaction: '0xintent', sentAt: clock.now() })
    sent.push(payment.authorization.key)
    if (!isSlow(payment)) return unknown
    await new Promise<void>(resolve => {
      fail = resolve
    })
    return failed
  }
  backend.find = async payment => (isSlow(payment) ? failed : unknown)
  await finished(slow)
  const [one, two] = [start(), start()]
  const late = one(slow)
  await clock.settle()
  expect(await two(quick)).toMatchObject({ state: 'unknown' })
  fail()
  expect(await late).toMatchObject({ state: 'failed' })
  expect((await stored()).settling).toBe(quick.authorization.key)
  expect(await one(third)).toMatchObject({ state: 'unknown' })
  expect(sent).toEqual([slow.authorization.key, quick.authorization.key])
})

it('a settlement that finds the lock held is pending; one that cannot reach the store is a fault', async () => {
  const [settle, payment] = [start(), pay()]
  await finished(payment)
  store.lock = () => Promise.reject(new StoreBusy('the lock is held'))
  expect(await settle(payment)).toMatchObject({ state: 'unknown' })
  store.lock = () => Promise.reject(new StoreUnavailable('away'))
  await expect(settle(payment)).rejects.toThrow('away')
  expect(cash.bank.attempts).toEqual([])
})

it('a job that is gone is not settled', async () => {
  expect(await start()(pay())).toEqual({ state: 'gone' })
  expect(cash.bank.attempts).toEqual([])
})
