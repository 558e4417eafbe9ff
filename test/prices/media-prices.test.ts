// Every price that the specification prints for image editing, music, video, speech and sounds,
// against the live 402.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../generated/index.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { quoteAt, type Quote } from './quote.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway?.stop())

const EDITS = '/api/v1/images/image2image'
const MUSIC = '/api/v1/audio/generations'
const VIDEOS = '/api/v1/videos/generations'
const PARTS = '/api/v1/videos'
const SPEECH = '/api/v1/audio/speech'
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const ask = (path: string, body: object): Promise<Quote> => quoteAt(gateway.url, { path, body })
const cost = async (path: string, body: object): Promise<number> =>
  Number((await ask(path, body)).amount)

describe('image editing', () => {
  // [requirement, model, size, n, micro-USD]
  const edits: [string, string, string, number, number][] = [
    ['EDIT-037', 'vendorA/image-1', '1024x1024', 1, 22_000],
    ['EDIT-037', 'vendorA/image-1', '1536x1024', 1, 43_000],
    ['EDIT-037', 'vendorA/image-1', '1024x1536', 1, 43_000],
    ['EDIT-038', 'vendorA/image-2', '1024x1024', 1, 64_000],
    ['EDIT-038', 'vendorA/image-2', '1536x1024', 1, 127_000],
    ['EDIT-038', 'vendorA/image-2', '1024x1536', 1, 127_000],
    ['EDIT-039', 'vendorB/image-fast', '1024x1024', 1, 53_500],
    ['EDIT-040', 'vendorB/image-fast-2', '1024x1024', 1, 95_500],
    ['EDIT-041', 'vendorB/image-pro', '1024x1024', 1, 106_000],
    ['EDIT-041', 'vendorB/image-pro', '2048x2048', 1, 106_000],
    ['EDIT-041', 'vendorB/image-pro', '4096x4096', 1, 158_500],
    ['EDIT-042', 'vendorA/image-1', '1024x1024', 2, 43_000],
    ['EDIT-042', 'vendorA/image-2', '1024x1024', 2, 127_000],
    ['EDIT-042', 'vendorB/image-fast', '1024x1024', 2, 106_000],
    ['EDIT-042', 'vendorB/image-fast-2', '1024x1024', 2, 190_000],
    ['EDIT-042', 'vendorB/image-pro', '1024x1024', 2, 211_000],
  ]

  test.each(edits)(
    '%s EDIT-035 PAY-047 %s %s x%i costs %i, as its generation',
    async (_id, model, size, n, micro) => {
      const edit = await ask(EDITS, { model, prompt: 'a hat', image: PNG, size, n })
      expect(edit.amount).toBe(String(micro))
      expect(edit.price).toEqual(
        (await ask('/api/v1/images/generations', { model, prompt: 'a hat', size, n })).price,
      )
    },
  )

  test('EDIT-036 the number of sources does not change the price', async () => {
    for (const many of [1, 2, 3, 4])
      expect(
        await cost(EDITS, { model: 'vendorA/image-2', prompt: 'x', image: Array(many).fill(PNG) }),
      ).toBe(64_000)
  })

  test('EDIT-008 EDIT-019 EDIT-021 the defaults', async () => {
    expect(await cost(EDITS, { prompt: 'a hat', image: PNG })).toBe(64_000)
  })
})

describe('music', () => {
  test('MUS-001 MUS-012 PAY-047 a track costs 158500', async () => {
    const { amount, price } = await ask(MUSIC, { prompt: 'a waltz' })
    expect([amount, price]).toEqual(['158500', { amount: '0.158500', currency: 'USD' }])
  })

  test.each([
    ['MUS-002', { model: 'vendorG/music-2.5' }],
    ['MUS-002', { model: 'vendorG/music-2.5+' }],
    ['MUS-007', { lyrics: 'La la la' }],
    ['MUS-012', { instrumental: true }],
    ['MUS-011', { duration_seconds: 5 }],
    ['MUS-011', { duration_seconds: 240 }],
  ])('%s MUS-012 %j costs the same', async (_id, more) => {
    expect(await cost(MUSIC, { prompt: 'a waltz', ...more })).toBe(158_500)
  })
})

