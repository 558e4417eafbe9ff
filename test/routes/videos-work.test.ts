/**
 * Every video model from its submit to its hosted film: what its upstream is sent, what the caller
 * gets, and what is charged.
 */
import { describe, expect, it } from 'vitest'
import { call } from './client.ts'
import { image, path, prompt, sizeOfFilm, studio, switches, useStudio } from './videos-work-desk.ts'

useStudio()

const remote = 'https://pictures.example/a.png'

const other = 'https://pictures.example/b.png'

/** What an upstream was sent for a body; its job is left alone. */
async function sent(upstream: string, more: object): Promise<any> {
  await studio.submit({ path, body: { prompt, ...more } })
  const [one, ...others] = studio.asked(upstream)
  expect(others).toEqual([])
  studio.upstreams.reset()
  return JSON.parse(one!.body)
}

const D = (model: string, seconds: number, more: object = {}): object => ({
  model,
  content: [{ type: 'text', text: prompt }],
  duration: seconds,
  resolution: '720p',
  generate_audio: true,
  watermark: false,
  return_last_frame: false,
  ...more,
})

/**
 * [model, more of the request, micro-USD, upstream, its address, what it is sent, size of the film]
 */
const cases: [string, object, bigint, string, string, object, [number, number]][] = [
  [
    'vendorC/imagine-video',
    {},
    402_000n,
    'vendor_c',
    '/v1/videos/generations',
    { model: 'imagine-video', prompt, duration: 8, resolution: '480p' },
    [854, 480],
  ],
  [
    'vendorC/imagine-video-1.5',
    { resolution: '1080p', duration_seconds: 2, aspect_ratio: '9:16' },
    502_000n,
    'vendor_c',
    '/v1/videos/generations',
    { model: 'imagine-video-1.5', prompt, duration: 2, resolution: '1080p', aspect_ratio: '9:16' },
    [1080, 1920],
  ],
  [
    'vendorD/video-1.5-pro',
    {},
    354_916n,
    'vendor_d',
    '/api/v3/contents/generations/tasks',
    D('video-1.5-pro', 5),
    [1280, 720],
  ],
  [
    'vendorD/video-2.0-mini',
    { resolution: '480p', aspect_ratio: '1:1' },
    200_277n,
    'vendor_d',
    '/api/v3/contents/generations/tasks',
    D('video-2.0-mini', 5, { resolution: '480p', ratio: '1:1' }),
    [480, 480],
  ],
  [
    'vendorD/video-2.0-fast',
    { duration_seconds: 4 },
    661_643n,
    'vendor_d',
    '/api/v3/contents/generations/tasks',
    D('video-2.0-fast', 4),
    [1280, 720],
  ],
  [
    'vendorD/video-2.0',
    { resolution: '4K', aspect_ratio: 'adaptive' },
    10_220_317n,
    'vendor_d',
    '/api/v3/contents/generations/tasks',
    D('video-2.0', 5, { resolution: '4K', ratio: 'adaptive' }),
    [3840, 2160],
  ],
  [
    'vendorD/video-2.5',
    { duration_seconds: 30 },
    9_468_246n,
    'vendor_d',
    '/api/v3/contents/generations/tasks',
    D('video-2.5', 30),
    [1280, 720],
  ],
  [
    'vendorF/video-2',
    { duration_seconds: 8 },
    841_000n,
    'vendor_f',
    '/v1/videos',
    {
      fields: { model: ['video-2'], prompt: [prompt], seconds: ['8'], size: ['1280x720'] },
      files: [],
    },
    [1280, 720],
  ],
]

