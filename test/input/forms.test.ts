/** Forms as bytes, and what is read of them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../helpers/effort.ts'
import { compileCheck } from '../../runtime/input/check.ts'
import { formValue } from '../../runtime/input/form.ts'
import { readMultipart, type Form } from '../../runtime/input/multipart.ts'
import { runs } from '../helpers/runs.ts'

const TYPE = 'multipart/form-data; boundary=x'
const schema = {
  type: 'object',
  properties: {
    prompt: { type: 'string' },
    n: { type: 'integer' },
    scale: { type: 'number' },
    loud: { type: 'boolean' },
    sizes: { type: 'array', items: { type: 'integer' } },
    image: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    level: { enum: [1, 2, 'high'] },
    either: { oneOf: [{ type: 'integer' }, { type: 'boolean' }] },
  },
}

/** The bytes and the type of a form as a real client writes it. */
async function written(form: FormData): Promise<{ bytes: Buffer; type: string }> {
  const response = new Response(form)
  return {
    bytes: Buffer.from(await response.arrayBuffer()),
    type: response.headers.get('content-type')!,
  }
}

async function valueOf(
  entries: readonly (readonly [string, string | Blob, string?])[],
): Promise<unknown> {
  const form = new FormData()
  for (const [name, value, file] of entries) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, file)
  }
  const { bytes, type } = await written(form)
  const read = await readMultipart(bytes, type)
  return read.ok ? formValue(read.parts, schema) : read.reason
}

const raw = (text: string, type = TYPE): Promise<Form> =>
  readMultipart(Buffer.from(text, 'latin1'), type)
const part = (headers: string, body = 'v'): string => `--x\r\n${headers}\r\n\r\n${body}\r\n`
const named = (name: string, body?: string): string =>
  part(`Content-Disposition: form-data; name="${name}"`, body)
const whole = (...parts: string[]): string => `${parts.join('')}--x--\r\n`
const reasonOf = (form: Form): string =>
  form.ok ? `it was read: ${JSON.stringify(form.parts)}` : form.reason
const picture = (content: string, type = 'image/webp'): Blob => new Blob([content], { type })

