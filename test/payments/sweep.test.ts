/**
 * The look for claims that nobody works on: claims of jobs, which can stay for days, do not stand
 * in its way.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLedger, type ClosableLedger } from '../../runtime/payments/ledger/ledger.ts'
import type { ClaimFacts, PaymentRecord } from '../../runtime/payments/record.ts'
import type { Payment } from '../../runtime/payments/payment.ts'
import { systemRandom } from '../../runtime/lib/random.ts'
import type { Store } from '../../runtime/store/store.ts'
import { cashCatalog } from '../helpers/cash-catalog.ts'
import { createCash, type Cash } from '../helpers/cash.ts'
import { manualClock, type ManualClock } from '../helpers/clock.ts'
import { embeddedStore } from '../helpers/store.ts'

let clock: ManualClock
let cash: Cash
let store: Store
let close: () => Promise<void>
let ledgers: ClosableLedger[]
beforeEach(async () => {
  clock = manualClock()
  cash = createCash(cashCatalog().networks.cash!, clock)
  const held = await embeddedStore(clock)
  store = held.store
  close = held.stop
  ledgers = []
})
afterEach(async () => {
  for (const ledger of ledgers) await ledger.close()
  await close()
})

/** A process: it is dead to the others when its own time stands still. */
const start = (time = clock): ClosableLedger => {
  const ledger = createLedger({
    store,
    paymentSchemes: [cash.paymentScheme],
    clock: time,
    random: systemRandom,
  })
  ledgers.push(ledger)
  return ledger
}
const payment = (): Payment => {
  const decoded = cash.paymentScheme.decode(
    cash.wallet('ann').sign(cash.paymentScheme.requirements(1n, 300)),
  )
  if (!decoded.ok) throw new Error(decoded.rejection.details)
  return decoded.payment
}
const claim = async (ledger: ClosableLedger, job?: string): Promise<PaymentRecord> => {
  const facts: ClaimFacts = {
    route: 'r',
    path: '/r',
    fingerprint: 'f',
    requirements: cash.paymentScheme.requirements(1n, 300),
  }
  const kept = clock.now() + 172_800_000
  return (
    await ledger.claim(
      payment(),
      job === undefined
        ? facts
        : { ...facts, job: { id: job, poll_url: `/r/${job}`, expires: kept } },
    )
  ).record
}

it('an orphaned claim is released behind more claims of jobs than one look reads', async () => {
  const dead = start(manualClock(clock.now()))
  const jobs = await Promise.all(Array.from({ length: 10_001 }, (_, i) => claim(dead, `j${i}`)))
  const alone = await claim(dead)
  await clock.advance(16_000)
  const next = start()
  expect(await next.reconcile()).toEqual({ landed: 0, failed: 0, pending: 0, released: 1 })
  expect([(await next.get(alone.key))?.state, (await next.get(jobs[0]!.key))?.state]).toEqual([
    'released',
    'claimed',
  ])
})

it('a look reads no claim of a job, and finds its settlement as it does any other', async () => {
  const dead = start(manualClock(clock.now()))
  for (let i = 0; i < 5; i++) await claim(dead, `j${i}`)
  const job = await claim(dead, 'paid')
  cash.bank.mode = 'unknown'
  await dead.settle(job)
  cash.bank.mode = 'land'
  await clock.advance(16_000)
  let read = 0
  const counted: Store['list'] = async (...args) => {
    const found = await store.list<any>(...args)
    read += found.length
    return found
  }
  const next = createLedger({
    store: { ...store, list: counted },
    paymentSchemes: [cash.paymentScheme],
    clock,
    random: systemRandom,
  })
  ledgers.push(next)
  expect(await next.reconcile()).toMatchObject({ landed: 1, released: 0 })
  expect([read, (await next.get(job.key))?.state]).toEqual([1, 'settled'])
})

it('a claim of a job can be ended and claimed again as any other', async () => {
  const ledger = start()
  const job = await claim(ledger, 'j')
  await ledger.release(job, 'the upstream failed while its caller waited')
  expect((await store.list('payments', 'released', 5)).map(({ key }) => key)).toEqual([job.key])
  const other = await claim(ledger, 'k')
  await ledger.fail(other, 'the job failed')
  expect((await store.list('payments', 'failed', 5)).map(({ key }) => key)).toEqual([other.key])
  expect(await store.list('payments', 'claimed of a job', 5)).toEqual([])
})
