/**
 * The real ledger and the real settlement of jobs, of two processes over one store, in orders that
 * fast-check chooses: every access to the store, every pause and every step of the settlement
 * backend waits for its turn.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { GatewayContext } from '../../runtime/context.ts'
import { sleepBy } from '../../runtime/lib/clock.ts'
import { isEnd, settleJob, type JobSettlement } from '../../runtime/calls/jobs/settle.ts'
import type { JobDoc } from '../../runtime/jobs/types.ts'
import { createLedger, type ClosableLedger } from '../../runtime/payments/ledger/ledger.ts'
import type { ClaimFacts, StoredReply, PaymentRecord } from '../../runtime/payments/record.ts'
import type { Payment } from '../../runtime/payments/payment.ts'
import type { Settlement } from '../../runtime/payments/settlement.ts'
import type { Clock } from '../../runtime/seams.ts'
import { LEASE, type Store } from '../../runtime/store/store.ts'
import { cashCatalog } from '../helpers/cash-catalog.ts'
import { createCash } from '../helpers/cash.ts'
import { memoryStore } from '../helpers/memory-store.ts'

/** What becomes of what is sent: it lands, lands later, never can, or nobody knows. */
type Fate = 'lands' | 'late' | 'fails' | 'unknown'
const fates = fc.constantFrom<Fate>('lands', 'late', 'fails', 'unknown')
const SEED = 20261122
const reply: StoredReply = { status: 200, headers: {}, body: 'e30=' }
const spec = cashCatalog().networks['cash']!

/** Time that passes when the scheduler says so. The renewal of leases is left out. */
function scheduledClock(s: fc.Scheduler): Clock {
  let time = Date.UTC(2026, 0, 1)
  const after: Clock['after'] = (ms, run) => {
    let isOff = ms > LEASE / 4 && ms < LEASE / 2
    if (!isOff)
      void s.schedule(Promise.resolve(), `after ${ms}`).then(() => {
        // So slowly that no lease lapses.
        time += Math.min(ms, 50) / 10
        if (!isOff) run()
      })
    return () => {
      isOff = true
    }
  }
  return { now: () => time, after, sleep: sleepBy(after) }
}

interface Race {
  store: Store
  ledgers: ClosableLedger[]
  sent: string[]
  landed: Map<string, string>
  /** Transactions that land later. */
  mining: Promise<unknown>[]
  pay(name: string): Payment
  facts(job?: ClaimFacts['job']): ClaimFacts
  run<T>(work: Promise<T>): Promise<T>
}

/** Two processes over one store, with a settlement backend whose steps are scheduled. */
function raceOf(s: fc.Scheduler, fateOf: (key: string) => Fate): Race {
  const clock = scheduledClock(s)
  const step = (what: string): Promise<unknown> => s.schedule(Promise.resolve(), what)
  const store = memoryStore(clock, { step })
  const cash = createCash(spec, clock)
  const sent: string[] = []
  const landed = new Map<string, string>()
  const lost = new Set<string>()
  const mining: Promise<unknown>[] = []
  const { backend } = cash.paymentScheme
  backend.settle = async ({ authorization: { key } }, _, onIntent): Promise<Settlement> => {
    await step('check')
    await onIntent({ transaction: `0x${key}`, sentAt: clock.now() })
    sent.push(key)
    await step('send')
    const fate = fateOf(key)
    if (fate === 'lands') landed.set(key, `0x${key}`)
    if (fate === 'late') mining.push(step('mine').then(() => landed.set(key, `0x${key}`)))
    if (fate === 'fails') lost.add(key)
    await step('confirm')
    return known(key)
  }
  backend.find = async ({ authorization: { key } }) => {
    await step('find')
    return known(key)
  }
  const known = (key: string): Settlement => {
    const transaction = landed.get(key)
    if (transaction !== undefined) return { state: 'landed', transaction }
    if (lost.has(key)) return { state: 'failed', reason: 'the authorization lapsed' }
    return { state: 'unknown', reason: 'not seen yet' }
  }
  Object.assign(backend, { proves: true })
  let count = 0
  const random = { hex: () => String(count++) }
  const ledgers = ['a', 'b'].map(owner =>
    createLedger({ store, paymentSchemes: [cash.paymentScheme], clock, random, owner, wait: 20 }),
  )
  const requirements = cash.paymentScheme.requirements(1000n, 300)
  return {
    store,
    ledgers,
    sent,
    landed,
    mining,
    pay(name) {
      const decoded = cash.paymentScheme.decode(cash.wallet(name).sign(requirements))
      if (!decoded.ok) throw new Error('not a payment')
      return decoded.payment
    },
    facts: job => ({ route: 'r', path: '/r', fingerprint: 'f', requirements, job }),
    run: work => s.waitFor(work),
  }
}

/** What a record and a chain agree on when everything has ended. */
async function atEnd(race: Race, key: string): Promise<PaymentRecord> {
  for (const ledger of race.ledgers) await race.run(ledger.close())
  await race.run(Promise.all(race.mining))
  const record = (await race.run(race.ledgers[0]!.get(key)))!
  return record.state === 'settling'
    ? (await race.run(race.ledgers[0]!.resolve(record))).record
    : record
}

