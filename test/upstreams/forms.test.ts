import { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Request } from 'undici'
import type { Json } from '../../runtime/contract.ts'
import { Unusable } from '../../runtime/lib/unusable-input.ts'
import { encodeForm } from '../../runtime/upstream/form.ts'
import { callOf, json, KEY, scope, startWorld, type Seen, type World } from './client-world.ts'
import { runs } from '../helpers/runs.ts'

/** A part as a server understands it; `file` names a file. */
interface Part {
  name: string
  content: string
  file?: string
  type?: string
}

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const uri = (bytes: Buffer, type = 'image/png'): string =>
  `data:${type};base64,${bytes.toString('base64')}`

/** Reads a form as servers on Node do. */
async function byBusboy(type: string, body: Buffer): Promise<Part[]> {
  const parts: Part[] = []
  const boy = new Busboy({ headers: { 'content-type': type }, limits: { fieldSize: 2 ** 26 } })
  boy.on('field', (name, content) => {
    parts.push({ name, content })
  })
  boy.on('file', (name, stream, file, _encoding, type) => {
    const part: Part = { name, content: '', file, type }
    parts.push(part)
    stream.on('data', (chunk: Buffer) => {
      part.content += chunk.toString('hex')
    })
  })
  await new Promise<void>((resolve, reject) => {
    Readable.from([body]).pipe(boy).on('finish', resolve).on('error', reject)
  })
  return parts
}

/** Reads a form as `fetch` does. */
async function byFetch(type: string, body: Buffer): Promise<Part[]> {
  const form = await new Request('http://gateway.test', {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  }).formData()
  return Promise.all(
    [...form].map(async ([name, value]): Promise<Part> =>
      typeof value === 'string'
        ? { name, content: value }
        : {
            name,
            file: value.name,
            type: value.type,
            content: Buffer.from(await value.arrayBuffer()).toString('hex'),
          },
    ),
  )
}

/** Reads what arrived in both ways, which must agree. */
async function read({ headers, bytes }: Pick<Seen, 'headers' | 'bytes'>): Promise<Part[]> {
  const type = headers['content-type'] ?? ''
  // What `fetch` unescapes in a name, the other leaves as it came.
  const nameOf = (name: string): string =>
    name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
  const plain = (parts: Part[]): Part[] => parts.map(part => ({ ...part, name: nameOf(part.name) }))
  const [one, other] = [await byBusboy(type, bytes), await byFetch(type, bytes)]
  expect(plain(one)).toEqual(other)
  return one
}

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
beforeEach(() => {
  world.seen.length = 0
  world.lines.length = 0
  world.answer = json(200, { ok: true })
})

/** Sends a form and reads what the upstream got. */
async function sent(form: Json, files: string[] = []): Promise<Part[]> {
  expect(
    await world.upstreams.call(
      callOf({ sendAs: 'multipart', files, send: () => form }),
      scope(),
      {},
    ),
  ).toMatchObject({ ok: true })
  return read(world.seen.at(-1) as Seen)
}

