/** Purchases that their caller has named, and what an authorization that was used says. */
import { describe, expect, it } from 'vitest'
import { identified } from '../../runtime/calls/stages/identified.ts'
import { nameOf, namesPurchase } from '../../runtime/calls/stages/purchase-name.ts'
import { refuseUsed, replay } from '../../runtime/calls/stages/replay.ts'
import { PAID_OTHERWISE } from '../../runtime/jobs/documents.ts'
import { NOTHING_TO_SETTLE } from '../../runtime/sales/line.ts'
import { fakeCall, saidIn } from './desk.ts'

const NAME = 'a-name-of-16-cha'
const named = (id: unknown) => ({ extensions: { 'payment-identifier': { info: { id } } } })

/** A call of wallet ann whose payment is `own`, under a name; what the store and ledger have. */
function callOf(more: { name?: unknown; stored?: object; record?: object } = {}) {
  const { name = NAME, stored, record } = more
  const asked: string[] = []
  const { call, clock } = fakeCall({
    context: {
      store: {
        get: async (place: string, key: string) => {
          asked.push(`${place} ${key}`)
          return stored && { doc: stored, version: 3 }
        },
      },
      ledger: { get: async () => record },
      inFlight: new Map(),
    },
    payer: 'ann',
    fingerprint: 'f',
    payment: { payload: named(name), authorization: { key: 'own' } },
  })
  return { call, asked, expires: clock.now() + 86_400_000 }
}

it('a name is any value in its place', () => {
  for (const id of ['x', 5, null]) expect(nameOf({ payload: named(id) } as never)).toBe(id)
  for (const payload of [
    {},
    null,
    'x',
    { extensions: 'x' },
    { extensions: Object.create(named('x').extensions) },
  ])
    expect(nameOf({ payload } as never)).toBe(undefined)
})

it('a call names the purchase that its wallet has stored under its name', async () => {
  const { call, asked } = callOf({ stored: { key: 'k' } })
  expect(await namesPurchase(call, { key: 'k' } as never)).toBe(true)
  expect(asked).toEqual([`gateway.identified ann|${NAME}`])
  expect(await namesPurchase(call, { key: 'other' } as never)).toBe(false)
  expect(await namesPurchase(callOf().call, { key: 'k' } as never)).toBe(false)
  const nameless = callOf({ name: 5, stored: { key: 'k' } }).call
  expect(await namesPurchase(nameless, { key: 'k' } as never)).toBe(false)
  nameless.payment = undefined
  expect(await namesPurchase(nameless, { key: 'k' } as never)).toBe(false)
})

describe('a named call', () => {
  const CHANGE = {
    in: 'gateway.identified',
    key: `ann|${NAME}`,
    doc: { fingerprint: 'f', key: 'own' },
  }

  it('stores its name for a day', async () => {
    const { call, expires } = callOf()
    expect(await identified(call)).toEqual({ changes: [{ do: 'insert', ...CHANGE, expires }] })
  })

  it.each(['a-name-of-15-ch', 'x'.repeat(129), 'a name with spaces', 5, null, ''])(
    'is refused with %j for a name',
    async name => {
      const { reply } = (await identified(callOf({ name }).call)) as any
      expect(saidIn(reply)).toMatchObject({ status: 400, code: 'INVALID_PAYMENT_IDENTIFIER' })
    },
  )

  it('may have a name of 128 characters', async () => {
    expect(await identified(callOf({ name: 'x'.repeat(128) }).call)).toHaveProperty('changes')
  })

  const stored = { fingerprint: 'f', key: 'k' }
  it.each<[string, object | undefined]>([
    ['is not on record', undefined],
    ['was released', { state: 'released' }],
    ['failed', { state: 'failed', kept: {} }],
  ])('takes the name of a purchase that %s', async (_, record) => {
    const { call, expires } = callOf({ stored, record })
    expect(await identified(call)).toEqual({
      changes: [{ do: 'replace', version: 3, ...CHANGE, expires }],
    })
  })

  it.each<[string, object]>([
    ['may still land', { state: 'failed', mayLand: true }],
    ['is borne by us', { state: 'failed', kept: { absorbed: true } }],
    ['was paid otherwise', { state: 'failed', reason: PAID_OTHERWISE }],
    ['is settled', { state: 'settled' }],
  ])('of another request is refused the name of a purchase that %s', async (_, more) => {
    const record = { key: 'k', fingerprint: 'g', identified: true, ...more }
    const { reply } = (await identified(callOf({ stored, record }).call)) as any
    expect(saidIn(reply)).toMatchObject({ status: 409, code: 'PAYMENT_IDENTIFIER_CONFLICT' })
  })

  it('keeps its own name, and changes it for another request', async () => {
    const record = { key: 'own', state: 'settled' }
    const own = { fingerprint: 'f', key: 'own' }
    expect(await identified(callOf({ stored: own, record }).call)).toEqual({ changes: [] })
    const { changes } = (await identified(
      callOf({ stored: { ...own, fingerprint: 'g' }, record }).call,
    )) as any
    expect(changes).toMatchObject([{ do: 'replace', doc: own }])
  })
})

