/** What the former owner of a claim does must not touch the claim that took its place. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ClosableLedger } from '../../runtime/payments/ledger/ledger.ts'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import type { Settlement } from '../../runtime/payments/settlement.ts'
import { LEASE, StoreUnavailable } from '../../runtime/store/store.ts'
import { manualClock } from '../helpers/clock.ts'
import { FAILED, LANDED, openDesk, REFUSED, UNKNOWN, type Desk } from './ledger-desk.ts'

const REPLY = { status: 200, headers: {}, body: 'e30=' }

let desk: Desk
beforeEach(() => {
  desk = openDesk()
})
afterEach(() => desk.close())

/** Another process records that the payment failed, and its job claims it again. */
async function overtake(record: PaymentRecord): Promise<PaymentRecord> {
  const other = desk.start()
  desk.answer = FAILED
  desk.duringSettlement = async () => undefined
  await (record.state === 'claimed' ? other.settle(record) : other.resolve(record))
  return desk.claimAgain(other, record)
}

describe('the next claim of an authorization', () => {
  it.each<[string, (ledger: ClosableLedger, former: PaymentRecord) => Promise<unknown>]>([
    ['releases', (ledger, former) => ledger.release(former, 'late')],
    ['fails', (ledger, former) => ledger.fail(former, 'late')],
    ['has delivered', (ledger, former) => ledger.delivered(former)],
  ])('is not touched by a call that %s the former one', async (_, act) => {
    const ledger = desk.start()
    const former = await desk.claim(ledger, 'job')
    await overtake(former)
    const before = await desk.stored(former)
    await act(ledger, former)
    expect(await desk.stored(former)).toEqual(before)
  })

  it.each<[string, (ledger: ClosableLedger, former: PaymentRecord) => Promise<unknown>]>([
    ['releases', (ledger, former) => ledger.release(former, 'late')],
    ['fails', (ledger, former) => ledger.fail(former, 'late')],
  ])('keeps its reservation when a call %s the former one', async (_, act) => {
    const ledger = desk.start()
    const former = await desk.claim(ledger, 'job')
    await overtake(former)
    desk.dropped.length = 0
    await act(ledger, former)
    expect(desk.dropped).toEqual([])
  })

  it.each([
    ['is in doubt', { ...UNKNOWN, transaction: '0xsecond' }],
    ['has failed', FAILED],
    ['has landed', LANDED],
  ])('is not touched by a settlement of the former one that %s', async (_, answer) => {
    const ledger = desk.start()
    const former = await desk.claim(ledger, 'job')
    let before: PaymentRecord | undefined
    desk.duringSettlement = async () => {
      const again = await overtake(await desk.stored(former))
      desk.answer = UNKNOWN
      await desk.start().settle(again, REPLY)
      before = await desk.stored(former)
      expect(before).toMatchObject({ state: 'settling', intent: { transaction: '0xfirst' } })
      desk.answer = answer
    }
    await ledger.settle(former, REPLY)
    expect(await desk.stored(former)).toEqual(before)
  })
})

