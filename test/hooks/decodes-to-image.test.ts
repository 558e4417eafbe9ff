import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { effort } from '../helpers/effort.ts'
import { decodesToImage } from '../../runtime/hooks/data-uri.ts'
import { imageHeader } from '../../runtime/hooks/image-header.ts'
import { bmp, box, boxed, drawn, uri } from './pictures.ts'
import { runs } from '../helpers/runs.ts'

const kinds = ['png', 'jpeg', 'gif', 'webp', 'avif'] as const

describe('pictures that decode', () => {
  it.each(kinds)('EDIT-027 VID-077 a real %s, with its size', async kind => {
    const bytes = await drawn(kind)
    expect(imageHeader(bytes)).toEqual({ kind, width: 120, height: 40 })
    expect(decodesToImage(uri(bytes, `image/${kind}`))).toBe(true)
  })

  it('EDIT-027 every way in which a WEBP and a JPEG may be written', async () => {
    const picture = sharp({
      create: { width: 33, height: 21, channels: 4, background: '#12345680' },
    })
    const ways = [
      picture.clone().webp({ lossless: true }),
      picture.clone().webp(),
      picture.clone().jpeg({ progressive: true }),
      picture
        .clone()
        .jpeg()
        .withExif({ IFD0: { Copyright: 'x'.repeat(20_000) } }),
      picture.clone().jpeg().withIccProfile('p3'),
    ]
    for (const way of ways)
      expect(imageHeader(await way.toBuffer())).toMatchObject({ width: 33, height: 21 })
  })

  it.each([40, 108, 124, 12])(
    'EDIT-027 a BMP with a header of %i bytes, also one that is upside down',
    header => {
      expect(imageHeader(bmp(4, 3, header))).toEqual({ kind: 'bmp', width: 4, height: 3 })
      if (header !== 12) expect(imageHeader(bmp(4, -3, header))).toMatchObject({ height: 3 })
    },
  )

  it.each(['heic', 'heix', 'heim', 'heis', 'mif1', 'msf1', 'hevc', 'hevx'])(
    'EDIT-027 VID-079 HEIC and HEIF of brand %s',
    brand => {
      expect(imageHeader(boxed(brand))).toEqual({ kind: 'heic', width: 64, height: 48 })
      expect(decodesToImage(uri(boxed(brand), 'image/heic'))).toBe(true)
    },
  )

  it.each(['avif', 'avis'])(
    'EDIT-027 VID-079 AVIF of brand %s, also where it is only among the compatible ones',
    brand => {
      expect(imageHeader(boxed(brand))).toMatchObject({ kind: 'avif' })
      expect(imageHeader(boxed('isom', undefined, undefined, ['mp41', brand]))).toMatchObject({
        kind: 'avif',
      })
    },
  )

  it('of several pictures in one file the largest counts: the others are tiles and thumbnails', () => {
    expect(
      imageHeader(
        boxed('heic', [
          [512, 512],
          [4032, 3024],
          [320, 240],
        ]),
      ),
    ).toMatchObject({ width: 4032, height: 3024 })
  })

  it('a header that stands behind a megabyte of something else is found', async () => {
    expect(
      decodesToImage(uri(boxed('heic', undefined, box('free', Buffer.alloc(1_000_000))))),
    ).toBe(true)
    const jpeg = await drawn('jpeg')
    const segment = Buffer.concat([
      Buffer.from([0xff, 0xe2, 0xff, 0xff]),
      Buffer.alloc(0xffff - 2, 0x41),
    ])
    const long = Buffer.concat([
      jpeg.subarray(0, 2),
      ...Array.from({ length: 16 }, () => segment),
      jpeg.subarray(2),
    ])
    expect(decodesToImage(uri(long, 'image/jpeg'))).toBe(true)
  })

  it('the declared type may be another one, and may have parameters', async () => {
    const png = await drawn('png')
    for (const type of [
      'image/x-unknown',
      'image/svg+xml',
      'image/png;charset=utf-8',
      'image/jpeg',
    ])
      expect(decodesToImage(uri(png, type))).toBe(true)
  })
})

