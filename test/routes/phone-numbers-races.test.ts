/** Telephone numbers under hostile and concurrent callers. */
import { describe, expect, it } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { call, paidBy } from './client.ts'
import {
  DAY,
  held,
  lease,
  listed,
  pay,
  place,
  sent,
  shop,
  signedNow,
  useShop,
} from './numbers-desk.ts'

useShop()

const PRICE = 5_001_000n
const FUNDS = 10_000_000n
const RACERS = 50

const rich = (): Promise<Buyer> => shop.buyer(100_000_000n)
const numbersOf = async (by: Buyer): Promise<string[]> =>
  (await listed(by)).map(one => one.phone_number)
const expiryOf = async (by: Buyer, number: string): Promise<number> =>
  Date.parse((await listed(by)).find(one => one.phone_number === number)!.expires_at) / 1000
const buyersOf = (count: number, funds = FUNDS): Promise<Buyer[]> =>
  Promise.all(Array.from({ length: count }, () => shop.buyer(funds)))
const spent = async (by: Buyer, funds = FUNDS): Promise<bigint> => funds - (await by.balance())

describe('many wallets at once', () => {
  it('[PHONE-023] 50 of them race for the last number: one has it, 49 are not charged', async () => {
    const racers = await buyersOf(RACERS)
    const before = await held()
    const earned = await shop.earned()
    const seen = await Promise.all(racers.map(one => pay(one, 'buy', { country: 'IE' })))
    const won = racers.filter((_, i) => seen[i]!.status === 200)
    expect(won, seen.map(({ text }) => text).join('\n')).toHaveLength(1)
    const others = new Set(seen.map(({ status }) => status))
    others.delete(200)
    expect([404, 502]).toEqual(expect.arrayContaining([...others]))
    const paid = await Promise.all(racers.map(one => spent(one)))
    expect(paid.filter(micro => micro > 0n)).toEqual([PRICE])
    expect((await shop.earned()) - earned).toBe(PRICE)
    const number = seen.find(({ status }) => status === 200)!.body.phone_number
    expect(await numbersOf(won[0]!)).toEqual([number])
    // And nothing else is left bought at the carrier, also after what is given back.
    await expect
      .poll(async () => (await held()).sort(), { timeout: 20_000 })
      .toEqual([...before, number].sort())
  }, 120_000)

  it('[PHONE-023] 12 of them buy at once, and no number has two owners', async () => {
    const racers = await buyersOf(12)
    const before = (await held()).length
    const seen = await Promise.all(racers.map(one => pay(one, 'buy', { country: 'CA' })))
    const sold = seen.filter(({ status }) => status === 200).map(one => one.body.phone_number)
    expect(new Set(sold).size).toBe(sold.length)
    expect(sold.length).toBeGreaterThan(8)
    for (const [i, racer] of racers.entries()) {
      const own = seen[i]!.status === 200
      expect(await spent(racer)).toBe(own ? PRICE : 0n)
      if (own) expect(await numbersOf(racer)).toEqual([seen[i]!.body.phone_number])
    }
    await expect
      .poll(async () => (await held()).length, { timeout: 20_000 })
      .toBe(before + sold.length)
  }, 120_000)
})

