/** How the payment of a call is verified, and how a payment that is not good is refused. */
import { describe, expect, it } from 'vitest'
import { isSamePayment, verify } from '../../runtime/calls/stages/verify.ts'
import { fakeCall, fakeScheme, HEADER, saidIn, type Parts } from './desk.ts'

const REJECTION = { code: 'PAYMENT_INVALID', details: 'why', payer: 'ann' }
const REQUIRED = { amount: '5' }

/** A call that is paid with an authorization of this lifetime, verified with this verdict. */
function callOf(
  { compiled, route, context, ...more }: Parts = {},
  { verdict, seconds = 60, record }: { verdict?: object; seconds?: number; record?: object } = {},
) {
  const rejected: any[] = []
  const moves: string[] = []
  const made = fakeCall()
  const authorization = {
    key: 'k',
    from: 'ann',
    value: 5n,
    validBefore: BigInt(made.clock.now() / 1000 + seconds),
    signed: { s: 1 },
  }
  const scheme = fakeScheme(authorization, verdict)
  const { call } = fakeCall({
    route: { price: {}, authorization: 60_000, ...route },
    compiled,
    context: {
      spec: scheme.spec,
      offers: [scheme],
      catalog: { hash: 'h' },
      ledger: { get: async (key: string) => (key === 'k' ? record : undefined) },
      noteRejection: (one: object) => rejected.push(one),
      inFlight: new Map(),
      ...context,
    },
    charge: { move: (step: string) => moves.push(step) },
    quote: { amount: 5n, encoded: { accepts: [REQUIRED] } },
    header: HEADER,
    ids: { request: 'one' },
    conflict: false,
    fingerprint: 'f',
    ...more,
  })
  return { call, scheme, rejected, moves }
}
const end = async (call: Parameters<typeof verify>[0]) => saidIn((await verify(call)) ?? undefined)

describe('a good payment', () => {
  it('names the wallet of the call', async () => {
    const { call, scheme, moves } = callOf(
      {},
      {
        verdict: { ok: true, payer: 'ann', isContract: true },
      },
    )
    expect(await end(call)).toBe(undefined)
    expect([call.payer, call.scope.payer, call.isContract, moves]).toEqual([
      'ann',
      'ann',
      true,
      ['verify'],
    ])
    expect(scheme.required).toEqual([REQUIRED])
  })

  it('may take another offer than those that the call lists', async () => {
    const { call, scheme } = callOf()
    scheme.owns = () => false
    await end(call)
    expect(scheme.required).toEqual([{ amount: '5', seconds: 60 }])
  })

  it.each<[string, Parts]>([
    ['has no price', { route: { price: undefined } }],
    ['is free', { free: true }],
  ])('is not looked at if the call %s', async (_, parts) => {
    const { call, moves } = callOf(parts)
    expect([await end(call), call.payment, moves]).toEqual([undefined, undefined, []])
  })

  it('costs the budget of its caller until it is claimed', async () => {
    const spent: unknown[][] = []
    const { call } = callOf({ spent: { keys: ['ip'], bytes: 0, ms: 1 } })
    Object.assign(call.context, { budget: { spend: (...of: unknown[]) => spent.push(of) } })
    await end(call)
    expect([spent, call.spent!.ms]).toEqual([[[['ip'], { bytes: 0, ms: 20 }]], 21])
  })
})

describe('a payment for work that can be undone', () => {
  const undone = { compiled: { isUndone: true } }

  it('may be valid for five minutes longer than required', async () => {
    expect(await end(callOf(undone, { seconds: 360 }).call)).toBe(undefined)
    expect(await end(callOf(undone, { seconds: 361 }).call)).toMatchObject({
      code: 'PAYMENT_INVALID',
      details: 'validBefore is too far ahead; sign an authorization for 60 seconds',
      payer: 'ann',
    })
    expect(await end(callOf({}, { seconds: 361 }).call)).toBe(undefined)
  })
})

describe('a payment that is not good', () => {
  const bad = (rejection: object = REJECTION) => ({ verdict: { ok: false, rejection } })

  it('is refused, and noted with its wallet, network and price', async () => {
    const { call, rejected, moves } = callOf({ scope: { model: { id: 'm' } } }, bad())
    expect(await end(call)).toEqual({ kind: 'payment_invalid', ...REJECTION })
    expect([rejected, moves]).toEqual([
      [
        {
          route: 'r',
          model: 'm',
          wallet: 'ann',
          network: 'n',
          scheme: 'exact',
          quoted: '5',
          catalog: 'h',
          request: 'one',
          reason: 'payment_invalid',
        },
      ],
      [],
    ])
  })

  it('is not noted against its caller if this gateway could not verify it', async () => {
    const { call, rejected } = callOf(
      {},
      bad({ ...REJECTION, code: 'PAYMENT_VERIFICATION_UNAVAILABLE' }),
    )
    expect((await end(call)).code).toBe('PAYMENT_VERIFICATION_UNAVAILABLE')
    expect(rejected).toEqual([])
  })

  it('that was used asks for a new one', async () => {
    const { call } = callOf({}, bad({ ...REJECTION, code: 'PAYMENT_REPLAY' }))
    expect(await end(call)).toEqual({
      kind: 'payment_replay',
      code: 'PAYMENT_REPLAY',
      details: 'why: sign a new authorization.',
      payer: 'ann',
    })
  })

  it('cannot be read from a broken header, or from two that differ', async () => {
    const { call, rejected } = callOf({ header: undefined, quote: undefined })
    expect(await end(call)).toMatchObject({ details: 'the payment header is empty' })
    expect(rejected).toMatchObject([{ wallet: undefined, network: 'n', quoted: '0' }])
    expect(await end(callOf({ conflict: true }).call)).toMatchObject({
      code: 'PAYMENT_INVALID',
      details: 'PAYMENT-SIGNATURE and X-Payment carry different values; send one of them',
    })
  })

  const record = {
    key: 'k',
    state: 'settled',
    payer: 'bob',
    fingerprint: 'other',
    payload: { x402Version: 2, payload: { s: 1 } },
  }
  it('but is on record is answered by that record', async () => {
    const { call, moves } = callOf({}, { ...bad(), record })
    expect(await end(call)).toMatchObject({ kind: 'payment_replay', payer: 'bob' })
    expect([call.payer, moves]).toEqual(['bob', ['verify']])
  })

  it.each([
    ['was released', { ...record, state: 'released' }],
    ['is of another payment', { ...record, payload: { x402Version: 2, payload: { s: 2 } } }],
    ['does not exist', undefined],
  ])('is refused if its record %s', async (_, own) => {
    expect((await end(callOf({}, { ...bad(), record: own }).call)).kind).toBe('payment_invalid')
  })

  it('is the same payment only with the same key and signature', () => {
    const payment = { authorization: { key: 'k', signed: { s: 1 } } } as never
    expect(isSamePayment(payment, record as never)).toBe(true)
    expect(isSamePayment(payment, { ...record, key: 'l' } as never)).toBe(false)
  })
})
