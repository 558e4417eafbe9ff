/**
 * Sandboxes that cannot be had: refusals are passed on, failures are 502, and nothing is charged.
 */
import { describe, expect, it } from 'vitest'
import { bought, call, paidBy, signed, type Seen } from './client.ts'
import {
  BOX,
  buy,
  buyer,
  FINE,
  free,
  heard,
  newBox,
  OPERATIONS,
  shop,
  useShop,
} from './sandbox-desk.ts'
import { windClock } from './wind-clock.ts'

const clock = windClock()
useShop(clock)

describe('refusals of the sandbox service', () => {
  it.each([400, 404, 409, 418, 422])(
    'ERR3-006 %i is passed on with what it said, uncharged',
    async status => {
      const details = { error: { code: 'sandbox_not_found', message: 'no such sandbox' } }
      shop.taps.boxes.answer(() => ({ status, body: JSON.stringify(details) }))
      for (const operation of OPERATIONS) {
        const seen = await free(operation)
        expect([seen.status, seen.body]).toEqual([status, { error: 'Bad Request', details }])
      }
    },
  )

  it('ERR3-006 an unknown sandbox is 404 in the words of the service', async () => {
    expect((await free('status')).body).toEqual({
      error: 'Bad Request',
      details: { error: { code: 'sandbox_not_found', message: expect.stringContaining('sb-1') } },
    })
  })

  it.each([401, 402, 403, 407])(
    'ERR3-009 %i is about our account there: 503, and its words stay here',
    async status => {
      shop.taps.boxes.answer(() => ({ status, body: `{"error":"${shop.world.env.BOXES_KEY}"}` }))
      const seen = await free('create')
      expect([seen.status, seen.body.error]).toEqual([503, 'Service not configured'])
      expect(seen.text).not.toContain(shop.world.env.BOXES_KEY)
    },
  )

  it('its capacity is 429 with the time to wait', async () => {
    shop.world.upstreams.set('boxes', { mode: 'rate_limit', retry_after: 9 })
    const seen = await free('create')
    expect([seen.status, seen.headers['retry-after'], seen.body.source]).toEqual([
      429,
      '9',
      'boxes',
    ])
  })
})

