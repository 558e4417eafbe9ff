/** What the ledger makes of each answer of a settlement backend. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FOLLOW_UPS, followUpChange, OWED } from '../../runtime/followups/follow-up.ts'
import { verdictOf } from '../../runtime/followups/verdict.ts'
import { report, schemeOf } from '../../runtime/payments/ledger/context.ts'
import type { ClosableLedger } from '../../runtime/payments/ledger/ledger.ts'
import type { PaymentRecord, StoredReply } from '../../runtime/payments/record.ts'
import { NOTHING_TO_SETTLE } from '../../runtime/sales/line.ts'
import type { Change } from '../../runtime/store/store.ts'
import { FAILED, LANDED, openDesk, REFUSED, UNKNOWN, type Desk } from './ledger-desk.ts'

const REPLY: StoredReply = { status: 200, headers: {}, body: 'e30=' }

let desk: Desk
beforeEach(() => {
  desk = openDesk()
})
afterEach(() => desk.close())

describe('the outcome of a record', () => {
  it('is not known before anything was sent', async () => {
    const ledger = desk.start()
    const record = await desk.claim(ledger)
    const settlement = { state: 'unknown', reason: 'not settled yet' }
    expect(await ledger.resolve(record)).toMatchObject({ settlement, record: { state: 'claimed' } })
    expect(desk.sought).toEqual([])
  })

  it('of a record whose payment scheme is gone cannot be looked up', () => {
    const requirements = { network: 'gone', asset: 'coin', scheme: 'old' }
    const look = () => schemeOf({ paymentSchemes: [] } as never, { requirements } as never)
    expect(look).toThrow('no payment scheme "old" for coin on gone')
  })

  it('of a record that is not stored cannot be looked up', async () => {
    const ledger = desk.start()
    const record = { ...(await desk.claim(ledger)), key: 'another' }
    await expect(ledger.resolve(record)).rejects.toThrow('there is no payment record another')
  })

  it('has the amount that was charged, if that is another one', async () => {
    const ledger = desk.start()
    desk.answer = { ...LANDED, amount: 7n }
    const { record } = await ledger.settle(await desk.claim(ledger))
    await ledger.close()
    expect(await desk.stored(record)).toMatchObject({ state: 'settled', charged: '7' })
  })

  it('is looked up by the last transaction while it is unknown', async () => {
    const ledger = desk.start()
    desk.answer = { ...UNKNOWN, transaction: '0xsecond' }
    const { settlement, record } = await ledger.settle(await desk.claim(ledger))
    expect(settlement).toEqual(desk.answer)
    const intent = { transaction: '0xsecond', relayerNonce: 7 }
    expect(record).toMatchObject({ state: 'settling', intent })
    expect(await desk.stored(record)).toMatchObject({ state: 'settling', intent })
  })

  it('has what it changes in other records from the moment that it is sent', async () => {
    const ledger = desk.start()
    const record = await desk.claim(ledger)
    const effects = [{ record: 'numbers', key: 'n' }] as never
    desk.duringSettlement = async () => {
      const stored = await desk.stored(record)
      expect(stored).toMatchObject({ state: 'settling', kept: REPLY, streaming: true, effects })
      expect(stored.charged).toBe('4')
    }
    desk.answer = UNKNOWN
    await ledger.settle(record, REPLY, { goesOn: true, effects, amount: 4n })
    expect(await desk.stored(record)).toMatchObject({ state: 'settling' })
  })

  it.each([
    ['no transaction', UNKNOWN],
    ['the same transaction', { ...UNKNOWN, transaction: '0xfirst' }],
  ])('that is unknown, with %s, changes nothing', async (_what, found) => {
    const ledger = desk.start()
    desk.answer = found
    const { record } = await ledger.settle(await desk.claim(ledger))
    expect(await desk.stored(record)).toMatchObject({
      version: 2,
      intent: { transaction: '0xfirst' },
    })
  })

  it('of a payment that another process has sent is looked up: it is not sent again', async () => {
    const [ledger, other] = [desk.start(), desk.start()]
    const record = await desk.claim(ledger)
    desk.answer = UNKNOWN
    await ledger.settle(record)
    desk.answer = LANDED
    desk.duringSettlement = () => Promise.reject(new Error('sent twice'))
    expect((await other.settle(record)).settlement).toEqual(LANDED)
    expect(desk.sought).toMatchObject([{ transaction: '0xfirst' }])
  })

  it('is what the other process records while this one waits for it', async () => {
    const [ledger, other] = [desk.start(), desk.start()]
    desk.answer = UNKNOWN
    const { record } = await ledger.settle(await desk.claim(ledger))
    const joined = other.settle(record)
    await desk.clock.settle()
    desk.answer = LANDED
    await ledger.resolve(record)
    desk.answer = UNKNOWN
    await desk.clock.advance(500)
    expect((await joined).settlement).toEqual(LANDED)
    expect(desk.sought).toHaveLength(2)
  })

  it('is looked up by the transaction that the other process has sent last', async () => {
    const [ledger, other] = [desk.start(), desk.start()]
    desk.answer = UNKNOWN
    const { record } = await ledger.settle(await desk.claim(ledger))
    const joined = other.settle(record)
    await desk.clock.settle()
    desk.repeats = '0xsecond'
    await ledger.resolve(record)
    desk.repeats = undefined
    desk.answer = LANDED
    await desk.clock.advance(500)
    expect((await joined).settlement).toEqual(LANDED)
    expect(desk.sought.at(-1)).toMatchObject({ transaction: '0xsecond' })
  })

  it('stays unknown if the other process does not find it within 45 seconds', async () => {
    const [ledger, other] = [desk.start(), desk.start()]
    desk.answer = UNKNOWN
    const { record } = await ledger.settle(await desk.claim(ledger))
    let settlement: unknown
    const joined = other.settle(record).then(ended => {
      settlement = ended.settlement
    })
    await desk.clock.advance(44_999)
    expect(settlement).toBeUndefined()
    await desk.clock.advance(1)
    await joined
    expect(settlement).toEqual(UNKNOWN)
  })

  it('of a released claim is a failure that says so', async () => {
    const ledger = desk.start()
    const record = await desk.claim(ledger)
    await ledger.release(record, 'the work failed')
    const settlement = { state: 'failed', reason: 'the payment was released' }
    expect((await ledger.resolve(record)).settlement).toEqual(settlement)
  })

  it('that another process found meanwhile stays', async () => {
    const [ledger, other] = [desk.start(), desk.start()]
    const record = await desk.claim(ledger)
    desk.duringSettlement = async () => {
      desk.answer = LANDED
      await other.resolve(record)
      await other.close()
      desk.answer = { ...UNKNOWN, transaction: '0xsecond' }
    }
    const { settlement } = await ledger.settle(record)
    expect(settlement).toEqual(LANDED)
    expect(await desk.stored(record)).toMatchObject({ state: 'settled', transaction: '0xlanded' })
  })
})

describe('a failure', () => {
  const absorbed: StoredReply = { ...REPLY, absorbed: true }

  it.each([
    ['for certain drops the stored reply', FAILED, REPLY, undefined],
    ['for certain keeps a reply that is served anyway', FAILED, absorbed, absorbed],
    ['that may still land keeps the stored reply', REFUSED, REPLY, REPLY],
  ])('%s', async (_what, found, reply, kept) => {
    const ledger = desk.start()
    desk.answer = found
    const { record } = await ledger.settle(await desk.claim(ledger), reply)
    const { reason } = found as { reason: string }
    expect(await desk.stored(record)).toMatchObject({ state: 'failed', reason })
    expect((await desk.stored(record)).kept).toEqual(kept)
  })

  it('frees what was reserved before it is recorded, because the wallet may then pay again', async () => {
    const ledger = desk.start()
    desk.answer = FAILED
    await ledger.settle(await desk.claim(ledger))
    expect(desk.dropped).toEqual(['settling'])
  })

  it('that may still land is looked up whenever its record is read', async () => {
    const ledger = desk.start()
    desk.answer = REFUSED
    const { record } = await ledger.settle(await desk.claim(ledger))
    desk.answer = new Error('the node is away')
    expect(await ledger.get(record.key)).toMatchObject({ state: 'failed', mayLand: true })
    desk.answer = UNKNOWN
    expect(await ledger.resolve(record)).toMatchObject({
      settlement: REFUSED,
      record: { state: 'failed' },
    })
    desk.answer = LANDED
    expect(await ledger.get(record.key)).toMatchObject({ state: 'settled' })
    expect(desk.mayRepeat).toEqual([false, false, false])
  })

  it('for certain is not looked up again', async () => {
    const ledger = desk.start()
    desk.answer = FAILED
    const { record } = await ledger.settle(await desk.claim(ledger))
    desk.answer = LANDED
    expect(await ledger.get(record.key)).toMatchObject({ state: 'failed' })
    expect((await ledger.resolve(record)).settlement).toEqual(FAILED)
    expect(desk.sought).toEqual([])
  })
})

describe('a follow-up', () => {
  const change = (key: string): Change => ({ do: 'insert', in: 'jobs', key, doc: { key } })

  it('is stored with the records that wait for the end, and the claim can still be settled', async () => {
    const ledger = desk.start()
    const first = await ledger.awaitEnd(await desk.claim(ledger), 'one', change('one'))
    const second = await ledger.awaitEnd(first!, 'two', change('two'))
    expect((await desk.stored(second!)).followUps).toEqual(['one', 'two'])
    expect(await desk.store.get('jobs', 'two')).toMatchObject({ doc: { key: 'two' } })
    expect((await ledger.settle(second!)).settlement).toEqual(LANDED)
  })

  it('of a claim that has changed meanwhile is not stored', async () => {
    const ledger = desk.start()
    const record = await desk.claim(ledger)
    await ledger.awaitEnd(record, 'one', change('one'))
    expect(await ledger.awaitEnd(record, 'two', change('two'))).toBeUndefined()
    expect(await desk.store.get('jobs', 'two')).toBeUndefined()
  })

  it('of a claim that has ended is not stored', async () => {
    const ledger = desk.start()
    const record = await desk.claim(ledger)
    await ledger.release(record, 'the work failed')
    expect(await ledger.awaitEnd(await desk.stored(record), 'one', change('one'))).toBeUndefined()
    expect(await desk.store.get('jobs', 'one')).toBeUndefined()
  })
})

describe('a landing', () => {
  it('frees what was reserved', async () => {
    const ledger = desk.start()
    await ledger.settle(await desk.claim(ledger))
    await desk.clock.settle()
    expect(desk.dropped).toHaveLength(1)
  })
})

describe('a claim that ends without a charge', () => {
  it.each(['release', 'fail'] as const)(
    'frees what was reserved before it is recorded (%s)',
    async end => {
      const ledger = desk.start()
      await ledger[end](await desk.claim(ledger), 'the work failed')
      expect(desk.dropped).toEqual(['claimed'])
    },
  )

  it('stays as it is if it has ended already; effects are refused then', async () => {
    const ledger = desk.start()
    const record = await desk.claim(ledger)
    await ledger.release(record, 'the work failed')
    await ledger.fail(record, 'too late')
    await expect(ledger.fail(record, 'too late', [])).rejects.toThrow('the claim has ended already')
    expect(await desk.stored(record)).toMatchObject({
      state: 'released',
      reason: 'the work failed',
    })
  })
})

describe('a claim whose result an earlier payment pays for', () => {
  it('is settled with the transaction of that payment, and nothing is sent', async () => {
    const ledger = desk.start()
    const record = await desk.claim(ledger)
    desk.duringSettlement = () => Promise.reject(new Error('sent'))
    await ledger.paidWith(record, '0xearlier', REPLY)
    const paid = { state: 'settled', transaction: '0xearlier', kept: REPLY }
    expect(await desk.stored(record)).toMatchObject(paid)
    expect(await desk.stored(record)).not.toHaveProperty('intent')
  })
})

describe('a stored reply', () => {
  /** A claim whose caller has named its purchase. */
  async function named(ledger: ClosableLedger): Promise<PaymentRecord> {
    const unnamed = await desk.claim(ledger)
    await ledger.release(unnamed, 'the work failed')
    return desk.claimAgain(ledger, { ...unnamed, identified: true })
  }

  it('is replaced until the caller has it, and never after that', async () => {
    const ledger = desk.start()
    const { record } = await ledger.settle(await desk.claim(ledger), REPLY)
    const longer = { ...REPLY, body: 'e30=e30=' }
    await ledger.keep(record, longer)
    await ledger.delivered(record, false)
    await ledger.close()
    expect(await desk.stored(record)).toMatchObject({ kept: longer, delivered: false })
    const next = desk.start()
    await next.delivered(await desk.stored(record))
    await next.keep(record, longer)
    const last = await desk.stored(record)
    expect([last.delivered, last.kept]).toEqual([true, undefined])
  })

  it('is not written again each time that its caller breaks off', async () => {
    const ledger = desk.start()
    const { record } = await ledger.settle(await desk.claim(ledger), REPLY)
    await ledger.delivered(record, false)
    await ledger.close()
    const writes = vi.spyOn(desk.store, 'commit')
    const next = desk.start()
    await next.delivered(await desk.stored(record), false)
    expect(writes).not.toHaveBeenCalled()
    await next.keep(record, { ...REPLY, body: 'e30=e30=' })
    expect(writes).toHaveBeenCalled()
  })

  it('of a named purchase may be replaced after its delivery: by the whole of a stream', async () => {
    const ledger = desk.start()
    const record = await named(ledger)
    await ledger.settle(record, REPLY)
    await ledger.delivered(record)
    const whole = { ...REPLY, body: 'e30=e30=' }
    await ledger.keep(record, whole)
    expect(await desk.stored(record)).toMatchObject({ delivered: true, kept: whole })
  })

  it.each([
    ['stays after the delivery of a named purchase', 256 * 1024, true],
    ['is dropped at that delivery if it is large', 256 * 1024 + 1, false],
  ])('%s', async (_what, length, stays) => {
    const ledger = desk.start()
    const reply = { ...REPLY, body: 'e'.repeat(length) }
    const { record } = await ledger.settle(await named(ledger), reply)
    await ledger.delivered(record)
    const { delivered, kept } = await desk.stored(record)
    expect([delivered, kept]).toEqual([true, stays ? reply : undefined])
  })
})