describe('an authorization that was used', () => {
  const job = { id: 'j', poll_url: '/j' }
  const said = (record: object) =>
    saidIn(refuseUsed(callOf().call, { fingerprint: 'f', payer: 'ann', ...record } as never))

  it.each([
    [{ state: 'settled', delivered: true }, /^Its reply was delivered: sign/],
    [{ state: 'settled' }, /^Its reply is not kept: sign/],
    [{ state: 'settled', identified: true, delivered: true }, /too large to be stored/],
    [
      { state: 'settled', identified: true, delivered: true, kept: {} },
      /^Its reply was delivered: sign/,
    ],
    [{ state: 'settled', fingerprint: 'g' }, /^It paid for another request/],
    [{ state: 'failed', reason: NOTHING_TO_SETTLE }, /this very request, which was done/],
    [{ state: 'failed', reason: 'why' }, /^It did not pay \(why\)/],
    [{ state: 'failed' }, /^It did not pay \(it failed\)/],
    [{ state: 'failed', reason: 'why', job }, /^It did not pay \(why\)/],
    [{ state: 'failed', reason: PAID_OTHERWISE, job }, /poll its poll_url/],
    [{ state: 'settled', job }, /poll its poll_url/],
    [{ state: 'claimed', fingerprint: 'g', job }, /poll its poll_url/],
  ])('says what to do: %o', (record, details) => {
    expect(said(record)).toMatchObject({
      kind: 'payment_replay',
      code: 'PAYMENT_REPLAY',
      details: expect.stringMatching(details),
      payer: 'ann',
    })
  })

  it('names its job, unless it is settled and the request is another one', () => {
    const extra = { job_id: 'j', poll_url: '/j', recoverable: true }
    expect(said({ state: 'claimed', fingerprint: 'g', job }).extra).toEqual(extra)
    expect(said({ state: 'settled', job }).extra).toEqual(extra)
    expect(said({ state: 'settled', fingerprint: 'g', job }).extra).toBe(undefined)
    expect(said({ state: 'settled' }).extra).toBe(undefined)
  })

  it.each([
    ['released', 'settlement_pending', /failed, and nothing was charged/],
    ['failed', 'payment_replay', /^It did not pay/],
  ])('and was %s is answered as %s', async (state, kind, details) => {
    const record = { key: 'k', state, fingerprint: 'f', payer: 'ann' }
    const reply = await replay(callOf({ record }).call, record as never)
    expect(saidIn(reply)).toMatchObject({ kind, details: expect.stringMatching(details) })
  })

  it('for another request is refused, and so is the name of another purchase', async () => {
    const record = { key: 'k', state: 'settled', fingerprint: 'g', payer: 'ann' }
    expect(saidIn(await replay(callOf().call, record as never)).code).toBe('PAYMENT_REPLAY')
    const other = { ...record, identified: true }
    expect(saidIn(await replay(callOf().call, other as never)).code).toBe(
      'PAYMENT_IDENTIFIER_CONFLICT',
    )
  })
})
