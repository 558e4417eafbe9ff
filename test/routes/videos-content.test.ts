/**
 * Videos asked for with content parts: translated to the flat fields, and from there on the same.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import { uri } from '../hooks/pictures.ts'
import { call } from './client.ts'
import { openStudio, type Studio } from './studio.ts'

const path = '/api/v1/videos'
const flat = '/api/v1/videos/generations'
let studio: Studio
/** Signed for the default quote, never spent until the end. */
let header: string
beforeAll(async () => {
  studio = await openStudio()
  header = await studio.sign({ path, body: { content: [text()] } })
})
afterAll(() => studio?.stop())
afterEach(() => studio.upstreams.reset())

const prompt = 'a paper boat'
const text = (said: string = prompt): object => ({ type: 'text', text: said })
const remote = 'https://pictures.example/a.png'
const image = (url = remote, more: object = {}): object => ({
  type: 'image_url',
  image_url: { url },
  ...more,
})
const quote = (body: object): Promise<number> =>
  studio.quote({ path, body: { content: [text()], ...body } })

/** What an upstream was sent for a body at one of the two addresses; the job is left alone. */
async function sentFor(upstream: string, at: string, body: object): Promise<any> {
  await studio.submit({ path: at, body })
  const [one, ...more] = studio.asked(upstream)
  expect(more).toEqual([])
  studio.upstreams.reset()
  return JSON.parse(one!.body)
}

describe('what it costs', () => {
  it('VID-083 VID-084 VID-092 VID-024 the same as the flat form: its length counts, its ratio does not', async () => {
    expect(await quote({})).toBe(402_000)
    expect(await quote({ model: 'video-2.0', duration: 5 })).toBe(1_136_480)
    expect(await quote({ model: 'Video-2.0', duration: 5 })).toBe(1_136_480)
    expect(await quote({ model: 'vendorD/video-2.0', duration: 5 })).toBe(1_136_480)
    for (const ratio of ['16:9', '21:9', 'adaptive'])
      expect(await quote({ model: 'video-2.0', ratio })).toBe(1_136_480)
    expect(await quote({ model: 'video-2.0', duration: 15 })).toBe(3_407_439)
    expect(await quote({ model: 'vendorC/imagine-video', duration: 15, ratio: '3:2' })).toBe(
      752_000,
    )
    expect(await quote({ model: 'vendorF/video-2', duration: 12, ratio: 'any' })).toBe(1_261_000)
  })

  it.each([
    ['1.5-pro', 354_916],
    ['2.0-mini', 399_554],
    ['2.0-fast', 826_804],
    ['2.0', 1_136_480],
    ['2.5', 1_578_875],
  ])('VID-084 video-%s alone is a model of vendorD', async (name, price) => {
    expect(await quote({ model: `video-${name}` })).toBe(price)
  })

  it('VID-091 the other flat fields mean here what they mean there', async () => {
    expect(await quote({ model: 'video-2.0', resolution: '4K' })).toBe(10_220_317)
    expect(await quote({ resolution: '720p', duration_seconds: 15 })).toBe(1_052_000)
    expect(
      await quote({ model: 'video-2.0', generate_audio: true, seed: 3, watermark: true }),
    ).toBe(1_136_480)
    expect(await quote({ model: 'video-2.0', content: [text(), image()] })).toBe(1_136_480)
  })
})

