/**
 * Media jobs when something goes wrong: upstreams that refuse, fail, fall silent or forget, files
 * that cannot be had, gateways that end.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Behaviour } from '../../scripts/devnet/upstreams/index.ts'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import { uri } from '../hooks/pictures.ts'
import type { Seen } from './client.ts'
import { openStudio, type Begun, type Studio } from './studio.ts'

const path = '/api/v1/videos/generations'
let studio: Studio
beforeAll(async () => {
  studio = await openStudio()
})
afterAll(() => studio?.stop())
afterEach(() => studio.upstreams.reset())

/** The upstream of each family and one of its models. */
const families = [
  ['vendor_c', 'vendorC/imagine-video'],
  ['vendor_d', 'vendorD/video-2.0'],
  ['vendor_f', 'vendorF/video-2'],
] as const
const wanted = (model: string, more: object = {}) => ({
  path,
  body: { prompt: 'a paper boat', model, ...more },
})

describe('a submit that its upstream does not accept', () => {
  /** Buys in vain; then, with the upstream well again, the same header makes a job. */
  async function inVain(upstream: string, model: string, how: Behaviour): Promise<Seen> {
    studio.upstreams.set(upstream, { ...how, step: 'submit' })
    const { seen, header } = await studio.free(() => studio.begin(wanted(model)))
    expect(await studio.isUsed(header)).toBe(false)
    studio.upstreams.set(upstream, 'ok')
    const again = await studio.pay(wanted(model), header)
    expect(again.status).toBe(202)
    expect((await studio.done({ job: again.body, header })).body.payment.status).toBe('settled')
    return seen
  }

  it.each(families)(
    'VID-108 %s %s: for want of capacity is 429 with its wait, free, and the header is still good',
    async (upstream, model) => {
      const source = model.split('/')[0]!
      for (const [retry_after, wait] of [
        [11, 11],
        [null, 60],
      ] as const) {
        const seen = await inVain(upstream, model, { mode: 'rate_limit', retry_after })
        expect([
          seen.status,
          seen.headers['retry-after'],
          seen.headers['x-ratelimit-source'],
        ]).toEqual([429, String(wait), source])
        expect(seen.body).toEqual({
          error: 'Rate limit exceeded',
          code: 'RATE_LIMITED',
          source,
          retry_after_seconds: wait,
          details: expect.stringMatching(/\S/),
        })
      }
    },
  )

  const broken: [Behaviour, number, string][] = [
    [{ mode: 'fail' }, 502, 'Video generation failed'],
    [{ mode: 'fail', status: 503 }, 502, 'Video generation failed'],
    [{ mode: 'fail', status: 401 }, 502, 'Video generation failed'],
    [{ mode: 'fail', status: 402 }, 502, 'Video generation failed'],
    [{ mode: 'reset' }, 502, 'Video generation failed'],
    [{ mode: 'empty' }, 502, 'Video generation failed'],
    [{ mode: 'garbage' }, 502, 'Video generation failed'],
    [{ mode: 'fail', status: 504 }, 504, 'Video generation timed out'],
    [{ mode: 'refuse' }, 400, 'Content policy violation'],
  ]
  it.each(
    families.flatMap(([upstream, model]) => broken.map(one => [upstream, model, ...one] as const)),
  )(
    'VID-108 VID-109 VID-018 %s %s: %j is %i %s, free, and the header is still good',
    async (upstream, model, how, status, error) => {
      const seen = await inVain(upstream, model, how)
      expect([seen.status, seen.body.error, seen.challenge]).toEqual([status, error, undefined])
      expect([seen.body.details, seen.body.job_id]).toEqual([
        expect.stringMatching(/\S/),
        expect.stringMatching(/^[0-9a-f]{32}$/),
      ])
    },
  )

  it.each([
    ['a first frame', { image_url: 'https://pictures.example/real-person.png' }],
    [
      'data',
      { image_url: uri(Buffer.concat([picture('someone', 64, 64), Buffer.from('real-person')])) },
    ],
    [
      'a last frame',
      { image_url: 'https://a.example/b.png', last_frame_url: 'https://a.example/real-person.png' },
    ],
  ])(
    'VID-076 for a real person in %s is 400 INPUT_IMAGE_REAL_PERSON, free, and the header is still good',
    async (_, seeds) => {
      const model = 'vendorD/video-2.0'
      const { seen, header } = await studio.free(() => studio.begin(wanted(model, seeds)))
      expect([seen.status, seen.body.code]).toEqual([400, 'INPUT_IMAGE_REAL_PERSON'])
      expect(seen.body.details).toMatch(/face/)
      expect((await studio.pay(wanted(model), header)).status).toBe(202)
    },
  )

  it.each(families)(
    'VID-018 VID-108 %s %s: one that is silent is 504, uncharged, and its header is good again',
    async (upstream, model) => {
      await studio.free(async () => {
        const header = await studio.sign(wanted(model))
        studio.upstreams.set(upstream, { mode: 'hold', step: 'submit' })
        const answer = studio.pay(wanted(model), header)
        await expect.poll(() => studio.asked(upstream).length, { timeout: 45_000 }).toBe(1)
        await studio.clock.wind(28_000)
        expect((await answer).status).toBe(504)
        studio.upstreams.reset()
        expect((await studio.pay(wanted(model), header)).status).toBe(202)
      })
    },
  )
})

