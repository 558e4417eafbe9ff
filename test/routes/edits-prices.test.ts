/** What an edit of a picture costs. */
import { describe, expect, it } from 'vitest'
import {} from '../../scripts/devnet/upstreams/png.ts'
import { bmp, boxed, drawn, uri } from '../hooks/pictures.ts'
import {
  ask,
  cat,
  dog,
  form,
  good,
  image,
  path,
  png,
  prompt,
  quote,
  studio,
  useStudio,
} from './edits-desk.ts'

useStudio()

/**
 * The spec's models: sizes with their prices for one image, the price for two at 1024x1024, most
 * sources.
 */
const models: [
  id: string,
  model: string,
  sizes: Record<string, number>,
  two: number,
  most: number,
][] = [
  [
    'EDIT-037',
    'vendorA/image-1',
    { '1024x1024': 22_000, '1536x1024': 43_000, '1024x1536': 43_000 },
    43_000,
    4,
  ],
  [
    'EDIT-038',
    'vendorA/image-2',
    { '1024x1024': 64_000, '1536x1024': 127_000, '1024x1536': 127_000 },
    127_000,
    4,
  ],
  ['EDIT-039', 'vendorB/image-fast', { '1024x1024': 53_500 }, 106_000, 3],
  ['EDIT-040', 'vendorB/image-fast-2', { '1024x1024': 95_500 }, 190_000, 3],
  [
    'EDIT-041',
    'vendorB/image-pro',
    { '1024x1024': 106_000, '2048x2048': 106_000, '4096x4096': 158_500 },
    211_000,
    3,
  ],
]

describe('what it costs', () => {
  it.each(models)(
    '%s EDIT-009 EDIT-035 EDIT-042 EDIT-013 EDIT-014 EDIT-036 %s: every size, two images, as many sources as it takes and no more, and whether it takes a mask',
    async (_, model, sizes, two, most) => {
      for (const [size, price] of Object.entries(sizes))
        expect([size, await quote({ model, size })]).toEqual([size, price])
      expect(await quote({ model, n: 2 })).toBe(two)
      expect(await quote({ model, n: 10 })).toBe(
        (two - sizes['1024x1024']!) * 9 + sizes['1024x1024']!,
      )
      for (let n = 1; n <= most; n++)
        expect(await quote({ model, image: Array<string>(n).fill(image) })).toBe(sizes['1024x1024'])
      const many = await ask({ ...good, model, image: Array<string>(most + 1).fill(image) })
      expect([many.status, many.challenge]).toEqual([400, undefined])
      const masked = await ask({ ...good, model, image, mask: image })
      expect(masked.status).toBe(model.startsWith('vendorA/') ? 402 : 400)
    },
  )

  it('PAY-028 EDIT-008 EDIT-019 EDIT-021 without model, size and number it is one image of vendorA/image-2 at 1024x1024', async () => {
    const { status, challenge, body } = await ask(good)
    expect([status, challenge!.accepts[0]]).toMatchObject([
      402,
      { amount: '64000', maxTimeoutSeconds: 600, network: 'eip155:8453' },
    ])
    expect(body.price).toEqual({
      amount: '0.064000',
      currency: 'USD',
      pricePerImage: 0.06,
      totalImages: 1,
    })
    expect(body).not.toHaveProperty('generation_info')
    expect(await quote({ model: 'vendorA/image-2', size: '1024x1024', n: 1 })).toBe(64_000)
    expect(await quote({ size: '1536x1024' })).toBe(127_000)
  })

  it('EDIT-007 a bearer token pays for nothing, as JSON or as a form', async () => {
    const headers = { authorization: 'Bearer sk-any-key' }
    for (const body of [good, form([prompt, ['image', png(cat)]])]) {
      const seen = await studio.ask({ path, body }, headers)
      expect([seen.status, seen.body.error, seen.challenge!.accepts[0]!.amount]).toEqual([
        402,
        'Payment Required',
        '64000',
      ])
    }
  })

  it('EDIT-023 unknown fields mean nothing, as JSON or as a form', async () => {
    expect(
      await quote({ quality: 'high', response_format: 7, background: null, stream: true }),
    ).toBe(64_000)
    expect(
      await studio.quote({
        path,
        body: form([prompt, ['image', png(cat)], ['quality', 'high'], ['extra', png(dog)]]),
      }),
    ).toBe(64_000)
  })

  it.each([
    ['PNG', () => uri(cat)],
    ['JPEG', async () => uri(await drawn('jpeg'), 'image/jpeg')],
    ['GIF', async () => uri(await drawn('gif'), 'image/gif')],
    ['BMP', () => uri(bmp(), 'image/bmp')],
    ['WEBP', async () => uri(await drawn('webp'), 'image/webp')],
    ['AVIF', async () => uri(await drawn('avif'), 'image/avif')],
    ['HEIC', () => uri(boxed('heic'), 'image/heic')],
    ['HEIF', () => uri(boxed('mif1'), 'image/heif')],
  ])(
    'EDIT-027 EDIT-031 EDIT-016 a picture and a mask of the kind %s are good enough for a quote',
    async (_, made) => {
      const picture = await made()
      expect(await quote({ image: picture, mask: picture })).toBe(64_000)
      expect(await quote({ model: 'vendorB/image-fast', image: [image, picture] })).toBe(53_500)
    },
  )
})
