/** Telephone numbers: what may be asked, and how one is bought, renewed, listed and given back. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { call, paidBy, signed } from './client.ts'
import {
  ask,
  cost,
  DAY,
  E164,
  free,
  held,
  lease,
  listed,
  pay,
  sent,
  shop,
  useShop,
  type Operation,
} from './numbers-desk.ts'

useShop()

const PRICE = 5_001_000n
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

let ann: Buyer
let bob: Buyer
beforeAll(async () => {
  ann = await shop.buyer(500_000_000n)
  bob = await shop.buyer(500_000_000n)
})

const seconds = (iso: string): number => Date.parse(iso) / 1000
const expiryOf = async (by: Buyer, number: string): Promise<number> =>
  seconds((await listed(by)).find(one => one.phone_number === number)!.expires_at)
/** The carrier's calls of one method. */
const asked = (method: string) => shop.taps.carrier.seen.filter(one => one.method === method)

describe('a body that does not fit is 400 with its path in details, before any payment', () => {
  const phoneNumber = '+14155551000'
  it.each<[string, Operation, object, string]>([
    ['PHONE-013', 'buy', { country: 'USA' }, 'country'],
    ['PHONE-013', 'buy', { country: 'us' }, 'country'],
    ['PHONE-013', 'buy', { country: '../' }, 'country'],
    ['PHONE-014', 'buy', { areaCode: '' }, 'areaCode'],
    ['PHONE-014', 'buy', { areaCode: 415 }, 'areaCode'],
    ['PHONE-014', 'buy', { areaCode: '4'.repeat(11) }, 'areaCode'],
    ['PHONE-014', 'buy', { areaCode: 'abc' }, 'areaCode'],
    ['PHONE-014', 'buy', { country: 'DE', areaCode: '3 0' }, 'areaCode'],
    ['PHONE-012', 'buy', { city: 'Berlin' }, 'city'],
    ['PHONE-025', 'renew', {}, 'phoneNumber'],
    ['PHONE-025', 'renew', { phoneNumber: '4155551000' }, 'phoneNumber'],
    ['PHONE-025', 'renew', { phoneNumber: [phoneNumber] }, 'phoneNumber'],
    ['PHONE-025', 'renew', { phoneNumber, days: 60 }, 'days'],
    ['PHONE-032', 'list', { all: true }, 'all'],
    ['PHONE-032', 'list', { phoneNumber }, 'phoneNumber'],
    ['PHONE-038', 'release', {}, 'phoneNumber'],
    ['PHONE-038', 'release', { phoneNumber: null }, 'phoneNumber'],
    ['PHONE-038', 'release', { phoneNumber, force: true }, 'force'],
  ])('[%s] %s %j', async (_id, operation, body, path) => {
    const seen = await ask(operation, body)
    expect([seen.status, seen.body.error, seen.challenge]).toEqual([
      400,
      'Invalid request body',
      undefined,
    ])
    expect(seen.body.details.map((one: any) => one.path)).toContain(path)
    expect(shop.taps.carrier.seen).toEqual([])
  })

  it.each(['US', 'CA'])('[PHONE-014] an area code of %s has 3 digits', async country => {
    for (const areaCode of ['41', '4155']) {
      const seen = await ask('buy', { country, areaCode })
      expect([seen.status, seen.body.error]).toEqual([400, 'Invalid request body'])
    }
    expect((await ask('buy', { country, areaCode: '416' })).status).toBe(402)
    expect((await ask('buy', { country: 'DE', areaCode: '30' })).status).toBe(402)
  })
})

describe('prices', () => {
  it.each<[string, Operation, object, bigint]>([
    ['PHONE-012 PHONE-013', 'buy', {}, PRICE],
    ['PHONE-012', 'buy', { country: 'DE' }, PRICE],
    ['PHONE-012', 'buy', { country: 'CA', areaCode: '604' }, PRICE],
    ['PHONE-024', 'renew', { phoneNumber: '+14155551000' }, PRICE],
    ['PHONE-031', 'list', {}, 2_000n],
    ['PHONE-037', 'release', { phoneNumber: '+14155551000' }, 0n],
  ])('[%s] %s %j', async (_id, operation, body, micro) => {
    const { status, challenge } = await ask(operation, body)
    expect([status, challenge!.accepts[0]!.amount]).toEqual([402, String(micro)])
    expect(shop.taps.carrier.seen).toEqual([])
  })
})

