/** Which calls are free by a quota, and what happens when it is used up. */
import { describe, expect, it } from 'vitest'
import {
  chargeNothing,
  freeQuota,
  freeQuotaOfWallet,
} from '../../runtime/calls/stages/free-quota.ts'
import { followCall } from '../../runtime/calls/stages/delivered.ts'
import { memoryStore } from '../helpers/memory-store.ts'
import { fakeCall, saidIn, type Parts } from './desk.ts'

const HOUR = 3_600_000
const FREE = { amount: '0.000000', currency: 'USD' }

/** A call of a route with a quota of one result an hour; `used` results are taken. */
async function callOf({
  by = 'ip',
  usedUp,
  used = 0,
  ...more
}: Parts & { by?: string; usedUp?: string; used?: number } = {}) {
  const released: string[] = []
  const made = fakeCall({
    ip: '1.2.3.4',
    conflict: false,
    quote: { amount: 500n },
    charge: { holds: true, expect: () => undefined, move: () => undefined },
    ...more,
    route: { price: { decimals: 6 }, quota: { usedUp }, ...more.route },
    compiled: { quota: [{ name: 'q', by, max: 1, per: HOUR }], ...more.compiled },
    context: {
      random: { hex: () => `key ${released.length}` },
      ledger: { release: async (_: unknown, reason: string) => void released.push(reason) },
      ...more.context,
    },
  })
  const store = memoryStore(made.clock)
  const key = by === 'payer' ? 'q|ann' : 'q|1.2.3.4'
  if (used > 0)
    await store.commit([
      {
        do: 'insert',
        in: 'gateway.quotas',
        key,
        doc: { taken: { other: made.clock.now() + HOUR } },
      },
    ])
  Object.assign(made.call.context, { store, ...more.context })
  return {
    ...made,
    released,
    taken: async () => (await store.get<any>('gateway.quotas', key))?.doc.taken,
  }
}

describe('a call without a payment', () => {
  it('is free while its address has a result left, and takes a place', async () => {
    const { call, taken } = await callOf()
    expect(await freeQuota(call)).toBe(undefined)
    expect([call.free, call.quote, call.scope.price]).toEqual([true, undefined, FREE])
    expect(Object.keys(await taken())).toEqual(['key 0'])
  })

  it('that only asks for the price takes no place', async () => {
    const { call, taken } = await callOf({ asksPrice: true })
    expect(await freeQuota(call)).toBe(undefined)
    expect([call.free, await taken()]).toEqual([true, undefined])
  })

  it('is charged once the quota is used up, or refused where the route says so', async () => {
    const charged = await callOf({ used: 1 })
    expect(await freeQuota(charged.call)).toBe(undefined)
    expect([charged.call.free, charged.call.quote]).toEqual([undefined, { amount: 500n }])
    for (const more of [{}, { asksPrice: true }]) {
      const refused = await callOf({ used: 1, usedUp: 'refuse', ...more })
      expect(saidIn((await freeQuota(refused.call)) ?? undefined)).toEqual({
        kind: 'limit_exceeded',
        retry_after: 3600,
      })
    }
  })

  it.each<[string, Parts & { by?: string }]>([
    ['has no price', { quote: undefined }],
    ['is free anyway', { free: true }],
    ['is paid', { header: 'h' }],
    ['has two payments', { conflict: true }],
    ['is of a route without a quota', { compiled: { quota: [] } }],
    ['is not meant by the quota', { route: { quota: { when: () => false } } }],
    ['is of a route whose quota counts wallets', { by: 'payer' }],
  ])('is left as it is if it %s', async (_, more) => {
    const { call, taken } = await callOf(more)
    expect([freeQuota(call), await taken()]).toEqual([undefined, undefined])
  })

  it('is charged while the quota cannot be read, or fails where it would be refused', async () => {
    const store = { get: () => Promise.reject(new Error('away')) }
    const { call, lines } = await callOf({ context: { store } })
    expect([await freeQuota(call), call.free]).toEqual([undefined, undefined])
    expect(lines).toMatchObject([[{ route: 'r' }, 'a free quota could not be read']])
    const strict = await callOf({ context: { store }, usedUp: 'refuse' })
    await expect(freeQuota(strict.call)).rejects.toThrow('away')
  })
})

describe('the place of a free call', () => {
  const HELD = 15 * 60_000
  /** Until when its place is taken after it has ended like this, ms; undefined if it is free. */
  const takenFor = async (reply: object, more: { isResult?: boolean } = {}) => {
    const { call, clock, taken } = await callOf()
    await freeQuota(call)
    Object.assign(call.freePlaces!, more)
    followCall(call, Promise.resolve(reply) as never)
    await clock.advance(0)
    const until = (await taken())['key 0']
    return until && until - clock.now()
  }

  it.each(['ok', 'charged', 'unsettled'])(
    'counts for the period after the outcome %s',
    async outcome => {
      expect(await takenFor({ outcome })).toBe(HOUR)
    },
  )

  it('is free again after a refusal, and after a stream that broke off', async () => {
    expect(await takenFor({ outcome: 'refused' })).toBe(undefined)
    const done = Promise.reject(new Error('it broke off'))
    done.catch(() => undefined)
    expect(await takenFor({ outcome: 'ok', done })).toBe(undefined)
  })

  it('counts as the payment of the call decides, if it does', async () => {
    expect(await takenFor({ outcome: 'ok' }, { isResult: false })).toBe(undefined)
    expect(await takenFor({ outcome: 'streamed' }, { isResult: true })).toBe(HOUR)
  })

  it('is held while the stream goes on', async () => {
    expect(await takenFor({ outcome: 'ok', done: new Promise(() => undefined) })).toBe(HELD)
  })
})

describe('a wallet', () => {
  const ann = { by: 'payer', payer: 'ann' }

  it('takes a place with its claim, which then charges nothing', async () => {
    const { call, taken, released } = await callOf(ann)
    expect(await freeQuotaOfWallet(call)).toBe(undefined)
    expect([Object.keys(await taken()), released]).toEqual([['key 0'], []])
    chargeNothing(call, false)
    expect([call.charge.due, call.scope.price, call.freePlaces!.isResult]).toEqual([
      0n,
      FREE,
      undefined,
    ])
  })

  it('whose result is not charged anyway has no result of its quota', async () => {
    const { call } = await callOf(ann)
    await freeQuotaOfWallet(call)
    chargeNothing(call, true)
    expect([call.charge.due, call.freePlaces!.isResult]).toEqual([undefined, false])
  })

  it('pays once its quota is used up, or is refused and released where the route says so', async () => {
    const paying = await callOf({ ...ann, used: 1 })
    expect([await freeQuotaOfWallet(paying.call), paying.released]).toEqual([undefined, []])
    chargeNothing(paying.call, false)
    expect(paying.call.charge.due).toBe(undefined)
    const refused = await callOf({ ...ann, used: 1, usedUp: 'refuse' })
    expect(saidIn((await freeQuotaOfWallet(refused.call)) ?? undefined).kind).toBe('limit_exceeded')
    expect(refused.released).toEqual(['the free quota is used up'])
  })

  it.each<[string, object]>([
    ['has no claim', { charge: { holds: false } }],
    ['is not meant by the quota', { route: { quota: { when: () => false } } }],
    ['calls a route whose quota counts addresses', { by: 'ip' }],
  ])('takes no place if it %s', async (_, more) => {
    const { call, taken } = await callOf({ ...ann, ...more })
    expect([freeQuotaOfWallet(call), await taken()]).toEqual([undefined, undefined])
  })
})
