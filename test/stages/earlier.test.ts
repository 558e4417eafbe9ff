/** What a repeated request gets of the purchase that it repeats. */
import { expect, it } from 'vitest'
import { earlierOf } from '../../runtime/calls/stages/earlier.ts'
import { fakeCall } from './desk.ts'

const PURCHASE = { key: 'k', state: 'settled' }
const KEPT = { absorbed: true, body: '' }
const UNREAD = { body: '' }

/** Looks up a purchase that is on record as `found`, and whose settlement ends as `resolved`. */
async function look(found: object, more: { resolved?: object; reply?: object; own?: string } = {}) {
  const { resolved, reply = { status: 200 }, own = 'other' } = more
  const inFlight = new Map()
  const record = { ...PURCHASE, ...found }
  const { call } = fakeCall({
    context: {
      inFlight,
      ledger: { get: async () => record, resolve: async () => resolved },
      store: { get: async () => undefined },
    },
    payment: { authorization: { key: own } },
  })
  const read = async () => reply as never
  const end = await earlierOf(call, record as never, { isDone: () => true, read })
  return { end, isInFlight: inFlight.has('k') }
}
const over = (found: object) => ({ state: 'over', record: { ...PURCHASE, ...found } })
const READY = { state: 'ready', reply: { status: 200 } }

it.each<[string, object, object]>([
  ['its reply, if it was paid for', {}, READY],
  ['its reply, if its cost is ours', { state: 'failed', kept: KEPT }, READY],
  [
    'nothing, if it failed',
    { state: 'failed', kept: UNREAD },
    over({ state: 'failed', kept: UNREAD }),
  ],
  ['nothing, if its reply was delivered', { delivered: true }, over({ delivered: true })],
  ['its reply, if the delivery failed', { delivered: false }, READY],
  ['its free header, if it was released', { state: 'released' }, { state: 'free' }],
])('it gets %s', async (_, found, end) => {
  expect((await look(found)).end).toEqual(end)
})

it.each<[string, string, object, object]>([
  ['its reply, if its payment landed', 'landed', {}, READY],
  ['its reply, if its cost is ours', 'failed', { state: 'failed', kept: KEPT }, READY],
  ['the failure of its payment', 'failed', { state: 'failed' }, { state: 'failed', reason: 'why' }],
  [
    'to wait for the chain',
    'unknown',
    { state: 'settling' },
    { state: 'pending', why: expect.stringMatching(/^The payment was sent to the chain/) },
  ],
])('it gets %s, once that is asked for', async (_, state, current, end) => {
  const resolved = { settlement: { state, reason: 'why' }, record: { ...PURCHASE, ...current } }
  expect((await look({ state: 'settling' }, { resolved })).end).toEqual(end)
})

it('others wait for the first that gets the reply, and for none that gets nothing', async () => {
  expect((await look({})).isInFlight).toBe(true)
  expect((await look({ delivered: true })).isInFlight).toBe(false)
})

it('a named purchase is given to its wallet, which signs anew, although it was delivered', async () => {
  const named = { identified: true, delivered: true }
  expect((await look(named)).end).toEqual(READY)
  expect((await look(named, { own: 'k' })).end).toEqual(over(named))
})

it.each([
  ['settling', /^The payment was sent to the chain/],
  ['claimed', /is still being answered/],
])('it waits for a purchase that is %s and does not end in time', async (state, why) => {
  const record = { ...PURCHASE, state }
  const { call, clock } = fakeCall({
    context: { inFlight: new Map(), ledger: { get: async () => record } },
  })
  const end = earlierOf(call, record as never, { isDone: () => false })
  await clock.advance(5_000)
  expect(await end).toEqual({ state: 'pending', why: expect.stringMatching(why) })
})