describe('what the upstream is sent', () => {
  it('VID-081 VID-083 VID-085 VID-086 VID-091 exactly what the flat form sends', async () => {
    const parts = {
      model: 'video-2.0',
      content: [text('a paper boat'), image(), text('on a lake')],
      ratio: '21:9',
      duration: 7,
      resolution: '480p',
      generate_audio: true,
      seed: 42,
      watermark: true,
    }
    const fields = {
      model: 'vendorD/video-2.0',
      prompt: 'a paper boat\non a lake',
      image_url: remote,
      aspect_ratio: '21:9',
      duration_seconds: 7,
      resolution: '480p',
      generate_audio: true,
      seed: 42,
      watermark: true,
    }
    const sent = await sentFor('vendor_d', path, parts)
    expect(sent).toEqual(await sentFor('vendor_d', flat, fields))
    expect(sent).toMatchObject({
      model: 'video-2.0',
      ratio: '21:9',
      duration: 7,
      resolution: '480p',
      generate_audio: true,
      seed: 42,
      watermark: true,
    })
    expect(sent.content).toEqual([
      text('a paper boat\non a lake'),
      image(remote, { role: 'first_frame' }),
    ])
  })

  it('VID-081 VID-086 of the other families too', async () => {
    const picture64 = uri(picture('boat', 64, 36))
    const parts = { content: [image(picture64), text()], ratio: '2:3', duration: 3 }
    expect(await sentFor('vendor_c', path, parts)).toEqual(
      await sentFor('vendor_c', flat, {
        prompt,
        image_url: picture64,
        aspect_ratio: '2:3',
        duration_seconds: 3,
      }),
    )
    const upright = {
      model: 'vendorF/video-2',
      content: [text(), image(uri(picture('tall', 30, 60)))],
      duration: 8,
    }
    expect(await sentFor('vendor_f', path, upright)).toEqual(
      await sentFor('vendor_f', flat, {
        model: 'vendorF/video-2',
        prompt,
        image_url: uri(picture('tall', 30, 60)),
        duration_seconds: 8,
      }),
    )
  })
})

const part = (more: object): object[] => [text(), more]
const refused: [string, object, RegExp | string][] = [
  ['VID-087 two images', { content: [text(), image(), image()] }, /at most one image_url/],
  [
    'VID-087 two images for a model that takes references',
    { model: 'video-2.0', content: [image(), text(), image()] },
    /at most one image_url/,
  ],
  [
    'VID-088 a video part',
    { content: part({ type: 'video_url', video_url: { url: 'https://a.example/b.mp4' } }) },
    /text and image_url/,
  ],
  [
    'VID-088 an audio part',
    { content: part({ type: 'audio_url', audio_url: { url: 'https://a.example/b.mp3' } }) },
    /text and image_url/,
  ],
  [
    'VID-089 a first frame',
    { model: 'video-2.0', content: part(image(remote, { role: 'first_frame' })) },
    /role/,
  ],
  [
    'VID-089 a last frame',
    { model: 'video-2.0', content: part(image(remote, { role: 'last_frame' })) },
    /role/,
  ],
  [
    'VID-089 a reference',
    { model: 'video-2.0', content: part(image(remote, { role: 'reference_image' })) },
    /role/,
  ],
  ['VID-090 no text', { content: [image()] }, 'Invalid request body'],
  ['VID-090 an empty text', { content: [text('')] }, /A text part/],
  [
    'a text that is none, beside a good one',
    { content: part({ type: 'text', text: { a: 1 } }) },
    /A text part/,
  ],
  [
    'an image whose address is null',
    { content: part({ type: 'image_url', image_url: { url: null } }) },
    /An image_url part/,
  ],
  [
    'an image whose address is no text',
    { content: part({ type: 'image_url', image_url: { url: ['https://a.example/b.png'] } }) },
    /An image_url part/,
  ],
  ['no parts', { content: [] }, 'Invalid request body'],
  ['no list of parts', { content: prompt }, 'Invalid request body'],
  ['no content', { prompt }, 'Invalid request body'],
  ['a part that is no part', { content: ['a paper boat'] }, /content/],
  ['a part of no kind', { content: [{ text: prompt }] }, /content/],
  [
    'an image without an address',
    { content: part({ type: 'image_url', image_url: remote }) },
    /image_url/,
  ],
  [
    'VID-084 video-2, which is not of vendorD',
    { model: 'video-2' },
    /Unknown model vendorD\/video-2\. .*vendorF\/video-2/,
  ],
  [
    'VID-081 a length that the model has not',
    { model: 'video-2.0', duration: 16 },
    /duration_seconds 16/,
  ],
  [
    'VID-081 a length that is no whole number',
    { model: 'video-2.0', duration: 5.5 },
    'Invalid request body',
  ],
  ['VID-081 VID-083 a ratio that the model has not', { ratio: '21:9' }, /aspect_ratio 21:9/],
  [
    'VID-081 VID-091 a resolution that the model has not',
    { model: 'video-2.5', resolution: '4K' },
    /resolution 4K/,
  ],
  [
    'VID-081 an image at http',
    { content: part(image('http://a.example/b.png')) },
    /https URLs or data URIs/,
  ],
  [
    'VID-081 an image that does not decode',
    { content: part(image(uri(Buffer.from('no')))) },
    /does not decode/,
  ],
  [
    'VID-081 a face for a model without',
    { real_face_asset_id: 'ta_0123456789abcdef0123456789abcdef' },
    /real_face_asset_id/,
  ],
  [
    'VID-081 a kind of input that does not fit',
    { content: part(image()), input_type: 'text' },
    /input_type text/,
  ],
]