describe('the report of a settlement', () => {
  const RECORD = {
    route: 'r',
    sale: { model: 'm', request: 'q' },
    requirements: { network: 'cash' },
    amount: '10',
    created: 1_000,
  } as never as PaymentRecord
  const FACTS = { route: 'r', model: 'm', request: 'q', network: 'cash', amount: 10n, ms: 500 }
  const absorbed = { kept: { ...REPLY, absorbed: true } } as const

  it.each([
    ['a landing', {}, LANDED, LANDED],
    ['another amount', { charged: '7' }, LANDED, { ...LANDED, amount: 7n }],
    ['a failure', { kept: REPLY }, REFUSED, { reason: 'refused' }],
    ['a cost that we bear', absorbed, FAILED, { reason: FAILED.reason, absorbed: true }],
    ['a transfer', { transfer: true }, UNKNOWN, { ...UNKNOWN, transfer: true }],
  ] as const)('has the facts of %s', (_what, more, settlement, facts) => {
    const seen: unknown[] = []
    const parts = { observe: { settlement: (one: unknown) => seen.push(one) } }
    report(parts as never, { ...RECORD, ...more }, { state: 'so', settlement, at: 1_500 })
    expect(seen).toStrictEqual([{ ...FACTS, ...facts, state: 'so' }])
  })
})

describe('what an upstream sold', () => {
  /** A claim with a follow-up that gives back what was sold, unless it is paid. */
  async function sold(ledger: ClosableLedger) {
    const claimed = await desk.claim(ledger)
    const unpaid = { key: claimed.key, claim: claimed.claim! }
    const followUp = { call: 'carrier.give_back', with: {}, id: 'x', due: 0, unpaid }
    const change = followUpChange('give back', followUp)
    const record = (await ledger.awaitEnd(claimed, 'give back', change))!
    const owed = async () => (await desk.store.list(FOLLOW_UPS, OWED, 10)).length
    return { record, owed, verdict: () => verdictOf(desk.store, { ...followUp, tries: 0 }) }
  }

  it('is kept if the result costs nothing', async () => {
    const ledger = desk.start()
    const { record, owed, verdict } = await sold(ledger)
    await ledger.fail(record, NOTHING_TO_SETTLE)
    expect([await owed(), await verdict()]).toEqual([0, 'drop'])
  })

  it('is given back if the claim ends otherwise without a charge', async () => {
    const ledger = desk.start()
    const { record, owed, verdict } = await sold(ledger)
    await ledger.fail(record, 'the job failed')
    expect([await owed(), await verdict()]).toEqual([1, 'make'])
  })
})
