/**
 * Video generation: what a request may say to each model, what it costs, and what is refused before
 * any payment.
 */
import { describe, expect, it } from 'vitest'
import { boxed, uri } from '../hooks/pictures.ts'
import {
  all,
  C1,
  C15,
  D2,
  D25,
  F,
  FAST,
  image,
  MINI,
  offers,
  path,
  PRO,
  prompt,
  quote,
  references,
  remote,
  studio,
  useStudio,
  usual,
} from './videos-desk.ts'

useStudio()

/** [ids, model, seconds, resolution, micro-USD]; what is not given is left out. */
const prices: [string, string, number | undefined, string | undefined, number][] = [
  ['VID-093', F, 4, undefined, 421_000],
  ['VID-093', F, 8, undefined, 841_000],
  ['VID-093', F, 12, '4K', 1_261_000],
  ['VID-094', C1, 8, '480p', 402_000],
  ['VID-094 VID-043', C1, undefined, '720p', 562_000],
  ['VID-094', C1, 15, '720p', 1_052_000],
  ['VID-095', C1, 1, undefined, 52_000],
  ['VID-095', C1, 1, '720p', 72_000],
  ['VID-095', C1, 15, undefined, 752_000],
  ['VID-096', C15, 8, '480p', 642_000],
  ['VID-096 VID-043', C15, undefined, '720p', 1_122_000],
  ['VID-096', C15, 15, '720p', 2_102_000],
  ['VID-096 VID-043', C15, undefined, '1080p', 2_002_000],
  ['VID-097', C15, 1, undefined, 82_000],
  ['VID-097', C15, 1, '1080p', 252_000],
  ['VID-097', C15, 15, undefined, 1_202_000],
  ['VID-097', C15, 15, '1080p', 3_752_000],
  ['VID-099', PRO, 4, '720p', 284_133],
  ['VID-099', PRO, 12, undefined, 850_398],
  ['VID-099', PRO, undefined, '480p', 177_958],
  ['VID-099', PRO, 5, '1080p', 797_311],
  ['VID-099', PRO, 12, '1080p', 1_912_145],
  ['VID-100', MINI, 4, '720p', 319_843],
  ['VID-100', MINI, 15, undefined, 1_196_662],
  ['VID-100', MINI, undefined, '480p', 200_277],
  ['VID-100', MINI, 15, '480p', 598_831],
  ['VID-038', MINI, 5, '1080p', 897_746],
  ['VID-038', MINI, 5, '4K', 3_587_984],
  ['VID-101', FAST, 4, '720p', 661_643],
  ['VID-101', FAST, 15, undefined, 2_478_411],
  ['VID-101', FAST, undefined, '480p', 413_902],
  ['VID-101', FAST, 15, '480p', 1_239_706],
  ['VID-102', D2, 4, '720p', 909_384],
  ['VID-102', D2, 15, undefined, 3_407_439],
  ['VID-102', D2, undefined, '480p', 568_740],
  ['VID-102 VID-040', D2, 5, '1080p', 2_555_830],
  ['VID-102 VID-040', D2, 5, '4K', 10_220_317],
  ['VID-102', D2, 15, '4K', 30_658_951],
  ['VID-103', D25, 4, '720p', 1_263_300],
  ['VID-103 VID-032', D25, 30, undefined, 9_468_246],
  ['VID-103', D25, undefined, '480p', 789_938],
  ['VID-103', D25, 30, '480p', 4_734_623],
]