describe('what a form stands for', () => {
  it('EDIT-004 files become data URIs of their type', async () => {
    expect(
      await valueOf([
        ['image', picture('abc'), 'a.webp'],
        ['film', picture('abc', 'video/mp4'), 'a.mp4'],
        ['song', picture('abc', 'audio/mpeg'), 'a.mp3'],
      ]),
    ).toEqual({
      image: 'data:image/webp;base64,YWJj',
      film: 'data:video/mp4;base64,YWJj',
      song: 'data:audio/mpeg;base64,YWJj',
    })
  })

  it.each([
    '',
    'application/octet-stream',
    'text/plain',
    'application/pdf',
    'image',
    'image/',
    'image/png"><script>',
  ])('EDIT-005 a file of type %j is taken for a PNG', async type => {
    expect(formValue([{ name: 'image', bytes: Buffer.from('abc'), type }], schema)).toEqual({
      image: 'data:image/png;base64,YWJj',
    })
  })

  it('EDIT-005 a file without any type is taken for a PNG', async () => {
    const form = await raw(
      whole(part('Content-Disposition: form-data; name="image"; filename="a"', 'abc')),
    )
    expect(form.ok && formValue(form.parts, schema)).toEqual({
      image: 'data:image/png;base64,YWJj',
    })
  })

  it('EDIT-002 EDIT-003 `x[]` is the list x, also of one; a name that comes again is a list; a single one is a value', async () => {
    expect(await valueOf([['image[]', picture('a'), 'a']])).toEqual({
      image: ['data:image/webp;base64,YQ=='],
    })
    expect(
      await valueOf([
        ['image[]', picture('a'), 'a'],
        ['image[]', picture('b'), 'b'],
      ]),
    ).toEqual({ image: ['data:image/webp;base64,YQ==', 'data:image/webp;base64,Yg=='] })
    expect(
      await valueOf([
        ['image', 'one'],
        ['prompt', 'p'],
        ['image', 'two'],
      ]),
    ).toEqual({ image: ['one', 'two'], prompt: 'p' })
    expect(
      await valueOf([
        ['image', 'one'],
        ['image[]', 'two'],
      ]),
    ).toEqual({ image: ['one', 'two'] })
    expect(await valueOf([['image', 'one']])).toEqual({ image: 'one' })
  })

  it('EDIT-006 texts are read as the type of their field, and stay texts where they are not of it', async () => {
    const read = async (name: string, text: string): Promise<unknown> =>
      ((await valueOf([[name, text]])) as any)[name]
    const cases: [string, string, unknown][] = [
      ['n', '2', 2],
      ['n', '-3', -3],
      ['n', 'abc', 'abc'],
      ['n', '', ''],
      ['n', ' 2', ' 2'],
      ['n', '0x10', '0x10'],
      ['n', '1e2', 100],
      ['n', '2.5', 2.5],
      ['n', '02', '02'],
      ['n', 'Infinity', 'Infinity'],
      ['n', '1e999', '1e999'],
      ['scale', '0.25', 0.25],
      ['loud', 'true', true],
      ['loud', 'false', false],
      ['loud', '1', '1'],
      ['loud', 'TRUE', 'TRUE'],
      ['prompt', '2', '2'],
      ['prompt', 'true', 'true'],
      ['image', '7', '7'],
      ['level', '2', '2'],
      ['either', '7', 7],
      ['either', 'true', true],
      ['unknown', '5', '5'],
    ]
    for (const [name, text, value] of cases)
      expect(await read(name, text), `${name}=${text}`).toEqual(value)
    expect(
      await valueOf([
        ['sizes[]', '1'],
        ['sizes[]', 'two'],
      ]),
    ).toEqual({ sizes: [1, 'two'] })
  })

  it('texts of every script and with line breaks come as they are', async () => {
    expect(await valueOf([['prompt', 'ein Fuchs\r\nim Schnee 🦊 \u202e --x--']])).toEqual({
      prompt: 'ein Fuchs\r\nim Schnee 🦊 \u202e --x--',
    })
  })

  it('a file field of a browser that was left empty is not there', async () => {
    expect(
      await valueOf([
        ['image', picture('a'), 'a'],
        ['mask', new Blob([], { type: 'application/octet-stream' }), ''],
      ]),
    ).toEqual({ image: 'data:image/webp;base64,YQ==' })
    expect(await valueOf([['mask', new Blob([]), 'a.png']])).toEqual({
      mask: 'data:image/png;base64,',
    })
  })

  it('names that could reach a prototype are names like any other, or nothing', async () => {
    const form = await raw(
      whole(
        named('__proto__', 'a'),
        named('__proto__[]', 'b'),
        named('constructor', 'c'),
        named('toString', 'd'),
        named('[]', 'e'),
      ),
    )
    const value = form.ok ? formValue(form.parts, schema) : {}
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.entries(value)).toEqual([
      ['constructor', 'c'],
      ['toString', 'd'],
      ['', ['e']],
    ])
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it('EDIT-032 a file of 30 MiB is whole', async () => {
    const bytes = Buffer.alloc(30 * 2 ** 20, 'picture')
    const { image } = (await valueOf([
      ['image', new Blob([bytes], { type: 'image/png' }), 'a.png'],
    ])) as { image: string }
    expect(Buffer.from(image.slice('data:image/png;base64,'.length), 'base64').equals(bytes)).toBe(
      true,
    )
  })

  it('a text may be as long as the body, e.g. a data URI', async () => {
    const text = `data:image/png;base64,${'A'.repeat(5_000_000)}`
    expect(await valueOf([['image', text]])).toEqual({ image: text })
  })
})

describe('forms that are damaged', () => {
  it.each([
    ['no bytes of a form', 'hello'],
    ['nothing', ''],
    ['a form that breaks off', `${named('a')}--x\r\nContent-Dis`],
    ['a form without its end', named('a')],
    ['another boundary', whole(named('a')).replaceAll('--x', '--y')],
    ['JSON', '{"image":"x"}'],
  ])('EDIT-024 %s', async (_, text) => {
    expect(reasonOf(await raw(text))).toBe('the form is damaged')
  })

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
    'multipart/form-data; boundary = x; boundary',
  ])('EDIT-024 the type %s', async type => {
    expect(reasonOf(await raw(whole(named('a')), type))).toBe('the form has no usable boundary')
  })

  it('EDIT-024 a part without a name, and a name that is no name', async () => {
    expect(reasonOf(await raw(whole(part('Content-Disposition: form-data'))))).toBe(
      'a part of the form has no name',
    )
    expect(reasonOf(await raw(whole(named('a'.repeat(201)))))).toMatch(/more than 200 characters/)
  })

  it('EDIT-024 more parts than any request has', async () => {
    expect((await raw(whole(...Array.from({ length: 100 }, (_, i) => named(`f${i}`))))).ok).toBe(
      true,
    )
    expect(
      reasonOf(await raw(whole(...Array.from({ length: 101 }, (_, i) => named(`f${i}`))))),
    ).toBe('the form has more than 100 parts')
  })

  it.each([
    ['empty parts', '--x\r\n\r\n'],
    ['parts without a head', '--x\r\n'],
    ['half boundaries', '\r\n--'],
    ['header lines', 'a: b\r\n'],
  ])('32 MiB of %s are answered in a moment', async (_, unit) => {
    const bytes = Buffer.alloc(32 * 2 ** 20, unit)
    Buffer.from(named('a').slice(0, -3)).copy(bytes)
    const before = effort()
    await readMultipart(bytes, TYPE)
    expect(effort() - before).toBeLessThan(5000)
  })
})

