/**
 * What the ledger makes of each answer of a settlement backend, and of records whose process is
 * dead.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemRandom } from '../../runtime/lib/random.ts'
import { createLedger, type ClosableLedger } from '../../runtime/payments/ledger/ledger.ts'
import type { Payment, Requirements } from '../../runtime/payments/payment.ts'
import type { PaymentRecord, StoredReply } from '../../runtime/payments/record.ts'
import type { Intent, Settlement } from '../../runtime/payments/settlement.ts'
import type { Change, Store } from '../../runtime/store/store.ts'
import { cashCatalog } from '../helpers/cash-catalog.ts'
import { createCash, type Cash } from '../helpers/cash.ts'
import { manualClock, type ManualClock } from '../helpers/clock.ts'
import { memoryStore } from '../helpers/memory-store.ts'

const LANDED: Settlement = { state: 'landed', transaction: '0xlanded' }
const FAILED: Settlement = { state: 'failed', reason: 'expired unused' }
const REFUSED: Settlement = { state: 'failed', reason: 'refused', mayLand: true }
const UNKNOWN: Settlement = { state: 'unknown', reason: 'not confirmed in time' }
const REPLY: StoredReply = { status: 200, headers: {}, body: 'e30=' }
/** After its expiry, an authorization that may have landed is looked up once more, ms. */
const LAPSED = 30_000

let clock: ManualClock
let cash: Cash
let store: Store
let ledgers: ClosableLedger[]
/**
 * What the backend answers, the intents that it was asked to find, and whether it might settle them
 * again.
 */
let answer: Settlement | Error
let sought: Intent[]
let mayRepeat: boolean[]
/** The transaction with which it settles again where it may. */
let repeats: string | undefined
let duringSettlement: () => Promise<unknown>
/** The states of records while the reservations of their amounts were dropped. */
let dropped: string[]
beforeEach(() => {
  clock = manualClock()
  cash = createCash(cashCatalog().networks.cash!, clock)
  store = memoryStore(clock)
  ledgers = []
  sought = []
  mayRepeat = []
  repeats = undefined
  answer = LANDED
  duringSettlement = async () => undefined
  dropped = []
})
afterEach(async () => {
  for (const ledger of ledgers) await ledger.close()
})

const answered = (): Settlement => {
  if (answer instanceof Error) throw answer
  return answer
}

/** A process. To the others it is dead once its own time stands still. */
function start(time = clock, warnings: unknown[] = []): ClosableLedger {
  const { paymentScheme } = cash
  const ledger = createLedger({
    store,
    paymentSchemes: [
      {
        ...paymentScheme,
        backend: {
          ...paymentScheme.backend,
          async settle(_payment, _requirements, onIntent) {
            await onIntent({ transaction: '0xfirst', relayerNonce: 7, sentAt: clock.now() })
            await duringSettlement()
            return answered()
          },
          async find(_payment, _requirements, intent, onIntent) {
            sought.push(intent)
            mayRepeat.push(onIntent !== undefined)
            if (repeats) await onIntent?.({ transaction: repeats, sentAt: clock.now() })
            return answered()
          },
        },
      },
    ],
    reservations: {
      async drop({ key }) {
        await new Promise(setImmediate)
        dropped.push((await store.get<PaymentRecord>('payments', key))!.doc.state)
      },
    },
    clock: time,
    random: systemRandom,
    observe: {
      log: { warn: (...all: unknown[]) => warnings.push(all), error: () => undefined },
      settlement: () => undefined,
    } as never,
  })
  ledgers.push(ledger)
  return ledger
}

function signed(): { payment: Payment; requirements: Requirements } {
  const requirements = cash.paymentScheme.requirements(10n, 300)
  const decoded = cash.paymentScheme.decode(cash.wallet('ann').sign(requirements))
  if (!decoded.ok) throw new Error(decoded.rejection.details)
  return { payment: decoded.payment, requirements }
}

