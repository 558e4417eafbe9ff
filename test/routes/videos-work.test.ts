/**
 * Every video model from its submit to its hosted film: what its supplier is sent, what the caller
 * gets, and what is charged.
 */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parseForm, type Form } from '../../scripts/devnet/upstreams/form.ts'
import { boxesOf } from '../helpers/mp4.ts'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import { boxed, drawn, uri } from '../hooks/pictures.ts'
import { call } from './client.ts'
import { openStudio, type Studio } from './studio.ts'

const path = '/api/v1/videos/generations'
const prompt = 'a paper boat'
let studio: Studio<'vendor_f'>
beforeAll(async () => {
  studio = await openStudio({ taps: ['vendor_f'] as const })
})
afterAll(() => studio?.stop())
afterEach(() => {
  studio.upstreams.reset()
  studio.shop.taps.vendor_f.seen.length = 0
})

const image = uri(picture('boat', 64, 36))
const remote = 'https://pictures.example/a.png'
const other = 'https://pictures.example/b.png'

/** What a supplier was sent for a body; its job is left alone. */
async function sent(supplier: string, more: object): Promise<any> {
  await studio.submit({ path, body: { prompt, ...more } })
  const [one, ...others] = studio.asked(supplier)
  expect(others).toEqual([])
  studio.upstreams.reset()
  return JSON.parse(one!.body)
}

/** The form that the sixth family's supplier was sent, with its files. */
async function sentForm(more: object): Promise<Form> {
  await studio.submit({ path, body: { prompt, model: 'vendorF/video-2', ...more } })
  const seen = studio.shop.taps.vendor_f.seen.filter(({ method }) => method === 'POST')
  expect(seen).toHaveLength(1)
  studio.shop.taps.vendor_f.seen.length = 0
  expect(seen[0]!.url).toBe('/v1/videos')
  return (await parseForm(seen[0]!.bytes, seen[0]!.headers['content-type']))!
}

/** Width and height of a film, from its track header. */
function sizeOfFilm(file: Buffer): [number, number] {
  const inside = (box: Buffer, name: string): Buffer =>
    boxesOf(box).find(one => one.name === name)!.data
  const track = inside(inside(inside(file, 'moov'), 'trak'), 'tkhd')
  return [track.readUInt32BE(76) >> 16, track.readUInt32BE(80) >> 16]
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
 * [model, more of the request, micro-USD, supplier, its address, what it is sent, size of the film]
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
    async (model, more, price, supplier, address, body, size) => {
      const before = await studio.buyer.balance()
      const begun = await studio.submit({ path, body: { prompt, model, ...more } })
      expect(await studio.buyer.balance()).toBe(before)
      const [asked] = studio.asked(supplier)
      expect([asked!.path, JSON.parse(asked!.body)]).toEqual([address, body])
      const { status, body: made, receipt } = await studio.over(begun)
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
      expect(studio.asked(supplier)).toHaveLength(1)
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

  it('VID-038 a resolution that the small model has not, as it is asked for: its supplier refuses, free', async () => {
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

const switches = { generate_audio: true, seed: 7, watermark: true, return_last_frame: true }

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

describe('vendorF is sent', () => {
  it('VID-034 VID-071 VID-072 nothing of what it ignores: its text, its seconds and one size', async () => {
    const form = await sentForm({ ...switches, resolution: '4K', aspect_ratio: '9:16' })
    expect([form.fields, form.files]).toEqual([
      { model: ['video-2'], prompt: [prompt], seconds: ['4'], size: ['1280x720'] },
      [],
    ])
  })

  it.each([
    ['a wide PNG', () => picture('wide', 200, 90), 'image/png', 'png', '1280x720'],
    ['an upright PNG', () => picture('tall', 90, 200), 'image/png', 'png', '720x1280'],
    ['a wide JPEG', () => drawn('jpeg', 300, 200), 'image/jpeg', 'jpeg', '1280x720'],
    ['an upright WEBP', () => drawn('webp', 200, 300), 'image/webp', 'png', '720x1280'],
    ['one that fits already', () => picture('fits', 1280, 720), 'image/png', 'png', '1280x720'],
  ] as const)(
    'VID-050 VID-034 VID-044 %s made to fit exactly',
    async (_, made, type, format, size) => {
      const form = await sentForm({ image_url: uri(await made(), type) })
      const [width, height] = size.split('x').map(Number)
      expect([form.fields.size, form.files.map(({ name }) => name)]).toEqual([
        [size],
        ['input_reference'],
      ])
      const [file] = form.files
      expect(file!.type).toBe(`image/${format}`)
      expect(await sharp(file!.data).metadata()).toMatchObject({ format, width, height })
      expect((await sharp(file!.data).raw().toBuffer()).length).toBeGreaterThanOrEqual(
        width! * height!,
      )
    },
  )

  it('VID-050 the film is as upright as its picture', async () => {
    const { seen } = await studio.buy({
      path,
      body: { prompt, model: 'vendorF/video-2', image_url: uri(picture('tall', 90, 200)) },
    })
    expect(
      sizeOfFilm(Buffer.from(await (await fetch(seen.body.data[0].url)).arrayBuffer())),
    ).toEqual([720, 1280])
  })

  it('VID-050 VID-078 no picture of our own network: 400 after verification, uncharged, and nobody is connected to', async () => {
    let connections = 0
    const server = createServer(socket => {
      connections++
      socket.destroy()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `[::1]:${port}`,
      `0.0.0.0:${port}`,
      '169.254.169.254',
      '10.0.0.1',
      '192.168.1.1',
    ]) {
      await studio.free(async () => {
        const { seen } = await studio.begin({
          path,
          body: { prompt, model: 'vendorF/video-2', image_url: `https://${host}/a.png` },
        })
        expect([host, seen.status, seen.body.error]).toEqual([host, 400, 'Invalid input image'])
        expect(seen.body.details).not.toContain(host.split(':')[0])
      })
    }
    expect([connections, studio.asked('vendor_f')]).toEqual([0, []])
    await new Promise(resolve => server.close(resolve))
  })

  it('VID-050 no picture that cannot be decoded: 400 uncharged, and the header is still good', async () => {
    const broken = picture('boat', 640, 360)
    broken.fill(0, 120)
    for (const image_url of [uri(broken), uri(boxed('heic'), 'image/heic')]) {
      const { seen, header } = await studio.free(() =>
        studio.begin({ path, body: { prompt, model: 'vendorF/video-2', image_url } }),
      )
      expect([seen.status, seen.body.error]).toEqual([400, 'Invalid input image'])
      expect(
        (await studio.pay({ path, body: { prompt, model: 'vendorF/video-2' } }, header)).status,
      ).toBe(202)
    }
  })

  it('VID-051 a picture of a face is blocked by its supplier: a failed job, uncharged', async () => {
    await studio.free(async () => {
      const { seen } = await studio.buy({
        path,
        body: { prompt: 'a human-face looks up', model: 'vendorF/video-2', image_url: image },
      })
      expect([seen.status, seen.body.status, seen.body.payment_status]).toEqual([
        200,
        'failed',
        'not_charged',
      ])
      expect(seen.body.error).toMatch(/\S/)
    })
  })
})
