/**
 * Image jobs and money: settled once, whatever races; free when they fail, stall, or are never
 * collected.
 */
import { readdir } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, paidBy, payloadOf, signed, type Sent } from './client.ts'
import { openJobDesk, PRICE, quick, slow, type JobDesk } from './job-desk.ts'

let desk: JobDesk
let shop: JobDesk['shop']
let buyer: JobDesk['buyer']
beforeAll(async () => {
  desk = await openJobDesk()
  ;({ shop, buyer } = desk)
})
afterAll(() => desk?.stop())
afterEach(() => desk.tidy())

describe('a picture that is ready in time', () => {
  it('IMG-071 IMG-035 PAY-003 PAY-036 is verified, made, stored, and only then settled, in the one answer', async () => {
    const order: string[] = []
    const stored = async (): Promise<number> =>
      (await readdir(shop.world.env.MEDIA_DIR!, { recursive: true })).filter(name =>
        name.endsWith('.png'),
      ).length
    const files = await stored()
    const sent: Sent = {
      ...quick,
      body: { ...(quick.body as object), prompt: 'never drawn before' },
    }
    const header = await desk.sign(buyer.account, sent)
    const { nonce } = payloadOf(header).payload.authorization
    shop.taps.chain.answer(async ({ body }) => {
      const what = body.includes('eth_sendRawTransaction')
        ? 'settle'
        : body.includes(nonce.slice(2))
          ? 'verify'
          : undefined
      if (what !== undefined && order.at(-1) !== what) order.push(what)
      if (what === 'settle') order.push(`${(await stored()) - files} stored`)
      return undefined
    })
    shop.taps.vendor_a.answer(() => {
      order.push('work')
      return undefined
    })
    const seen = await call(shop.url, { ...sent, headers: paidBy(header) })
    shop.taps.chain.answer()
    shop.taps.vendor_a.answer()
    expect([seen.status, seen.body.payment.status, seen.body.data[0].backed_up]).toEqual([
      200,
      'settled',
      true,
    ])
    const steps = order.filter((step, n) => step !== 'verify' || n === 0)
    expect(steps).toEqual(['verify', 'work', 'settle', '1 stored'])
    expect(await desk.isUsed(header)).toBe(true)
  })
})