describe('buying', () => {
  it('[PHONE-018 PHONE-019 PHONE-020 PHONE-022] leases a number for 30 days and costs 5.001', async () => {
    const [paid, seen] = await cost(ann, () => pay(ann, 'buy'))
    const now = Date.now() / 1000
    expect([seen.status, paid, seen.receipt!.success]).toEqual([200, PRICE, true])
    expect(seen.body).toEqual({
      phone_number: expect.stringMatching(E164),
      expires_at: expect.stringMatching(ISO),
      chain: 'base',
      message: expect.stringMatching(/30 days/),
    })
    expect(Math.abs(seconds(seen.body.expires_at) - now - 30 * DAY)).toBeLessThan(120)
    const hash = seen.headers['x-payment-receipt']!
    expect([hash, seen.receipt!.transaction]).toEqual([expect.stringMatching(/^0x/), hash])
    expect(await held()).toContain(seen.body.phone_number)
    const { phone_number, chain, expires_at } = seen.body
    expect(await listed(ann)).toContainEqual({ phone_number, chain, expires_at, active: true })
    expect(JSON.stringify(seen.body)).not.toMatch(/PN[0-9a-f]{32}/)
  })

  it('[PHONE-013 PHONE-014] the carrier is asked for a US number, or for one of the area', async () => {
    const usual = await lease(ann)
    expect(usual).toMatch(/^\+1/)
    const own = await lease(ann, { country: 'CA', areaCode: '604' })
    expect(own).toMatch(/^\+1604/)
    const searched = asked('GET').map(({ url }) => new URL(url, 'http://x'))
    expect(searched.map(({ pathname }) => pathname.split('/').at(-2))).toEqual(['US', 'CA'])
    expect(searched.map(({ searchParams }) => searchParams.get('AreaCode'))).toEqual([null, '604'])
    expect(asked('POST')[0]!.headers).toMatchObject({
      authorization: `Basic ${shop.world.env.CARRIER_KEY}`,
      'content-type': expect.stringContaining('application/x-www-form-urlencoded'),
    })
  })

  it('[PHONE-015] an area code without free numbers gives another number of the country', async () => {
    expect(await lease(ann, { areaCode: '907' })).toMatch(/^\+1(415|212|512)/)
    expect(asked('GET')).toHaveLength(2)
  })

  it('[PHONE-016 ERR3-025] a country that needs an approval is 502 and not charged', async () => {
    const seen = await free(ann, () => pay(ann, 'buy', { country: 'DE' }))
    expect([seen.status, seen.body]).toEqual([
      502,
      {
        error: 'Purchase failed',
        details: 'Phone Number Requires an Address but the AddressSid parameter was empty',
      },
    ])
  })

  it.each([{ country: 'FR' }, { country: 'FR', areaCode: '1' }])(
    '[PHONE-017] %j without a free number is 404 and not charged',
    async body => {
      const seen = await free(ann, () => pay(ann, 'buy', body))
      expect([seen.status, seen.body]).toEqual([404, { error: 'No numbers available' }])
      expect(asked('POST')).toEqual([])
    },
  )

  it('[PHONE-017] a country of which the carrier knows nothing is 404 too', async () => {
    shop.taps.carrier.answer(({ method }) =>
      method === 'GET' ? { status: 404, body: '{"code":20404,"message":"not found"}' } : undefined,
    )
    const seen = await free(ann, () => pay(ann, 'buy', { country: 'AQ' }))
    expect([seen.status, seen.body.error]).toEqual([404, 'No numbers available'])
  })

  it('[PHONE-020 PHONE-023] a number that somebody else bought meanwhile gives way to the next one', async () => {
    const taken: string[] = []
    shop.taps.carrier.answer(({ method, body }) => {
      if (method !== 'POST' || taken.length > 0) return undefined
      taken.push(new URLSearchParams(body).get('PhoneNumber')!)
      return { status: 400, body: '{"code":21422,"message":"not available"}' }
    })
    const before = await held()
    const [paid, seen] = await cost(ann, () => pay(ann, 'buy'))
    expect([seen.status, paid], seen.text).toEqual([200, PRICE])
    expect(seen.body.phone_number).not.toBe(taken[0])
    expect((await held()).sort()).toEqual([...before, seen.body.phone_number].sort())
    expect(asked('POST')).toHaveLength(2)
    expect((await listed(ann)).map(one => one.phone_number)).toContain(seen.body.phone_number)
  })

  it.each([
    ['refuses', { status: 400, body: '{"code":21422,"message":"not available"}' }, 'not available'],
    ['fails', { status: 500, body: '{"message":"An error of ours"}' }, undefined],
    ['answers nothing useful', { status: 201, body: '{}' }, undefined],
  ])(
    '[PHONE-016 PHONE-020] a carrier that %s sells nothing and nothing is charged',
    async (...row) => {
      const [, reply, details] = row
      shop.taps.carrier.answer(({ method }) => (method === 'POST' ? reply : undefined))
      const before = await listed(ann)
      const seen = await free(ann, () => pay(ann, 'buy'))
      expect([seen.status, seen.body.error]).toEqual([502, 'Purchase failed'])
      if (details !== undefined) expect(seen.body.details).toBe(details)
      expect(await listed(ann)).toEqual(before)
    },
  )

  it('[PHONE-016] a carrier that does not know our key is 503, and nothing is charged', async () => {
    shop.taps.carrier.answer(() => ({ status: 401, body: '{"code":20003}' }))
    expect((await free(ann, () => pay(ann, 'buy'))).status).toBe(503)
  })

  it('[PHONE-023] one authorization buys one number, also when it is sent twice at once', async () => {
    const before = (await held()).length
    const header = await signed(shop.url, ann.account, sent('buy', {}))
    const send = () => call(shop.url, { ...sent('buy', {}), headers: paidBy(header) })
    const both = await Promise.all([send(), send()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 402])
    const again = await send()
    expect([again.status, again.body.code]).toEqual([402, 'PAYMENT_REPLAY'])
    expect((await held()).length).toBe(before + 1)
  })
})

