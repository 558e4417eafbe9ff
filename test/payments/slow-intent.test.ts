/** A payment is sent only soon after its intent was recorded: nobody has taken it over then. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LEASE } from '../../runtime/store/store.ts'
import { manualClock } from '../helpers/clock.ts'
import { FAILED, LANDED, openDesk, UNKNOWN, type Desk } from './ledger-desk.ts'

const REPLY = { status: 200, headers: {}, body: 'e30=' }
/** Half a lease: how long the write of an intent may take. */
const LONG = LEASE / 2

let desk: Desk
beforeEach(() => {
  desk = openDesk()
})
afterEach(() => desk.close())

/** Counts the writes of the store, and runs `after` when each has been made. */
function onWrite(after: (nth: number) => Promise<unknown>): () => number {
  let writes = 0
  const { commit } = desk.store
  desk.store.commit = async (...all) => {
    const isDone = await commit(...all)
    writes += 1
    await after(writes)
    return isDone
  }
  return () => writes
}

describe('the intent of a settlement', () => {
  it.each([
    [1, LONG - 1],
    [2, LONG],
  ])('is written %i times before the payment is sent if one write takes %i ms', async (n, ms) => {
    const time = manualClock()
    const ledger = desk.start(time)
    const record = await desk.claim(ledger)
    const writes = onWrite(async nth => nth === 1 && time.skip(ms))
    let sentAfter = 0
    desk.duringSettlement = async () => {
      sentAfter = writes()
    }
    expect((await ledger.settle(record, REPLY)).settlement).toEqual(LANDED)
    expect(sentAfter).toBe(n)
    expect(await desk.stored(record)).toMatchObject({ kept: REPLY, state: 'settled' })
  })

  it('is not acted on by a process that stood still while another one settled', async () => {
    const time = manualClock()
    const ledger = desk.start(time)
    const record = await desk.claim(ledger)
    onWrite(async nth => {
      if (nth !== 1) return
      await desk.clock.advance(LEASE + 1)
      desk.answer = FAILED
      await desk.start().reconcile()
      await time.skip(LEASE + 1)
    })
    let isSent = false
    desk.duringSettlement = async () => {
      isSent = true
    }
    expect((await ledger.settle(record, REPLY)).settlement).toEqual(FAILED)
    expect(isSent).toBe(false)
  })

  it('is not acted on while the store is slow; the payment is looked up', async () => {
    const time = manualClock()
    const ledger = desk.start(time)
    const record = await desk.claim(ledger)
    const writes = onWrite(() => time.skip(LONG))
    let isSent = false
    desk.duringSettlement = async () => {
      isSent = true
    }
    desk.answer = UNKNOWN
    const late = ledger.settle(record, REPLY)
    while (writes() < 3) await time.settle()
    await time.advance(60_000)
    expect((await late).settlement).toEqual(UNKNOWN)
    expect([isSent, writes()]).toEqual([false, 3])
    expect((await desk.stored(record)).state).toBe('settling')
  })
})