/** A purchase whose job fails; that is reported with 200, and never charged. */
async function fails(model: string, during?: (begun: Begun) => unknown): Promise<string> {
  return studio.free(async () => {
    const begun = await studio.submit(wanted(model))
    await during?.(begun)
    const { status, body } = await studio.done(begun)
    expect([status, body]).toEqual([
      200,
      {
        id: begun.job.id,
        object: 'video.generation.job',
        status: 'failed',
        model,
        error: expect.stringMatching(/\S/),
        payment_status: 'not_charged',
        note: expect.stringMatching(/\S/),
      },
    ])
    expect(
      (await studio.poll(begun.job, await studio.sign({ path: begun.job.poll_url }))).body,
    ).toEqual(body)
    const again = await studio.pay(wanted(model), begun.header)
    expect([again.status, again.body.code, again.body.job_id]).toEqual([
      402,
      'PAYMENT_REPLAY',
      begun.job.id,
    ])
    return body.error as string
  })
}

describe('a job that its upstream accepted', () => {
  it.each(
    families.flatMap(([upstream, model]) =>
      (['job_fail', 'job_refuse', 'job_lost'] as const).map(
        mode => [upstream, model, mode] as const,
      ),
    ),
  )('VID-018 %s %s: %s is a failed job, never charged', async (upstream, model, mode) => {
    studio.upstreams.set(upstream, mode)
    await fails(model)
  })

  it.each([
    ['vendor_c', 'vendorC/imagine-video'],
    ['vendor_d', 'vendorD/video-2.0'],
  ] as const)('VID-018 %s %s: one that expired there is a failed job', async (upstream, model) => {
    studio.upstreams.set(upstream, { mode: 'job_fail', code: 'expired' })
    await fails(model)
  })

  const passing: Behaviour[] = [
    { mode: 'fail', status: 503 },
    { mode: 'fail', status: 500 },
    { mode: 'reset' },
    { mode: 'garbage' },
    { mode: 'rate_limit', retry_after: 1 },
  ]
  it.each(
    families.flatMap(([upstream, model]) => passing.map(how => [upstream, model, how] as const)),
  )(
    'VID-011 VID-012 %s %s: while its polls meet %j the job goes on, and comes to a good end',
    async (upstream, model, how) => {
      studio.upstreams.set(upstream, { ...how, step: 'poll', times: 4 })
      const { seen } = await studio.buy(wanted(model))
      expect([seen.body.payment.status, seen.body.data[0].backed_up]).toEqual(['settled', true])
      const polls = studio.upstreams.calls(upstream).filter(({ method }) => method === 'GET')
      expect([studio.asked(upstream).length, polls.length >= 5]).toEqual([1, true])
    },
  )

  it('VID-011 an upstream that asks for patience is given it', async () => {
    studio.upstreams.set('vendor_d', {
      mode: 'rate_limit',
      retry_after: 60,
      step: 'poll',
      times: 1,
    })
    const begun = await studio.submit(wanted('vendorD/video-2.5'))
    await expect
      .poll(() => studio.upstreams.calls('vendor_d').some(({ status }) => status === 429), {
        timeout: 45_000,
      })
      .toBe(true)
    const asked = studio.upstreams.calls('vendor_d').length
    await studio.clock.wind(30_000)
    await studio.poll(begun.job, begun.header)
    expect(studio.upstreams.calls('vendor_d')).toHaveLength(asked)
    await studio.clock.wind(30_000)
    expect((await studio.done(begun)).body.payment.status).toBe('settled')
  })

  it('VID-018 that does not come to an end within an hour has stalled, and costs nothing', async () => {
    studio.upstreams.set('vendor_c', 'job_hold')
    await studio.free(async () => {
      const { job } = await studio.submit(wanted('vendorC/imagine-video'))
      await studio.clock.wind(3_500_000)
      const header = await studio.sign({ path: job.poll_url })
      expect((await studio.poll(job, header)).status).toBe(202)
      await studio.clock.wind(100_000)
      const { body } = await studio.done({ job, header })
      expect([body.status, body.payment_status, body.error]).toEqual([
        'failed',
        'not_charged',
        expect.stringMatching(/^Job stalled/),
      ])
      studio.upstreams.orderJobs('vendor_c', 'finish')
      expect((await studio.poll(job, header)).body).toEqual(body)
    })
  })
})