async function claim(ledger: ClosableLedger, job?: string): Promise<PaymentRecord> {
  const { payment, requirements } = signed()
  const facts = { route: 'r', path: '/r', fingerprint: 'f', requirements }
  const expires = clock.now() + 172_800_000
  const kept = job === undefined ? facts : { ...facts, job: { id: job, poll_url: '/r', expires } }
  return (await ledger.claim(payment, kept)).record
}

const stored = async ({ key }: PaymentRecord): Promise<PaymentRecord> =>
  (await store.get<PaymentRecord>('payments', key))!.doc

async function expire({ lapses }: PaymentRecord): Promise<void> {
  await clock.advance(lapses! - clock.now())
}

describe('an uncharged record can never charge', () => {
  const released = async (ledger: ClosableLedger): Promise<PaymentRecord> => {
    const record = await claim(ledger)
    await ledger.release(record, 'the work failed')
    return stored(record)
  }

  it('once it has expired and the chain shows that it moved nothing', async () => {
    const ledger = start()
    const record = await released(ledger)
    answer = FAILED
    await expire(record)
    expect(await ledger.isOver(record)).toEqual({ certain: true, record })
    expect(sought).toEqual([{ sentAt: record.created }])
  })

  it('also if its settlement failed, which is looked up by its intent', async () => {
    const ledger = start()
    answer = FAILED
    const { record } = await ledger.settle(await claim(ledger))
    await expire(record)
    expect(await ledger.isOver(record)).toEqual({ certain: true, record })
    expect(sought).toMatchObject([{ transaction: '0xfirst', relayerNonce: 7 }])
  })

  it('but not before it has expired, and then the chain is not asked', async () => {
    const ledger = start()
    const record = await released(ledger)
    answer = FAILED
    await clock.advance(record.lapses! - 1 - clock.now())
    expect(await ledger.isOver(record)).toEqual({ certain: false, record })
    expect(sought).toEqual([])
  })

  it.each([
    ['claimed', async (ledger: ClosableLedger) => claim(ledger)],
    [
      'settled',
      async (ledger: ClosableLedger) => (await ledger.settle(await claim(ledger))).record,
    ],
  ])('but not if it is %s', async (_state, make) => {
    const ledger = start()
    const record = await make(ledger)
    answer = FAILED
    await expire(record)
    expect((await ledger.isOver(record)).certain).toBe(false)
    expect(sought).toEqual([])
  })

  it.each([
    ['may still land', REFUSED],
    ['is unknown', UNKNOWN],
  ])('but not if it %s', async (_what, found) => {
    const ledger = start()
    const record = await released(ledger)
    answer = found
    await expire(record)
    expect(await ledger.isOver(record)).toEqual({ certain: false, record })
  })

  it('but not if it has landed, which is recorded at once', async () => {
    const ledger = start()
    const record = await released(ledger)
    await expire(record)
    const settled = { state: 'settled', transaction: '0xlanded' }
    expect(await ledger.isOver(record)).toMatchObject({ certain: false, record: settled })
    expect(await stored(record)).toMatchObject(settled)
  })
})

describe('the outcome of a record', () => {
  it('is not known before anything was sent', async () => {
    const ledger = start()
    const record = await claim(ledger)
    const settlement = { state: 'unknown', reason: 'not settled yet' }
    expect(await ledger.resolve(record)).toMatchObject({ settlement, record: { state: 'claimed' } })
    expect(sought).toEqual([])
  })

  it('of a record that is not stored cannot be looked up', async () => {
    const ledger = start()
    const record = { ...(await claim(ledger)), key: 'another' }
    await expect(ledger.resolve(record)).rejects.toThrow('there is no payment record another')
  })

  it('has the amount that was charged, if that is another one', async () => {
    const ledger = start()
    answer = { ...LANDED, amount: 7n }
    const { record } = await ledger.settle(await claim(ledger))
    await ledger.close()
    expect(await stored(record)).toMatchObject({ state: 'settled', charged: '7' })
  })

  it('is sought by the last transaction while it is unknown', async () => {
    const ledger = start()
    answer = { ...UNKNOWN, transaction: '0xsecond' }
    const { settlement, record } = await ledger.settle(await claim(ledger))
    expect(settlement).toEqual(answer)
    const intent = { transaction: '0xsecond', relayerNonce: 7 }
    expect(record).toMatchObject({ state: 'settling', intent })
    expect(await stored(record)).toMatchObject({ state: 'settling', intent })
  })

  it.each([
    ['no transaction', UNKNOWN],
    ['the same transaction', { ...UNKNOWN, transaction: '0xfirst' }],
  ])('that is unknown, with %s, changes nothing', async (_what, found) => {
    const ledger = start()
    answer = found
    const { record } = await ledger.settle(await claim(ledger))
    expect(await stored(record)).toMatchObject({ version: 2, intent: { transaction: '0xfirst' } })
  })

  it('that another process found meanwhile stays', async () => {
    const [ledger, other] = [start(), start()]
    const record = await claim(ledger)
    duringSettlement = async () => {
      answer = LANDED
      await other.resolve(record)
      await other.close()
      answer = { ...UNKNOWN, transaction: '0xsecond' }
    }
    const { settlement } = await ledger.settle(record)
    expect(settlement).toEqual(LANDED)
    expect(await stored(record)).toMatchObject({ state: 'settled', transaction: '0xlanded' })
  })
})