describe('failures of the sandbox service', () => {
  it.each(['fail', 'reset', 'garbage', 'empty'] as const)(
    'BOX-039 ERR3-008 %s is 502, uncharged, of every operation',
    async mode => {
      const sandbox_id = await newBox()
      shop.world.upstreams.set('boxes', mode)
      for (const operation of OPERATIONS) {
        const body = operation === 'create' ? {} : { ...FINE[operation], sandbox_id }
        const seen = await free(operation, body)
        expect([operation, seen.status, seen.body.error]).toEqual([
          operation,
          502,
          'Sandbox service error',
        ])
      }
    },
  )

  it.each([
    ['exec', '{"sandbox_id":"sb-1","stdout":"x"}'],
    ['status', '{"sandbox_id":"sb-1","status":"lost"}'],
    ['create', '{"sandbox_id":""}'],
    ['create', '[]'],
  ] as const)(
    'BOX-039 %s that answers %s is no result: 502, uncharged',
    async (operation, body) => {
      shop.taps.boxes.answer(() => ({ body }))
      expect((await free(operation)).status).toBe(502)
    },
  )

  it('BOX-039 a create that failed is not repeated, ends what it may have made, and the same header pays for the next', async () => {
    shop.world.upstreams.set('boxes', { mode: 'fail', times: 1 })
    shop.taps.boxes.seen.length = 0
    const { header, status } = await buy('create')
    expect([status, heard().map(({ url }) => url)]).toEqual([502, ['/v1/create', '/v1/terminate']])
    const [made, ended] = heard()
    expect(ended.body).toEqual({ label: made.body.label })
    const sent = { path: `${BOX}/create`, body: {}, headers: paidBy(header) }
    expect((await call(shop.url, sent)).status).toBe(200)
  })

  it.each<[string, (typeof OPERATIONS)[number], object, number]>([
    // All of them together end before the authorizations that are signed for them.
    ['BOX-047', 'exec', { ...FINE.exec, timeout: 1 }, 6_000],
    ['BOX-051', 'status', FINE.status, 15_000],
    ['BOX-051', 'terminate', FINE.terminate, 15_000],
    ['BOX-047', 'exec', { ...FINE.exec, timeout: 60 }, 65_000],
    ['BOX-039', 'create', { timeout: 86_400 }, 120_000],
  ])(
    '%s %s of %j is waited for %i ms, then 502 and uncharged',
    async (_id, operation, body, ms) => {
      const sent = { path: `${BOX}/${operation}`, body }
      const header = await signed(shop.url, buyer.account, sent)
      const before = await buyer.balance()
      shop.taps.boxes.seen.length = 0
      const release = shop.taps.boxes.hold()
      let seen: Seen | undefined
      const asked = call(shop.url, { ...sent, headers: paidBy(header) }).then(one => (seen = one))
      await expect.poll(() => shop.taps.boxes.seen.length).toBe(1)
      await clock.wind(ms - 2000)
      await new Promise(resolve => setTimeout(resolve, 50))
      expect(seen).toBeUndefined()
      await clock.wind(2000)
      const { status, body: reply, receipt } = await asked
      release()
      expect([status, reply.error, receipt]).toEqual([502, 'Sandbox service timeout', undefined])
      expect(await buyer.balance()).toBe(before)
    },
  )

  it('ERR3-009 a gateway without the key is 503, uncharged', async () => {
    const { DATA_DIR, MEDIA_DIR } = shop.world.env
    const closed = await shop.world.open({
      LOG_LEVEL: 'silent',
      BOXES_KEY: '',
      DATA_DIR: `${DATA_DIR}-2`,
      MEDIA_DIR: `${MEDIA_DIR}-2`,
    })
    const before = await buyer.balance()
    const sent = { path: `${BOX}/create`, body: {} }
    const seen = await bought(closed.url, buyer.account, sent)
    expect([seen.status, seen.body.error]).toEqual([503, 'Service not configured'])
    expect(await buyer.balance()).toBe(before)
  })
})

describe('a sandbox that nobody pays', () => {
  const ended = async (created: number): Promise<boolean> => {
    const { label } = JSON.parse(shop.taps.boxes.seen[created]!.body)
    return shop.taps.boxes.seen.some(
      ({ url, body }) => url === '/v1/terminate' && JSON.parse(body).label === label,
    )
  }

  it('BOX-038 is ended once its wallet, which was emptied meanwhile, can no longer pay', async () => {
    const { chain } = shop.world
    const eve = await shop.buyer(300_000_000n)
    const path = `${BOX}/create`
    const body = { gpu: 'H100', timeout: 86_400 }
    const validBefore = String(Math.floor(clock.now() / 1000) + 300)
    const header = await signed(shop.url, eve.account, { path, body }, { validBefore })
    shop.taps.boxes.answer(async ({ url }) => {
      if (url === '/v1/create') await chain.fund(eve.account.address, -(await eve.balance()))
      return undefined
    })
    const seen = await call(shop.url, { path, body, headers: paidBy(header) })
    expect([seen.status, await ended(0)]).toEqual([402, false])
    // The chain's time may be behind the clock that earlier tests have wound.
    await chain.increaseTime(100_000)
    await clock.wind(360_000)
    const later = () => clock.wind(60_000).then(() => ended(0))
    await expect.poll(later, { timeout: 20_000 }).toBe(true)
    const { label } = JSON.parse(shop.taps.boxes.seen[0]!.body)
    expect(shop.taps.boxes.seen.filter(one => one.body.includes(label)).length).toBe(2)
  }, 60_000)
})
