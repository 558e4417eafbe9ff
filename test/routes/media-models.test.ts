/**
 * The lists of video and music models, and the video catalog inside the 402 that a GET of the video
 * path gets: they agree with what is sold.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Seen } from './client.ts'
import { startShop, type Shop } from './shop.ts'

const VIDEOS = '/api/v1/videos/generations'
let shop: Shop
let test: Shop
let videos: any
let tracks: any
let shown: Seen
beforeAll(async () => {
  ;[shop, test] = await Promise.all([startShop(), startShop({ network: 'testnet' })])
  videos = (await call(shop.url, { path: '/api/v1/video/models' })).body
  tracks = (await call(shop.url, { path: '/api/v1/audio/models' })).body
  shown = await call(shop.url, { path: VIDEOS })
})
afterAll(() => Promise.all([shop?.stop(), test?.stop()]))

const cost = async (path: string, body: object): Promise<number> =>
  Number((await call(shop.url, { path, body })).body.accepts[0].amount)
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)

/**
 * What the specification says of each model: durations, default, resolutions with the default
 * first, and whether it makes sound.
 */
const models: Record<string, [number[], number, string[], boolean]> = {
  'vendorF/video-2': [[4, 8, 12], 4, ['720p'], true],
  'vendorC/imagine-video': [range(1, 15), 8, ['480p', '720p'], false],
  'vendorC/imagine-video-1.5': [range(1, 15), 8, ['480p', '720p', '1080p'], true],
  'vendorD/video-1.5-pro': [range(4, 12), 5, ['720p', '480p', '1080p'], true],
  'vendorD/video-2.0-mini': [range(4, 15), 5, ['720p', '480p'], true],
  'vendorD/video-2.0-fast': [range(4, 15), 5, ['720p', '480p'], true],
  'vendorD/video-2.0': [range(4, 15), 5, ['720p', '480p', '1080p', '4K'], true],
  'vendorD/video-2.5': [range(4, 30), 5, ['720p', '480p'], true],
}

describe('/api/v1/video/models', () => {
  it('DISC-008 DISC-009 lists the eight models with durations, resolutions and rates', () => {
    expect([videos.object, videos.data.map((one: any) => one.id)]).toEqual([
      'list',
      Object.keys(models),
    ])
    for (const one of videos.data) {
      const [durations, usual, resolutions, audio] = models[one.id]!
      expect(one).toMatchObject({
        object: 'model',
        created: expect.any(Number),
        owned_by: one.id.split('/')[0],
        name: expect.stringMatching(/\S/),
        description: expect.stringMatching(/\S/),
        durations,
        default_duration_seconds: usual,
        resolutions,
        default_resolution: resolutions[0],
        supports_image_input: true,
        supports_audio: audio,
        supports_face_asset: /2\.0/.test(one.id),
        supports_reference_images: /2\.0/.test(one.id),
        supports_last_frame: /2\.0|1\.5-pro/.test(one.id),
      })
    }
  })

  it('VID-045 VID-104 the rates are those of the catalog, before margin and fee', () => {
    const pricing = (id: string): object => videos.data.find((one: any) => one.id === id).pricing
    expect(pricing('vendorF/video-2')).toEqual({ per_second: 0.1 })
    expect(pricing('vendorC/imagine-video')).toEqual({
      per_second_by_resolution: { '480p': 0.05, '720p': 0.07 },
      per_generation: 0.001,
    })
    expect(pricing('vendorD/video-2.0')).toEqual({
      per_second: 0.216281835,
      at: '720p',
      per_million_tokens: 9.9715,
    })
    for (const [id, micro] of Object.entries({
      'vendorD/video-1.5-pro': 70_783.146,
      'vendorD/video-2.0-mini': 79_710.75,
      'vendorD/video-2.0-fast': 165_160.674,
      'vendorD/video-2.0': 227_095.92675,
      'vendorD/video-2.5': 315_574.85925,
    }))
      expect((pricing(id) as any).per_second * 1.05e6).toBeCloseTo(micro, 6)
  })

  it('VID-027..032 each model is sold for each of its durations, and no other', async () => {
    for (const { id: model, durations } of videos.data) {
      for (const duration_seconds of range(0, 31)) {
        const { status } = await call(shop.url, {
          path: VIDEOS,
          body: { model, prompt: 'x', duration_seconds },
        })
        expect([model, duration_seconds, status]).toEqual([
          model,
          duration_seconds,
          durations.includes(duration_seconds) ? 402 : 400,
        ])
      }
    }
  })
})

