/** What a wallet reserves for a call, and for how long. */
import { describe, expect, it } from 'vitest'
import { reserveFunds } from '../../runtime/calls/stages/reserve.ts'
import { fakeCall } from './desk.ts'

const HOUR = 3_600_000
const REJECTED = { code: 'PAYMENT_INVALID', details: 'the allowance is used up' }

/** Reserves a payment that is valid for so many ms, with this answer of the reservations. */
async function reserve(
  more: {
    answer?: string
    valid?: number
    value?: bigint
    route?: object
    scheme?: object
    verdict?: object
    record?: object
  } = {},
) {
  const { answer = 'added', valid = HOUR, value = 5n, route, scheme = {}, record } = more
  const did: unknown[][] = []
  let bounds: { balance(): Promise<unknown>; allowance: any }
  const { call, clock } = fakeCall({
    route: { authorization: 60_000, ...route },
    context: {
      reservations: {
        add: async (one: object, balance: never, allowance: never) => {
          did.push(['add', one])
          bounds = { balance, allowance }
          return answer
        },
        drop: async (claim: object) => void did.push(['drop', claim]),
      },
      ledger: { get: async () => record },
    },
  })
  const backend = {
    check: async () => {
      did.push(['check'])
      return more.verdict ?? { ok: true }
    },
  }
  const validBefore = BigInt((clock.now() + valid) / 1000)
  const payment = {
    scheme: { backend, ...scheme },
    authorization: { key: 'k', from: 'ann', value, validBefore },
  }
  const end = await reserveFunds(call, payment as never, {} as never)
  const { until } = did[0]![1] as { until: number }
  return { end, did, lasts: until - clock.now(), bounds: bounds! }
}
const ALLOWED = { allowance: { isReplacedBy: () => false, of: async () => 7n } }

describe('a reservation', () => {
  it('is of the amount of the payment, for its wallet', async () => {
    const { end, did } = await reserve()
    expect([end, did]).toEqual([
      'added',
      [['add', { key: 'k', payer: 'ann', amount: 5n, until: expect.any(Number) }]],
    ])
  })

  it.each<[string, number, object, number]>([
    ['as long as its payment is valid', 30_000, {}, 30_000],
    ['an hour longer than the route requires, at most', 1e9, {}, 60_000 + HOUR],
    ['as long as its job may run', 30_000, { job: { stall: 90_000 } }, 90_000],
    ['as long as its payment, if its job is shorter', 30_000, { job: { stall: 9_000 } }, 30_000],
  ])('lasts %s', async (_, valid, route, lasts) => {
    expect((await reserve({ valid, route })).lasts).toBe(lasts)
  })

  it.each([
    ['overdrawn', 'PAYMENT_UNFUNDED', /need what it holds/],
    ['unallowed', undefined, /need its allowance/],
  ])('that is %s is refused with the reason', async (answer, code, details) => {
    const { end } = await reserve({ answer })
    expect(end).toMatchObject({ details: expect.stringMatching(details), payer: 'ann' })
    if (code !== undefined) expect(end).toMatchObject({ code })
  })

  it('is bounded by the balance, unless that cannot be read', async () => {
    const read = async (scheme: object) => (await reserve({ scheme })).bounds.balance()
    expect(await read({ balanceOf: async (wallet: string) => `of ${wallet}` })).toBe('of ann')
    expect(await read({ balanceOf: () => Promise.reject(new Error('no node')) })).toBe(undefined)
    expect(await read({})).toBe(undefined)
  })

  it('is bounded by the allowance, where the scheme has one', async () => {
    const { bounds } = await reserve({ scheme: ALLOWED })
    expect(await bounds.allowance()).toBe(7n)
    const of = () => Promise.reject(new Error('no node'))
    const unread = await reserve({ scheme: { allowance: { ...ALLOWED.allowance, of } } })
    expect(await unread.bounds.allowance()).toBe(undefined)
    const alone = { allowance: { isReplacedBy: () => true } }
    expect((await reserve({ scheme: alone })).bounds.allowance).toBe('alone')
    expect((await reserve()).bounds.allowance).toBe(undefined)
  })
})

describe('a payment by allowance', () => {
  const verdict = { ok: false, rejection: REJECTED }
  const bad = { scheme: ALLOWED, verdict }

  it('is verified again once it is reserved, and refused if it is no longer good', async () => {
    expect((await reserve({ scheme: ALLOWED })).end).toBe('added')
    const { end, did } = await reserve(bad)
    expect(end).toBe(REJECTED)
    expect(did.slice(1)).toEqual([['check'], ['drop', { key: 'k', payer: 'ann' }]])
    expect((await reserve({ ...bad, record: { state: 'released' } })).end).toBe(REJECTED)
  })

  it('that has a claim is left to that', async () => {
    const { end, did } = await reserve({ ...bad, record: { state: 'settled' } })
    expect([end, did.length]).toEqual(['added', 2])
  })

  it.each<[string, object, string]>([
    ['it is known', { answer: 'known' }, 'known'],
    ['it is of nothing', { value: 0n }, 'added'],
    ['its scheme has no allowance', { scheme: {} }, 'added'],
  ])('is not verified again if %s', async (_, more, answer) => {
    const { end, did } = await reserve({ ...bad, ...more })
    expect([end, did.length]).toEqual([answer, 1])
  })
})
