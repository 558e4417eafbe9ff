/** What is recorded of a reply's delivery, and of a caller that left without it. */
import { describe, expect, it } from 'vitest'
import { followDelivery } from '../../runtime/calls/stages/delivered.ts'
import { recordLeft, undeliveredReply } from '../../runtime/calls/stages/redeliver.ts'
import { fakeCall, saidIn } from './desk.ts'

const RECORD = { key: 'k', state: 'settled' }
const OTHER = { key: 'other', state: 'settled' }

/** A call of wallet ann whose caller is there or not. `left` is what is stored of its request. */
function callOf(more: { isThere?: boolean; left?: object; charge?: object; ledger?: object } = {}) {
  const { isThere = true, charge = {}, ledger } = more
  const did: unknown[][] = []
  let { left } = more as { left: any }
  const store = {
    get: async (place: string) =>
      place === 'gateway.left' && left ? { doc: left, version: 4 } : undefined,
    commit: async ([change]: any[]) => {
      did.push([change.do, change.doc?.key ?? change.version, change.doc?.until])
      return change.do !== 'insert' || left === undefined
    },
    unhold: async () => undefined,
  }
  const made = fakeCall({
    route: { redeliver: 1_000 },
    context: {
      inFlight: new Map(),
      store,
      ledger: {
        delivered: async (record: any, is: boolean) => did.push(['delivered', record.key, is]),
        ...ledger,
      },
    },
    charge,
    payer: 'ann',
    fingerprint: 'f',
    payment: { authorization: { key: 'k' } },
    delivery: async () => isThere,
    listening: () => isThere,
  })
  return { ...made, did, until: made.clock.now() + 1_000, leave: (doc: object) => (left = doc) }
}
const reply = (more: object) => ({ status: 200, ...more }) as never
const done = Promise.resolve()

describe('the delivery of a reply', () => {
  it.each([
    ['that was paid for', { record: RECORD }, {}, true],
    ['that was streamed and paid for', { done }, { record: RECORD, transaction: '0x1' }, true],
    [
      'that was streamed and may be paid for',
      { done },
      { record: RECORD, unsettled: 'pending' },
      true,
    ],
    ['that was streamed unpaid', { done }, { record: RECORD, unsettled: 'failed' }, false],
    ['that was streamed and released', { done }, { record: RECORD }, false],
    ['that was streamed free', { done }, {}, false],
    ['without a payment', {}, { record: RECORD, transaction: '0x1' }, false],
  ])('%s is recorded: %o %o %s', async (_, of, charge, isRecorded) => {
    const { call, did } = callOf({ charge })
    await followDelivery(call, reply(of))
    expect(did).toEqual(isRecorded ? [['delivered', 'k', true]] : [])
  })

  it('that failed is recorded, with the caller that left', async () => {
    const { call, did, until } = callOf({ isThere: false })
    await followDelivery(call, reply({ record: RECORD }))
    expect(did).toEqual([
      ['insert', 'k', until],
      ['delivered', 'k', false],
    ])
  })

  it('that cannot be recorded is logged', async () => {
    const delivered = () => Promise.reject(new Error('away'))
    const { call, lines } = callOf({ ledger: { delivered } })
    await followDelivery(call, reply({ record: RECORD }))
    expect(lines).toMatchObject([[{ err: new Error('away') }, 'a delivery could not be recorded']])
  })
})

describe('a caller that left', () => {
  it('is recorded in place of the one before it', async () => {
    const { call, did, until } = callOf({ left: { key: 'other', until: 0 } })
    await recordLeft(call)
    expect(did).toEqual([
      ['insert', 'k', until],
      ['replace', 'k', until],
    ])
    const same = callOf({ left: { key: 'k', until: 0 } })
    await recordLeft(same.call)
    expect(same.did).toHaveLength(1)
  })

  it('is not recorded if the one before it is gone meanwhile', async () => {
    const { call, lines } = callOf()
    const did: string[] = []
    call.context.store.commit = async ([change]) => {
      did.push(change!.do)
      return false
    }
    await recordLeft(call)
    expect([did, lines]).toEqual([['insert'], []])
  })

  it('is recorded with the purchase that answers it', async () => {
    const { call, did, until } = callOf()
    call.inFlightKey = 'first'
    await recordLeft(call)
    expect(did).toEqual([['insert', 'first', until]])
  })

  it('is not recorded for a job, without a payment, or where the route keeps nothing', async () => {
    for (const more of [{ job: 'j' }, { payment: undefined }, { compiled: { route: {} } }]) {
      const { call, did } = callOf()
      await recordLeft(Object.assign(call, more))
      expect(did).toEqual([])
    }
  })

  it('is logged if that fails', async () => {
    const { call, lines } = callOf()
    call.context.store.commit = () => Promise.reject(new Error('away'))
    await recordLeft(call)
    expect(lines).toMatchObject([[{ route: 'r' }, 'a caller that left could not be recorded']])
  })
})

describe('a caller that comes again', () => {
  const again = (more: Parameters<typeof callOf>[0] = {}, later = 500) => {
    const made = callOf(more)
    made.leave({ key: 'other', until: made.clock.now() + later })
    return made
  }
  const ledgerWith = (record: object | undefined) => ({
    ledger: { get: async () => record, elsewhere: async () => false },
  })

  it.each([
    ['it has left with this very payment', { key: 'k' }],
    ['it left too long ago', { until: 0 }],
  ])('gets nothing of what it left if %s', async (_, more) => {
    const made = again()
    made.leave({ key: 'other', until: made.clock.now() + 1, ...more })
    expect([await undeliveredReply(made.call), made.did]).toEqual([undefined, []])
  })

  it('forgets what is no longer on record, or has charged nothing', async () => {
    for (const record of [undefined, { ...OTHER, state: 'released' }]) {
      const { call, did } = again(ledgerWith(record))
      expect(await undeliveredReply(call)).toBe(undefined)
      expect(did).toEqual([['remove', 4, undefined]])
    }
  })

  it('waits while its purchase is in work', async () => {
    const { call, did, clock } = again(ledgerWith({ ...OTHER, state: 'claimed' }))
    const said = undeliveredReply(call)
    await clock.advance(5_000)
    expect(saidIn(await said)).toMatchObject({
      kind: 'settlement_pending',
      details: expect.stringMatching(/still being answered/),
    })
    expect(did).toEqual([])
  })
})
