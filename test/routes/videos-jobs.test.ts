/**
 * Video jobs as they are handed out and polled: at a signed address, by the wallet that bought
 * them, for two days.
 */
import { describe, expect, it } from 'vitest'
import { call, paidBy, payloadOf, type Seen } from './client.ts'
import { done, held, path, PRICE, studio, useStudio, wanted } from './videos-jobs-desk.ts'

useStudio()

const HOUR = 3_600_000

/** What is left of two days, in ms. */
const LAST = 600_000

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

  it('VID-007 gates, then payment, then the claim, and only then the upstream', async () => {
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
    // The upstream has not answered yet, and the authorization is taken.
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
    studio.upstreams.orderJobs('vendor_c', 'finish')
    expect((await studio.done({ job: (await again()).body, header })).body.payment.status).toBe(
      'settled',
    )
    await again()
    expect(studio.asked('vendor_c')).toHaveLength(1)
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
    await studio.done(settled)
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