describe('/api/v1/audio/models', () => {
  it('DISC-010 DISC-011 DISC-012 lists the music model with its rate per track', () => {
    expect(tracks).toEqual({
      object: 'list',
      data: [
        {
          id: 'vendorG/music-2.5+',
          object: 'model',
          created: expect.any(Number),
          owned_by: 'vendorG',
          name: expect.stringMatching(/\S/),
          description: expect.stringMatching(/\S/),
          categories: ['audio'],
          billing_mode: 'per_track',
          pricing: { per_track: 0.15 },
          supports_lyrics: true,
          supports_instrumental: true,
        },
      ],
    })
  })

  it('MUS-012 the rate is what is sold', async () => {
    expect(await cost('/api/v1/audio/generations', { prompt: 'x' })).toBe(
      Math.ceil(tracks.data[0].pricing.per_track * 1.05e6) + 1000,
    )
  })
})

describe('a GET of the video path without a payment', () => {
  it('DISC-022 is a 402 with the video catalog', () => {
    expect(shown.status).toBe(402)
    expect(shown.challenge!.accepts[0]!.amount).toBe('402000')
    expect(shown.body.models.map((one: any) => one.id)).toEqual(Object.keys(models))
    for (const one of shown.body.models) {
      const [durations, defaultDuration, resolutions, audio] = models[one.id]!
      expect(one).toMatchObject({
        durations,
        defaultDuration,
        resolutions,
        defaultResolution: resolutions[0],
        imageToVideo: true,
        audio,
      })
    }
  })

  it('DISC-023 DISC-024 DISC-025 each xAI-style model has its rate per resolution, default and fee, and is sold for them', async () => {
    const found = shown.body.models.filter((one: any) => one.id.startsWith('vendorC/'))
    expect(found).toMatchObject([
      {
        pricePerSecondByResolution: { '480p': 0.05, '720p': 0.07 },
        defaultResolution: '480p',
        perGenerationFee: 0.001,
      },
      {
        pricePerSecondByResolution: { '480p': 0.08, '720p': 0.14, '1080p': 0.25 },
        defaultResolution: '480p',
        perGenerationFee: 0.001,
      },
    ])
    for (const { id: model, pricePerSecondByResolution, perGenerationFee } of found) {
      for (const [resolution, rate] of Object.entries<number>(pricePerSecondByResolution)) {
        const micro = await cost(VIDEOS, { model, prompt: 'x', resolution, duration_seconds: 7 })
        expect([model, resolution, micro]).toEqual([
          model,
          resolution,
          Math.round((rate * 7 + perGenerationFee) * 1e6) + 1000,
        ])
      }
    }
  })

  it('DISC-022 the 402 of a POST has no catalog', async () => {
    expect((await call(shop.url, { path: VIDEOS, body: { prompt: 'x' } })).body).not.toHaveProperty(
      'models',
    )
  })
})

describe('a GET of the other paths that take a POST', () => {
  it.each([
    ['/api/v1/images/image2image', '64000'],
    ['/api/v1/audio/generations', '158500'],
    ['/api/v1/audio/speech', '3310'],
    ['/api/v1/audio/sound-effects', '52000'],
    ['/api/v1/videos', '402000'],
  ])(
    'DISC-026 %s is a 402 with the quote of its defaults, as for a POST without a body',
    async (path, amount) => {
      for (const method of ['GET', 'POST']) {
        const { status, challenge } = await call(shop.url, { method, path })
        expect([method, status, challenge?.accepts[0]?.amount]).toEqual([method, 402, amount])
      }
    },
  )
})

describe('on the test network', () => {
  it('NET-006 there are fewer models, in the lists and on sale', async () => {
    const ids = async (path: string): Promise<string[]> =>
      (await call(test.url, { path })).body.data.map((one: any) => one.id)
    const sold = ['vendorF/video-2', 'vendorC/imagine-video', 'vendorD/video-2.0-fast']
    expect(await ids('/api/v1/video/models')).toEqual(sold)
    expect(await ids('/api/v1/audio/models')).toEqual(['vendorG/music-2.5+'])
    expect((await call(test.url, { path: VIDEOS })).body.models.map((one: any) => one.id)).toEqual(
      sold,
    )
    for (const model of Object.keys(models)) {
      const { status, body } = await call(test.url, { path: VIDEOS, body: { model, prompt: 'x' } })
      expect([model, status]).toEqual([model, sold.includes(model) ? 402 : 400])
      if (status === 400) for (const id of sold) expect(body.error).toContain(id)
    }
  })
})

describe('limits', () => {
  it.each([
    ['LIM-005', '/api/v1/video/models'],
    ['LIM-006', '/api/v1/audio/models'],
    ['DISC-013', '/api/v1/audio/voices'],
  ])('%s LIM-012 LIM-013 %s is answered 100 times an hour to one address', async (_id, path) => {
    const get = (): Promise<Seen> => call(test.url, { path })
    const used = path.endsWith('voices') ? 0 : 1
    for (let i = used; i < 100; i++) expect((await get()).status).toBe(200)
    const { status, body, headers } = await get()
    expect([status, body.error]).toEqual([429, 'Rate limit exceeded'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(Date.now())
  })
})
