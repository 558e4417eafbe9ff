/**
 * Video jobs as they are handed out and polled: at a signed address, by the wallet that bought
 * them, for two days.
 */
import { readdir } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, paidBy, payloadOf, type Seen } from './client.ts'
import { openStudio, type Begun, type Studio } from './studio.ts'

const path = '/api/v1/videos/generations'
const wanted = { path, body: { prompt: 'a paper boat' } }
const PRICE = 402_000n
const HOUR = 3_600_000
/** What is left of two days, in ms. */
const LAST = 600_000
let studio: Studio<'chain'>
beforeAll(async () => {
  studio = await openStudio({ taps: ['chain'] as const })
})
afterAll(() => studio?.stop())
afterEach(() => studio.upstreams.reset())

/** A job on which its supplier works until it is told to finish. */
async function held(
  sent: { path: string; body: object } = wanted,
  supplier = 'vendor_c',
): Promise<Begun> {
  studio.upstreams.set(supplier, 'job_hold')
  return studio.submit(sent)
}

/** A job that is made and stored, but not polled. */
async function done(): Promise<Begun> {
  const begun = await studio.submit(wanted)
  await studio.finished('videos', begun.job)
  return begun
}

describe('a submit', () => {
  it('VID-001 VID-002 VID-003 is 202 with everything that is needed to collect the film, and no charge', async () => {
    await studio.free(async () => {
      const { seen, job, header } = await held()
      expect(job).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        object: 'video.generation.job',
        status: 'queued',
        model: 'vendorC/imagine-video',
        duration_seconds: 8,
        price: { amount: '0.402000', currency: 'USD' },
        payment_status: 'verified',
        created: expect.any(Number),
        poll_url: expect.stringMatching(
          new RegExp(
            `^${path}/${job.id}\\?model=vendorC%2Fimagine-video&duration=8&i2v=0&resolution=480p&references=0&sig=[\\w-]{43}$`,
          ),
        ),
        expected_time: expect.any(String),
        poll_instructions: expect.stringMatching(/5 to 10 seconds/),
      })
      for (const name of ['payment-response', 'x-payment-receipt'])
        expect(seen.headers[name]).toBeUndefined()
      expect(await studio.isUsed(header)).toBe(false)
    })
  })

  it.each([
    [
      {
        model: 'vendorD/video-2.0',
        resolution: '4K',
        duration_seconds: 15,
        reference_image_urls: ['https://a.example/1.png', 'https://a.example/2.png'],
      },
      'duration=15&i2v=0&resolution=4K&references=2',
    ],
    [
      { model: 'vendorD/video-2.5', image_url: 'https://a.example/1.png' },
      'duration=5&i2v=1&resolution=720p&references=0',
    ],
    [
      { model: 'vendorF/video-2', resolution: '4K' },
      'duration=4&i2v=0&resolution=720p&references=0',
    ],
  ])('VID-003 VID-005 the address of %j says %s', async (more, query) => {
    const { job } = await studio.submit({ path, body: { prompt: 'x', ...more } })
    expect(job.poll_url).toContain(`?model=${encodeURIComponent(more.model)}&${query}&sig=`)
  })

  it('VID-007 gates, then payment, then the claim, and only then the supplier', async () => {
    const body = { prompt: 'never before' }
    await studio.ask({ path, body })
    const bad = await studio.sign({ path, body }, undefined, { value: '1' })
    expect([(await studio.pay({ path, body }, bad)).body.code, studio.asked('vendor_c')]).toEqual([
      'PAYMENT_INVALID',
      [],
    ])
    const header = await studio.sign({ path, body })
    const { nonce } = payloadOf(header).payload.authorization
    const order: string[] = []
    studio.shop.taps.chain.answer(({ body: asked }) => {
      if (asked.includes(nonce.slice(2)))
        order.push(`verify, ${studio.asked('vendor_c').length} asked`)
      return undefined
    })
    studio.upstreams.set('vendor_c', 'hold')
    const answer = studio.pay({ path, body }, header)
    await expect.poll(() => studio.asked('vendor_c').length, { timeout: 45_000 }).toBe(1)
    studio.shop.taps.chain.answer()
    expect(order.length).toBeGreaterThan(0)
    expect(new Set(order)).toEqual(new Set(['verify, 0 asked']))
    // The supplier has not answered yet, and the authorization is taken.
    expect((await studio.pay({ path, body }, header)).body.code).toBe('PAYMENT_REPLAY')
    studio.upstreams.release('vendor_c')
    expect([(await answer).status, studio.asked('vendor_c').length]).toEqual([202, 1])
  })

  it('VID-022 VID-109 sent again names the job, whose address works as it is, at every stage', async () => {
    const begun = await held()
    const { job, header } = begun
    const replay = {
      error: 'Payment verification failed',
      code: 'PAYMENT_REPLAY',
      job_id: job.id,
      poll_url: job.poll_url,
      recoverable: true,
    }
    const again = async (): Promise<Seen> => {
      const seen = await studio.pay(wanted, header)
      expect([seen.status, seen.body]).toEqual([402, expect.objectContaining(replay)])
      return seen
    }
    expect((await studio.poll(await again().then(({ body }) => body), header)).status).toBe(202)
    studio.upstreams.tell('vendor_c', 'finish')
    expect((await studio.over({ job: (await again()).body, header })).body.payment.status).toBe(
      'settled',
    )
    await again()
    expect(studio.asked('vendor_c')).toHaveLength(1)
  })
})

