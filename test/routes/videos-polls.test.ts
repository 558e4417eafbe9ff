/** Polls of videos. */
import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { payloadOf } from './client.ts'
import { done, held, path, PRICE, studio, useStudio } from './videos-jobs-desk.ts'

useStudio()

describe('a poll', () => {
  it('VID-009 VID-011 while the upstream works is 202, as often and with as many signatures of the wallet as one likes', async () => {
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
    studio.upstreams.orderJobs('vendor_d', 'finish')
    await studio.finished('videos', job)
    await asked()
    const before = await studio.buyer.balance()
    const { body } = await studio.done(begun)
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
    expect(first.headers['x-payment-receipt']).toBe(first.body.payment.tx_hash)
    expect(payloadOf(first.headers['x-payment-response']!)).toEqual(first.receipt)
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

  it('VID-020 ERR-019 by another wallet is 403, says nothing and takes nothing, at every stage', async () => {
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
    studio.upstreams.orderJobs('vendor_c', 'finish')
    await studio.finished('videos', begun.job)
    await theirs()
    expect((await studio.done(begun)).body.payment.status).toBe('settled')
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