describe('what is no picture', () => {
  it('EDIT-026 an address, bare base64, another type, or no base64', async () => {
    const png = await drawn('png')
    const b64 = png.toString('base64')
    for (const text of [
      'https://pictures.example/a.png',
      b64,
      `data:text/plain;base64,${b64}`,
      `data:;base64,${b64}`,
      `data:image/png,${b64}`,
      `data:image/png;base64`,
      `data:image/;base64,${b64}`,
      ` data:image/png;base64,${b64}`,
      `DATA:image/png;base64,${b64}`,
      'data:image/',
      '',
      `data:image/png;base64,`,
      `data:video/mp4;base64,${b64}`,
      `data:application/octet-stream;base64,${b64}`,
    ])
      expect(decodesToImage(text), text.slice(0, 40)).toBe(false)
  })

  it('EDIT-028 bytes of something else', () => {
    for (const text of [
      'hello',
      'BM is a car',
      'BMW'.repeat(40),
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      'GIF',
      '%PDF-1.7',
      '<html>',
      '\0'.repeat(100),
      'RIFF\0\0\0\0WAVEfmt ',
      'RIFF\0\0\0\0WEBPjunk',
    ])
      expect(decodesToImage(uri(Buffer.from(text, 'latin1'))), text.slice(0, 20)).toBe(false)
    expect(decodesToImage(uri(boxed('isom', undefined, undefined, ['mp42'])))).toBe(false)
    expect(decodesToImage(uri(boxed('qt  ', undefined, undefined, [])))).toBe(false)
  })

  it.each(kinds)('EDIT-028 a signature of %s alone', async kind => {
    const bytes = await drawn(kind)
    for (const length of kind === 'gif' ? [6, 9] : [8, 12, 16, 20])
      expect(decodesToImage(uri(bytes.subarray(0, length))), `${length}`).toBe(false)
  })

  it('EDIT-028 a picture without any size', () => {
    expect(decodesToImage(uri(boxed('heic', [])))).toBe(false)
    expect(decodesToImage(uri(boxed('heic', [[0, 48]])))).toBe(false)
    expect(decodesToImage(uri(bmp(0, 3)))).toBe(false)
    expect(decodesToImage(uri(Buffer.from('GIF89a\0\0\0\0', 'latin1')))).toBe(false)
  })

  it('EDIT-028 base64 that is broken anywhere', async () => {
    const good = uri(await drawn('png'))
    for (const bad of [
      good.slice(0, -8) + '!!!!' + good.slice(-4),
      `${good.slice(0, 60)} ${good.slice(60)}`,
      `${good}=`.replace(/=*$/, '==='),
      `${good.slice(0, 80)}=${good.slice(80)}`,
    ]) {
      expect(decodesToImage(bad)).toBe(false)
    }
  })

  it('EDIT-028 what is no text at all', () => {
    for (const value of [undefined, null, 7, {}, ['data:image/png;base64,']])
      expect(decodesToImage(value as never)).toBe(false)
  })
})

describe('hostile pictures', () => {
  const samples = Promise.all([
    ...kinds.map(kind => drawn(kind)),
    bmp(),
    boxed('heic'),
    boxed('avif'),
  ])

  it('changed and cut bytes are answered with yes or no, never with an exception', async () => {
    const files = await samples
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: files.length - 1 }),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 12 }),
        fc.option(fc.nat()),
        (which, changes, cut) => {
          const bytes = Buffer.from(files[which]!)
          for (const [at, value] of changes) bytes[at % Math.min(bytes.length, 200)] = value
          const kept = cut === null ? bytes : bytes.subarray(0, cut % bytes.length)
          expect(typeof decodesToImage(uri(kept))).toBe('boolean')
        },
      ),
      { numRuns: runs(1000), seed: 1 },
    )
  })

  it('any text is answered', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map(text => `data:image/png;base64,${text}`),
          fc.uint8Array({ maxLength: 300 }).map(bytes => uri(Buffer.from(bytes))),
        ),
        text => {
          expect(decodesToImage(text)).toBe(decodesToImage(text))
        },
      ),
      { numRuns: runs(500), seed: 1 },
    )
  })

  /** 24 MiB of something that repeats, behind a beginning. */
  const filled = (start: Buffer, unit: Buffer): Buffer => {
    const bytes = Buffer.alloc(24 * 2 ** 20, unit)
    start.copy(bytes)
    return bytes
  }
  const head = Buffer.from([0xff, 0xd8])

  it.each([
    ['JPEG segments without content', () => filled(head, Buffer.from([0xff, 0xe1, 0, 2]))],
    ['JPEG filling bytes', () => filled(head, Buffer.from([0xff]))],
    [
      'JPEG segments that are no segments',
      () => filled(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from([0])),
    ],
    ['boxes without content', () => filled(box('ftyp', 'avif', '\0\0\0\0'), box('free'))],
    ['boxes of no size', () => filled(box('ftyp', 'avif', '\0\0\0\0'), Buffer.from([0]))],
    [
      'brands',
      () =>
        filled(
          Buffer.concat([Buffer.from([1, 0x80, 0, 0]), Buffer.from('ftyp')]),
          Buffer.from('xxxx'),
        ),
    ],
    [
      'sizes',
      () =>
        filled(
          Buffer.concat([
            box('ftyp', 'heic', '\0\0\0\0'),
            Buffer.from([0, 0, 0, 0]),
            Buffer.from('meta\0\0\0\0'),
          ]),
          box('ispe', Buffer.alloc(12)),
        ),
    ],
    ['a real picture', () => filled(bmp(), Buffer.from([7]))],
  ])('EDIT-032 24 MiB of %s are looked at in a moment', (_name, make) => {
    const text = uri(make())
    const before = effort()
    decodesToImage(text)
    // A tenth of a second on an idle machine; ways that go back and forth took minutes.
    expect(effort() - before).toBeLessThan(5000)
  })
})