describe('renewing', () => {
  it('[PHONE-024 PHONE-026 PHONE-027] adds 30 days to the end of the lease, each time', async () => {
    const phoneNumber = await lease(ann)
    const end = await expiryOf(ann, phoneNumber)
    for (const times of [1, 2]) {
      const [paid, { status, body }] = await cost(ann, () => pay(ann, 'renew', { phoneNumber }))
      expect([status, paid]).toEqual([200, PRICE])
      const until = end + times * 30 * DAY
      expect(body).toEqual({
        phone_number: phoneNumber,
        expires_at: expect.stringMatching(ISO),
      })
      expect([seconds(body.expires_at), await expiryOf(ann, phoneNumber)]).toEqual([until, until])
    }
  })

  it('[PHONE-028 PHONE-043] is refused to another wallet, uncharged', async () => {
    const phoneNumber = await lease(ann)
    const end = await expiryOf(ann, phoneNumber)
    const seen = await free(bob, () => pay(bob, 'renew', { phoneNumber }))
    expect([seen.status, seen.body.reason]).toEqual([403, 'wrong_wallet'])
    expect(seen.body.payer_wallet.toLowerCase()).toBe(bob.account.address.toLowerCase())
    expect(seen.text.toLowerCase()).not.toContain(ann.account.address.toLowerCase())
    expect(await expiryOf(ann, phoneNumber)).toBe(end)
  })

  it('[PHONE-029] of an unknown number is 403 not_found, uncharged', async () => {
    const seen = await free(ann, () => pay(ann, 'renew', { phoneNumber: '+15550001111' }))
    expect([seen.status, seen.body.reason]).toEqual([403, 'not_found'])
  })
})