describe('a failure', () => {
  const absorbed: StoredReply = { ...REPLY, absorbed: true }

  it.each([
    ['for certain drops the stored reply', FAILED, REPLY, undefined],
    ['for certain keeps a reply that is served anyway', FAILED, absorbed, absorbed],
    ['that may still land keeps the stored reply', REFUSED, REPLY, REPLY],
  ])('%s', async (_what, found, reply, kept) => {
    const ledger = start()
    answer = found
    const { record } = await ledger.settle(await claim(ledger), reply)
    const { reason } = found as { reason: string }
    expect(await stored(record)).toMatchObject({ state: 'failed', reason })
    expect((await stored(record)).kept).toEqual(kept)
  })

  it('frees what was reserved before it is recorded, because the wallet may then pay again', async () => {
    const ledger = start()
    answer = FAILED
    await ledger.settle(await claim(ledger))
    expect(dropped).toEqual(['settling'])
  })

  it('that may still land is looked up whenever its record is read', async () => {
    const ledger = start()
    answer = REFUSED
    const { record } = await ledger.settle(await claim(ledger))
    answer = new Error('the node is away')
    expect(await ledger.get(record.key)).toMatchObject({ state: 'failed', mayLand: true })
    answer = UNKNOWN
    expect(await ledger.resolve(record)).toMatchObject({
      settlement: REFUSED,
      record: { state: 'failed' },
    })
    answer = LANDED
    expect(await ledger.get(record.key)).toMatchObject({ state: 'settled' })
    expect(mayRepeat).toEqual([false, false, false])
  })

  it('for certain is not looked up again', async () => {
    const ledger = start()
    answer = FAILED
    const { record } = await ledger.settle(await claim(ledger))
    answer = LANDED
    expect(await ledger.get(record.key)).toMatchObject({ state: 'failed' })
    expect((await ledger.resolve(record)).settlement).toEqual(FAILED)
    expect(sought).toEqual([])
  })
})

describe('a follow-up', () => {
  const change = (key: string): Change => ({ do: 'insert', in: 'jobs', key, doc: { key } })

  it('is stored with the records that wait for the end, and the claim can still be settled', async () => {
    const ledger = start()
    const first = await ledger.awaitEnd(await claim(ledger), 'one', change('one'))
    const second = await ledger.awaitEnd(first!, 'two', change('two'))
    expect((await stored(second!)).followUps).toEqual(['one', 'two'])
    expect(await store.get('jobs', 'two')).toMatchObject({ doc: { key: 'two' } })
    expect((await ledger.settle(second!)).settlement).toEqual(LANDED)
  })

  it('of a claim that has ended is not stored', async () => {
    const ledger = start()
    const record = await claim(ledger)
    await ledger.release(record, 'the work failed')
    expect(await ledger.awaitEnd(await stored(record), 'one', change('one'))).toBeUndefined()
    expect(await store.get('jobs', 'one')).toBeUndefined()
  })
})