describe('a film that cannot be stored', () => {
  it.each(families.slice(0, 2))(
    'VID-014 %s %s: is given at its own address, and settled',
    async (upstream, model) => {
      studio.upstreams.set(upstream, 'lost')
      const before = await studio.buyer.balance()
      const { seen } = await studio.buy(wanted(model))
      const [film] = seen.body.data
      expect([film.backed_up, film.url, seen.body.payment.status]).toEqual([
        false,
        film.source_url,
        'settled',
      ])
      expect(film.url).toContain('/files/')
      expect(await studio.buyer.balance()).toBeLessThan(before)
    },
  )

  it("VID-014 VID-018 and that only its upstream's key opens is no result: a failed job, uncharged", async () => {
    studio.upstreams.set('vendor_f', 'lost')
    await fails('vendorF/video-2', async ({ job }) => {
      const status = async (): Promise<string> =>
        (await studio.shop.store.get<any>('jobs', `videos/${job.id}`))!.doc.status
      const tries = (): number =>
        studio.upstreams.calls('vendor_f').filter(one => one.path.endsWith('/content')).length
      // It is asked for again and again, with growing pauses, before it is given up.
      await expect
        .poll(
          async () => {
            await studio.clock.wind(1000)
            return status()
          },
          { timeout: 15_000, interval: 10 },
        )
        .toBe('failed')
      expect(tries()).toBeGreaterThan(3)
    })
  })

  it('VID-014 but comes at the second attempt is stored', async () => {
    studio.upstreams.set('vendor_f', { mode: 'fail', status: 503, step: 'file', times: 1 })
    const { seen } = await studio.buy(wanted('vendorF/video-2'))
    expect([seen.body.data[0].backed_up, seen.body.payment.status]).toEqual([true, 'settled'])
  })
})

describe('a gateway that ends meanwhile', () => {
  it.each(families)(
    'VID-016 VID-003 %s %s: the next one goes on asking, at the same address, and submits nothing again',
    async (upstream, model) => {
      const gateway = await studio.another()
      studio.upstreams.set(upstream, 'job_hold')
      const before = await studio.buyer.balance()
      const price = BigInt(await gateway.quote(wanted(model)))
      const begun = await gateway.submit(wanted(model))
      await gateway.close()
      await gateway.reopen()
      expect((await gateway.poll(begun.job, begun.header)).status).toBe(202)
      expect((await gateway.pay(wanted(model), begun.header)).body).toMatchObject({
        code: 'PAYMENT_REPLAY',
        poll_url: begun.job.poll_url,
      })
      studio.upstreams.orderJobs(upstream, 'finish')
      const first = await gateway.done(begun)
      expect([first.status, first.body.payment.status, studio.asked(upstream).length]).toEqual([
        200,
        'settled',
        1,
      ])
      await gateway.close()
      await gateway.reopen()
      const again = await gateway.poll(begun.job, begun.header)
      expect(again.body).toEqual({
        ...first.body,
        payment: { ...first.body.payment, status: 'already_settled' },
      })
      expect((await fetch(again.body.data[0].url)).headers.get('content-type')).toBe('video/mp4')
      expect(before - (await studio.buyer.balance())).toBe(price)
      await gateway.close()
    },
  )

  it('VID-012 VID-014 a film that was made before is settled by the next one', async () => {
    const gateway = await studio.another()
    const begun = await gateway.submit(wanted('vendorC/imagine-video'))
    await gateway.finished('videos', begun.job)
    await gateway.close()
    await gateway.reopen()
    expect((await gateway.done(begun)).body).toMatchObject({
      data: [{ backed_up: true }],
      payment: { status: 'settled' },
    })
    await gateway.close()
  })
})
