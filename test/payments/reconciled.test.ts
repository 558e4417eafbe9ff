/**
 * What becomes of records whose process is dead, and how it is certain that a record never charges.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ClosableLedger } from '../../runtime/payments/ledger/ledger.ts'
import { MAY_LAND } from '../../runtime/payments/ledger/record-state.ts'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import { manualClock } from '../helpers/clock.ts'
import { FAILED, LANDED, openDesk, REFUSED, UNKNOWN, type Desk } from './ledger-desk.ts'

/** After its expiry, an authorization that may have landed is looked up once more, ms. */
const LAPSED = 30_000

let desk: Desk
beforeEach(() => {
  desk = openDesk()
})
afterEach(() => desk.close())

describe('an uncharged record can never charge', () => {
  const released = async (ledger: ClosableLedger): Promise<PaymentRecord> => {
    const record = await desk.claim(ledger)
    await ledger.release(record, 'the work failed')
    return desk.stored(record)
  }

  it('once it has expired and the chain shows that it moved nothing', async () => {
    const ledger = desk.start()
    const record = await released(ledger)
    desk.answer = FAILED
    await desk.expire(record)
    expect(await ledger.isOver(record)).toEqual({ certain: true, record })
    expect(desk.sought).toEqual([{ sentAt: record.created }])
  })

  it('also if its settlement failed, which is looked up by its intent', async () => {
    const ledger = desk.start()
    desk.answer = FAILED
    const { record } = await ledger.settle(await desk.claim(ledger))
    await desk.expire(record)
    expect(await ledger.isOver(record)).toEqual({ certain: true, record })
    expect(desk.sought).toMatchObject([{ transaction: '0xfirst', relayerNonce: 7 }])
  })

  it('but not before it has expired, and then the chain is not asked', async () => {
    const ledger = desk.start()
    const record = await released(ledger)
    desk.answer = FAILED
    await desk.clock.advance(record.lapses! - 1 - desk.clock.now())
    expect(await ledger.isOver(record)).toEqual({ certain: false, record })
    expect(desk.sought).toEqual([])
  })

  it.each([
    ['claimed', async (ledger: ClosableLedger) => desk.claim(ledger)],
    [
      'settled',
      async (ledger: ClosableLedger) => (await ledger.settle(await desk.claim(ledger))).record,
    ],
  ])('but not if it is %s', async (_state, make) => {
    const ledger = desk.start()
    const record = await make(ledger)
    desk.answer = FAILED
    await desk.expire(record)
    expect((await ledger.isOver(record)).certain).toBe(false)
    expect(desk.sought).toEqual([])
  })

  it.each([
    ['may still land', REFUSED],
    ['is unknown', UNKNOWN],
  ])('but not if it %s', async (_what, found) => {
    const ledger = desk.start()
    const record = await released(ledger)
    desk.answer = found
    await desk.expire(record)
    expect(await ledger.isOver(record)).toEqual({ certain: false, record })
  })

  it('but not if it has landed, which is recorded at once', async () => {
    const ledger = desk.start()
    const record = await released(ledger)
    await desk.expire(record)
    const settled = { state: 'settled', transaction: '0xlanded' }
    expect(await ledger.isOver(record)).toMatchObject({ certain: false, record: settled })
    expect(await desk.stored(record)).toMatchObject(settled)
  })
})