describe('the list', () => {
  it('[PHONE-031 PHONE-033 PHONE-034 PHONE-021] has every number of the wallet', async () => {
    const own = await shop.buyer(50_000_000n)
    expect((await pay(own, 'list')).body).toEqual({ numbers: [], count: 0 })
    const bought = [await lease(own), await lease(own, { country: 'CA' })]
    const [paid, { status, body }] = await cost(own, () => pay(own, 'list'))
    expect([status, paid, Object.keys(body)]).toEqual([200, 2_000n, ['numbers', 'count']])
    expect(body.count).toBe(2)
    expect(body.numbers.map((one: any) => one.phone_number).sort()).toEqual(bought.sort())
    for (const one of body.numbers)
      expect(one).toEqual({
        phone_number: expect.stringMatching(E164),
        chain: 'base',
        expires_at: expect.stringMatching(ISO),
        active: true,
      })
    await pay(own, 'renew', { phoneNumber: bought[0]! })
    expect((await listed(own)).map(({ chain }) => chain)).toEqual(['base', 'base'])
  })

  it('[PHONE-035] has no number of another wallet', async () => {
    const theirs = await lease(bob)
    const mine = await lease(ann)
    const [hers, his] = [await listed(ann), await listed(bob)]
    expect(hers.map(one => one.phone_number)).toContain(mine)
    expect(hers.map(one => one.phone_number)).not.toContain(theirs)
    expect(his.map(one => one.phone_number)).toContain(theirs)
    expect(his.map(one => one.phone_number)).not.toContain(mine)
  })
})

describe('giving back', () => {
  it('[PHONE-037 PHONE-039 PHONE-040] is free, and the carrier gets its number', async () => {
    const phoneNumber = await lease(ann)
    const seen = await free(ann, () => pay(ann, 'release', { phoneNumber }))
    expect([seen.status, seen.body]).toEqual([200, { released: true, phone_number: phoneNumber }])
    expect((await listed(ann)).map(one => one.phone_number)).not.toContain(phoneNumber)
    const renewed = await free(ann, () => pay(ann, 'renew', { phoneNumber }))
    expect([renewed.status, renewed.body.reason]).toEqual([403, 'not_found'])
    await expect.poll(held, { timeout: 15_000 }).not.toContain(phoneNumber)
  })

  it('[PHONE-037] needs a signature, also if the wallet is empty', async () => {
    const phoneNumber = await lease(ann)
    expect((await ask('release', { phoneNumber })).status).toBe(402)
    const empty = await shop.buyer(0n)
    const seen = await pay(empty, 'release', { phoneNumber })
    expect([seen.status, seen.body.reason]).toEqual([403, 'wrong_wallet'])
    expect(await held()).toContain(phoneNumber)
  })

  it('[PHONE-041 PHONE-043] is refused to another wallet', async () => {
    const phoneNumber = await lease(ann)
    const seen = await free(bob, () => pay(bob, 'release', { phoneNumber }))
    expect([seen.status, seen.body.reason]).toEqual([403, 'wrong_wallet'])
    expect((await listed(ann)).map(one => one.phone_number)).toContain(phoneNumber)
  })

  it('[PHONE-042] of an unknown number is 404, and so is the second time', async () => {
    const phoneNumber = await lease(ann)
    expect((await pay(ann, 'release', { phoneNumber })).status).toBe(200)
    for (const one of [phoneNumber, '+15550001111'])
      expect((await free(ann, () => pay(ann, 'release', { phoneNumber: one }))).status).toBe(404)
  })

  it('[PHONE-040] is repeated until the carrier has answered', async () => {
    const phoneNumber = await lease(ann)
    let failed = 0
    shop.taps.carrier.answer(({ method }) =>
      method === 'DELETE' && failed++ < 2 ? { status: 503, body: '{}' } : undefined,
    )
    expect((await pay(ann, 'release', { phoneNumber })).status).toBe(200)
    await expect.poll(held, { timeout: 30_000 }).not.toContain(phoneNumber)
    expect(failed).toBeGreaterThan(2)
  }, 60_000)
})