describe('video', () => {
  // [requirement, model, resolution, seconds, micro-USD]; undefined leaves the field out.
  type Line = [string, string, string | undefined, number | undefined, number]
  const printed: Line[] = [
    ['VID-093', 'vendorF/video-2', undefined, undefined, 421_000],
    ['VID-093', 'vendorF/video-2', undefined, 4, 421_000],
    ['VID-093', 'vendorF/video-2', undefined, 8, 841_000],
    ['VID-093', 'vendorF/video-2', undefined, 12, 1_261_000],
    ['VID-034 VID-093', 'vendorF/video-2', '4K', 8, 841_000],
    ['VID-094', 'vendorC/imagine-video', undefined, undefined, 402_000],
    ['VID-094', 'vendorC/imagine-video', '720p', 8, 562_000],
    ['VID-094', 'vendorC/imagine-video', '720p', 15, 1_052_000],
    ['VID-095', 'vendorC/imagine-video', '480p', 1, 52_000],
    ['VID-095', 'vendorC/imagine-video', '720p', 1, 72_000],
    ['VID-095', 'vendorC/imagine-video', '480p', 15, 752_000],
    ['VID-096', 'vendorC/imagine-video-1.5', undefined, undefined, 642_000],
    ['VID-096', 'vendorC/imagine-video-1.5', '720p', 8, 1_122_000],
    ['VID-096', 'vendorC/imagine-video-1.5', '720p', 15, 2_102_000],
    ['VID-096', 'vendorC/imagine-video-1.5', '1080p', 8, 2_002_000],
    ['VID-097', 'vendorC/imagine-video-1.5', '480p', 1, 82_000],
    ['VID-097', 'vendorC/imagine-video-1.5', '1080p', 1, 252_000],
    ['VID-097', 'vendorC/imagine-video-1.5', '480p', 15, 1_202_000],
    ['VID-097', 'vendorC/imagine-video-1.5', '1080p', 15, 3_752_000],
    ['VID-099', 'vendorD/video-1.5-pro', undefined, undefined, 354_916],
    ['VID-099', 'vendorD/video-1.5-pro', '720p', 4, 284_133],
    ['VID-099', 'vendorD/video-1.5-pro', '720p', 12, 850_398],
    ['VID-099', 'vendorD/video-1.5-pro', '480p', 5, 177_958],
    ['VID-099', 'vendorD/video-1.5-pro', '1080p', 5, 797_311],
    ['VID-099', 'vendorD/video-1.5-pro', '1080p', 12, 1_912_145],
    ['VID-100', 'vendorD/video-2.0-mini', undefined, undefined, 399_554],
    ['VID-100', 'vendorD/video-2.0-mini', '720p', 4, 319_843],
    ['VID-100', 'vendorD/video-2.0-mini', '720p', 15, 1_196_662],
    ['VID-100', 'vendorD/video-2.0-mini', '480p', 5, 200_277],
    ['VID-100', 'vendorD/video-2.0-mini', '480p', 15, 598_831],
    ['VID-038', 'vendorD/video-2.0-mini', '1080p', 5, 897_746],
    ['VID-038', 'vendorD/video-2.0-mini', '4K', 5, 3_587_984],
    ['VID-101', 'vendorD/video-2.0-fast', undefined, undefined, 826_804],
    ['VID-101', 'vendorD/video-2.0-fast', '720p', 4, 661_643],
    ['VID-101', 'vendorD/video-2.0-fast', '720p', 15, 2_478_411],
    ['VID-101', 'vendorD/video-2.0-fast', '480p', 5, 413_902],
    ['VID-101', 'vendorD/video-2.0-fast', '480p', 15, 1_239_706],
    ['VID-102', 'vendorD/video-2.0', undefined, undefined, 1_136_480],
    ['VID-102', 'vendorD/video-2.0', '720p', 4, 909_384],
    ['VID-102', 'vendorD/video-2.0', '720p', 15, 3_407_439],
    ['VID-102', 'vendorD/video-2.0', '480p', 5, 568_740],
    ['VID-102', 'vendorD/video-2.0', '1080p', 5, 2_555_830],
    ['VID-102', 'vendorD/video-2.0', '4K', 5, 10_220_317],
    ['VID-102', 'vendorD/video-2.0', '4K', 15, 30_658_951],
    ['VID-103', 'vendorD/video-2.5', undefined, undefined, 1_578_875],
    ['VID-103', 'vendorD/video-2.5', '720p', 4, 1_263_300],
    ['VID-103', 'vendorD/video-2.5', '720p', 30, 9_468_246],
    ['VID-103', 'vendorD/video-2.5', '480p', 5, 789_938],
    ['VID-103', 'vendorD/video-2.5', '480p', 30, 4_734_623],
  ]

  test.each(printed)(
    '%s VID-008 PAY-047 %s at %s for %s s costs %i',
    async (_id, model, resolution, seconds, micro) => {
      const { amount, price } = await ask(VIDEOS, {
        model,
        prompt: 'a boat',
        resolution,
        duration_seconds: seconds,
      })
      expect(amount).toBe(String(micro))
      expect(price).toMatchObject({ amount: (micro / 1e6).toFixed(6), currency: 'USD' })
    },
  )

  test('VID-024 VID-066 the default of everything', async () => {
    expect(await cost(VIDEOS, { prompt: 'a boat' })).toBe(402_000)
  })

  test('VID-098 VID-104 every duration and resolution of vendorD is the formula, rounded up once', async () => {
    // [model, rate in USD per million tokens x 10000, longest]
    const models: [string, bigint, number][] = [
      ['vendorD/video-1.5-pro', 31_080n, 12],
      ['vendorD/video-2.0-mini', 35_000n, 15],
      ['vendorD/video-2.0-fast', 72_520n, 15],
      ['vendorD/video-2.0', 99_715n, 15],
      ['vendorD/video-2.5', 138_565n, 30],
    ]
    const quarters: Record<string, bigint> = { '480p': 2n, '720p': 4n }
    for (const [model, rate, longest] of models)
      for (const [resolution, factor] of Object.entries(quarters)) {
        for (let seconds = 4; seconds <= longest; seconds += 3) {
          const over = BigInt(seconds) * 21_690n * factor * rate * 105n
          const den = 4n * 10_000n * 100n
          const micro = (over + den - 1n) / den + 1000n
          expect([
            model,
            resolution,
            seconds,
            BigInt(
              await cost(VIDEOS, { model, prompt: 'x', resolution, duration_seconds: seconds }),
            ),
          ]).toEqual([model, resolution, seconds, micro])
        }
      }
  })

  const references = Array(9).fill('https://a.example/1.png')
  test.each([
    ['VID-105', { image_url: 'https://a.example/1.png' }],
    ['VID-058', { reference_image_urls: references }],
    [
      'VID-106',
      { image_url: 'https://a.example/1.png', last_frame_url: 'https://a.example/2.png' },
    ],
    [
      'VID-106',
      {
        generate_audio: true,
        watermark: true,
        return_last_frame: true,
        seed: 7,
        aspect_ratio: '21:9',
      },
    ],
  ])('%s VID-106 %j costs nothing more', async (_id, more) => {
    expect(await cost(VIDEOS, { model: 'vendorD/video-2.0', prompt: 'a boat', ...more })).toBe(
      1_136_480,
    )
  })

  test('VID-105 an image costs nothing more on vendorC', async () => {
    expect(await cost(VIDEOS, { prompt: 'a boat', image_url: 'https://a.example/1.png' })).toBe(
      402_000,
    )
  })

  test('VID-083 VID-092 content parts cost what the flat fields do', async () => {
    const content = [{ type: 'text', text: 'a boat' }]
    expect(await cost(PARTS, { content })).toBe(402_000)
    expect(await cost(PARTS, { model: 'video-2.0', content, duration: 5 })).toBe(1_136_480)
    expect(await cost(PARTS, { model: 'video-2.0', content, duration: 5, ratio: '21:9' })).toBe(
      1_136_480,
    )
    expect(await cost(PARTS, { model: 'vendorD/video-2.5', content, duration: 30 })).toBe(9_468_246)
  })
})