describe('reconciliation', () => {
  const dead = (): ClosableLedger => desk.start(manualClock(desk.clock.now()))
  const none = { landed: 0, failed: 0, pending: 0, released: 0 }

  it('releases claims of dead processes that are of no job, and only these', async () => {
    const [gone, alive] = [dead(), desk.start()]
    const [orphan, ofJob] = [await desk.claim(gone), await desk.claim(gone, 'job')]
    await desk.clock.advance(16_000)
    const own = await desk.claim(alive)
    expect(await desk.start().reconcile()).toEqual({ ...none, released: 1 })
    const states = await Promise.all([orphan, ofJob, own].map(desk.stored))
    expect(states.map(({ state }) => state)).toEqual(['released', 'claimed', 'claimed'])
    expect(states[0]!.reason).toBe('the gateway stopped before the work was paid')
    expect(desk.dropped).toEqual(['claimed'])
  })

  it('does not release a claim that its process settles meanwhile', async () => {
    const gone = dead()
    const record = await desk.claim(gone)
    await desk.clock.advance(16_000)
    const { commit } = desk.store
    desk.store.commit = async (...release) => {
      desk.store.commit = commit
      await gone.settle(record)
      return commit(...release)
    }
    expect(await desk.start().reconcile()).toEqual(none)
    expect((await desk.stored(record)).state).toBe('settled')
  })

  it('settles again for a dead process; the new transaction is stored first', async () => {
    const [gone, alive] = [dead(), desk.start()]
    desk.answer = UNKNOWN
    const { record } = await gone.settle(await desk.claim(gone))
    await alive.resolve(record)
    await desk.clock.advance(16_000)
    desk.repeats = '0xagain'
    expect(await desk.start().reconcile()).toEqual({ ...none, pending: 1 })
    expect(desk.mayRepeat).toEqual([false, true])
    const { intent, state } = await desk.stored(record)
    expect([state, intent!.transaction]).toEqual(['settling', '0xagain'])
  })

  it('looks up settlements of dead processes, and leaves those of living ones to them', async () => {
    const [gone, alive] = [dead(), desk.start()]
    desk.answer = UNKNOWN
    await gone.settle(await desk.claim(gone))
    await desk.clock.advance(16_000)
    const { record } = await alive.settle(await desk.claim(alive))
    desk.answer = LANDED
    expect(await desk.start().reconcile()).toEqual({ ...none, landed: 1 })
    expect((await desk.stored(record)).state).toBe('settling')
  })

  it('a settlement that cannot be looked up is pending, reported, and hinders no other', async () => {
    const gone = dead()
    desk.answer = UNKNOWN
    const { record } = await gone.settle(await desk.claim(gone))
    await desk.claim(gone)
    await desk.clock.advance(16_000)
    desk.answer = new Error('the node is away')
    const warnings: unknown[] = []
    expect(await desk.start(desk.clock, warnings).reconcile()).toEqual({
      ...none,
      pending: 1,
      released: 1,
    })
    const said = { key: record.key, reason: 'the node is away' }
    expect(warnings).toEqual([[said, 'payment not reconciled']])
  })

  it('looks up a refused authorization once more, half a minute after it has expired', async () => {
    const ledger = desk.start()
    desk.answer = REFUSED
    const { record } = await ledger.settle(await desk.claim(ledger))
    expect(record.mayLand).toBe(true)
    await desk.clock.advance(record.lapses! + LAPSED - desk.clock.now())
    desk.sought = []
    expect(await ledger.reconcile()).toEqual(none)
    expect(desk.sought).toEqual([])
    await desk.clock.advance(1)
    desk.answer = LANDED
    expect(await ledger.reconcile()).toEqual({ ...none, landed: 1 })
    expect(await desk.stored(record)).toMatchObject({ state: 'settled', transaction: '0xlanded' })
  })

  it('looks up refused authorizations behind however many that expire later', async () => {
    const ledger = desk.start()
    desk.answer = REFUSED
    const { record: first } = await ledger.settle(await desk.claim(ledger))
    const later = { ...(await desk.stored(first)), lapses: first.lapses! + 86_400_000 }
    for (let i = 0; i < 600; i++)
      await desk.store.commit([
        { do: 'insert', in: 'payments', key: `${first.key} ${i}`, doc: later, tag: MAY_LAND },
      ])
    const { record: last } = await ledger.settle(await desk.claim(ledger))
    await desk.clock.advance(last.lapses! + LAPSED + 1 - desk.clock.now())
    desk.answer = LANDED
    expect(await ledger.reconcile()).toEqual({ ...none, landed: 2 })
    expect((await desk.stored(last)).state).toBe('settled')
  })

  it('leaves refused authorizations of living processes to them', async () => {
    const ledger = desk.start()
    desk.answer = REFUSED
    const { record } = await ledger.settle(await desk.claim(ledger))
    await desk.clock.advance(record.lapses! + LAPSED + 1 - desk.clock.now())
    desk.answer = LANDED
    desk.sought = []
    expect(await desk.start().reconcile()).toEqual(none)
    expect(desk.sought).toEqual([])
  })
})
