/** A process that others take for dead, because it could not reach the store for a while. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ReleasedElsewhere } from '../../runtime/payments/not-sent.ts'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import { LEASE } from '../../runtime/store/store.ts'
import { manualClock, type ManualClock } from '../helpers/clock.ts'
import { openDesk, UNKNOWN, type Desk } from './ledger-desk.ts'

let desk: Desk
let stalled: ManualClock
beforeEach(() => {
  desk = openDesk()
  stalled = manualClock(desk.clock.now())
})
afterEach(() => desk.close())

/** A claim whose process stands still until another one has released it. */
async function released() {
  const ledger = desk.start(stalled)
  const record = await desk.claim(ledger)
  await desk.clock.advance(3 * LEASE)
  expect(await desk.start().reconcile()).toMatchObject({ released: 1 })
  return { ledger, record }
}

it('charges nothing for the work that it finishes, and does not say that the wallet failed to pay', async () => {
  const { ledger, record } = await released()
  await expect(ledger.settle(record)).rejects.toThrow(ReleasedElsewhere)
  expect(await desk.stored(record)).toMatchObject({ state: 'released' })
  expect(desk.reported).toEqual([])
})

it('does not settle if another call has claimed the payment meanwhile', async () => {
  const { ledger, record } = await released()
  const other = desk.start()
  const again = await desk.claimAgain(other, record)
  expect((await ledger.settle(record)).settlement.state).toBe('unknown')
  expect(await desk.stored(record)).toMatchObject({ state: 'claimed', claim: again.claim })
})

it('keeps its lease although one renewal is answered too late', async () => {
  const ledger = desk.start()
  const record = await desk.claim(ledger)
  const { lease } = desk.store
  let isLate = true
  desk.store.lease = async (name, owner, ttl) => {
    if (!isLate) return lease.call(desk.store, name, owner, ttl)
    isLate = false
    await desk.clock.sleep(3_000)
    throw new Error('timed out')
  }
  await desk.clock.advance(LEASE / 3)
  await desk.clock.advance(3_000)
  await desk.clock.advance(200)
  await desk.clock.advance(LEASE - LEASE / 3 - 3_200 + 1_000)
  expect(await desk.start().reconcile()).toMatchObject({ released: 0 })
  expect(await desk.stored(record)).toMatchObject({ state: 'claimed' })
})

it('keeps what it claims after it woke up, also while others still look up what it left behind', async () => {
  const ledger = desk.start(stalled)
  const left = await desk.claim(ledger)
  desk.answer = UNKNOWN
  await ledger.settle(left)
  await desk.clock.advance(LEASE + 1)
  let fresh: PaymentRecord | undefined
  desk.duringLook = async () => {
    await stalled.advance(LEASE)
    fresh = await desk.claim(ledger)
  }
  expect(await desk.start().reconcile()).toMatchObject({ pending: 1, released: 0 })
  expect(await desk.stored(fresh!)).toEqual(fresh)
})

it('keeps the reservation of the call that claims it again, also when a sweep has listed it before', async () => {
  const record = await desk.claim(desk.start(manualClock()))
  await desk.clock.advance(LEASE + 1)
  const [sweeping, next] = [desk.start(), desk.start()]
  const { lease } = desk.store
  let again: PaymentRecord | undefined
  desk.store.lease = async (name, owner, ttl) => {
    if (name.includes(record.owner!)) {
      desk.store.lease = lease
      again = await desk.claimAgain(next, record)
      await desk.clock.settle()
      return true
    }
    return lease.call(desk.store, name, owner, ttl)
  }
  expect(await sweeping.reconcile()).toMatchObject({ released: 0 })
  expect(desk.dropped).toEqual([])
  expect(await desk.stored(record)).toMatchObject({ state: 'claimed', claim: again!.claim })
})