describe('a poll', () => {
  it('VID-009 VID-011 while the supplier works is 202, as often and with as many signatures of the wallet as one likes', async () => {
    await studio.free(async () => {
      const { job, header } = await held()
      const fresh = await studio.sign({ path: job.poll_url })
      for (const one of [header, fresh, header, fresh, ...Array<string>(10).fill(header)]) {
        const { status, body, headers } = await studio.poll(job, one)
        expect([status, body]).toEqual([
          202,
          {
            id: job.id,
            object: 'video.generation.job',
            status: expect.stringMatching(/^(queued|in_progress)$/),
            model: 'vendorC/imagine-video',
            payment_status: 'verified',
            note: expect.stringMatching(/\S/),
          },
        ])
        expect(headers['payment-response']).toBeUndefined()
      }
    })
  })

  it('VID-010 VID-107 VID-109 without a header is a 402 with the price of the job, at its own address', async () => {
    const sent = {
      path,
      body: { prompt: 'x', model: 'vendorD/video-2.0', duration_seconds: 7, resolution: '480p' },
    }
    const price = await studio.quote(sent)
    const begun = await held(sent, 'vendor_d')
    const { job } = begun
    const asked = async (): Promise<void> => {
      const seen = await studio.poll(job)
      expect(seen.status).toBe(402)
      expect(seen.body).toMatchObject({
        error: 'Payment Required',
        job_id: job.id,
        model: 'vendorD/video-2.0',
        price: job.price,
      })
      expect(seen.challenge).toMatchObject({
        resource: { url: studio.shop.url + job.poll_url },
        accepts: [{ amount: String(price), maxTimeoutSeconds: 600 }],
      })
      expect('data' in seen.body).toBe(false)
    }
    await asked()
    studio.upstreams.tell('vendor_d', 'finish')
    await studio.finished('videos', job)
    await asked()
    const before = await studio.buyer.balance()
    const { body } = await studio.over(begun)
    expect([before - (await studio.buyer.balance()), body.price]).toEqual([
      BigInt(price),
      job.price,
    ])
    await asked()
  })

  it('VID-012 VID-013 VID-015 that finds it done settles it; all later ones give the same film, and charge nothing', async () => {
    const before = await studio.buyer.balance()
    const { job, header } = await done()
    expect(await studio.buyer.balance()).toBe(before)
    const first = await studio.poll(job, header)
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      id: job.id,
      object: 'video.generation.job',
      status: 'completed',
      model: 'vendorC/imagine-video',
      created: job.created,
      data: [
        {
          url: expect.stringContaining('/media/'),
          source_url: expect.stringContaining('/files/'),
          backed_up: true,
          duration_seconds: 8,
          request_id: expect.any(String),
        },
      ],
      price: { amount: '0.402000', currency: 'USD' },
      payment: {
        status: 'settled',
        tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        network: 'base',
      },
    })
    expect([first.receipt?.success, first.receipt?.transaction]).toEqual([
      true,
      first.body.payment.tx_hash,
    ])
    expect([first.headers['x-payment-receipt'], first.headers['x-payment-response']]).toEqual([
      first.body.payment.tx_hash,
      first.headers['payment-response'],
    ])
    const fresh = await studio.sign({ path: job.poll_url })
    for (const one of [header, fresh, header]) {
      const seen = await studio.poll(job, one)
      expect([seen.status, seen.body]).toEqual([
        200,
        { ...first.body, payment: { ...first.body.payment, status: 'already_settled' } },
      ])
    }
    expect([before - (await studio.buyer.balance()), await studio.isUsed(fresh)]).toEqual([
      PRICE,
      false,
    ])
  })

  it('VID-014 VID-019 the film is stored before anything is settled, and nothing is settled that nobody polls', async () => {
    await studio.free(async () => {
      const files = async (): Promise<number> =>
        (await readdir(studio.shop.world.env.MEDIA_DIR!, { recursive: true })).filter(name =>
          name.endsWith('.mp4'),
        ).length
      const before = await files()
      const { job, header } = await studio.submit({
        path,
        body: { prompt: 'a film that nobody collects' },
      })
      await studio.finished('videos', job)
      expect(await files()).toBe(before + 1)
      await studio.clock.wind(60_000)
      expect(await studio.isUsed(header)).toBe(false)
    })
  })

  it('VID-020 by another wallet is 403, tells nothing and takes nothing, at every stage', async () => {
    const other = await studio.shop.buyer()
    const begun = await held()
    const theirs = async (): Promise<void> => {
      const seen = await studio.poll(
        begun.job,
        await studio.sign({ path: begun.job.poll_url }, other.account),
      )
      expect([seen.status, seen.body]).toEqual([403, { error: 'Payment payer mismatch' }])
    }
    await theirs()
    studio.upstreams.tell('vendor_c', 'finish')
    await studio.finished('videos', begun.job)
    await theirs()
    expect((await studio.over(begun)).body.payment.status).toBe('settled')
    await theirs()
    expect(await other.balance()).toBe(10_000_000n)
  })

  it('VID-021 many at the same time are one transfer: one settled, the rest already settled', async () => {
    const before = await studio.buyer.balance()
    const { job, header } = await done()
    const fresh = await Promise.all(
      Array.from({ length: 6 }, () => studio.sign({ path: job.poll_url })),
    )
    const polls = await Promise.all(
      [...fresh, ...Array<string>(8).fill(header)].map(one => studio.poll(job, one)),
    )
    expect(polls.map(({ status }) => status)).toEqual(polls.map(() => 200))
    expect(polls.filter(({ body }) => body.payment.status === 'settled')).toHaveLength(1)
    expect(
      new Set(polls.map(({ body }) => `${body.payment.tx_hash} ${body.data[0].url}`)).size,
    ).toBe(1)
    expect(before - (await studio.buyer.balance())).toBe(PRICE)
  })

  it('VID-109 with a payment that does not verify is 402 and gives nothing', async () => {
    const { job, header } = await done()
    await studio.free(async () => {
      for (const one of [
        '%%%',
        await studio.sign({ path: job.poll_url }, undefined, { value: '1' }),
      ]) {
        const seen = await studio.poll(job, one)
        expect([seen.status, seen.body.code, 'data' in seen.body]).toEqual([
          402,
          'PAYMENT_INVALID',
          false,
        ])
      }
    })
    expect((await studio.poll(job, header)).body.payment.status).toBe('settled')
  })
})