describe('the owner at several places at once', () => {
  it('[PHONE-027] renewals at once add exactly what was paid for', async () => {
    const ann = await rich()
    const phoneNumber = await lease(ann)
    const [end, balance] = [await expiryOf(ann, phoneNumber), await ann.balance()]
    const seen = await Promise.all(
      Array.from({ length: 6 }, () => pay(ann, 'renew', { phoneNumber })),
    )
    const good = seen.filter(({ status }) => status === 200)
    expect(good.length).toBeGreaterThan(0)
    expect(seen.every(({ status }) => [200, 503].includes(status))).toBe(true)
    expect(balance - (await ann.balance())).toBe(BigInt(good.length) * PRICE)
    expect(await expiryOf(ann, phoneNumber)).toBe(end + good.length * 30 * DAY)
    // Each reply has the end that its renewal made.
    const ends = good.map(({ body }) => Date.parse(body.expires_at) / 1000).sort((a, b) => a - b)
    expect(ends).toEqual(good.map((_, i) => end + (i + 1) * 30 * DAY))
  }, 120_000)

  it('[PHONE-040] a release at the same time as renewals: none is paid for nothing', async () => {
    for (let round = 0; round < 4; round++) {
      const ann = await rich()
      const phoneNumber = await lease(ann)
      const end = await expiryOf(ann, phoneNumber)
      const balance = await ann.balance()
      const [renewed, released, again] = await Promise.all([
        pay(ann, 'renew', { phoneNumber }),
        pay(ann, 'release', { phoneNumber }),
        pay(ann, 'renew', { phoneNumber }),
      ])
      const paid = [renewed, again].filter(({ status }) => status === 200).length
      expect(balance - (await ann.balance())).toBe(BigInt(paid) * PRICE)
      expect([200, 503]).toContain(released.status)
      const left = await listed(ann)
      if (released.status === 200) {
        expect(left).toEqual([])
        await expect.poll(held, { timeout: 20_000 }).not.toContain(phoneNumber)
      } else {
        expect(left).toHaveLength(1)
        expect(Date.parse(left[0]!.expires_at) / 1000).toBe(end + paid * 30 * DAY)
        expect(await held()).toContain(phoneNumber)
      }
    }
  }, 120_000)

  it('[PHONE-040] two releases at once give one number back once', async () => {
    const ann = await rich()
    const phoneNumber = await lease(ann)
    const seen = await Promise.all([1, 2].map(() => pay(ann, 'release', { phoneNumber })))
    const [first, second] = seen.map(({ status }) => status).sort()
    expect(first).toBe(200)
    // 503 while the other release changes the record, 404 after that.
    expect([404, 503]).toContain(second)
    await expect.poll(held, { timeout: 20_000 }).not.toContain(phoneNumber)
  })

  it('[PHONE-037] a zero-amount signature releases one number, once', async () => {
    const ann = await rich()
    const [first, second] = [await lease(ann), await lease(ann)]
    const header = await signedNow(ann, sent('release', { phoneNumber: first }))
    const send = (phoneNumber: string) =>
      call(shop.url, { ...sent('release', { phoneNumber }), headers: paidBy(header) })
    expect((await send(first)).status).toBe(200)
    const again = await send(second)
    expect([again.status, await numbersOf(ann)]).toEqual([402, [second]])
  })
})

describe('the number of another wallet', () => {
  it('[PHONE-043 VOICE-009] stays untouched by many attempts at once', async () => {
    const [ann, eve] = [await rich(), await rich()]
    const phoneNumber = await lease(ann)
    const own = await lease(eve)
    const before = await listed(ann)
    const balance = await eve.balance()
    const seen = await Promise.all([
      ...[1, 2, 3].map(() => pay(eve, 'renew', { phoneNumber })),
      ...[1, 2, 3].map(() => pay(eve, 'release', { phoneNumber })),
      ...[1, 2, 3].map(() => place(eve, { from: phoneNumber })),
    ])
    for (const { status, body } of seen)
      expect([status, body.reason]).toEqual([403, 'wrong_wallet'])
    expect([await eve.balance(), await listed(ann)]).toEqual([balance, before])
    expect(await numbersOf(eve)).toEqual([own])
    expect(shop.taps.caller.seen).toEqual([])
    expect(await held()).toContain(phoneNumber)
  })

  it('[PHONE-043] cannot be taken by a signature that its owner made for something else', async () => {
    const [ann, eve] = [await rich(), await rich()]
    const phoneNumber = await lease(ann)
    // Whoever sees the header of a list may repeat it elsewhere: it pays another price.
    const header = await signedNow(ann, sent('list', {}))
    const stolen = await call(shop.url, {
      ...sent('release', { phoneNumber }),
      headers: paidBy(header),
    })
    expect([stolen.status, await numbersOf(ann)]).toEqual([402, [phoneNumber]])
    expect(await numbersOf(eve)).toEqual([])
  })
})
