/**
 * Searches that cannot be made: whose fault it is decides what is reported, and nothing of it costs
 * anything.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Behaviour, Mode } from '../../scripts/devnet/upstreams/index.ts'
import type { Buyer } from '../helpers/buyer.ts'
import { bought, call, paidBy, signed, type Seen } from './client.ts'
import { startShop, type Shop } from './shop.ts'

const PATH = '/api/v1/search'
const query = 'what happened in space this week'
let shop: Shop<'vendor_c'>
let buyer: Buyer
beforeAll(async () => {
  buyer = await (shop = await startShop({ taps: ['vendor_c'] })).buyer(100_000_000n)
})
afterAll(() => shop?.stop())
afterEach(() => {
  shop.taps.vendor_c.answer()
  shop.taps.vendor_c.seen.length = 0
  shop.world.upstreams.reset()
})

const buy = (body: object): Promise<Seen & { header: string }> =>
  bought(shop.url, buyer.account, { path: PATH, body })
const send = (header: string): Promise<Seen> =>
  call(shop.url, { path: PATH, body: { query }, headers: paidBy(header) })

/** Does something that must move no money. */
async function free<T>(work: () => Promise<T>): Promise<T> {
  const [before, done] = [await buyer.balance(), await work()]
  expect(await buyer.balance()).toBe(before)
  return done
}

describe('a search that cannot be made', () => {
  it.each<[string, Mode | Behaviour]>([
    ['the upstream fails', { mode: 'fail', status: 503 }],
    ['the line breaks', 'reset'],
    ['there is nothing in the answer', 'empty'],
    ['the answer is a web page', 'garbage'],
  ])(
    'SRCH-031 SRCH-033 because %s is 500 with details, and costs nothing',
    async (_why, behaviour) => {
      shop.world.upstreams.set('vendor_c', behaviour)
      const { status, body, receipt } = await free(() => buy({ query }))
      expect([status, receipt]).toEqual([500, undefined])
      expect(body).toEqual({ error: 'Internal server error', details: expect.stringMatching(/\S/) })
    },
  )

  it.each<[string, object]>([
    ['blanks', { choices: [{ message: { content: ' \n ' } }] }],
    ['parts', { choices: [{ message: { content: [{ type: 'text', text: 'a' }] } }] }],
    ['an object', { choices: [{ message: { content: { a: 1 } } }] }],
    [
      'an error beside it',
      { choices: [{ message: { content: 'a' } }], error: { message: 'broke' } },
    ],
  ])(
    'SRCH-033 because the summary is no text, but %s, is 500 and costs nothing',
    async (_what, reply) => {
      shop.taps.vendor_c.answer(() => ({ body: JSON.stringify(reply) }))
      expect((await free(() => buy({ query }))).status).toBe(500)
    },
  )

  it.each<[string, Mode, string]>([
    ['the upstream blocks it', 'refuse', query],
    ['it is forbidden', 'ok', 'something forbidden'],
  ])(
    'SRCH-033 because %s is 400, in the words for what may not be asked, and costs nothing',
    async (_why, mode, asked) => {
      shop.world.upstreams.set('vendor_c', mode)
      const { status, body, receipt } = await free(() => buy({ query: asked }))
      expect([status, receipt]).toEqual([400, undefined])
      expect(body).toEqual({
        error: 'Content policy violation',
        details: expect.stringMatching(/\S/),
      })
    },
  )

  it.each([401, 402, 403])(
    'SRCH-031 SRCH-033 because of our account at the upstream (%i) is 500 in our words, and costs nothing',
    async status => {
      shop.taps.vendor_c.answer(() => ({
        status,
        body: JSON.stringify({ error: 'Incorrect API key provided: Secret of the account' }),
      }))
      const seen = await free(() => buy({ query }))
      expect([seen.status, seen.body]).toEqual([
        500,
        {
          error: 'Internal server error',
          details: 'Searches are not available to this gateway now',
        },
      ])
    },
  )

  it('SRCH-033 because this gateway has no key for the upstream is 503, and costs nothing', async () => {
    const {
      open,
      env: { DATA_DIR, MEDIA_DIR },
    } = shop.world
    const { url } = await open({
      LOG_LEVEL: 'silent',
      VENDOR_C_KEY: '',
      DATA_DIR: `${DATA_DIR}-2`,
      MEDIA_DIR: `${MEDIA_DIR}-2`,
    })
    const seen = await free(() => bought(url, buyer.account, { path: PATH, body: { query } }))
    expect([seen.status, seen.body, shop.taps.vendor_c.seen]).toEqual([
      503,
      { error: 'Service not configured', details: 'vendorC is not configured on this gateway' },
      [],
    ])
  })

  it('SRCH-033 LIM-016 because the upstream is busy is 429, and costs nothing', async () => {
    shop.world.upstreams.set('vendor_c', { mode: 'rate_limit', retry_after: 30 })
    const { status, body, headers } = await free(() => buy({ query }))
    expect([status, headers['retry-after'], body.code, body.source]).toEqual([
      429,
      '30',
      'RATE_LIMITED',
      'vendorC',
    ])
  })

  it('SRCH-033 may be tried again with the same payment', async () => {
    shop.world.upstreams.set('vendor_c', { mode: 'fail', times: 1 })
    expect((await send((await buy({ query })).header)).status).toBe(200)
  })

  it('SRCH-030 SRCH-033 whose settlement fails is 402, gives nothing and costs nothing', async () => {
    const wallet = await shop.buyer()
    const open = shop.taps.vendor_c.hold()
    const answer = send(await signed(shop.url, wallet.account, { path: PATH, body: { query } }))
    await expect.poll(() => shop.taps.vendor_c.seen.length).toBe(1)
    await shop.world.chain.freeze(wallet.account.address, true)
    open()
    const { status, body, receipt } = await answer
    expect([status, body.error, body.summary, receipt?.success]).toEqual([
      402,
      'Payment settlement failed',
      undefined,
      false,
    ])
    expect(await wallet.balance()).toBe(10_000_000n)
  })
})
