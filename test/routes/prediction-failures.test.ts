/**
 * Prediction data that cannot be had: refusals passed on, failures reported, and never a charge.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { bought, call, paidBy, signed, type Seen, type Sent } from './client.ts'
import { startShop, type Shop } from './shop.ts'
import type { TapReply } from './tap.ts'
import { windClock } from './wind-clock.ts'

const PM = '/api/v1/pm'
const wallet = '0x' + 'aB'.repeat(20)
const clock = windClock()
let shop: Shop<'predex'>
let buyer: Buyer
beforeAll(async () => {
  shop = await startShop({ taps: ['predex'], clock })
  buyer = await shop.buyer(100_000_000n)
})
afterAll(() => shop?.stop())
beforeEach(() => {
  shop.taps.predex.seen.length = 0
})
afterEach(() => {
  shop.taps.predex.answer()
  shop.world.upstreams.reset()
})

const get = (path: string): Sent => ({ path: PM + path })
const post = (path: string, body: unknown): Sent => ({ path: PM + path, body })
const answer = (reply: TapReply): void => shop.taps.predex.answer(() => reply)
const buy = (sent: Sent): Promise<Seen & { header: string }> =>
  bought(shop.url, buyer.account, sent)

/** Buys something that must not cost anything. */
async function free(sent: Sent): Promise<Seen & { header: string }> {
  const before = [await buyer.balance(), await shop.earned()]
  const seen = await buy(sent)
  expect([await buyer.balance(), await shop.earned(), seen.headers['x-payment-receipt']]).toEqual([
    ...before,
    undefined,
  ])
  return seen
}

describe('refusals of the upstream', () => {
  const details = { detail: [{ type: 'missing', loc: ['query', 'q'] }] }
  it.each([
    [400, 'Bad Request'],
    [404, 'Not Found'],
    [405, 'Method Not Allowed'],
    [409, 'Conflict'],
    [410, 'Gone'],
    [418, "I'm a Teapot"],
    [422, 'Unprocessable Entity'],
    [451, 'Unavailable For Legal Reasons'],
  ])(
    'ERR3-010 ERR3-011 ERR3-016 ERR3-002 %i is passed on in the wrapper, free',
    async (status, reason) => {
      answer({ status, body: JSON.stringify(details) })
      const path = '/venue-a/wallet/0x1/markets'
      const seen = await free(get(`${path}?limit=1000`))
      expect(seen.status).toBe(status)
      expect(seen.body).toEqual({
        error: 'Bad Request',
        status,
        endpoint: PM + path,
        method: 'GET',
        details,
        message: expect.stringMatching(new RegExp(`${status}.*${reason}`)),
        hint: expect.stringMatching(/\S/),
      })
    },
  )

  it('ERR3-016 a refusal without words in its status line has the usual ones in its message', async () => {
    answer({ status: 422, reason: '', body: '{}' })
    expect((await free(get('/venue-a/trades'))).body.message).toMatch(/422 \S+/)
  })

  it('ERR3-010 a refusal that is no JSON is passed on as text', async () => {
    answer({ status: 400, body: 'limit is too large', headers: { 'content-type': 'text/plain' } })
    expect((await free(get('/venue-a/trades'))).body).toMatchObject({
      status: 400,
      details: 'limit is too large',
    })
  })

  it('ERR3-016 the method in the wrapper is the one that was used', async () => {
    answer({ status: 422, body: '{}' })
    expect(
      (await free(post('/venue-a/wallet/identities', { addresses: [wallet] }))).body,
    ).toMatchObject({
      endpoint: `${PM}/venue-a/wallet/identities`,
      method: 'POST',
    })
  })

  it("a refused key of ours is nobody's business: the key is not shown, and a 402 is never passed on", async () => {
    for (const status of [401, 402, 403, 407]) {
      answer({ status, body: `{"message":"the key ${shop.world.env.PREDEX_KEY} is not paid for"}` })
      const seen = await free(get('/venue-a/trades'))
      expect(seen.status).not.toBe(402)
      expect(seen.text).not.toContain(shop.world.env.PREDEX_KEY)
    }
  })

  it.each([401, 403, 407, 408])('ERR3-010 %i is passed on too', async status => {
    answer({ status, body: '{"error":"Forbidden"}' })
    expect((await free(get('/venue-a/trades'))).body).toMatchObject({
      error: 'Bad Request',
      status,
    })
  })

  it('LIM-016 LIM-018 its capacity is 429 with the time to wait, free', async () => {
    answer({ status: 429, body: '{}' })
    const seen = await free(get('/venue-a/trades'))
    expect([seen.status, seen.headers['retry-after'], seen.headers['x-ratelimit-source']]).toEqual([
      429,
      '60',
      'predex',
    ])
    expect(seen.body).toMatchObject({
      error: 'Rate limit exceeded',
      code: 'RATE_LIMITED',
      source: 'predex',
      retry_after_seconds: 60,
    })
  })
})