describe('money and time', () => {
  it('IMG-073 IMG-074 a job that nobody finished within an hour has stalled, and costs nothing', async () => {
    const { DATA_DIR, MEDIA_DIR, VENDOR_D_URL } = shop.world.env
    const env = {
      LOG_LEVEL: 'silent',
      VENDOR_D_URL: VENDOR_D_URL!.replace(/^http:..[^/]+/, shop.taps.vendor_d.url),
      DATA_DIR: `${DATA_DIR}-2`,
      MEDIA_DIR: `${MEDIA_DIR}-2`,
    }
    const first = await shop.world.open(env, { clock: desk.clock })
    const before = await buyer.balance()
    desk.hold('vendor_d')
    const { body: job } = await call(first.url, {
      ...slow,
      headers: paidBy(await desk.sign(buyer.account, slow)),
    })
    await first.close()
    await desk.clock.wind(3_600_001)
    const second = await shop.world.open(env, { clock: desk.clock })
    const header = await signed(
      second.url,
      buyer.account,
      { path: job.poll_url },
      { validBefore: String(Math.floor(desk.clock.now() / 1000) + 600) },
    )
    const seen = await call(second.url, { path: job.poll_url, headers: paidBy(header) })
    expect([seen.status, seen.body.status, seen.body.payment_status]).toEqual([
      200,
      'failed',
      'not_charged',
    ])
    expect(seen.body.error).toMatch(/^Job stalled/)
    desk.release()
    // A later job goes its whole way: whatever the upstream says of the stalled one would have been
    // heard by then.
    const validBefore = String(Math.floor(desk.clock.now() / 1000) + 600)
    const later = await call(second.url, {
      ...slow,
      headers: paidBy(await signed(second.url, buyer.account, slow, { validBefore })),
    })
    await expect
      .poll(
        async () =>
          (await second.parts.store.get<any>('jobs', `images/${later.body.id}`))?.doc.status,
      )
      .toBe('completed')
    expect(
      (await call(second.url, { path: job.poll_url, headers: paidBy(header) })).body.status,
    ).toBe('failed')
    expect(await buyer.balance()).toBe(before)
  })

  it('PAY-065 a finished job that nobody polls is never charged', async () => {
    const before = await buyer.balance()
    const { job, header } = await desk.submit()
    await desk.finished(job)
    await desk.clock.wind(60_000)
    expect([await buyer.balance(), await desk.isUsed(header)]).toEqual([before, false])
  })

  it('PAY-062 IMG-067 ERR-014 an authorization that has expired is refused, and a fresh one of the same wallet collects', async () => {
    const { job, header } = await desk.submit()
    await desk.finished(job)
    const before = await buyer.balance()
    await desk.clock.wind(601_000)
    const late = await desk.poll(job, header)
    expect([late.status, late.body.error, late.body.code]).toEqual([
      402,
      'Payment verification failed',
      'PAYMENT_UNFUNDED',
    ])
    expect(late.body.message).toMatch(
      /authorization has expired.*Sign a fresh one.*job keeps its result: poll again/,
    )
    const fresh = await desk.sign(buyer.account, { path: job.poll_url })
    const seen = await desk.poll(job, fresh)
    expect([seen.status, seen.body.payment.status, before - (await buyer.balance())]).toEqual([
      200,
      'settled',
      PRICE,
    ])
    expect([await desk.isUsed(fresh), await desk.isUsed(header)]).toEqual([true, false])
  })

  it('ERR-014 IMG-064 IMG-079 a settlement that fails on a poll leaves the picture for a later one', async () => {
    const wallet = await shop.buyer()
    const { job, header } = await desk.submit({ account: wallet.account })
    await desk.finished(job)
    shop.taps.chain.answer(async ({ body }) => {
      if (body.includes('eth_sendRawTransaction'))
        await shop.world.chain.freeze(wallet.account.address, true)
      return undefined
    })
    const refused = await desk.poll(job, header)
    shop.taps.chain.answer()
    expect(refused.status).toBe(402)
    expect(refused.body).toMatchObject({
      error: 'Payment settlement failed',
      details: expect.stringMatching(/\S/),
      note: expect.stringMatching(/\S/),
    })
    expect(refused.body).not.toHaveProperty('data')
    expect(refused.receipt).toMatchObject({ success: false })
    expect(await wallet.balance()).toBe(10_000_000n)
    await shop.world.chain.freeze(wallet.account.address, false)
    const seen = await desk.poll(job, await desk.sign(wallet.account, { path: job.poll_url }))
    expect([
      seen.status,
      seen.body.payment?.status,
      10_000_000n - (await wallet.balance()),
    ]).toEqual([200, 'settled', PRICE])
  })

  it('IMG-062 IMG-074 PAY-064 a job that fails is reported with HTTP 200, never charged, and never comes to life again', async () => {
    const before = await buyer.balance()
    const { job, header } = await desk.submit({ held: true })
    await desk.clock.wind(601_000)
    const fresh = await desk.sign(buyer.account, { path: job.poll_url })
    const failed = await desk.done(job, fresh)
    expect([failed.status, failed.body]).toEqual([
      200,
      {
        id: job.id,
        object: 'image.generation.job',
        status: 'failed',
        model: 'vendorD/image-5-pro',
        error: expect.stringMatching(/\S/),
        payment_status: 'not_charged',
        note: expect.stringMatching(/\S/),
      },
    ])
    desk.release()
    // A later job goes its whole way: what the upstream says of the failed one would have been
    // heard by then.
    await desk.finished((await desk.submit()).job)
    for (let n = 0; n < 3; n++) expect((await desk.poll(job, fresh)).body).toEqual(failed.body)
    expect([await buyer.balance(), await desk.isUsed(header), await desk.isUsed(fresh)]).toEqual([
      before,
      false,
      false,
    ])
  })

  it('PAY-055 PAY-064 the authorization of a failed job stays used, and points at it', async () => {
    shop.world.upstreams.set('vendor_d', 'fail')
    const { job, header } = await desk.submit()
    expect((await desk.done(job, header)).body.status).toBe('failed')
    const again = await call(shop.url, { ...slow, headers: paidBy(header) })
    expect(again).toMatchObject({
      status: 402,
      body: { code: 'PAYMENT_REPLAY', job_id: job.id, poll_url: job.poll_url, recoverable: true },
    })
  })

  it('PAY-042 PAY-055 a submit sent again makes no second job, whatever its state', async () => {
    const calls = shop.taps.vendor_d.seen.length
    const { job, header } = await desk.submit({ held: true })
    const replay = {
      error: 'Payment verification failed',
      code: 'PAYMENT_REPLAY',
      job_id: job.id,
      poll_url: job.poll_url,
      recoverable: true,
    }
    const again = async (): Promise<void> =>
      expect(await call(shop.url, { ...slow, headers: paidBy(header) })).toMatchObject({
        status: 402,
        body: replay,
      })
    await again()
    desk.release()
    await desk.done(job, header)
    await again()
    expect(shop.taps.vendor_d.seen.length - calls).toBe(1)
  })

  it('PAY-063 IMG-077 polls that race the answer of the submit itself are one transfer', async () => {
    const before = await buyer.balance()
    const header = await desk.sign(buyer.account, quick)
    const { answer } = await desk.begin(header)
    const { poll_url } = (await call(shop.url, { ...quick, headers: paidBy(header) })).body
    const fresh = await Promise.all(
      Array.from({ length: 10 }, () => desk.sign(buyer.account, { path: poll_url })),
    )
    desk.release()
    const polls = await Promise.all(
      [...fresh, ...Array<string>(10).fill(header)].map(one => desk.done({ poll_url }, one)),
    )
    const all = [await answer, ...polls]
    expect(new Set(all.map(({ status, body }) => `${status} ${body.payment?.tx_hash}`)).size).toBe(
      1,
    )
    expect(all.filter(({ body }) => body.payment.status === 'settled')).toHaveLength(1)
    expect(before - (await buyer.balance())).toBe(64_000n)
  })

  it('IMG-066 a job is kept for two days and unknown after that', async () => {
    const { job, header } = await desk.submit()
    await desk.done(job, header)
    await desk.clock.wind(47 * 3_600_000)
    expect(
      (await desk.poll(job, await desk.sign(buyer.account, { path: job.poll_url }))).status,
    ).toBe(200)
    await desk.clock.wind(3_600_000 + 1000)
    expect(await desk.poll(job)).toMatchObject({ status: 404, body: { error: 'Job not found' } })
  })
})
