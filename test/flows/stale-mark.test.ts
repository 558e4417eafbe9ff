/** A settlement of a job that lost its lock, and was overtaken by another one that paid. */
import { expect, it } from 'vitest'
import type { GatewayContext } from '../../runtime/context.ts'
import { settleJob } from '../../runtime/calls/jobs/settle.ts'
import type { JobDoc } from '../../runtime/jobs/types.ts'
import { createLedger } from '../../runtime/payments/ledger/ledger.ts'
import { systemRandom } from '../../runtime/lib/random.ts'
import type { Payment } from '../../runtime/payments/payment.ts'
import { cashCatalog } from '../helpers/cash-catalog.ts'
import { createCash } from '../helpers/cash.ts'
import { manualClock } from '../helpers/clock.ts'
import { memoryStore } from '../helpers/memory-store.ts'

const KEY = 'jobs/j1'

it('PAY-063 a job that was paid between its reading and its marking is not marked and paid again', async () => {
  const clock = manualClock()
  const cash = createCash(cashCatalog([]).networks.cash!, clock)
  const { paymentScheme, bank } = cash
  let between: (() => Promise<unknown>) | undefined
  const step = async (what: string): Promise<void> => {
    if (!what.startsWith('commit insert payments')) return
    const overtake = between
    between = undefined
    await overtake?.()
  }
  const store = memoryStore(clock, { step })
  // A lock that was lost keeps nobody out.
  store.lock = (_name, _ttl, work) => work()
  const ledger = createLedger({
    store,
    paymentSchemes: [paymentScheme],
    clock,
    random: systemRandom,
  })
  const requirements = paymentScheme.requirements(1000n, 300)
  const pay = (): Payment => {
    const decoded = paymentScheme.decode(cash.wallet('ann').sign(requirements))
    if (!decoded.ok) throw new Error('not a payment')
    return decoded.payment
  }
  const [slow, quick] = [pay(), pay()]
  const job = { id: 'j1', poll_url: '/j1', expires: Date.UTC(2030, 0, 1) }
  const doc = { ...job, status: 'completed', submitted: slow.authorization.key, payer: 'ann' }
  await store.commit([{ do: 'insert', in: 'jobs', key: KEY, doc, tag: doc.status }])
  const context = { store, ledger, clock } as unknown as GatewayContext
  const facts = { route: 'r', path: '/r', fingerprint: 'f', requirements, job }
  between = () => settleJob(context, KEY, { payment: quick, facts })
  const end = await settleJob(context, KEY, { payment: slow, facts })
  const { key } = quick.authorization
  expect(bank.attempts).toEqual([key])
  expect((await store.get<JobDoc>('jobs', KEY))!.doc.settled?.key).toBe(key)
  expect(end).toMatchObject({ state: 'landed', earlier: true })
  await ledger.close()
})
