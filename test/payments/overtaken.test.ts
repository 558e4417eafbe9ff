/** What the former owner of a claim does must not touch the claim that took its place. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ClosableLedger } from '../../runtime/payments/ledger/ledger.ts'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import { FAILED, LANDED, openDesk, UNKNOWN, type Desk } from './ledger-desk.ts'

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