describe('a form', () => {
  it("EDIT-004 has its texts as fields and its data URIs as files, with the upstream's key and a length", async () => {
    const parts = await sent(
      {
        model: 'image-1',
        prompt: 'a héron, 鷺',
        n: 2,
        sharp: true,
        'image[]': [uri(PNG), uri(PNG, 'image/webp')],
        mask: uri(PNG),
      },
      ['image[]', 'mask'],
    )
    expect(parts).toEqual([
      { name: 'model', content: 'image-1' },
      { name: 'prompt', content: 'a héron, 鷺' },
      { name: 'n', content: '2' },
      { name: 'sharp', content: 'true' },
      { name: 'image[]', content: PNG.toString('hex'), file: 'image.png', type: 'image/png' },
      { name: 'image[]', content: PNG.toString('hex'), file: 'image.webp', type: 'image/webp' },
      { name: 'mask', content: PNG.toString('hex'), file: 'image.png', type: 'image/png' },
    ])
    const [{ headers, bytes }] = world.seen as [Seen]
    expect(headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'content-length': String(bytes.length),
    })
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=form-[0-9a-f]{32}$/)
    expect(headers['transfer-encoding']).toBeUndefined()
  })

  it('EDIT-034 leaves out what is absent, repeats the name of a list, and writes what has no text form as JSON', async () => {
    expect(
      await sent(
        {
          none: undefined,
          nil: null,
          tag: ['a', 'b'],
          gone: [],
          empty: '',
          zero: 0,
          no: false,
          set: { a: [1] },
          mask: undefined,
        },
        ['mask'],
      ),
    ).toEqual([
      { name: 'tag', content: 'a' },
      { name: 'tag', content: 'b' },
      { name: 'empty', content: '' },
      { name: 'zero', content: '0' },
      { name: 'no', content: 'false' },
      { name: 'set', content: '{"a":[1]}' },
    ])
  })

  it.each([
    ['image/jpeg', 'image.jpg'],
    ['IMAGE/JPG', 'image.jpg'],
    ['image/heic', 'image.heic'],
    ['image/x-unknown', 'image.bin'],
    ['audio/mpeg', 'audio.mp3'],
    ['video/mp4', 'video.mp4'],
    ['application/pdf', 'file.bin'],
    ['', 'file.bin'],
  ])('a file of type "%s" is named %s', async (type, file) => {
    expect(await sent({ f: uri(PNG, type) }, ['f'])).toEqual([
      {
        name: 'f',
        file,
        content: PNG.toString('hex'),
        type: type === '' ? 'application/octet-stream' : type.toLowerCase(),
      },
    ])
  })

  it('a data URI may have parameters, and may lack its padding', async () => {
    const bytes = Buffer.from([1, 2, 3, 4])
    for (const one of [
      'data:audio/wav;codec=pcm;rate=8000;base64,AQIDBA==',
      'data:audio/wav;BASE64,AQIDBA',
    ]) {
      expect(await sent({ f: one }, ['f'])).toEqual([
        { name: 'f', file: 'audio.wav', type: 'audio/wav', content: bytes.toString('hex') },
      ])
    }
  })

  it('waits for hooks, is the same bytes when it is sent again, and has another boundary each time', async () => {
    world.answer = (request, response, number) =>
      json(number === 1 ? 503 : 200, {})(request, response, number)
    const call = callOf({
      sendAs: 'multipart',
      retry: 1,
      send: async () => {
        await Promise.resolve()
        return { a: 'b' }
      },
    })
    expect(await world.upstreams.call(call, scope(), {})).toMatchObject({ ok: true })
    expect(world.seen[1]?.bytes).toEqual(world.seen[0]?.bytes)
    await sent({ a: 'b' })
    expect(world.seen[2]?.headers['content-type']).not.toBe(world.seen[0]?.headers['content-type'])
  })

  it('carries megabytes unharmed', async () => {
    const big = Buffer.from(Array.from({ length: 3_000_001 }, (_, i) => (i * 31) % 251))
    const [part] = await sent({ f: uri(big) }, ['f'])
    expect(part?.content === big.toString('hex')).toBe(true)
  })
})

