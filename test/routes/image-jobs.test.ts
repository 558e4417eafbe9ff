/**
 * Image jobs as they are handed out and polled: by the wallet that bought them, as often as it
 * likes.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, paidBy, payloadOf, signed, type Seen } from './client.ts'
import { openJobDesk, PATH, PRICE, quick, type JobDesk } from './job-desk.ts'

let desk: JobDesk
let shop: JobDesk['shop']
let buyer: JobDesk['buyer']
beforeAll(async () => {
  desk = await openJobDesk()
  ;({ shop, buyer } = desk)
})
afterAll(() => desk?.stop())
afterEach(() => desk.tidy())

describe('a job that is handed out', () => {
  it('IMG-037 IMG-040..048 PAY-003 NET-011 LIM-001 is a 202 with everything that is needed to collect it, and no charge', async () => {
    const before = await buyer.balance()
    const { seen, job } = await desk.submit({ held: true })
    expect(job).toEqual({
      id: expect.stringMatching(/^[\w-]{8,}$/),
      object: 'image.generation.job',
      status: 'queued',
      model: 'vendorD/image-5-pro',
      size: '2048x2048',
      n: 1,
      price: { amount: '0.095500', currency: 'USD' },
      payment_status: 'verified',
      created: expect.any(Number),
      poll_url: `${PATH}/${job.id}`,
      poll_instructions: expect.stringContaining('2 to 5 seconds'),
    })
    expect(Number.isInteger(job.created)).toBe(true)
    expect(Math.abs(job.created - desk.clock.now() / 1000)).toBeLessThan(5)
    for (const name of ['x-payment-receipt', 'payment-response', 'x-payment-response'])
      expect(seen.headers[name]).toBeUndefined()
    expect(await buyer.balance()).toBe(before)
  })

  it('IMG-042 echoes the defaults', async () => {
    const { job } = await desk.submit({
      sent: { path: PATH, body: { model: 'vendorD/image-5-pro', prompt: 'x', quality: 'hd' } },
    })
    expect([job.size, job.n, job.price.amount, 'quality' in job]).toEqual([
      '1024x1024',
      1,
      '0.048250',
      false,
    ])
  })

  it('IMG-035 IMG-036 IMG-070 any model becomes one after 30 s, and goes on being made', async () => {
    const before = [await buyer.balance(), shop.taps.vendor_a.seen.length] as const
    const header = await desk.sign(buyer.account, quick)
    const { answer } = await desk.begin(header)
    let seen: Seen | undefined
    void answer.then(one => (seen = one))
    await desk.clock.wind(25_000)
    // Another one is handed out meanwhile, from its challenge to its 202: the first would have
    // been, too.
    await desk.submit()
    expect(seen).toBeUndefined()
    await desk.clock.wind(5000)
    const { status, body: job } = await answer
    expect([status, job.status, job.model, await buyer.balance()]).toEqual([
      202,
      'queued',
      'vendorA/image-2',
      before[0],
    ])
    expect((await desk.poll(job, header)).body.status).toBe('in_progress')
    desk.release()
    const end = await desk.done(job, header)
    expect([end.status, end.body.payment.status, before[0] - (await buyer.balance())]).toEqual([
      200,
      'settled',
      64_000n,
    ])
    expect(shop.taps.vendor_a.seen.length).toBe(before[1] + 1)
  })

  it('IMG-038 the second model of the first family may take 600 s, and is given up then, for free', async () => {
    const start = async (): Promise<{ job: any; header: string }> => {
      const header = await desk.sign(buyer.account, quick)
      const { answer } = await desk.begin(header)
      await desk.clock.wind(30_000)
      return { job: (await answer).body, header }
    }
    const first = await start()
    await desk.clock.wind(560_000)
    expect((await desk.poll(first.job, first.header)).body.status).toBe('in_progress')
    desk.release()
    expect((await desk.done(first.job, first.header)).status).toBe(200)
    const before = await buyer.balance()
    const second = await start()
    await desk.clock.wind(571_000)
    const fresh = await desk.sign(buyer.account, { path: second.job.poll_url })
    expect((await desk.done(second.job, fresh)).body).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('600 s'),
      payment_status: 'not_charged',
    })
    expect(await buyer.balance()).toBe(before)
  })
})

describe('a poll', () => {
  it('IMG-059 IMG-072 IMG-075 PAY-058 PAY-059 PAY-060 IMG-068 of an unfinished job is 202, as often and with as many authorizations as one likes', async () => {
    const { job, header } = await desk.submit({ held: true })
    const fresh = await desk.sign(buyer.account, { path: job.poll_url })
    for (const one of [header, fresh, header, fresh, ...Array<string>(20).fill(header)]) {
      const { status, body, headers } = await desk.poll(job, one)
      expect(status).toBe(202)
      expect(body).toEqual({
        id: job.id,
        object: 'image.generation.job',
        status: expect.stringMatching(/^(queued|in_progress)$/),
        model: 'vendorD/image-5-pro',
        payment_status: 'verified',
        note: expect.stringMatching(/\S/),
      })
      expect(headers['payment-response']).toBeUndefined()
    }
    expect((await desk.poll(job, header)).body.status).toBe('in_progress')
    desk.release()
    expect((await desk.done(job, fresh)).body.payment.status).toBe('settled')
    expect([await desk.isUsed(fresh), await desk.isUsed(header)]).toEqual([true, false])
  })

  it('PAY-046 IMG-063 PAY-016 without payment is a 402 for this job and its price, at every stage', async () => {
    const { job, header } = await desk.submit({ held: true })
    const expected = async (): Promise<void> => {
      const seen = await desk.poll(job)
      expect(seen.status).toBe(402)
      expect(seen.body).toEqual({
        x402Version: 2,
        accepts: seen.challenge!.accepts,
        resource: expect.objectContaining({ url: seen.challenge!.resource.url }),
        error: 'Payment Required',
        message: expect.any(String),
        price: { amount: '0.095500', currency: 'USD' },
        job_id: job.id,
        model: 'vendorD/image-5-pro',
        paymentInfo: { network: 'base', asset: 'USDC', x402Version: 2 },
      })
      expect(seen.challenge).toMatchObject({
        resource: { url: shop.url + job.poll_url },
        accepts: [
          { scheme: 'exact', amount: '95500', network: 'eip155:8453', maxTimeoutSeconds: 600 },
        ],
      })
      expect([seen.headers['x-payment-required'], seen.headers['www-authenticate']]).toEqual([
        seen.headers['payment-required'],
        `X402 requirements=${seen.headers['payment-required']}`,
      ])
    }
    await expected()
    desk.release()
    await desk.done(job, header)
    await expected()
  })

  it('IMG-060 IMG-061 PAY-041 PAY-051..054 PAY-069 of a finished job settles it and gives the result; later ones give it again', async () => {
    const before = await buyer.balance()
    const { job, header } = await desk.submit()
    const first = await desk.done(job, header)
    expect(first.body).toEqual({
      id: job.id,
      created: job.created,
      data: [
        {
          url: expect.stringContaining(`${shop.url}/media/`),
          source_url: expect.stringContaining('/files/'),
          backed_up: true,
        },
      ],
      price: { amount: '0.095500', currency: 'USD' },
      payment: {
        status: 'settled',
        tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        network: 'base',
      },
    })
    expect(first.receipt).toMatchObject({
      success: true,
      transaction: first.body.payment.tx_hash,
      network: 'eip155:8453',
    })
    expect(first.headers['x-payment-receipt']).toBe(first.body.payment.tx_hash)
    expect(payloadOf(first.headers['x-payment-response']!)).toEqual(first.receipt)
    const again = { ...first.body, payment: { ...first.body.payment, status: 'already_settled' } }
    const fresh = await desk.sign(buyer.account, { path: job.poll_url })
    for (const one of [header, fresh, header]) {
      const seen = await desk.poll(job, one)
      expect([seen.status, seen.body]).toEqual([200, again])
    }
    expect([before - (await buyer.balance()), await desk.isUsed(fresh)]).toEqual([PRICE, false])
  })

  it('PAY-034 PAY-035 takes either name of the header', async () => {
    const { job, header } = await desk.submit()
    await desk.done(job, header)
    for (const name of ['X-Payment', 'x-payment', 'PAYMENT-SIGNATURE']) {
      expect(
        (await call(shop.url, { path: job.poll_url, headers: { [name]: header } })).status,
      ).toBe(200)
    }
  })

  it('PAY-004 PAY-045 IMG-065 ERR-019 by another wallet is 403, says nothing and takes nothing, at every stage', async () => {
    const other = await shop.buyer()
    const { job, header } = await desk.submit({ held: true })
    const theirs = async (): Promise<void> => {
      const seen = await desk.poll(job, await desk.sign(other.account, { path: job.poll_url }))
      expect([seen.status, seen.body, seen.receipt]).toEqual([
        403,
        { error: 'Payment payer mismatch' },
        undefined,
      ])
    }
    await theirs()
    desk.release()
    await desk.finished(job)
    await theirs()
    await desk.done(job, header)
    await theirs()
    expect(await other.balance()).toBe(10_000_000n)
    const claimed = await call(shop.url, {
      path: job.poll_url,
      headers: {
        'x-payer': buyer.account.address,
        ...paidBy(await desk.sign(other.account, { path: job.poll_url })),
      },
    })
    expect(claimed.status).toBe(403)
  })

  it('IMG-066 ERR-019 VER-001 of a job that never was is 404, with or without payment', async () => {
    const header = await desk.spend()
    for (const id of [
      '0'.repeat(32),
      'f'.repeat(16),
      'nothing',
      '..',
      'a%00b',
      '1'.repeat(500),
      '%F0%9F%A6%8A',
    ]) {
      for (const headers of [{}, paidBy(header), paidBy('%%%')]) {
        const seen = await call(shop.url, { path: `${PATH}/${id}`, headers })
        expect([id, seen.status]).toEqual([id, 404])
        expect(['Job not found', 'Not Found']).toContain(seen.body.error)
      }
    }
    expect((await call(shop.url, { path: `${PATH}/${'0'.repeat(32)}` })).body).toEqual({
      error: 'Job not found',
    })
  })

  it('IMG-069 ERR-001 with a payment that does not verify is 402, says nothing and takes nothing', async () => {
    const { job, header } = await desk.submit()
    await desk.finished(job)
    const bad = payloadOf(await desk.sign(buyer.account, { path: job.poll_url }))
    bad.payload.authorization.nonce = `0x${'34'.repeat(32)}`
    const cases: [string, string][] = [
      ['%%%', 'PAYMENT_INVALID'],
      ['', 'PAYMENT_INVALID'],
      [Buffer.from(JSON.stringify(bad)).toString('base64'), 'PAYMENT_INVALID'],
      [
        await signed(shop.url, buyer.account, { path: job.poll_url }, { value: '1' }),
        'PAYMENT_INVALID',
      ],
      [
        await signed(
          shop.url,
          buyer.account,
          { path: job.poll_url },
          { validBefore: String(Math.floor(desk.clock.now() / 1000) - 5) },
        ),
        'PAYMENT_UNFUNDED',
      ],
    ]
    const before = await buyer.balance()
    for (const [one, code] of cases) {
      const seen = await desk.poll(job, one)
      expect([seen.status, seen.body.error, seen.body.code, 'data' in seen.body]).toEqual([
        402,
        'Payment verification failed',
        code,
        false,
      ])
      expect(seen.challenge!.accepts[0]!.amount).toBe(String(PRICE))
    }
    expect(await buyer.balance()).toBe(before)
    expect((await desk.done(job, header)).status).toBe(200)
  })

  it('PAY-061 with the authorization of another job or purchase is PAYMENT_REPLAY and settles nothing', async () => {
    const [first, second] = [await desk.submit(), await desk.submit()]
    await desk.finished(second.job)
    const before = await buyer.balance()
    const seen = await desk.poll(second.job, first.header)
    expect([seen.status, seen.body.code, seen.body.job_id]).toEqual([
      402,
      'PAYMENT_REPLAY',
      first.job.id,
    ])
    const wrong = await desk.poll(second.job, await desk.spend())
    expect([wrong.status, wrong.body.error, 'data' in wrong.body]).toEqual([
      402,
      'Payment verification failed',
      false,
    ])
    expect(before - (await buyer.balance())).toBe(4000n)
    expect((await desk.done(first.job, first.header)).body.payment.status).toBe('settled')
    expect((await desk.poll(second.job, first.header)).body.code).toBe('PAYMENT_REPLAY')
    expect((await desk.done(second.job, second.header)).body.payment.status).toBe('settled')
    expect(before - (await buyer.balance())).toBe(4000n + 2n * PRICE)
  })

  it('by another method never settles', async () => {
    const { job, header } = await desk.submit()
    await desk.finished(job)
    for (const [method, status] of [
      ['HEAD', 402],
      ['OPTIONS', 402],
      ['POST', 405],
      ['DELETE', 405],
    ] as const) {
      expect([
        method,
        (await call(shop.url, { method, path: job.poll_url, headers: paidBy(header) })).status,
      ]).toEqual([method, status])
    }
    expect(await desk.isUsed(header)).toBe(false)
    expect((await desk.done(job, header)).body.payment.status).toBe('settled')
  })
})
