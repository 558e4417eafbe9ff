/**
 * What strangers put into calls for media: fields, forms, pictures and poll addresses that no
 * honest client sends.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { effort } from '../helpers/effort.ts'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import { call, paidBy, type Seen, type Sent } from '../routes/client.ts'
import { openStudio, type Studio } from '../routes/studio.ts'
import { post, QUICK } from './strangers.ts'

const EDITS = '/api/v1/images/image2image'
const FLAT = '/api/v1/videos/generations'
const PARTS = '/api/v1/videos'
const png = picture('a', 8, 8)
const uri = (bytes: Buffer, type = 'image/png'): string =>
  `data:${type};base64,${bytes.toString('base64')}`

/** A good body of every route that sells media. */
const GOOD: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  [EDITS]: { model: 'vendorA/image-1', prompt: 'a hat', image: uri(png) },
  [FLAT]: { prompt: 'a boat', model: 'vendorD/video-2.0' },
  [PARTS]: { content: [{ type: 'text', text: 'a boat' }], model: 'video-2.0' },
  '/api/v1/audio/generations': { prompt: 'a waltz' },
  '/api/v1/audio/speech': { input: 'hello' },
  '/api/v1/audio/sound-effects': { text: 'rain' },
}
const NAMES = [
  'model',
  'prompt',
  'image',
  'mask',
  'size',
  'n',
  'instrumental',
  'lyrics',
  'duration_seconds',
  'input',
  'voice',
  'response_format',
  'speed',
  'text',
  'prompt_influence',
  'image_url',
  'real_face_asset_id',
  'last_frame_url',
  'reference_image_urls',
  'reference_videos',
  'input_type',
  'resolution',
  'aspect_ratio',
  'generate_audio',
  'seed',
  'content',
  'ratio',
  'duration',
  '__proto__',
  'constructor',
]
const VALUES: unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e21,
  '',
  'x',
  'constructor',
  '__proto__',
  'toString',
  '\ud800',
  '\u0000',
  [],
  [null],
  [['x']],
  {},
  { url: null },
  'x'.repeat(40_000),
]

let studio: Studio
beforeAll(async () => {
  studio = await openStudio()
})
afterAll(() => studio?.stop())

const ask = (path: string, body: unknown): Promise<Seen> => call(studio.shop.url, { path, body })

describe('fields', () => {
  it.each(Object.keys(GOOD))(
    'of %s may have any name and value: they are refused shortly, or quoted, and no fault of ours',
    async path => {
      const good = JSON.stringify(GOOD[path]).slice(0, -1)
      for (const name of NAMES) {
        const all = await Promise.all(
          VALUES.map(value =>
            ask(path, `${good},${JSON.stringify(name)}:${JSON.stringify(value)}}`),
          ),
        )
        for (const [i, { status, text }] of all.entries()) {
          expect([name, VALUES[i], status === 503 ? name : [400, 402].includes(status)]).toEqual([
            name,
            VALUES[i],
            status === 503 ? 'reference_videos' : true,
          ])
          expect(text.length).toBeLessThan(10_000)
        }
      }
    },
  )

  it('VID-081 parts of content that are none are refused, whatever they are', async () => {
    const parts: unknown[] = [
      null,
      1,
      'a',
      [],
      {},
      { type: null },
      { type: ['text'] },
      { type: { text: 1 } },
      { type: 'constructor' },
      { type: 'text', text: 'a', role: null },
      ...['image_url', 'text'].flatMap(type =>
        [{}, null, 5, [], { url: {} }].map(value => ({ type, [type]: value })),
      ),
    ]
    for (const part of parts) {
      for (const content of [[part], [part, part], part, Array(101).fill(part)])
        expect([content, (await ask(PARTS, { content })).status]).toEqual([content, 400])
    }
  })
})

const text = (name: string, content = 'x', more = ''): string =>
  `Content-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}`
const file = (name: string, content = png.toString('latin1'), as = 'a.png'): string =>
  `Content-Disposition: form-data; name="${name}"; filename="${as}"\r\nContent-Type: image/png\r\n\r\n${content}`
const prompt = text('prompt', 'a hat')

/** A form of parts that are written as they are. */
const formOf = (parts: readonly string[], boundary = 'b'): Buffer =>
  Buffer.from(
    `${parts.map(part => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`,
    'latin1',
  )
const sendForm = async (
  body: Buffer,
  type = 'multipart/form-data; boundary=b',
): Promise<[number, number]> => {
  const start = effort()
  const { status } = await post(studio.shop.url + EDITS, body, { 'content-type': type })
  return [status, effort() - start]
}