describe('speech and sounds', () => {
  const micro = (characters: number, rate: number): number =>
    Math.max(1000, Math.ceil((characters * rate * 105) / 100)) + 1000

  // Rates in micro-USD per character.
  test.each([
    ['vendorH/speech-flash', 50, 40_000],
    ['vendorH/speech-turbo', 50, 40_000],
    ['vendorH/speech-multilingual', 100, 10_000],
    ['vendorH/speech-v3', 100, 5000],
  ])(
    'NAME-003 NAME-011 %s costs %i a character, at least 0.001, and the fee',
    async (model, rate, longest) => {
      for (const characters of [1, 9, 10, 19, 20, 100, 1000, longest]) {
        expect([characters, await cost(SPEECH, { model, input: 'x'.repeat(characters) })]).toEqual([
          characters,
          micro(characters, rate),
        ])
      }
    },
  )

  test('NAME-003 PAY-047 1,000 characters cost 0.0535 or 0.106', async () => {
    expect(await cost(SPEECH, { input: 'x'.repeat(1000) })).toBe(53_500)
    expect(await cost(SPEECH, { model: 'vendorH/speech-v3', input: 'x'.repeat(1000) })).toBe(
      106_000,
    )
  })

  test('NAME-004 NAME-011 PAY-047 a sound costs 52000', async () => {
    expect(
      await ask('/api/v1/audio/sound-effects', { text: 'rain', duration_seconds: 22 }),
    ).toMatchObject({ amount: '52000', price: { amount: '0.052000' } })
  })
})

test('VID-093..103 MUS-012 EDIT-037..041 every row of every media table has a price of its own test', () => {
  const rows = Object.entries(catalog.tables)
    .filter(([name]) => /^(?:music|videos|speech)\./.test(name))
    .flatMap(([, table]) => table.rows.map(row => row.id))
  expect(rows.sort()).toEqual([
    'vendorC/imagine-video',
    'vendorC/imagine-video-1.5',
    'vendorD/video-1.5-pro',
    'vendorD/video-2.0',
    'vendorD/video-2.0-fast',
    'vendorD/video-2.0-mini',
    'vendorD/video-2.5',
    'vendorF/video-2',
    'vendorG/music-2.5+',
    'vendorH/speech-flash',
    'vendorH/speech-multilingual',
    'vendorH/speech-turbo',
    'vendorH/speech-v3',
  ])
})