it('PAY-041 PAY-043 copies of one request at two processes: one claim, one transfer, one truth', async () => {
  const property = fc.asyncProperty(fc.scheduler(), fates, fc.boolean(), async (s, fate, works) => {
    const race = raceOf(s, () => fate)
    const payment = race.pay('ann')
    const ends: Settlement[] = []
    let fresh = 0
    const call = async (ledger: ClosableLedger): Promise<void> => {
      const claimed = await ledger.claim(payment, race.facts())
      if (claimed.fresh) fresh++
      if (claimed.fresh && !works) return ledger.release(claimed.record, 'the work failed')
      const { settlement, record } = claimed.fresh
        ? await ledger.settle(claimed.record, reply)
        : await ledger.resolve(claimed.record)
      ends.push(settlement)
      if (settlement.state === 'landed') await ledger.delivered(record)
      // Somebody else may hear of a failure only where nothing landed, now and later.
      if (settlement.state === 'failed') expect(race.landed.size).toBe(0)
    }
    const [a, b] = race.ledgers as [ClosableLedger, ClosableLedger]
    const sweeps = [a.reconcile(), b.reconcile()]
    await race.run(Promise.all([call(a), call(a), call(b), call(b), ...sweeps]))
    const record = await atEnd(race, payment.authorization.key)
    expect(works ? fresh : Math.min(fresh, 1)).toBe(1)
    expect(race.sent).toHaveLength(works ? 1 : 0)
    const settled = { lands: 'settled', late: 'settled', fails: 'failed', unknown: 'settling' }
    expect(record.state).toBe(works ? settled[fate] : 'released')
    expect(record.state === 'settled').toBe(race.landed.size === 1)
    if (ends.some(({ state }) => state === 'landed'))
      expect([ends.some(({ state }) => state === 'failed'), record.delivered]).toEqual([
        false,
        true,
      ])
  })
  await fc.assert(property, { seed: SEED, numRuns: 150 })
})

const KEY = 'jobs/j1'
const job = { id: 'j1', poll_url: '/j1', expires: Date.UTC(2030, 0, 1) }

/** A finished job in the store, submitted with a claimed payment. */
async function finishedJob(race: Race, own: Payment): Promise<PaymentRecord> {
  const { ledgers } = race
  const doc = { ...job, status: 'completed', submitted: own.authorization.key, payer: 'ann' }
  const also = [{ do: 'insert', in: 'jobs', key: KEY, doc, tag: doc.status }] as const
  return (await race.run(ledgers[0]!.claim(own, race.facts(job), [...also]))).record
}

it.each([
  ['under the lock', true],
  ['with a lock that locks nobody', false],
])(
  'PAY-063 a submit and polls that settle one job at two processes, %s: one payment',
  async (_, isLocked) => {
    const two = fc.tuple(fates, fates)
    const property = fc.asyncProperty(fc.scheduler(), two, async (s, [mine, theirs]) => {
      let ownKey = ''
      const race = raceOf(s, key => (key === ownKey ? mine : theirs))
      const { store, ledgers } = race
      if (!isLocked) store.lock = (_name, _ttl, work) => work()
      const own = race.pay('ann')
      const fresh = race.pay('ann')
      ownKey = own.authorization.key
      const record = await finishedJob(race, own)
      const cores = ledgers.map(
        ledger =>
          ({
            store,
            ledger,
            clock: store.clock,
          }) as unknown as GatewayContext,
      )
      const facts = race.facts(job)
      const ends = await race.run(
        Promise.all([
          settleJob(cores[0]!, KEY, { payment: own, facts, record }),
          settleJob(cores[1]!, KEY, { payment: own, facts }),
          settleJob(cores[1]!, KEY, { payment: fresh, facts }),
          settleJob(cores[0]!, KEY, { payment: fresh, facts }),
          ledgers[1]!.reconcile(),
        ]),
      )
      // Later polls, one after the other, when everything that is under way has ended.
      const later = async (): Promise<JobSettlement> => {
        await race.run(Promise.all(race.mining))
        return race.run(settleJob(cores[0]!, KEY, { payment: fresh, facts }))
      }
      await later()
      const last = await later()
      expect(race.landed.size).toBeLessThan(2)
      // What failed for certain may be tried again; anything else is sent once.
      const open = race.sent.filter(key => (key === ownKey ? mine : theirs) !== 'fails')
      expect(new Set(open).size).toBe(open.length)
      const paid = ends.flatMap(end =>
        'state' in end && end.state === 'landed' ? [end.transaction] : [],
      )
      for (const transaction of paid) expect([...race.landed.values()]).toEqual([transaction])
      const doc = (await race.run(store.get<JobDoc>('jobs', KEY)))!.doc
      expect(doc.settled !== undefined).toBe(race.landed.size === 1)
      expect(isEnd(last) && last.state === 'landed').toBe(race.landed.size === 1)
    })
    await fc.assert(property, { seed: SEED, numRuns: 100 })
  },
)