it('EDIT-024 any bytes are read or refused: nothing is thrown, and every form comes to an end', async () => {
  const pieces = fc.constantFrom(
    '--x',
    '--x\r\n',
    '--x--',
    '--x--\r\n',
    '\r\n',
    '\r\n\r\n',
    '\r',
    '\n',
    '-',
    '--',
    ':',
    '\0',
    'data',
    'z'.repeat(70_000),
    'Content-Disposition: form-data; name="a"',
    'Content-Disposition: form-data; name="b"; filename="f"',
    'Content-Disposition: attachment',
    'Content-Disposition: form-data; name=',
    'Content-Type: image/png',
    'Content-Type: text/plain; charset=base64',
    'Content-Type: text/plain; charset',
    'Content-Type: ; charset=ucs2',
    'Content-Transfer-Encoding: base64',
    "; filename*=utf-8''%ff",
    '; name="\r\n"',
    'Content-Type: ;;;',
    '\xff\xfe',
  )
  const text = fc
    .array(fc.oneof({ weight: 9, arbitrary: pieces }, fc.string({ maxLength: 20 })), {
      maxLength: 14,
    })
    .map(parts => parts.join(''))
  const framed = fc.oneof(
    text,
    text.map(
      inner => `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${inner}\r\n--x--\r\n`,
    ),
  )
  await fc.assert(
    fc.asyncProperty(framed, async body => {
      const form = await raw(body)
      if (!form.ok) expect(form.reason).toMatch(/form/)
      else
        expect(
          Object.values(formValue(form.parts, schema))
            .flat()
            .every(value => value !== undefined && value !== null),
        ).toBe(true)
    }),
    { numRuns: runs(500), seed: 1 },
  )
})

describe('fields that come as one value or as a list', () => {
  const check = compileCheck(
    { schema: { ...schema, required: ['image'] }, unknown: 'ignore', wrap: ['image', 'toString'] },
    'body',
  )

  it('EDIT-001 one value is a list of one after the check; a list stays as it is', () => {
    expect(check({ image: 'a' })).toEqual({ value: { image: ['a'] } })
    expect(check({ image: ['a', 'b'], n: 1 })).toEqual({ value: { image: ['a', 'b'], n: 1 } })
    expect(check({ image: [] })).toEqual({ value: { image: [] } })
  })

  it('the value is checked first, and a field that is not there does not come up', () => {
    expect(check({ image: 7 })).toEqual({
      issues: [{ path: 'image', message: 'must be a string or a list', code: 'type' }],
    })
    expect(check({})).toMatchObject({ issues: [{ path: 'image', code: 'required' }] })
    expect(compileCheck({ schema, unknown: 'ignore', wrap: ['image'] }, 'body')({ n: 1 })).toEqual({
      value: { n: 1 },
    })
  })

  it('what was sent is not changed', () => {
    const sent = { image: 'a' }
    compileCheck({ schema, unknown: 'forward', wrap: ['image'] }, 'body')(sent)
    expect(sent).toEqual({ image: 'a' })
  })
})