describe('what is refused', () => {
  it.each(refused)(
    'VID-008 VID-081 %s: 400 before the 402, with and without payment, uncharged',
    async (_, more, words) => {
      await studio.free(async () => {
        for (const headers of [{}, { 'x-payment': header }] as Record<string, string>[]) {
          const seen = await studio.ask(
            { path, body: { ...('prompt' in more ? {} : { content: [text()] }), ...more } },
            headers,
          )
          expect([seen.status, seen.body.error]).toEqual([
            400,
            typeof words === 'string' ? words : expect.stringMatching(words),
          ])
          expect(seen.challenge).toBeUndefined()
        }
      })
      expect(studio.asked()).toEqual([])
    },
  )

  it('VID-059 VID-060 reference films and sounds are 503 here too', async () => {
    for (const more of [
      { reference_videos: [{ url: 'https://a.example/b.mp4' }] },
      { reference_audios: [{ url: 'https://a.example/b.mp3' }] },
    ]) {
      const { status, challenge } = await studio.ask({
        path,
        body: { model: 'video-2.0', content: [text()], ...more },
      })
      expect([status, challenge]).toEqual([503, undefined])
    }
  })

  it('VID-008 the payment that was refused with all of them is still good', async () => {
    expect((await studio.pay({ path, body: { content: [text()] } }, header)).status).toBe(202)
  })
})

describe('its job', () => {
  it('VID-082 VID-081 VID-003 is polled below the same address, with what was billed signed into it, and settled there', async () => {
    const before = await studio.buyer.balance()
    const { job, header: own } = await studio.submit({
      path,
      body: { model: 'video-2.0', content: [text(), image()], duration: 6 },
    })
    expect(job).toMatchObject({
      object: 'video.generation.job',
      status: 'queued',
      model: 'vendorD/video-2.0',
    })
    const query = 'model=vendorD%2Fvideo-2.0&duration=6&i2v=1&resolution=720p&references=0&sig='
    expect(job.poll_url.startsWith(`${path}/${job.id}?${query}`)).toBe(true)
    const seen = await studio.done({ job, header: own })
    expect([seen.status, seen.body.payment.status, seen.body.data[0].backed_up]).toEqual([
      200,
      'settled',
      true,
    ])
    expect(before - (await studio.buyer.balance())).toBe(1_363_576n)
  })

  it('VID-082 VID-005 its signature is good at no other address', async () => {
    const { job, header: own } = await studio.submit({ path, body: { content: [text()] } })
    const elsewhere = job.poll_url.replace(`${path}/`, `${flat}/`)
    expect((await studio.poll({ poll_url: elsewhere }, own)).status).toBe(400)
    const other = (await studio.submit({ path: flat, body: { prompt } })).job
    expect(
      (await studio.poll({ poll_url: other.poll_url.replace(`${flat}/`, `${path}/`) }, own)).status,
    ).toBe(400)
    expect((await call(studio.shop.url, { path: `${path}/${job.id}` })).status).toBe(400)
  })
})