describe('failures of the upstream', () => {
  it.each<[string, TapReply]>([
    ['500', { status: 500, body: '{"error":"oops"}' }],
    ['501', { status: 501, body: '' }],
    ['502', { status: 502, body: '<html>' }],
    ['503', { status: 503, body: '{}' }],
    ['504', { status: 504, body: '{}' }],
    ['200 with nothing', { body: '' }],
    ['200 with a page', { body: '<html>', headers: { 'content-type': 'text/html' } }],
  ])(
    'ERR3-013 ERR3-017 ERR3-002 %s is 502 Upstream provider error, free, and the same header buys when it works again',
    async (_what, reply) => {
      answer(reply)
      const sent = get('/venue-a/trades?limit=1')
      const seen = await free(sent)
      expect([seen.status, seen.body.error]).toEqual([502, 'Upstream provider error'])
      expect(seen.text).not.toMatch(/oops|html|127\.0\.0\.1/)
      shop.taps.predex.answer()
      const before = await buyer.balance()
      const again = await call(shop.url, { ...sent, headers: paidBy(seen.header) })
      expect([again.status, before - (await buyer.balance())]).toEqual([200, 8500n])
    },
  )

  it('ERR3-017 the released header pays for another address of the same price as well, and only once', async () => {
    answer({ status: 500, body: '{}' })
    const { header } = await free(get('/venue-a/trades'))
    shop.taps.predex.answer()
    expect(
      (await call(shop.url, { ...get('/venue-b/trades'), headers: paidBy(header) })).status,
    ).toBe(200)
    expect(
      (await call(shop.url, { ...get('/venue-a/trades'), headers: paidBy(header) })).body.code,
    ).toBe('PAYMENT_REPLAY')
  })

  it('a read that fails on the way is asked once more; a post is not', async () => {
    let calls = 0
    shop.taps.predex.answer(() => (++calls === 1 ? { status: 503, body: '{}' } : undefined))
    expect([(await buy(get('/venue-a/trades?limit=1'))).status, calls]).toEqual([200, 2])
    answer({ status: 503, body: '{}' })
    shop.taps.predex.seen.length = 0
    expect((await free(post('/venue-a/wallet/identities', { addresses: [wallet] }))).status).toBe(
      502,
    )
    expect(shop.taps.predex.seen).toHaveLength(1)
  })

  it('PM-005 ERR3-015 no answer within 30 s is 500 Internal server error, free, and the same header buys later', async () => {
    const sent = get('/venue-a/trades?limit=1')
    const header = await signed(shop.url, buyer.account, sent)
    const before = await buyer.balance()
    const release = shop.taps.predex.hold()
    let seen: Seen | undefined
    const asked = call(shop.url, { ...sent, headers: paidBy(header) }).then(one => (seen = one))
    await expect.poll(() => shop.taps.predex.seen.length).toBe(1)
    await clock.wind(25_000)
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(seen).toBeUndefined()
    await clock.wind(5000)
    expect([(await asked).status, seen!.body.error, await buyer.balance()]).toEqual([
      500,
      'Internal server error',
      before,
    ])
    release()
    expect((await call(shop.url, { ...sent, headers: paidBy(header) })).status).toBe(200)
  })

  it('ERR3-014 a gateway without its key is 503, free', async () => {
    const { DATA_DIR, MEDIA_DIR } = shop.world.env
    const closed = await shop.world.open({
      LOG_LEVEL: 'silent',
      PREDEX_KEY: '',
      DATA_DIR: `${DATA_DIR}-2`,
      MEDIA_DIR: `${MEDIA_DIR}-2`,
    })
    const before = await buyer.balance()
    expect((await call(closed.url, get('/venue-a/trades'))).status).toBe(402)
    const seen = await bought(closed.url, buyer.account, get('/venue-a/trades'))
    expect([seen.status, seen.body.error, await buyer.balance()]).toEqual([
      503,
      'Service not configured',
      before,
    ])
  })
})
