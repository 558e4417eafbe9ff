/** Music that cannot be made: every way in which it can fail at once. */
import { describe, expect, it } from 'vitest'
import type { Behaviour } from '../../scripts/devnet/upstreams/index.ts'
import { call, paidBy } from './client.ts'
import { behave, buy, buyer, calls, good, PATH, PRICE, shop, sign, useShop } from './music-desk.ts'

useShop()

describe('a failure at once', () => {
  interface Trouble {
    what: string
    as: Behaviour
    status: number
    error: RegExp
  }
  const troubles: Trouble[] = [
    {
      what: 'MUS-046 the upstream fails',
      as: { mode: 'fail' },
      status: 500,
      error: /Music generation failed/,
    },
    {
      what: 'MUS-046 the upstream is down',
      as: { mode: 'fail', status: 503 },
      status: 500,
      error: /Music generation failed/,
    },
    {
      what: 'MUS-046 there is no track',
      as: { mode: 'empty' },
      status: 500,
      error: /Music generation failed/,
    },
    {
      what: 'MUS-046 the answer is a web page',
      as: { mode: 'garbage' },
      status: 500,
      error: /Music generation failed/,
    },
    {
      what: 'MUS-046 the line breaks',
      as: { mode: 'reset' },
      status: 500,
      error: /Music generation failed/,
    },
    {
      what: 'MUS-046 our key is refused',
      as: { mode: 'refuse', code: 2049 },
      status: 500,
      error: /Music generation failed/,
    },
    {
      what: 'MUS-047 the content is refused',
      as: { mode: 'refuse' },
      status: 502,
      error: /Content policy violation/,
    },
    {
      what: 'MUS-047 our quota is used up',
      as: { mode: 'refuse', code: 2056 },
      status: 502,
      error: /Music generation rejected/,
    },
    {
      what: 'MUS-047 our balance is used up',
      as: { mode: 'refuse', code: 1008 },
      status: 502,
      error: /Music generation rejected/,
    },
    {
      what: 'MUS-048 the upstream gives up',
      as: { mode: 'refuse', code: 1001 },
      status: 504,
      error: /Music generation timed out/,
    },
  ]
  it.each(troubles)(
    'ERR-018 $what: $status with a receipt that says so, and the same header buys afterwards',
    async ({ as, status, error }) => {
      const body = { ...good, instrumental: true }
      const before = await buyer.balance()
      behave({ ...as, times: 1 })
      const seen = await buy(body)
      expect([seen.status, seen.body.error]).toEqual([status, expect.stringMatching(error)])
      expect(seen.receipt, 'MUS-037 MUS-039').toMatchObject({
        success: false,
        payer: buyer.account.address.toLowerCase(),
      })
      expect(seen.headers['x-payment-receipt']).toBeUndefined()
      expect(await buyer.balance()).toBe(before)
      const again = await call(shop.url, { path: PATH, body, headers: paidBy(seen.header) })
      expect([again.status, before - (await buyer.balance())]).toEqual([200, PRICE])
    },
  )

  it.each([7, null])(
    'MUS-039 MUS-045 an upstream that is busy (Retry-After %s) is 429 with a time and that receipt',
    async retry_after => {
      behave({ mode: 'rate_limit', retry_after, times: 1 })
      const { status, body, headers, receipt } = await buy({ ...good, instrumental: true })
      const seconds = retry_after ?? 60
      expect([status, headers['retry-after'], headers['x-ratelimit-source']]).toEqual([
        429,
        String(seconds),
        'vendorG',
      ])
      expect(body).toMatchObject({
        error: 'Rate limit exceeded',
        code: 'RATE_LIMITED',
        source: 'vendorG',
        retry_after_seconds: seconds,
      })
      expect(receipt).toMatchObject({ success: false })
    },
  )

  it('MUS-047 words that cannot be written end the call before the track', async () => {
    behave({ mode: 'refuse', path: 'lyrics', times: 1 })
    const { status, receipt } = await buy()
    expect([status, receipt?.success, calls().map(one => one.path)]).toEqual([
      502,
      false,
      ['/v1/lyrics_generation'],
    ])
  })

  it('MUS-017 a 400 for its gates has no such receipt, because no payment was verified', async () => {
    const header = await sign()
    const seen = await call(shop.url, {
      path: PATH,
      body: { ...good, duration_seconds: 4 },
      headers: paidBy(header),
    })
    expect([seen.status, seen.receipt]).toEqual([400, undefined])
    expect((await call(shop.url, { path: PATH, body: good, headers: paidBy(header) })).status).toBe(
      200,
    )
  })
})