describe('what a caller may try', () => {
  const BREAKS = [
    '"',
    '\r\n',
    '\n',
    '\r',
    '\\',
    'a"; filename="x.sh',
    'a\r\nContent-Type: text/html\r\n\r\n<script>',
    '"\r\n\r\nx\r\n--b--',
    'a\0b',
    '\\"; x="',
  ]

  it('no name of a field or file ends its quotes or its line', async () => {
    for (const name of BREAKS) {
      const parts = await sent({ [name]: 'v', [`${name}f`]: uri(PNG), last: 'z' }, [`${name}f`])
      expect(parts.map(part => decodeURIComponent(part.name))).toEqual([name, `${name}f`, 'last'])
      expect(parts.map(part => [part.file, part.content])).toEqual([
        [undefined, 'v'],
        ['image.png', PNG.toString('hex')],
        [undefined, 'z'],
      ])
    }
  })

  it('no content ends its part, not even one with the boundary of an earlier request', async () => {
    await sent({ a: 'b' })
    const boundary = /boundary=(.*)$/.exec(
      world.seen[0]?.headers['content-type'] ?? '',
    )?.[1] as string
    const ends = [
      `\r\n--${boundary}--\r\n`,
      `--${boundary}\r\nContent-Disposition: form-data; name="x"\r\n\r\ny`,
      '--',
      '\r\n--form-',
    ]
    for (const text of [...BREAKS, ...ends]) {
      expect(await sent({ a: text, f: uri(Buffer.from(text)), z: 'z' }, ['f'])).toEqual([
        { name: 'a', content: text },
        {
          name: 'f',
          file: 'image.png',
          type: 'image/png',
          content: Buffer.from(text).toString('hex'),
        },
        { name: 'z', content: 'z' },
      ])
    }
  })

  it('whatever the names, texts and bytes are, servers read them as they were', async () => {
    const text = fc.string({ unit: 'grapheme' })
    const member = fc.record({ name: text, text, bytes: fc.uint8Array({ minLength: 1 }) })
    await fc.assert(
      fc.asyncProperty(member, async ({ name, text, bytes }) => {
        const form = { [`t${name}`]: text, [`f${name}`]: uri(Buffer.from(bytes)) }
        const { type, body } = encodeForm(form, {
          files: [`f${name}`],
          boundary: 'form-0123456789abcdef',
        })
        const parts = await read({ headers: { 'content-type': type }, bytes: body })
        expect(parts.map(part => part.content)).toEqual([text, Buffer.from(bytes).toString('hex')])
      }),
      { numRuns: runs(60), seed: 7 },
    )
  })

  it("EDIT-028 what is no base64 data URI is the caller's fault, and is not sent", async () => {
    const wrong = [
      'https://files.test/a.png',
      PNG.toString('base64'),
      '',
      'data:',
      'data:image/png,abc',
      'data:image/png;base64',
      'data:image/png;base64,',
      'data:image/png;base64,====',
      'data:image/png;base64,QUJD\nQUJD',
      'data:image/png;base64,QU JD',
      'data:image/png;base64,QU%3D',
      'data:image/png;base64,QUJ-',
      'data:image/png;base64,Q',
      'data:image/png;base64,QQ=',
      'data:image/png;base64,QUI=QUJD',
      'data:image/png;base64,QQ===',
      'data:image/png\r\nX-Evil: 1;base64,QUJD',
      'data:image/png;a="b";base64,QUJD',
      `data:${';a=b'.repeat(100)};base64,QUJD`,
    ]
    for (const one of [...wrong, 7, { a: 1 }, true]) {
      const call = callOf({
        sendAs: 'multipart',
        files: ['image'],
        send: () => ({ image: [uri(PNG), one] }),
      })
      expect(await world.upstreams.call(call, scope(), {}), String(one)).toMatchObject({
        ok: false,
        kind: 'invalid_input',
        details: expect.stringMatching(/^An input file is not (a base64 data URI|valid base64)$/),
      })
    }
    expect(world.seen).toHaveLength(0)
    expect(() => encodeForm({ f: 'x' }, { files: ['f'], boundary: 'b' })).toThrow(Unusable)
  })

  it('a form that is no set of named values is a mistake of ours', async () => {
    for (const form of ['text', ['a'], null]) {
      expect(
        await world.upstreams.call(
          callOf({ sendAs: 'multipart', send: () => form as Json }),
          scope(),
          {},
        ),
      ).toMatchObject({
        ok: false,
        kind: 'upstream_failed',
        details: 'The upstream could not be called',
      })
    }
    expect(world.lines.join('')).toContain('a form is made of named values')
  })
})