describe('a settlement that another process takes over because its own is slow', () => {
  /** Another process finds this one dead, and becomes the owner of its settlement. */
  async function takeOver(record: PaymentRecord, found: Settlement): Promise<ClosableLedger> {
    const other = desk.start()
    await desk.clock.advance(LEASE + 1)
    desk.answer = found
    await other.reconcile()
    return other
  }

  it.each([
    ['has failed', FAILED],
    ['is refused', REFUSED],
  ])('does not end when the slow process is answered that it %s', async (_, late) => {
    const ledger = desk.start(manualClock())
    const record = await desk.claim(ledger)
    let taken: PaymentRecord | undefined
    let other: ClosableLedger
    desk.duringSettlement = async () => {
      other = await takeOver(record, UNKNOWN)
      taken = await desk.stored(record)
      expect(taken.owner).not.toBe(record.owner)
      desk.answer = late
    }
    const { settlement } = await ledger.settle(record, REPLY)
    expect(settlement).toEqual({
      state: 'unknown',
      reason: 'the payment record was changed meanwhile',
    })
    expect(await desk.stored(record)).toEqual(taken)
    expect(desk.dropped).toEqual([])
    expect(desk.reported).toEqual([['unknown', 10n]])
    desk.answer = LANDED
    expect((await other!.resolve(record)).settlement).toEqual(LANDED)
  })

  it('keeps its intent when the slow process is answered with another transaction', async () => {
    const ledger = desk.start(manualClock())
    const record = await desk.claim(ledger)
    desk.repeats = '0xagain'
    desk.duringSettlement = async () => {
      await takeOver(record, UNKNOWN)
      desk.answer = { ...UNKNOWN, transaction: '0xslow' }
    }
    await ledger.settle(record, REPLY)
    expect((await desk.stored(record)).intent).toMatchObject({ transaction: '0xagain' })
  })

  it('is reported once when both processes find that it has failed', async () => {
    const ledger = desk.start(manualClock())
    const record = await desk.claim(ledger)
    desk.duringSettlement = () => takeOver(record, FAILED)
    expect((await ledger.settle(record, REPLY)).settlement).toEqual(FAILED)
    expect(desk.reported).toEqual([['failed', 10n]])
  })

  it('is ended by a sweep of the process that took it over', async () => {
    const record = await desk.claim(desk.start(manualClock()))
    desk.answer = UNKNOWN
    await desk.start(manualClock()).settle(record, REPLY)
    await takeOver(record, UNKNOWN)
    expect((await desk.stored(record)).state).toBe('settling')
    desk.answer = FAILED
    await desk.clock.advance(30_000)
    expect(await desk.stored(record)).toMatchObject({ state: 'failed', reason: FAILED.reason })
  })

  it('is written once, however often its new owner looks it up', async () => {
    const ledger = desk.start()
    const record = await desk.claim(ledger)
    desk.answer = UNKNOWN
    await ledger.settle(record, REPLY)
    const { version } = await desk.stored(record)
    const waiting = ledger.settle(await desk.stored(record), REPLY)
    await desk.clock.advance(2000)
    desk.answer = LANDED
    await desk.clock.advance(1000)
    expect((await waiting).settlement).toEqual(LANDED)
    expect((await desk.stored(record)).version).toBe(version + 1)
  })

  it('ends when the slow process is answered that it has landed', async () => {
    const ledger = desk.start(manualClock())
    const record = await desk.claim(ledger)
    desk.duringSettlement = async () => {
      await takeOver(record, UNKNOWN)
      desk.answer = LANDED
    }
    expect((await ledger.settle(record, REPLY)).settlement).toEqual(LANDED)
    expect(await desk.stored(record)).toMatchObject({ state: 'settled' })
  })

  it.each([false, true])('is reported once if both find that it has landed', async proves => {
    desk.proves = proves
    const ledger = desk.start(manualClock())
    const record = await desk.claim(ledger)
    desk.duringSettlement = () => takeOver(record, LANDED)
    expect((await ledger.settle(record, REPLY)).settlement).toEqual(LANDED)
    await ledger.close()
    expect(desk.reported).toEqual([['landed', 10n]])
  })

  it('is reported although the store does not say that it has written the landing', async () => {
    desk.proves = true
    const ledger = desk.start()
    const record = await desk.claim(ledger)
    await ledger.settle(record, REPLY)
    const { commit } = desk.store
    desk.store.commit = async (...all) => {
      desk.store.commit = commit
      await commit(...all)
      throw new StoreUnavailable('the reply is lost')
    }
    await desk.clock.advance(5000)
    expect((await desk.stored(record)).state).toBe('settled')
    expect(desk.reported).toEqual([['landed', 10n]])
  })

  it('is not sent again if it has failed before', async () => {
    const ledger = desk.start(manualClock())
    const record = await desk.claim(ledger)
    desk.answer = UNKNOWN
    await ledger.settle(record, REPLY)
    const other = desk.start()
    await desk.clock.advance(LEASE + 1)
    const read = await desk.stored(record)
    desk.answer = FAILED
    await ledger.resolve(record)
    desk.sought.length = 0
    const late = other.settle(read, REPLY)
    await desk.clock.advance(500)
    expect((await late).settlement).toEqual(FAILED)
    expect(desk.sought).toEqual([])
  })

  it('is no stream in progress any more', async () => {
    const ledger = desk.start(manualClock())
    const record = await desk.claim(ledger)
    desk.answer = UNKNOWN
    await ledger.settle(record, REPLY, { goesOn: true })
    expect(await desk.stored(record)).toMatchObject({ streaming: true })
    await takeOver(record, LANDED)
    const stored = await desk.stored(record)
    expect([stored.state, stored.streaming]).toEqual(['settled', undefined])
    await desk.clock.advance(5000)
    expect(await desk.start().elsewhere(stored)).toBe(false)
  })
})

describe('a settlement that another process has sent', () => {
  /** Runs `act` while the next settlement has sent nothing yet, and ends that one with `end`. */
  function meanwhile(act: () => Promise<unknown>, end: Settlement): void {
    desk.beforeIntent = async () => {
      desk.beforeIntent = async () => undefined
      await act()
      return end
    }
  }

  it.each([
    ['fail', FAILED],
    ['be refused', REFUSED],
  ])('is not ended by one that would %s and sent nothing', async (_, unsent) => {
    const [ledger, other] = [desk.start(), desk.start()]
    const record = await desk.claim(ledger, 'job')
    let sent: PaymentRecord | undefined
    meanwhile(async () => {
      desk.answer = UNKNOWN
      await ledger.settle(record, REPLY)
      sent = await desk.stored(record)
    }, unsent)
    const { settlement } = await other.settle(await desk.stored(record), REPLY)
    expect(settlement).toEqual({
      state: 'unknown',
      reason: 'the payment record was changed meanwhile',
    })
    expect(await desk.stored(record)).toEqual(sent)
  })

  it('is not ended by a look of the same process that began before', async () => {
    const slow = desk.start(manualClock())
    const record = await desk.claim(slow)
    desk.answer = UNKNOWN
    await slow.settle(record, REPLY)
    await desk.clock.advance(LEASE + 1)
    const ledger = desk.start()
    desk.duringLook = async () => {
      desk.duringLook = async () => undefined
      desk.repeats = '0xsecond'
      await ledger.resolve(record)
      desk.repeats = undefined
      desk.answer = REFUSED
    }
    await ledger.reconcile()
    expect(await desk.stored(record)).toMatchObject({
      state: 'settling',
      intent: { transaction: '0xsecond' },
    })
  })
})
