/** A landing that the chain can prove is written a moment after the reply has begun. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PaymentRecord, StoredReply } from '../../runtime/payments/record.ts'
import { openDesk, type Desk } from './ledger-desk.ts'

const REPLY: StoredReply = { status: 200, headers: {}, body: 'e30=' }

let desk: Desk
beforeEach(() => {
  desk = openDesk()
  desk.proves = true
})
afterEach(() => desk.close())

/** A landed payment that is not written yet. */
async function landed() {
  const ledger = desk.start()
  const { record } = await ledger.settle(await desk.claim(ledger), REPLY)
  expect(await desk.stored(record)).toMatchObject({ version: 2, state: 'settling' })
  return { ledger, record }
}

/** Holds the next commit back until the returned function is called. */
function holdNextCommit(): () => void {
  const { commit } = desk.store
  let letGo = (): void => undefined
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  desk.store.commit = async (...args) => {
    desk.store.commit = commit
    await held
    return commit(...args)
  }
  return () => letGo()
}
const whole = (stored: PaymentRecord) => {
  const { version, state, delivered, kept, transaction } = stored
  return { version, state, delivered, kept, transaction }
}

describe('the landing', () => {
  it('is written after 50 ms, and known to this process before', async () => {
    const { ledger, record } = await landed()
    expect(await ledger.get(record.key)).toMatchObject({ state: 'settled' })
    await desk.clock.advance(49)
    expect(await desk.stored(record)).toMatchObject({ state: 'settling' })
    await desk.clock.advance(1)
    expect(await desk.stored(record)).toMatchObject({ version: 3, state: 'settled', kept: REPLY })
  })

  it('is written at once together with the delivery', async () => {
    const { ledger, record } = await landed()
    void ledger.delivered(record)
    await desk.clock.settle()
    expect(whole(await desk.stored(record))).toEqual({
      version: 3,
      state: 'settled',
      delivered: true,
      kept: undefined,
      transaction: '0xlanded',
    })
  })

  it.each(['the write has begun', 'the delivery is being written'])(
    'and a delivery that comes after %s are both written',
    async when => {
      const { ledger, record } = await landed()
      const letGo = holdNextCommit()
      if (when === 'the write has begun') await desk.clock.advance(50)
      else void ledger.delivered(record, false)
      const delivered = ledger.delivered(record)
      await desk.clock.settle()
      letGo()
      await delivered
      expect(whole(await desk.stored(record))).toMatchObject({
        version: 4,
        state: 'settled',
        delivered: true,
        kept: undefined,
      })
    },
  )
})