/** Ways to change an address. */
const tampered: [string, (url: string) => string][] = [
  ['without its query', url => url.split('?')[0]!],
  ['without its signature', url => url.replace(/&sig=.*/, '')],
  ['with an empty signature', url => url.replace(/sig=.*/, 'sig=')],
  ['with another signature', url => url.replace(/sig=.*/, `sig=${'A'.repeat(43)}`)],
  ['with another model', url => url.replace('video-2.0', 'video-2.0-mini')],
  ['with a shorter length', url => url.replace('duration=5', 'duration=4')],
  ['with no first frame', url => url.replace('i2v=0', 'i2v=1')],
  ['with a smaller resolution', url => url.replace('720p', '480p')],
  ['with fewer references', url => url.replace('references=2', 'references=0')],
  ['with a parameter less', url => url.replace('&references=2', '')],
  ['with a parameter more', url => url.replace('&sig', '&free=1&sig')],
  ['with a parameter behind', url => `${url}&resolution=480p`],
  ['of an unknown job', url => url.replace(/[0-9a-f]{32}/, '0'.repeat(32))],
  ['of a job that cannot be', url => url.replace(/[0-9a-f]{32}/, 'nothing')],
]

describe('an address', () => {
  it.each(tampered)(
    'VID-004 VID-005 VID-006 %s is 400 before any payment is looked at',
    async (_, change) => {
      const sent = {
        path,
        body: {
          prompt: 'x',
          model: 'vendorD/video-2.0',
          reference_image_urls: ['https://a.example/1.png', 'https://a.example/2.png'],
        },
      }
      const { job, header } = await held(sent, 'vendor_d')
      const fresh = await studio.sign({ path: job.poll_url })
      await studio.free(async () => {
        for (const paid of [undefined, header, fresh, 'garbage']) {
          const seen = await studio.poll({ poll_url: change(job.poll_url) }, paid)
          expect([seen.status, seen.challenge, seen.receipt]).toEqual([400, undefined, undefined])
          expect(seen.body.error).toContain('poll_url')
        }
        expect((await studio.poll(job, header)).status).toBe(202)
      })
    },
  )

  it('VID-005 of one job is worth nothing for another', async () => {
    const [one, other] = [await held(), await held()]
    expect(
      (
        await studio.poll(
          { poll_url: one.job.poll_url.replace(one.job.id, other.job.id) },
          one.header,
        )
      ).status,
    ).toBe(400)
  })
})

