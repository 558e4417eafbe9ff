/** How a request is read: its form, its undeclared names, and what identifies it. */
import { describe, expect, it } from 'vitest'
import { fingerprint } from '../../runtime/calls/stages/claim-facts.ts'
import { parse } from '../../runtime/calls/stages/parse.ts'
import { noteTranslated, warningsOf, withWarnings } from '../../runtime/calls/stages/warnings.ts'
import { declaredBy } from '../../runtime/input/unknown.ts'
import { valuesOf } from '../../runtime/lib/values.ts'
import { fakeCall, saidIn, type Parts } from './desk.ts'

const anything = (value: unknown) => ({ value })

/** A POST with this body. */
function post(body: string | undefined, { compiled, ...more }: Parts = {}) {
  return fakeCall({
    facts: { method: 'POST', path: '/r', search: '' },
    compiled: { declared: {}, body: anything, ...compiled },
    bytes: body === undefined ? undefined : Buffer.from(body),
    ...more,
  }).call
}
const parsed = async (call: ReturnType<typeof post>) => saidIn((await parse(call)) ?? undefined)

describe('a body', () => {
  it.each([
    undefined,
    '',
    'application/json',
    'Application/JSON ; charset=utf-8',
    'application/vnd.api-1+json',
  ])('of the type %j is read as JSON', async contentType => {
    const call = post('{"a":1}', { contentType })
    expect([await parsed(call), call.scope.body]).toEqual([undefined, { a: 1 }])
  })

  it.each([
    'text/plain',
    'multipart/form-data',
    'text/application/json',
    'application/a+jsonx',
    'xapplication/a+json',
    'application/+json',
  ])('of the type %j is refused', async contentType => {
    const issue = { path: '', message: 'the body must be application/json', code: 'content_type' }
    expect(await parsed(post('{}', { contentType }))).toEqual({
      kind: 'invalid_body',
      issues: [issue],
    })
  })

  it('may be a form only where the route takes forms', async () => {
    const form = 'multipart/form-data; boundary=x'
    const text = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\none\r\n--x--\r\n'
    const route = { multipart: true, body: { schema: { properties: { a: {} } } } }
    const call = post(text, { contentType: form, route })
    expect([await parsed(call), call.scope.body]).toEqual([undefined, { a: 'one' }])
    const [issue] = (await parsed(post(text, { contentType: 'multipart/form-data', route }))).issues
    expect(issue).toEqual({
      path: '',
      message: 'the form has no usable boundary',
      code: 'multipart',
    })
    expect((await parsed(post('x', { contentType: 'text/plain', route }))).issues[0].message).toBe(
      'the body must be application/json or multipart/form-data',
    )
  })

  it('must not be compressed', async () => {
    expect(await parsed(post('{}', { contentEncoding: 'identity' }))).toBe(undefined)
    expect((await parsed(post('{}', { contentEncoding: 'gzip' }))).issues).toEqual([
      { path: '', message: 'the body must not be compressed', code: 'content_encoding' },
    ])
  })

  it('that is missing or no JSON is refused, and says so', async () => {
    expect((await parsed(post(undefined))).issues).toEqual([
      { path: '', message: 'a JSON body is required', code: 'required' },
    ])
    expect(await parsed(post('{'))).toMatchObject({ kind: 'invalid_json' })
  })

  it('is checked, and is not read where the route takes none', async () => {
    const issues = [{ path: 'a', message: 'm', code: 'c' }]
    const wrong = post('{}', { compiled: { body: () => ({ issues }) } })
    expect([(await parsed(wrong)).issues, wrong.scope.body]).toEqual([issues, undefined])
    const none = post('{', { compiled: { body: undefined } })
    expect([await parsed(none), none.scope.body]).toEqual([undefined, undefined])
  })

  it("of the caller's own format is translated, unless a gate refuses it", async () => {
    const refusal = { status: 409, message: 'no' }
    const translated = (gates: () => object | undefined) =>
      post('{"theirs":1}', {
        route: { translate: { gates, give: (c: any) => ({ ours: c.body.theirs }) } },
      })
    const call = translated(() => undefined)
    expect([await parsed(call), call.scope.body]).toEqual([undefined, { ours: 1 }])
    expect(await parsed(translated(() => refusal))).toEqual({ kind: 'refused', ...refusal })
  })
})

