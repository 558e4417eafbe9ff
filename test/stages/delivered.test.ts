/** What is recorded of a reply's delivery, and of a caller that left without it. */
import { describe, expect, it } from 'vitest'
import { Charge } from '../../runtime/calls/stages/charge.ts'
import { followCall, followDelivery } from '../../runtime/calls/stages/delivered.ts'
import { recordIfLeft, recordLeft, undeliveredReply } from '../../runtime/calls/stages/redeliver.ts'
import { endInFlight } from '../../runtime/calls/stages/in-flight.ts'
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
    hold: async (pool: string, { key, ttlMs }: { key: string; ttlMs: number }) =>
      did.push(['hold', pool, key, ttlMs]),
  }
  const made = fakeCall({
    route: { redeliver: 1_000 },
    context: {
      inFlight: new Map(),
      store,
      ledger: {
        delivered: async (record: any, is: boolean) => did.push(['delivered', record.key, is]),
        get: async () => undefined,
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

  it('that failed takes room until the reply is dropped, if it is large and no stream', async () => {
    const kept = { status: 200, headers: {}, body: 'x'.repeat(300_000) }
    const held = async (more: object) => {
      const { call, did, clock } = callOf({ isThere: false })
      const of = { kept, payer: 'ann', claim: 'one', created: clock.now() }
      const record = { ...RECORD, ...of, ...more }
      await followDelivery(call, reply({ record, ...more }))
      return did.filter(([what]) => what === 'hold').map(([, ...of]) => of)
    }
    const DAY = 24 * 3_600_000
    expect(await held({})).toEqual([
      ['stored replies ann', 'k one', DAY + 2 * 3_600_000],
      ['stored replies', 'k one', DAY + 2 * 3_600_000],
    ])
    expect(await held({ kept: { ...kept, body: 'short' } })).toEqual([])
    expect(await held({ done })).toEqual([])
  })

  it('that cannot be recorded is logged', async () => {
    const delivered = () => Promise.reject(new Error('away'))
    const { call, lines } = callOf({ ledger: { delivered } })
    await followDelivery(call, reply({ record: RECORD }))
    expect(lines).toMatchObject([[{ err: new Error('away') }, 'a delivery could not be recorded']])
  })
})

describe('a call', () => {
  const follow = async (more: object, sent: object = { record: RECORD }) => {
    const made = callOf()
    const released: string[] = []
    const call = Object.assign(made.call, {
      header: 'h',
      compiled: { route: { redeliver: 1_000 }, quota: [] },
      inFlightKey: 'k',
      place: undefined,
      replies: { hold: { release: () => released.push('room') } },
      ...more,
    })
    call.context.inFlight.set('k', { call, end: Promise.resolve() })
    const reply = followCall(call, Promise.resolve(replyOf(sent)))
    await reply
    await call.end
    await made.clock.settle()
    return { ...made, released, isInFlight: call.context.inFlight.has('k') }
  }
  const replyOf = (more: object) =>
    ({ status: 200, headers: {}, body: '', outcome: 'ok', ...more }) as never

  it('that is over records its delivery, and is no longer in flight', async () => {
    const { did, isInFlight, released } = await follow({})
    expect([did, isInFlight, released]).toEqual([[['delivered', 'k', true]], false, ['room']])
  })

  it.each<[string, number, object, boolean]>([
    ['forgets what it read of a large upstream reply once its own is made', 1, {}, true],
    ['keeps what it read of a small one', 0, {}, false],
    ['keeps what its stream may need', 1, { done: Promise.resolve() }, false],
  ])('%s', async (_, held, sent, forgets) => {
    const read = { result: { a: 1 }, steps: { first: { b: 2 } } }
    const replies = { hold: { held, release: () => undefined } }
    const { call } = await follow({ replies, work: { json: {} }, scope: { ...read } }, sent)
    const { work, scope } = call
    expect([work !== undefined, scope.result, scope.steps]).toEqual(
      forgets ? [false, undefined, {}] : [true, read.result, read.steps],
    )
  })

  it('stays in flight while another call with its key answers', async () => {
    const { call } = callOf()
    call.context.inFlight.set('k', {
      call: { payment: 'another' },
      end: Promise.resolve(),
    } as never)
    call.inFlightKey = 'k'
    endInFlight(call)
    expect(call.context.inFlight.has('k')).toBe(true)
    call.inFlightKey = undefined
    endInFlight(call)
    expect(call.context.inFlight.has('k')).toBe(true)
    call.inFlightKey = 'none'
    endInFlight(call)
  })

  it('without a payment claims nothing, and is not followed', async () => {
    const { did, isInFlight } = await follow({ header: undefined })
    expect([did, isInFlight]).toEqual([[], true])
    const at = callOf().call
    const sent = replyOf({ record: RECORD })
    expect([followCall(at, sent), at.end]).toEqual([sent, undefined])
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

  it('gets the reply that it has paid for, marked as such, once', async () => {
    const kept = { status: 200, headers: { a: 'b' }, encoding: 'identity', body: 'aGk=' }
    const record = {
      ...OTHER,
      kept,
      transaction: '0x1',
      payer: 'ann',
      requirements: { network: 'n' },
    }
    const paid = (more: object = {}) => {
      const charge = new Charge()
      charge.move('verify')
      return again({ ...ledgerWith(record), charge, ...more })
    }
    const first = paid()
    Object.assign(first.call.context, { offers: [], spec: { label: 'n' }, settings: {} })
    const reply = await undeliveredReply(first.call)
    expect([reply!.status, reply!.headers['x-farebox-redelivered']]).toEqual([200, 'true'])
    expect(first.did).toEqual([['remove', 4, undefined]])
    const second = paid()
    Object.assign(second.call.context, { offers: [], spec: { label: 'n' }, settings: {} })
    second.call.context.store.commit = async () => false
    expect(saidIn(await undeliveredReply(second.call)).kind).toBe('settlement_pending')
    const gone = paid({ isThere: false })
    Object.assign(gone.call.context, { offers: [], spec: { label: 'n' }, settings: {} })
    expect(saidIn(await undeliveredReply(gone.call)).kind).toBe('settlement_pending')
    expect(gone.did).toEqual([])
  })

  it('is recorded when it leaves, where the route keeps its reply', () => {
    const listening = (more: object) => {
      const { call } = callOf()
      let listeners = 0
      recordIfLeft(Object.assign(call, { onLeave: () => void (listeners += 1), ...more }))
      return listeners
    }
    expect([
      listening({}),
      listening({ payment: undefined }),
      listening({ compiled: { route: {} } }),
    ]).toEqual([1, 0, 0])
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