describe('a claim that ends without a charge', () => {
  it('stays as it is if it has ended already; effects are refused then', async () => {
    const ledger = start()
    const record = await claim(ledger)
    await ledger.release(record, 'the work failed')
    await ledger.fail(record, 'too late')
    await expect(ledger.fail(record, 'too late', [])).rejects.toThrow('the claim has ended already')
    expect(await stored(record)).toMatchObject({ state: 'released', reason: 'the work failed' })
  })
})

describe('a stored reply', () => {
  it('is replaced until the caller has it, and never after that', async () => {
    const ledger = start()
    const { record } = await ledger.settle(await claim(ledger), REPLY)
    const longer = { ...REPLY, body: 'e30=e30=' }
    await ledger.keep(record, longer)
    await ledger.delivered(record, false)
    await ledger.close()
    expect(await stored(record)).toMatchObject({ kept: longer, delivered: false })
    const next = start()
    await next.delivered(await stored(record))
    await next.keep(record, longer)
    const last = await stored(record)
    expect([last.delivered, last.kept]).toEqual([true, undefined])
  })
})

describe('reconciliation', () => {
  const dead = (): ClosableLedger => start(manualClock(clock.now()))
  const none = { landed: 0, failed: 0, pending: 0, released: 0 }

  it('releases claims of dead processes that are of no job, and only these', async () => {
    const [gone, alive] = [dead(), start()]
    const [orphan, ofJob] = [await claim(gone), await claim(gone, 'job')]
    await clock.advance(16_000)
    const own = await claim(alive)
    expect(await start().reconcile()).toEqual({ ...none, released: 1 })
    const states = await Promise.all([orphan, ofJob, own].map(stored))
    expect(states.map(({ state }) => state)).toEqual(['released', 'claimed', 'claimed'])
    expect(states[0]!.reason).toBe('the gateway stopped before the work was paid')
  })

  it('settles again for a dead process; the new transaction is stored first', async () => {
    const [gone, alive] = [dead(), start()]
    answer = UNKNOWN
    const { record } = await gone.settle(await claim(gone))
    await alive.resolve(record)
    await clock.advance(16_000)
    repeats = '0xagain'
    expect(await start().reconcile()).toEqual({ ...none, pending: 1 })
    expect(mayRepeat).toEqual([false, true])
    const { intent, state } = await stored(record)
    expect([state, intent!.transaction]).toEqual(['settling', '0xagain'])
  })

  it('looks up settlements of dead processes, and leaves those of living ones to them', async () => {
    const [gone, alive] = [dead(), start()]
    answer = UNKNOWN
    await gone.settle(await claim(gone))
    await clock.advance(16_000)
    const { record } = await alive.settle(await claim(alive))
    answer = LANDED
    expect(await start().reconcile()).toEqual({ ...none, landed: 1 })
    expect((await stored(record)).state).toBe('settling')
  })

  it('a settlement that cannot be looked up is pending, reported, and hinders no other', async () => {
    const gone = dead()
    answer = UNKNOWN
    const { record } = await gone.settle(await claim(gone))
    await claim(gone)
    await clock.advance(16_000)
    answer = new Error('the node is away')
    const warnings: unknown[] = []
    expect(await start(clock, warnings).reconcile()).toEqual({ ...none, pending: 1, released: 1 })
    const said = { key: record.key, reason: 'the node is away' }
    expect(warnings).toEqual([[said, 'payment not reconciled']])
  })

  it('looks up a refused authorization once more, half a minute after it has expired', async () => {
    const ledger = start()
    answer = REFUSED
    const { record } = await ledger.settle(await claim(ledger))
    expect(record.mayLand).toBe(true)
    await clock.advance(record.lapses! + LAPSED - clock.now())
    sought = []
    expect(await ledger.reconcile()).toEqual(none)
    expect(sought).toEqual([])
    await clock.advance(1)
    answer = LANDED
    expect(await ledger.reconcile()).toEqual({ ...none, landed: 1 })
    expect(await stored(record)).toMatchObject({ state: 'settled', transaction: '0xlanded' })
  })
})