describe('a query', () => {
  const get = (search: string, compiled: object = {}) =>
    post(undefined, {
      facts: { method: 'GET', path: '/r', search },
      compiled: { body: undefined, ...compiled },
    })

  it('is read, and checked where the route declares one', async () => {
    const plain = get('a=1&a=2')
    expect([await parsed(plain), plain.scope.query]).toEqual([undefined, { a: ['1', '2'] }])
    const checked = get('a=1', { query: () => ({ value: { a: 1 } }) })
    expect([await parsed(checked), checked.scope.query]).toEqual([undefined, { a: 1 }])
    const wrong = get('a=1', { query: () => ({ issues: [{ path: 'a', message: 'm' }] }) })
    expect((await parsed(wrong)).issues).toEqual([{ path: 'a', message: 'm', in: 'query' }])
  })

  it('has at most 256 parameters', async () => {
    const of = (count: number) => Array.from({ length: count }, (_, i) => `p${i}=1`).join('&')
    expect(await parsed(get(of(256)))).toBe(undefined)
    expect((await parsed(get(of(257)))).issues).toEqual([
      { path: '', message: 'has more than 256 parameters', code: 'too_many', in: 'query' },
    ])
  })
})

describe('a request is the same', () => {
  const of = (facts: object, more: Parts = {}) =>
    fingerprint(
      post('{}', {
        facts: { method: 'POST', path: '/r', search: 'a=1', ...facts },
        scope: { path: { id: '1' } },
        ...more,
      }),
    )
  const same = of({})

  it('at every address of its route', () => {
    expect(of({ path: '/alias' })).toBe(same)
  })

  it.each<[string, object, Parts]>([
    ['another method', { method: 'PUT' }, {}],
    ['another query', { search: 'a=2' }, {}],
    ['another body', {}, { bytes: Buffer.from('{ }') }],
    ['no body', {}, { bytes: undefined }],
    ['another route', {}, { route: { id: 's' } }],
    ['another path parameter', {}, { scope: { path: { id: '2' } } }],
  ])('not with %s', (_, facts, more) => {
    expect(of(facts, more)).not.toBe(same)
  })

  it('as a form with another boundary, but not with another value', () => {
    const form = (boundary: string, body: object, multipart?: boolean) =>
      of(
        {},
        {
          bytes: Buffer.from(boundary),
          contentType: `multipart/form-data; boundary=${boundary}`,
          route: { multipart },
          scope: { path: {}, body },
        },
      )
    expect(form('x', { a: 1 }, true)).toBe(form('y', { a: 1 }, true))
    expect(form('x', { a: 1 }, true)).not.toBe(form('x', { a: 2 }, true))
    expect(form('x', { a: 1 })).not.toBe(form('y', { a: 1 }))
    const json = (bytes: string) =>
      of(
        {},
        { bytes: Buffer.from(bytes), route: { multipart: true }, scope: { path: {}, body: 1 } },
      )
    expect(json('1')).not.toBe(json(' 1'))
  })
})

