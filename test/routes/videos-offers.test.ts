/** What each video model offers, and what is refused. */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { bmp, boxed, drawn, uri } from '../hooks/pictures.ts'
import type { Seen } from './client.ts'
import {
  all,
  C1,
  C15,
  D2,
  D25,
  F,
  FAST,
  header,
  image,
  MINI,
  offers,
  path,
  PRO,
  prompt,
  quote,
  ratiosC,
  ratiosD,
  references,
  remote,
  studio,
  useStudio,
  usual,
} from './videos-desk.ts'

useStudio()

const face = `ta_${'0123456789abcdef'.repeat(2)}`

describe('what each model offers', () => {
  it.each([
    ['VID-028 VID-035', C1],
    ['VID-029 VID-036', C15],
    ['VID-030 VID-037', PRO],
    ['VID-031 VID-038', MINI],
    ['VID-031 VID-039', FAST],
    ['VID-031 VID-040', D2],
    ['VID-032 VID-041', D25],
  ])(
    '%s VID-033 VID-042 VID-067 VID-068 %s: its lengths, resolutions and ratios, and no others',
    async (_, model) => {
      const { seconds, resolutions, ratios } = offers[model]!
      for (const duration_seconds of seconds) await quote({ model, duration_seconds })
      for (const resolution of resolutions) await quote({ model, resolution })
      for (const aspect_ratio of ratios)
        expect(await quote({ model, aspect_ratio })).toBe(usual[model])
      const [first, last] = [seconds[0]! - 1, seconds.at(-1)! + 1]
      for (const duration_seconds of [first, last])
        await refuses({ model, duration_seconds }, /^duration_seconds .*Valid/)
      const off = ['480p', '720p', '1080p', '4K', '360p', '720', 'hd', ''].filter(
        one => !resolutions.includes(one),
      )
      const tiers = new RegExp(
        `^resolution .* Valid - ${(model === MINI ? resolutions.slice(0, 2) : resolutions).join(', ')}$`,
      )
      for (const resolution of off) await refuses({ model, resolution }, tiers)
      const strange = [...ratiosC, ...ratiosD, '5:4', '16x9'].filter(one => !ratios.includes(one))
      for (const aspect_ratio of strange) await refuses({ model, aspect_ratio }, /^aspect_ratio /)
    },
  )

  it('VID-027 vendorF: 4, 8 or 12 seconds, and nothing between', async () => {
    for (const duration_seconds of [4, 8, 12]) await quote({ model: F, duration_seconds })
    for (const duration_seconds of [0, 5, 6, 11, 13, 16, -4])
      await refuses({ model: F, duration_seconds }, /Valid - 4, 8, 12$/)
  })

  it('VID-065 VID-063 what is sent says the kind of input, and it may be named', async () => {
    const kinds = {
      text: {},
      image: { image_url: remote },
      first_last_frame: { image_url: remote, last_frame_url: remote },
      reference: { reference_image_urls: [remote] },
    }
    for (const [input_type, seeds] of Object.entries(kinds)) {
      expect(await quote({ model: D2, ...seeds })).toBe(1_136_480)
      expect(await quote({ model: D2, ...seeds, input_type })).toBe(1_136_480)
      for (const other of Object.keys(kinds).filter(one => one !== input_type)) {
        const { status, body } = await studio.ask({
          path,
          body: { prompt, model: D2, ...seeds, input_type: other },
        })
        expect([other, status, body.inferred_input_type]).toEqual([other, 400, input_type])
      }
    }
  })

  it('VID-080 unknown fields mean nothing', async () => {
    expect(
      await quote({ style: 'noir', n: 4, size: '1x1', callback_url: 'https://a.example' }),
    ).toBe(402_000)
  })

  it('VID-045 lists say which make sound: all but the first of vendorC', async () => {
    const list = (await studio.ask({ path: '/api/v1/video/models' })).body.data
    expect(list.filter((one: any) => !one.supports_audio).map((one: any) => one.id)).toEqual([C1])
    const shown = (await studio.ask({ path })).body.models
    expect(
      shown
        .filter((one: any) => one.audio)
        .map((one: any) => one.id)
        .toSorted(),
    ).toEqual(all.filter(one => one !== C1).toSorted())
  })

  it('VID-077 VID-079 pictures of every kind pass, wherever they stand', async () => {
    const kinds = [
      image,
      uri(await drawn('jpeg'), 'image/jpeg'),
      uri(await drawn('gif'), 'image/gif'),
      uri(bmp(), 'image/bmp'),
      uri(await drawn('webp'), 'image/webp'),
      uri(await drawn('avif'), 'image/avif'),
      uri(boxed('heic'), 'image/heic'),
      uri(boxed('mif1'), 'image/heif'),
    ]
    for (const one of kinds) await quote({ model: D2, image_url: one, last_frame_url: one })
    await quote({ model: D2, reference_image_urls: kinds })
  })

  it('VID-078 an https address is not looked at before the 402', async () => {
    let connections = 0
    const server = createServer(socket => {
      connections++
      socket.destroy()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const image_url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/a.png`
    for (const model of all) expect(await quote({ model, image_url })).toBe(usual[model])
    expect(await quote({ model: D2, image_url, last_frame_url: image_url })).toBe(1_136_480)
    expect(await quote({ model: D2, reference_image_urls: [image_url] })).toBe(1_136_480)
    expect(connections).toBe(0)
    await new Promise(resolve => server.close(resolve))
  })
})

/**
 * Expects a body to be refused with a status and words, with and without payment, before any
 * challenge, and free.
 */
async function refuses(more: object | string, words: RegExp | string, status = 400): Promise<Seen> {
  const body = typeof more === 'string' ? more : { prompt, ...more }
  let seen: Seen | undefined
  for (const headers of [{}, { 'x-payment': header }] as Record<string, string>[]) {
    seen = await studio.ask({ path, body }, headers)
    expect([body, seen.status, seen.body.error]).toEqual([
      body,
      status,
      typeof words === 'string' ? words : expect.stringMatching(words),
    ])
    expect(seen.challenge).toBeUndefined()
  }
  return seen!
}

/** [what, body, words, status] */
const refused: [string, object | string, RegExp | string, number?][] = [
  ['no JSON', '{', 'Invalid JSON'],
  ['VID-026 no prompt', { prompt: undefined }, 'Invalid request body'],
  ['VID-026 an empty prompt', { prompt: '' }, 'Invalid request body'],
  ['VID-026 a prompt that is no text', { prompt: ['a'] }, 'Invalid request body'],
  ['VID-025 an unknown model', { model: 'vendorX/film' }, /vendorX/],
  ['VID-033 half a second', { duration_seconds: 4.5 }, 'Invalid request body'],
  ['VID-033 seconds as text', { duration_seconds: '8' }, 'Invalid request body'],
  ...[F, C1, C15, PRO, D25].map((model): [string, object, RegExp] => [
    `VID-046 a face for ${model}`,
    { model, real_face_asset_id: face },
    /real_face_asset_id/,
  ]),
  ...[
    'ta_',
    'ta_xyz',
    'tb_0123',
    '0123456789abcdef',
    `ta_${'g'.repeat(32)}`,
    'ta_01 23',
    `x${face}`,
    `${face}/..`,
  ].map((real_face_asset_id): [string, object, string] => [
    `VID-047 a face named ${JSON.stringify(real_face_asset_id)}`,
    { model: D2, real_face_asset_id },
    'Invalid request body',
  ]),
  ...references.map((model): [string, object, RegExp] => [
    `VID-046 FACE-040 a face that was never enrolled, for ${model}`,
    { model, real_face_asset_id: face },
    /was never enrolled here/,
  ]),
  [
    'VID-048 a face and a picture',
    { model: D2, real_face_asset_id: face, image_url: remote },
    /real_face_asset_id.*image_url|image_url.*real_face_asset_id/,
  ],
  ...[
    'http://a.example/b.png',
    'ftp://a.example/b.png',
    'file:///etc/passwd',
    'a.example/b.png',
    'asset://ta_00',
    '',
  ].flatMap((url): [string, object, RegExp][] => [
    [`VID-049 a picture at ${JSON.stringify(url)}`, { image_url: url }, /https URLs or data URIs/],
    [
      `VID-049 a last frame at ${JSON.stringify(url)}`,
      { model: D2, image_url: remote, last_frame_url: url },
      /https URLs or data URIs/,
    ],
    [
      `VID-049 a reference at ${JSON.stringify(url)}`,
      { model: D2, reference_image_urls: [remote, url] },
      /https URLs or data URIs/,
    ],
  ]),
  [
    'VID-052 a last frame alone',
    { model: D2, last_frame_url: remote },
    /last_frame_url.*image_url/,
  ],
  ...[D25, C1, C15, F].map((model): [string, object, RegExp] => [
    `VID-053 a last frame for ${model}`,
    { model, image_url: remote, last_frame_url: remote },
    /last_frame_url/,
  ]),
  [
    'VID-054 a last frame and a face',
    { model: D2, last_frame_url: remote, real_face_asset_id: face },
    /last_frame_url|real_face_asset_id/,
  ],
  ['VID-055 no references', { model: D2, reference_image_urls: [] }, 'Invalid request body'],
  [
    'VID-055 ten references',
    { model: D2, reference_image_urls: Array(10).fill(remote) },
    'Invalid request body',
  ],
  [
    'VID-055 references that are no texts',
    { model: D2, reference_image_urls: [{ url: remote }] },
    'Invalid request body',
  ],
  ...[F, C1, C15, PRO, D25].map((model): [string, object, RegExp] => [
    `VID-056 references for ${model}`,
    { model, reference_image_urls: [remote] },
    /reference_image_urls/,
  ]),
  ...(
    [
      ['image_url', remote],
      ['real_face_asset_id', face],
    ] as const
  ).map(([name, value]): [string, object, RegExp] => [
    `VID-057 references and ${name}`,
    { model: D2, reference_image_urls: [remote], [name]: value },
    /reference_image_urls/,
  ]),
  [
    'VID-057 references and two frames',
    { model: D2, reference_image_urls: [remote], image_url: remote, last_frame_url: remote },
    /reference_image_urls/,
  ],
  ...[D2, C1, F].map((model): [string, object, RegExp, number] => [
    `VID-059 reference videos for ${model}`,
    { model, reference_videos: [{ url: 'https://a.example/b.mp4' }] },
    /[Rr]eference videos/,
    503,
  ]),
  [
    'VID-060 reference audios',
    { model: D2, reference_audios: [{ url: 'https://a.example/b.mp3' }] },
    /[Rr]eference audios/,
    503,
  ],
  [
    'VID-061 VID-080 a flat video_url',
    { model: D2, video_url: 'https://a.example/b.mp4' },
    /reference_videos/,
  ],
  [
    'VID-062 VID-080 a flat audio_url',
    { model: D2, audio_url: 'https://a.example/b.mp3' },
    /reference_audios/,
  ],
  ['VID-063 an input type that there is not', { input_type: 'video' }, /input_type video/],
  [
    'VID-069 a sound switch that is none',
    { model: D2, generate_audio: 'yes' },
    'Invalid request body',
  ],
  ['VID-072 a seed that is no whole number', { model: D2, seed: 1.5 }, 'Invalid request body'],
  [
    'VID-077 a picture that does not decode',
    { image_url: uri(Buffer.from('no')) },
    /does not decode/,
  ],
  [
    'VID-077 a text for a picture',
    { image_url: 'data:text/plain;base64,aGVsbG8=' },
    /does not decode/,
  ],
  [
    'VID-077 a last frame that does not decode',
    { model: D2, image_url: image, last_frame_url: uri(Buffer.from('no')) },
    /does not decode/,
  ],
  [
    'VID-077 a reference that does not decode',
    { model: D2, reference_image_urls: [image, uri(Buffer.from('no'))] },
    /does not decode/,
  ],
]

describe('what is refused', () => {
  it.each(refused)(
    'VID-007 VID-008 ERR-018 %s: before the 402, with and without payment, uncharged',
    async (_, body, words, status) => {
      await studio.free(() => refuses(body, words, status))
      expect(studio.asked()).toEqual([])
    },
  )

  it('VID-025 an unknown model is answered with all that there are', async () => {
    const { body } = await refuses({ model: 'video-2.0' }, /video-2\.0/)
    for (const model of all) expect(body.error).toContain(model)
  })

  it('VID-064 VID-065 a kind of input that does not fit what is sent is answered with the one that does', async () => {
    const { body } = await refuses({ image_url: remote, input_type: 'text' }, /input_type text/)
    expect(body.inferred_input_type).toBe('image')
    const { body: other } = await refuses({ input_type: 'junk' }, /input_type junk/)
    expect(other.inferred_input_type).toBe('text')
  })

  it('VID-007 VID-008 VID-109 the payment that was refused with all of them is still good', async () => {
    expect(await studio.isUsed(header)).toBe(false)
    expect((await studio.pay({ path, body: { prompt } }, header)).status).toBe(202)
  })
})
