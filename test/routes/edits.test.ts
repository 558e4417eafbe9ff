/**
 * Image editing: what a request may say, in JSON or as a form, what it costs, and what is refused
 * before any payment.
 */
import { describe, expect, it } from 'vitest'
import { uri } from '../hooks/pictures.ts'
import type { Seen } from './client.ts'
import {
  ask,
  cat,
  dog,
  form,
  good,
  header,
  image,
  path,
  png,
  prompt,
  quote,
  second,
  studio,
  useStudio,
} from './edits-desk.ts'

useStudio()

describe('the form', () => {
  it.each([
    [
      'EDIT-002 repeated image[]',
      [
        ['image[]', png(cat)],
        ['image[]', png(dog)],
      ],
    ],
    ['EDIT-003 a single image', [['image', png(cat)]]],
    [
      'repeated image without brackets',
      [
        ['image', png(cat)],
        ['image', png(dog)],
      ],
    ],
    [
      'EDIT-002 EDIT-018 one image[] and a mask',
      [
        ['image[]', png(cat)],
        ['mask', png(cat)],
      ],
    ],
    ['EDIT-005 a file of no type', [['image', png(cat, '')]]],
    ['EDIT-005 a file of another type', [['image', png(cat, 'application/octet-stream', 'cat')]]],
    ['EDIT-004 a JPEG', [['image', png(cat, 'image/jpeg')]]],
  ] as [string, [string, File][]][])(
    'EDIT-002 %s is quoted like the JSON form',
    async (_, files) => {
      const fields = [
        prompt,
        ['model', 'vendorA/image-1'],
        ['size', '1536x1024'],
        ['n', '2'],
      ] as const
      expect(await studio.quote({ path, body: form([...fields, ...files]) })).toBe(85_000)
      expect(await studio.quote({ path, body: form([...files, ...fields]) })).toBe(85_000)
      expect(await quote({ model: 'vendorA/image-1', size: '1536x1024', n: 2 })).toBe(85_000)
    },
  )

  it('EDIT-006 the number comes as text and is read as one', async () => {
    const withN = (n: string): Promise<Seen> => ask(form([prompt, ['image', png(cat)], ['n', n]]))
    for (const [n, amount] of [
      ['1', '64000'],
      ['2', '127000'],
      ['10', '631000'],
    ] as const) {
      expect([n, (await withN(n)).challenge?.accepts[0]!.amount]).toEqual([n, amount])
    }
    for (const n of ['11', '0', '-1', 'abc', '1.5', '', '2 ', '0x2']) {
      const { status, body } = await withN(n)
      expect([n, status, body.error, body.details[0].path]).toEqual([
        n,
        400,
        'Invalid request body',
        expect.stringMatching(/^\/?n$/),
      ])
    }
  })

  it('EDIT-024 EDIT-051 a form that cannot be read is 400, with or without payment', async () => {
    const type = 'multipart/form-data; boundary=x'
    const text =
      '--x\r\nContent-Disposition: form-data; name="prompt"\r\n\r\nadd a hat\r\n--x--\r\n'
    const broken: [string, string][] = [
      ['multipart/form-data', text],
      ['multipart/form-data; boundary=', text],
      [type, 'no form at all'],
      [type, text.slice(0, 60)],
      [type, text.replace('--x--', '')],
      [type, JSON.stringify(good)],
    ]
    for (const [contentType, body] of broken) {
      for (const paid of [{}, { 'payment-signature': header }] as Record<string, string>[]) {
        const seen = await studio.ask({
          path,
          body,
          headers: { 'content-type': contentType, ...paid },
        })
        expect([contentType, body, seen.status, seen.body.error]).toEqual([
          contentType,
          body,
          400,
          'Invalid request body',
        ])
        expect(seen.challenge).toBeUndefined()
      }
    }
  })
})