describe('forms', () => {
  it('EDIT-002 a good one is quoted, with odd names of files and fields as nothing', async () => {
    for (const as of [
      '../../../etc/passwd',
      '..\\..\\x',
      '\u0000',
      'a"; name="prompt',
      '',
      'x'.repeat(5000),
      '%2e%2e%2f',
    ]) {
      const odd = ['__proto__', 'constructor', 'image[__proto__]', 'a.b', '[]', ']['].map(name =>
        text(name),
      )
      expect([
        as,
        (
          await sendForm(
            formOf([...odd, prompt, file('image', undefined, as.replaceAll('"', '%22'))]),
          )
        )[0],
      ]).toEqual([as, 402])
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  const bombs: [string, () => Buffer, string?][] = [
    ['a million parts', () => Buffer.from(`${'--b\r\n\r\n\r\n'.repeat(1_000_000)}--b--\r\n`)],
    ['a million boundaries and nothing else', () => Buffer.from('\r\n--b'.repeat(1_000_000))],
    ['101 pictures', () => formOf([prompt, ...Array.from({ length: 100 }, () => file('image[]'))])],
    [
      '30 MB of line breaks that are almost a boundary',
      () => Buffer.from('\r\n--'.repeat(7_500_000)),
    ],
    [
      '30 MB of dashes under a boundary of dashes',
      () => Buffer.alloc(30_000_000, '-'),
      `multipart/form-data; boundary=${'-'.repeat(70)}`,
    ],
    [
      'a header without an end',
      () => Buffer.concat([Buffer.from('--b\r\nA: '), Buffer.alloc(10_000_000, 'a')]),
    ],
    [
      'a million headers',
      () => Buffer.from(`--b\r\n${'A: b\r\n'.repeat(1_000_000)}\r\n\r\n--b--\r\n`),
    ],
    ['a prompt of 10 MB', () => formOf([text('prompt', 'x'.repeat(10_000_000)), file('image')])],
    ['a number of 10 MB', () => formOf([prompt, file('image'), text('n', '1'.repeat(10_000_000))])],
    [
      'a form inside of a form',
      () =>
        formOf([
          prompt,
          `${text('image', '', '')}`.replace(
            '\r\n\r\n',
            '\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\nx\r\n--c--',
          ),
        ]),
    ],
    ['no boundary', () => formOf([prompt, file('image')]), 'multipart/form-data'],
    ['another boundary', () => formOf([prompt, file('image')]), 'multipart/form-data; boundary=c'],
    [
      'an empty boundary',
      () => formOf([prompt, file('image')], ''),
      'multipart/form-data; boundary=""',
    ],
    [
      'a boundary of 60 KB',
      () => formOf([prompt, file('image')]),
      `multipart/form-data; boundary=${'b'.repeat(60_000)}`,
    ],
    [
      'another charset',
      () => formOf([prompt, file('image')]),
      'multipart/form-data; charset=utf-16',
    ],
    ['an end in the middle', () => formOf([prompt, file('image')]).subarray(0, -12)],
    ['nothing', () => Buffer.from('--b--\r\n')],
    [
      'a file for every field',
      () => formOf(['model', 'prompt', 'size', 'n', 'image', 'mask'].map(name => file(name))),
    ],
    ['a picture as text', () => formOf([prompt, text('image', png.toString('latin1'))])],
    [
      'other bytes as the picture',
      () => formOf([prompt, file('image', '<svg onload="alert(1)"/>')]),
    ],
    ['an empty picture', () => formOf([prompt, file('image', '')])],
  ]
  it.each(bombs)('EDIT-024 with %s are 400, soon', async (_, make, type) => {
    const [status, ms] = await sendForm(make(), type)
    expect([status, ms < QUICK]).toEqual([400, true])
  })
})

/** A PNG whose header declares a size that it does not have. */
function lying(width: number, height: number): Buffer {
  const made = Buffer.from(png)
  made.writeUInt32BE(width, 16)
  made.writeUInt32BE(height, 20)
  return made
}

describe('pictures', () => {
  const none: [string, string][] = [
    ['of another type', uri(png, 'text/html')],
    ['that is SVG', uri(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml')],
    ['cut within its header', uri(png.subarray(0, 20))],
    ['of no bytes', uri(Buffer.alloc(0))],
    ['with garbage in its base64', `${uri(png).slice(0, -8)}!!!!${uri(png).slice(-4)}`],
    ['with a line break in its base64', uri(png).replace(/(.{60})/, '$1\n')],
    ['in the other alphabet', `${uri(png).slice(0, -4)}-_-_`],
    ['that is not base64', `data:image/png,${png.toString('latin1')}`],
    ['with base64 as a parameter only', `data:image/png;base64=1,${png.toString('base64')}`],
    ['of no size', uri(lying(0, 0))],
    [
      'that is a page with a picture behind it',
      uri(Buffer.concat([Buffer.from('<html><script>alert(1)</script></html>'), png])),
    ],
    ['at an address', 'https://pictures.example/a.png'],
    ['in a file', 'file:///etc/passwd'],
    ['in our own network', 'http://127.0.0.1/a.png'],
  ]

  it.each(none)('EDIT-028 VID-077 %s are refused before any price', async (_, image) => {
    for (const wrong of [
      { image },
      { image: [uri(png), image] },
      { image: uri(png), mask: image },
    ]) {
      expect(
        (await ask(EDITS, { ...GOOD[EDITS], model: 'vendorA/image-2', ...wrong })).status,
      ).toBe(400)
    }
    if (!image.startsWith('https:'))
      expect((await ask(FLAT, { ...GOOD[FLAT], image_url: image })).status).toBe(400)
  })

  it('VID-050 whose header lies about its size ends as a refusal that costs nothing, whatever it says', async () => {
    for (const made of [
      lying(60_000, 60_000),
      lying(7000, 7000),
      lying(2 ** 31, 2 ** 31),
      png.subarray(0, 60),
    ]) {
      const sent: Sent = {
        path: FLAT,
        body: { model: 'vendorF/video-2', prompt: 'a boat', image_url: uri(made) },
      }
      const { seen } = await studio.free(() => studio.buy(sent))
      expect([seen.status, seen.body.data]).toEqual([400, undefined])
    }
    expect(studio.asked('vendor_f')).toEqual([])
  })

  it('VID-050 at an address of our own network are not fetched, and cost nothing', async () => {
    for (const host of [
      '127.0.0.1',
      '[::1]',
      '169.254.169.254',
      '10.0.0.1',
      'localhost',
      '2130706433',
      '0x7f.1',
      '[::ffff:127.0.0.1]',
      '[64:ff9b::7f00:1]',
    ]) {
      const sent: Sent = {
        path: FLAT,
        body: { model: 'vendorF/video-2', prompt: 'a boat', image_url: `https://${host}/inside` },
      }
      const { seen } = await studio.free(() => studio.buy(sent))
      expect([host, seen.status]).toEqual([host, 400])
    }
    expect(studio.asked('vendor_f')).toEqual([])
  })
})

describe('poll addresses', () => {
  it('VID-004 VID-006 changed in any way are 400 or 404, whatever pays for them, and nothing moves', async () => {
    studio.upstreams.set('vendor_c', 'job_hold')
    const { job, header } = await studio.submit({ path: FLAT, body: { prompt: 'a boat' } })
    const [path, query] = job.poll_url.split('?') as [string, string]
    const changed = [
      `${path}?${query.replaceAll('=', '[]=')}`,
      `${path}?${query}&${query}`,
      `${path}?${query.split('&').toReversed().join('&')}`,
      `${path}?x=1&${query}`,
      `${path}?${query}%00`,
      `${path}?${query}#x`.replace('#', '%23'),
      `${path}??${query}`,
      `${path}?${query.replace('duration=8', 'duration=%38')}`,
      `${path}?${query.replace('duration=8', 'duration=1')}`,
      `${path}?${query}&${'a=1&'.repeat(5000)}`,
      `${path}?${query.replaceAll('&', ';')}`,
      `${path}?${query.replaceAll('&', '&amp;')}`,
      `${path}/?${query}`,
      `${path}/x?${query}`,
      `${path}%00?${query}`,
      `${path.toUpperCase()}?${query}`,
      `${path}%20?${query}`,
      `${path};x?${query}`,
      `${path}/..?${query}`,
      `${path.replace(/[0-9a-f]{32}$/, '')}?${query}`,
      `${path.replace(/[0-9a-f]{32}$/, id => id.toUpperCase())}?${query}`,
      `${path.replace('/generations', '')}?${query}`,
      ...[
        '__proto__',
        'constructor',
        '..',
        '%2e%2e',
        "'",
        '*',
        '{id}',
        '%',
        '%zz',
        '%ff',
        '\u00e9',
        'a'.repeat(1000),
        'a'.repeat(2000),
      ].map(id => `${FLAT}/${encodeURI(id).replaceAll('%25', '%')}?${query}`),
    ]
    const seen = await studio.free(() =>
      Promise.all(
        changed.flatMap(at =>
          [undefined, header].map(paid =>
            call(studio.shop.url, { path: at, headers: paid === undefined ? {} : paidBy(paid) }),
          ),
        ),
      ),
    )
    // An address that is no poll at all may be another route, which asks for its own price.
    for (const [i, { status, body }] of seen.entries())
      expect([changed[i >> 1], [400, 402, 404].includes(status), body.data]).toEqual([
        changed[i >> 1],
        true,
        undefined,
      ])
    expect((await studio.poll(job, header)).status).toBe(202)
    studio.upstreams.reset()
  })
})