describe('what it costs', () => {
  it.each(all.map(model => [model, usual[model]!] as const))(
    'VID-066 VID-093..103 %s costs %i as it stands',
    async (model, price) => {
      expect(await quote({ model })).toBe(price)
    },
  )

  it('VID-024 without a model it is the first of vendorC: 8 s at 480p', async () => {
    const { challenge, body } = await studio.ask({ path, body: { prompt } })
    expect(challenge!.accepts[0]).toMatchObject({ amount: '402000', maxTimeoutSeconds: 600 })
    expect([
      body.price,
      await quote({ duration_seconds: 8, resolution: '480p' }),
      await quote({ duration_seconds: 9 }),
    ]).toEqual([{ amount: '0.402000', currency: 'USD' }, 402_000, 452_000])
  })

  it('PAY-029 a video is always a job: no challenge describes an inline result, not even one of the form with content', async () => {
    const flat = await studio.ask({ path, body: { prompt } })
    const content = await studio.ask({
      path: '/api/v1/videos',
      body: { content: [{ type: 'text', text: prompt }] },
    })
    for (const { status, body } of [flat, content]) {
      expect([status, body.price.currency]).toEqual([402, 'USD'])
      expect(body).not.toHaveProperty('generation_info')
    }
  })

  it.each(prices)(
    '%s VID-033 VID-098 %s for %s s at %s costs %i',
    async (_, model, duration_seconds, resolution, price) => {
      expect(await quote({ model, duration_seconds, resolution })).toBe(price)
    },
  )

  it('VID-098 VID-104 any length of any vendorD model at any resolution, to the micro-USD', async () => {
    const rates = {
      [PRO]: 31_080n,
      [MINI]: 35_000n,
      [FAST]: 72_520n,
      [D2]: 99_715n,
      [D25]: 138_565n,
    }
    const factors = { '480p': 2n, '720p': 4n, '1080p': 9n, '4K': 36n }
    for (const model of [PRO, MINI, FAST, D2, D25]) {
      const { seconds, resolutions } = offers[model]!
      for (const resolution of resolutions) {
        for (const duration_seconds of seconds) {
          // Per second: 21690 tokens, a rate of 1e-4 micro-USD, quarters of a factor, and 5
          // percent.
          const scaled =
            BigInt(duration_seconds) * 21_690n * factors[resolution as '4K'] * rates[model]! * 105n
          const price = Number((scaled + 3_999_999n) / 4_000_000n) + 1000
          expect([
            model,
            resolution,
            duration_seconds,
            await quote({ model, resolution, duration_seconds }),
          ]).toEqual([model, resolution, duration_seconds, price])
        }
      }
    }
  })

  it('VID-034 of vendorF: the resolution and the ratio mean nothing', async () => {
    for (const more of [
      { resolution: '1080p' },
      { resolution: '360p' },
      { aspect_ratio: '9:16' },
      { aspect_ratio: 'round', resolution: '4K' },
    ]) {
      expect(await quote({ model: F, ...more })).toBe(421_000)
    }
  })

  it.each([
    '--dur 12',
    '--duration=12',
    'a boat --RS 1080p',
    '\n--resolution\t4K',
    '--fps',
    // Blanks of other kinds, and characters that nobody sees.
    ...[
      '\r',
      '\v',
      '\f',
      '\u00a0',
      '\u3000',
      '\u2028',
      '\u200b',
      '\u2800',
      '\u3164',
      '\ufeff',
      '\u0000',
    ].map(blank => `${blank}--dur${blank}12`),
  ])('VID-098 settings in the prompt, which vendorD would read, are refused: %s', async words => {
    const body = (model: string) => ({ path, body: { model, prompt: `a boat ${words}` } })
    for (const model of [PRO, MINI, FAST, D2, D25]) {
      const { status, body: reply } = await studio.ask(body(model))
      expect([status, JSON.stringify(reply)]).toEqual([400, expect.stringMatching(/leave --\w/)])
    }
    for (const model of [F, C1, C15]) expect((await studio.ask(body(model))).status).toBe(402)
  })

  it.each(['She waits--during the storm', 'a draw--resolution', '--RSVP by Friday', '-- durable'])(
    'VID-098 a prompt with dashes is no setting: %s',
    async words => {
      const body = { model: PRO, prompt: words }
      expect((await studio.ask({ path, body })).status).toBe(402)
    },
  )

  it.each(all)(
    'VID-044 VID-105 VID-079 %s begins with a picture at the same price',
    async model => {
      for (const image_url of [remote, image, uri(boxed('heic'), 'image/heic')])
        expect(await quote({ model, image_url })).toBe(usual[model])
    },
  )

  it('VID-106 VID-058 VID-053 nothing else changes the price', async () => {
    const same = { generate_audio: false, watermark: true, return_last_frame: true, seed: 7 }
    for (const model of all)
      expect([model, await quote({ model, ...same, aspect_ratio: '1:1' })]).toEqual([
        model,
        usual[model],
      ])
    for (const model of [PRO, MINI, FAST, D2])
      expect(await quote({ model, image_url: remote, last_frame_url: image })).toBe(usual[model])
    for (const model of references) {
      expect(await quote({ model, reference_image_urls: [remote] })).toBe(usual[model])
      expect(await quote({ model, reference_image_urls: Array(9).fill(remote) })).toBe(usual[model])
    }
  })
})