/** Bodies that are refused, and the words that say why. */
const refused: [string, unknown, RegExp | string][] = [
  ['EDIT-024 no JSON', '{"prompt":', 'Invalid JSON'],
  ['EDIT-024 a JSON text', '"cat"', 'Invalid request body'],
  ['EDIT-011 no prompt', { image }, 'Invalid request body'],
  ['EDIT-011 a prompt that is no text', { ...good, prompt: 7 }, 'Invalid request body'],
  ['EDIT-012 no image', { prompt: 'x' }, 'Invalid request body'],
  ['EDIT-012 an empty list of images', { ...good, image: [] }, 'Invalid request body'],
  ['EDIT-012 an image that is no text', { ...good, image: 7 }, 'Invalid request body'],
  [
    'EDIT-012 a list with something else in it',
    { ...good, image: [image, null] },
    'Invalid request body',
  ],
  ['EDIT-022 no images wanted', { ...good, n: 0 }, 'Invalid request body'],
  ['EDIT-022 eleven images wanted', { ...good, n: 11 }, 'Invalid request body'],
  ['EDIT-022 one image and a half', { ...good, n: 1.5 }, 'Invalid request body'],
  ['EDIT-022 a number as text', { ...good, n: '2' }, 'Invalid request body'],
  [
    'EDIT-010 an unknown model',
    { ...good, model: 'vendorX/image' },
    /vendorX.*vendorA\/image-1, vendorA\/image-2, vendorB\/image-fast, vendorB\/image-fast-2, vendorB\/image-pro$/,
  ],
  ...['vendorC/imagine-image', 'vendorD/image-5-pro', 'vendorE/image-4'].map(
    (model): [string, unknown, RegExp] => [
      `EDIT-010 ${model}, which only generates`,
      { ...good, model },
      /vendorA\/image-1, vendorA\/image-2, vendorB\/image-fast, vendorB\/image-fast-2, vendorB\/image-pro$/,
    ],
  ),
  [
    'EDIT-013 EDIT-015 five sources for vendorA',
    { ...good, image: Array(5).fill(image) },
    /at most 4 source images per edit/,
  ],
  [
    'EDIT-013 EDIT-015 five sources for the first model',
    { ...good, model: 'vendorA/image-1', image: Array(5).fill(image) },
    /at most 4 source images per edit/,
  ],
  ...['vendorB/image-fast', 'vendorB/image-fast-2', 'vendorB/image-pro'].flatMap(
    (model): [string, unknown, RegExp][] => [
      [
        `EDIT-014 EDIT-015 four sources for ${model}`,
        { ...good, model, image: Array(4).fill(image) },
        /at most 3 source images per edit/,
      ],
      [`EDIT-017 a mask for ${model}`, { ...good, model, mask: image }, /does not accept a mask/],
    ],
  ),
  [
    'EDIT-018 a mask and two sources',
    { ...good, image: [image, second], mask: image },
    /mask.*several source images/,
  ],
  [
    'EDIT-020 a size of no model',
    { ...good, size: '1000x1000' },
    /Invalid size 1000x1000 .*1024x1024, 1536x1024, 1024x1536/,
  ],
  [
    'EDIT-020 a size of another model',
    { ...good, model: 'vendorB/image-fast', size: '2048x2048' },
    /Invalid size 2048x2048/,
  ],
  [
    'EDIT-026 an https address',
    { ...good, image: 'https://pictures.example/cat.png' },
    /data:image\//,
  ],
  ['EDIT-026 bare base64', { ...good, image: cat.toString('base64') }, /data:image\//],
  [
    'EDIT-026 a data URI of a text',
    { ...good, image: 'data:text/plain;base64,aGVsbG8=' },
    /data:image\//,
  ],
  [
    'EDIT-026 a mask that is an address',
    { ...good, mask: 'https://pictures.example/mask.png' },
    /mask.*data:image\//,
  ],
  [
    'EDIT-028 bytes that are no picture',
    { ...good, image: uri(Buffer.from('hello, world')) },
    /does not decode to a recognizable image/,
  ],
  [
    'EDIT-028 no bytes',
    { ...good, image: 'data:image/png;base64,' },
    /does not decode to a recognizable image/,
  ],
  [
    'EDIT-028 no base64',
    { ...good, image: 'data:image/png;base64,!!!!' },
    /does not decode to a recognizable image/,
  ],
  [
    'EDIT-028 a data URI without base64',
    { ...good, image: 'data:image/png,abc' },
    /does not decode to a recognizable image/,
  ],
  [
    'EDIT-029 one bad source among good ones',
    { ...good, image: [image, uri(Buffer.from('no')), image] },
    /does not decode to a recognizable image/,
  ],
  [
    'EDIT-029 one address among good ones',
    { ...good, image: [image, 'https://a.example/b.png'] },
    /data:image\//,
  ],
  [
    'EDIT-016 a mask that does not decode',
    { ...good, mask: uri(Buffer.from('no')) },
    /mask.*does not decode to a recognizable image/,
  ],
  [
    'EDIT-005 EDIT-028 a file that is no picture',
    form([prompt, ['image', png(Buffer.from('no picture'), '')]]),
    /does not decode to a recognizable image/,
  ],
  ['EDIT-011 a form without a prompt', form([['image', png(cat)]]), 'Invalid request body'],
  ['EDIT-012 a form without an image', form([prompt]), 'Invalid request body'],
  [
    'EDIT-026 a form with an address for an image',
    form([prompt, ['image', 'https://a.example/b.png']]),
    /data:image\//,
  ],
  [
    'EDIT-017 a form with a mask for vendorB',
    form([prompt, ['model', 'vendorB/image-pro'], ['image[]', png(cat)], ['mask', png(cat)]]),
    /does not accept a mask/,
  ],
  [
    'EDIT-018 a form with a mask and two sources',
    form([prompt, ['image[]', png(cat)], ['image[]', png(dog)], ['mask', png(cat)]]),
    /mask.*several source images/,
  ],
  [
    'EDIT-013 a form with five sources',
    form([prompt, ...Array.from({ length: 5 }, () => ['image[]', png(cat)] as const)]),
    /at most 4 source images/,
  ],
]

describe('what is refused', () => {
  it.each(refused)(
    'EDIT-051 EDIT-057 %s: 400 before the 402, with and without payment, uncharged',
    async (_, body, words) => {
      await studio.free(async () => {
        for (const headers of [{}, { 'payment-signature': header }]) {
          const seen = await studio.ask({ path, body }, headers as Record<string, string>)
          expect([seen.status, seen.challenge, seen.receipt]).toEqual([400, undefined, undefined])
          expect(seen.body.error).toEqual(
            typeof words === 'string' ? words : expect.stringMatching(words),
          )
        }
      })
      expect(studio.asked()).toEqual([])
    },
  )

  it('EDIT-025 faulty fields are named one by one', async () => {
    const { status, body } = await ask({ image: 7, n: 'two', size: [] })
    expect([status, body.error]).toEqual([400, 'Invalid request body'])
    const named = body.details.map((issue: { path: string }) => issue.path.replace(/^\//, ''))
    for (const field of ['prompt', 'image', 'n', 'size']) expect(named).toContain(field)
    for (const issue of body.details)
      expect(issue).toMatchObject({
        path: expect.any(String),
        message: expect.stringMatching(/\S/),
      })
  })

  it('EDIT-032 a picture may be as large as a request, and no larger', async () => {
    const large = uri(Buffer.concat([cat, Buffer.alloc(16 * 2 ** 20)]))
    expect(await quote({ image: large })).toBe(64_000)
    const seen = await ask({ ...good, image: [large, large] })
    expect([seen.status, seen.body.code]).toEqual([400, 'REQUEST_TOO_LARGE'])
  })

  it('EDIT-051 EDIT-057 the payment that was refused with all of them is still good', async () => {
    expect((await studio.pay({ path, body: good }, header)).status).toBe(200)
    expect(await studio.isUsed(header)).toBe(true)
  })
})