describe('a name that is not declared', () => {
  const schema = {
    properties: {
      text: { type: 'string' },
      duration_seconds: { type: 'number' },
      refused: {},
      options: { type: 'object', properties: { width: {} } },
    },
  }
  const query = { properties: { texture: { type: 'string' }, list: { type: 'array' } } }
  const declared = {
    body: declaredBy({ schema } as never),
    query: declaredBy({ schema: query } as never),
  }
  const warned = async (body: object, { compiled, ...more }: Parts = {}) => {
    const call = post(JSON.stringify(body), { compiled: { declared, ...compiled }, ...more })
    await parse(call)
    return warningsOf(call)
  }
  const allowing = (...allow: string[]) => ({
    values: valuesOf({ upstream: () => ({ allow }) } as never)({} as never),
  })
  const meant = (name: string, near: string) =>
    `Unknown field ${JSON.stringify(name)}: did you mean ${JSON.stringify(near)}?`

  it.each<[object, string[]]>([
    [{ text: 'a' }, []],
    [{ texxt: 'a' }, [meant('texxt', 'text')]],
    [{ texxt: 'a', text: 'b' }, []],
    [{ duration: 5 }, [meant('duration', 'duration_seconds')]],
    [{ refusd: 1 }, []],
    [{ options: { widthh: 1 } }, [meant('options.widthh', 'options.width')]],
    [{ options: { zzzzzz: 1 } }, []],
    [{ zzzzzz: 1 }, []],
  ])('%j is compared with those that are: %j', async (body, warnings) => {
    expect(await warned(body)).toEqual(warnings)
  })

  it('may be a known name of another service', async () => {
    const route = { aka: { lengthOfFilm: 'duration_seconds' } }
    const warning = [meant('length_of_film', 'duration_seconds')]
    expect(await warned({ length_of_film: 5 }, { route })).toEqual(warning)
    expect(await warned({ length_of_film: 5, duration_seconds: 5 }, { route })).toEqual([])
  })

  it('is passed on if the upstream allows it, and otherwise the caller learns that it is not', async () => {
    const scope = allowing('seed', 'options.depth')
    expect(await warned({ seed: 1, zzzzzz: 1 }, { scope })).toEqual([
      'Unknown field "zzzzzz" is not passed on.',
    ])
    expect(await warned({ options: { depth: 1 } }, { scope })).toEqual([])
    expect(await warned({ options: { widthh: 1 } }, { scope: allowing('options') })).toEqual([
      meant('options.widthh', 'options.width'),
    ])
    expect(await warned({ seedd: 1 }, { scope })).toEqual([meant('seedd', 'seed')])
    expect(await warned({ seedd: 1, seed: 1 }, { scope })).toEqual([
      'Unknown field "seedd" is not passed on.',
    ])
  })

  it('is repeated up to 64 characters', async () => {
    const long = 'z'.repeat(70)
    expect(await warned({ [long]: 1 }, { scope: allowing('seed') })).toEqual([
      `Unknown field "${'z'.repeat(64)}" is not passed on.`,
    ])
  })

  it('of the query is compared with those of the query', async () => {
    const warned = async (search: string) => {
      const call = post('{"texxt":1}', {
        compiled: { declared },
        facts: { method: 'POST', path: '/r', search },
      })
      await parse(call)
      return [warningsOf(call), call.noted!.map(({ part }) => part)]
    }
    const field = meant('texxt', 'text')
    expect(await warned('texturee=1')).toEqual([
      ['Unknown parameter "texturee": did you mean "texture"?', field],
      ['parameter', 'field'],
    ])
    for (const search of ['', 'texture=1&list[]=2'])
      expect(await warned(search)).toEqual([[field], ['field']])
  })

  it('of a body that its translation made something else of is compared too', () => {
    const warned = (own: unknown) => {
      const unknown = [['seed']]
      const call = post('{}', {
        compiled: { declared },
        scope: allowing('seed'),
        noted: [{ part: 'field', unknown, written: new Set(), own }],
      })
      return warningsOf(call)
    }
    const lost = ['Unknown field "seed" is not passed on.']
    expect([warned({ seed: 1 }), warned({}), warned(null), warned('x')]).toEqual([
      [],
      lost,
      lost,
      lost,
    ])
  })

  it('of a translated body is one that its translation has not copied', () => {
    const own = declaredBy({ schema: { properties: { size: { type: 'string' } } } } as never)
    const warned = (...names: string[]) => {
      const call = post('{}', {
        compiled: { declared: { ...declared, own } },
        noted: [
          { part: 'field', unknown: names.map(name => [name]), written: new Set() },
          { part: 'parameter', unknown: [['texturee']], written: new Set() },
        ],
      })
      noteTranslated(call, { size: 'x', sizee: 'y' })
      return warningsOf(call)
    }
    const other = 'Unknown parameter "texturee": did you mean "texture"?'
    expect(warned('size', 'texxt')).toEqual([meant('texxt', 'text'), other])
    expect(warned('sizee')).toEqual([meant('sizee', 'size'), other])
  })

  it('is in the header of a good reply only', async () => {
    const call = post('{"texxt":1,"duration":2}', { compiled: { declared } })
    const reply = (status: number) => ({ status, headers: { a: 'b' }, body: '', outcome: 'ok' })
    expect(withWarnings(call, reply(200))).toEqual(reply(200))
    await parse(call)
    expect(withWarnings(call, reply(299)).headers).toEqual({
      a: 'b',
      'x-farebox-warning': `${meant('texxt', 'text')}; ${meant('duration', 'duration_seconds')}`,
    })
    expect(withWarnings(call, reply(300))).toEqual(reply(300))
    call.noted = [{ part: 'field', unknown: [['zzzzzz']], written: new Set() }]
    expect(withWarnings(call, reply(200))).toEqual(reply(200))
  })
})