describe('from the submit to the film', () => {
  it.each(cases)(
    'VID-001 VID-012 VID-013 VID-023 VID-033 VID-043 %s %j',
    async (model, more, price, upstream, address, body, size) => {
      const before = await studio.buyer.balance()
      const begun = await studio.submit({ path, body: { prompt, model, ...more } })
      expect(await studio.buyer.balance()).toBe(before)
      const [asked] = studio.asked(upstream)
      expect([asked!.path, JSON.parse(asked!.body)]).toEqual([address, body])
      const { status, body: made, receipt } = await studio.done(begun)
      expect([status, before - (await studio.buyer.balance()), made.price.amount]).toEqual([
        200,
        price,
        (Number(price) / 1e6).toFixed(6),
      ])
      expect(made).toMatchObject({
        id: begun.job.id,
        status: 'completed',
        model,
        payment: { status: 'settled' },
      })
      expect(receipt).toMatchObject({ success: true, transaction: made.payment.tx_hash })
      expect(made.data).toEqual([
        expect.objectContaining({
          url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/media\/[0-9a-f]{64}\.mp4$/),
          source_url: expect.stringMatching(/^http/),
          backed_up: true,
        }),
      ])
      const film = await fetch(made.data[0].url)
      const bytes = Buffer.from(await film.arrayBuffer())
      expect([
        film.status,
        film.headers.get('content-type'),
        film.headers.get('accept-ranges'),
      ]).toEqual([200, 'video/mp4', 'bytes'])
      expect(sizeOfFilm(bytes)).toEqual(size)
      expect(studio.asked(upstream)).toHaveLength(1)
    },
  )

  it('VID-023 the film is served in ranges, for players', async () => {
    const { seen } = await studio.buy({ path, body: { prompt } })
    const { url } = seen.body.data[0]
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
    const part = await fetch(url, { headers: { range: 'bytes=100-299' } })
    expect([
      part.status,
      part.headers.get('content-type'),
      part.headers.get('content-range'),
    ]).toEqual([206, 'video/mp4', `bytes 100-299/${whole.length}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 300))).toBe(true)
    const tail = await fetch(url, { headers: { range: 'bytes=-50' } })
    expect(Buffer.from(await tail.arrayBuffer()).equals(whole.subarray(-50))).toBe(true)
    expect((await fetch(url, { headers: { range: `bytes=${whole.length}-` } })).status).toBe(416)
    const head = await call(studio.shop.url, { method: 'HEAD', path: new URL(url).pathname })
    expect([head.status, head.headers['content-type'], head.headers['content-length']]).toEqual([
      200,
      'video/mp4',
      String(whole.length),
    ])
  })
})

describe('vendorD is sent', () => {
  const model = 'vendorD/video-2.0'
  const text = { type: 'text', text: prompt }
  const part = (url: string, role: string): object => ({
    type: 'image_url',
    image_url: { url },
    role,
  })

  it('VID-044 VID-078 a first frame, as an address or as data', async () => {
    for (const image_url of [remote, image]) {
      expect((await sent('vendor_d', { model, image_url })).content).toEqual([
        text,
        part(image_url, 'first_frame'),
      ])
    }
  })

  it.each(['1.5-pro', '2.0-mini', '2.0-fast', '2.0'])(
    'VID-053 a first and a last frame: video-%s',
    async name => {
      const { content } = await sent('vendor_d', {
        model: `vendorD/video-${name}`,
        image_url: remote,
        last_frame_url: other,
      })
      expect(content).toEqual([text, part(remote, 'first_frame'), part(other, 'last_frame')])
    },
  )

  it.each(['2.0-mini', '2.0-fast', '2.0'])('VID-055 references: video-%s', async name => {
    const nine = [
      remote,
      image,
      ...Array.from({ length: 7 }, (_, n) => `https://pictures.example/${n}.png`),
    ]
    const { content: references } = await sent('vendor_d', {
      model: `vendorD/video-${name}`,
      reference_image_urls: nine,
    })
    expect(references).toEqual([text, ...nine.map(url => part(url, 'reference_image'))])
  })

  it('VID-069 VID-065 sound for a text alone, and none where a picture or references condition it', async () => {
    const seeds: [object, boolean][] = [
      [{}, true],
      [{ image_url: remote }, false],
      [{ image_url: remote, last_frame_url: other }, false],
      [{ reference_image_urls: [remote] }, false],
    ]
    for (const [seed, sound] of seeds) {
      expect([seed, (await sent('vendor_d', { model, ...seed })).generate_audio]).toEqual([
        seed,
        sound,
      ])
      // What is said is passed on as it is.
      expect(await sent('vendor_d', { model, ...seed, generate_audio: !sound })).toMatchObject({
        generate_audio: !sound,
      })
    }
  })

  it('VID-070 VID-072 VID-073 VID-074 sound, seed, watermark and last frame as they are given', async () => {
    const given = { generate_audio: false, seed: 0, watermark: true, return_last_frame: true }
    expect(await sent('vendor_d', { model, ...given })).toMatchObject(given)
    const plain = await sent('vendor_d', { model })
    expect([plain.watermark, plain.return_last_frame, 'seed' in plain, 'ratio' in plain]).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  it('VID-074 a last frame that was asked for comes with the film', async () => {
    const { seen } = await studio.buy({ path, body: { prompt, model, return_last_frame: true } })
    expect(seen.body.data[0].last_frame_url).toMatch(/^http/)
    const without = await studio.buy({ path, body: { prompt, model } })
    expect(without.seen.body.data[0]).not.toHaveProperty('last_frame_url')
  })

  it('VID-038 a resolution that the small model has not, as it is asked for: its upstream refuses, free', async () => {
    await studio.free(async () => {
      const { seen } = await studio.buy({
        path,
        body: { prompt, model: 'vendorD/video-2.0-mini', resolution: '4K' },
      })
      expect(JSON.parse(studio.asked('vendor_d')[0]!.body).resolution).toBe('4K')
      expect([seen.status, seen.body.status, seen.body.payment_status]).toEqual([
        200,
        'failed',
        'not_charged',
      ])
    })
  })
})

describe('vendorC is sent', () => {
  it.each(['imagine-video', 'imagine-video-1.5'])(
    'VID-071 VID-072 VID-075 nothing of sound, seed, watermark and last frame: %s',
    async name => {
      const body = await sent('vendor_c', {
        model: `vendorC/${name}`,
        ...switches,
        aspect_ratio: '4:3',
        duration_seconds: 3,
      })
      expect(body).toEqual({
        model: name,
        prompt,
        duration: 3,
        resolution: '480p',
        aspect_ratio: '4:3',
      })
    },
  )

  it('VID-044 a picture to begin with, as an address or as data', async () => {
    for (const image_url of [remote, image])
      expect((await sent('vendor_c', { image_url })).image).toEqual({ url: image_url })
  })
})