describe('two days', () => {
  it('VID-016 VID-017 a film is collected with a fresh signature shortly before 48 h are over, and is unknown after that', async () => {
    const before = await studio.buyer.balance()
    const [one, late, settled] = [await done(), await done(), await done()]
    await studio.over(settled)
    await studio.clock.wind(48 * HOUR - LAST)
    const { status, body } = await studio.poll(one.job, one.header)
    expect([status, body.error, body.code]).toEqual([
      402,
      'Payment verification failed',
      'PAYMENT_UNFUNDED',
    ])
    const fresh = await studio.sign({ path: one.job.poll_url })
    const seen = await studio.poll(one.job, fresh)
    expect([seen.status, seen.body.payment.status, seen.body.data[0].backed_up]).toEqual([
      200,
      'settled',
      true,
    ])
    expect(
      (await studio.poll(settled.job, await studio.sign({ path: settled.job.poll_url }))).body
        .payment.status,
    ).toBe('already_settled')
    expect(before - (await studio.buyer.balance())).toBe(2n * PRICE)
    await studio.clock.wind(LAST)
    for (const { job, header } of [one, late, settled]) {
      for (const headers of [{}, paidBy(header), paidBy(fresh)]) {
        const gone = await call(studio.shop.url, {
          path: job.poll_url,
          headers: headers as Record<string, string>,
        })
        expect([gone.status, gone.body]).toEqual([404, { error: 'Job not found' }])
      }
    }
    expect(before - (await studio.buyer.balance())).toBe(2n * PRICE)
  })
})
