/**
 * What routes with forms, translations and jobs become; the catalog is that of the golden case
 * `media-routes`.
 */
import { describe, expect, it } from 'vitest'
import { compile, readCatalog } from '../../generator/compile.ts'
import { generate } from '../../generator/generate.ts'
import { evaluate } from '../../generator/examples/evaluate.ts'
import { prices } from '../../generator/examples/prices.ts'
import { quote, translated } from '../../generator/examples/quote.ts'
import { createEnvironment } from '../../generator/examples/environment.ts'
import { scopeOf } from '../../generator/examples/offer.ts'
import { bazaarOf } from '../../generator/emit/bazaar.ts'
import { codesOfBlocks } from '../../generator/catalog/call-codes.ts'
import type { Block, RouteIR } from '../../generator/ir.ts'
import { overlaid, real, problemsOf } from './overlay.ts'
import { dereferenced } from '../helpers/dereferenced.ts'

const files = overlaid(
  readCatalog('test/golden/_base/catalog'),
  readCatalog('test/golden/media-routes/catalog'),
)
const ir = compile(files).value!
const network = ir.networks[0]!
const at = createEnvironment(ir, network)
const document = dereferenced(JSON.parse((await generate(ir)).get('openapi.json')!.text))
const routeOf = (id: string): RouteIR => ir.routes.find(route => route.id === id)!
const [edits, films] = [routeOf('post_edits'), routeOf('post_films')]
const FILM = {
  model: 'shop-small',
  parts: [
    { type: 'text', text: 'a boat' },
    { type: 'text', text: 'at sea' },
  ],
  seconds: 2,
}
const changed = (from: string, to: string): string[] => {
  const edited = files.map(file =>
    file.path.endsWith('things.routes.yaml')
      ? { ...file, text: file.text.replace(from, to) }
      : file,
  )
  expect(edited).not.toEqual(files)
  return problemsOf(edited)
}

describe('a field that is one value or a list', () => {
  it('EDIT-001 one value is taken for a list of one', () => {
    const asked = (body: unknown): unknown => quote(edits, at, { body })
    expect(asked({ image: 'data:,' })).toMatchObject({
      kind: 'priced',
      body: { image: ['data:,'], tags: ['plain'] },
    })
    expect(asked({ image: ['data:,', 'data:,'], tags: 'a' })).toMatchObject({
      kind: 'priced',
      body: { image: ['data:,', 'data:,'], tags: ['a'] },
    })
  })

  it.each([[[]], [['a', 'b', 'c', 'd', 'e']], [[['a']]], [3], [[3]], [null], [undefined]])(
    'EDIT-012 refuses %j',
    image => {
      expect(quote(edits, at, { body: { image } })).toMatchObject({ kind: 'refused', status: 400 })
    },
  )
})

describe('a translated request', () => {
  it('becomes the body of the route: texts joined, the first image, a prefix taken off', () => {
    const image = { type: 'image_url', image_url: { url: 'https://a.example/1.png' } }
    expect(translated(films, at, { body: FILM })).toEqual({
      kind: 'own',
      given: { body: { model: 'small', prompt: 'a boat\nat sea', count: 2 } },
    })
    expect(
      translated(films, at, {
        body: { model: 'large', parts: [image, { type: 'text', text: 'a boat' }] },
      }),
    ).toEqual({
      kind: 'own',
      given: { body: { model: 'large', prompt: 'a boat', image: 'https://a.example/1.png' } },
    })
  })

  it('meets the gates of the translation, then the shape of the body, then the gates of the route', () => {
    const refusal = (body: object): unknown => quote(films, at, { body: { ...FILM, ...body } })
    const image = { type: 'image_url', image_url: { url: 'https://a.example/1.png' } }
    expect(refusal({ parts: [image, image] })).toMatchObject({
      status: 400,
      message: 'At most one image, not 2',
    })
    expect(refusal({ parts: [image] })).toMatchObject({
      status: 400,
      message: expect.stringContaining('/prompt'),
    })
    expect(refusal({ model: 'shop-none' })).toMatchObject({
      status: 400,
      message: 'Unknown model none.',
    })
    expect(refusal({ model: 'large', seconds: 6 })).toMatchObject({
      status: 400,
      message: 'At most 5',
    })
  })

  it("is checked by the examples of the catalog, which are in the caller's form", () => {
    expect(changed('seconds: 2, usd: 0.022', 'seconds: 3, usd: 0.022')).toEqual([
      expect.stringMatching(/^example-price .* gives 0.0325 USD$/),
    ])
    expect(
      changed(
        'parts: [{ type: image_url }], refused: 400',
        'parts: [{ type: image_url }], usd: 0.0115',
      ),
    ).toEqual([expect.stringMatching(/^example-refused .*\/prompt/)])
  })

  it('is what documents show; prices are still listed by model', () => {
    const body = document.paths['/api/v1/films'].post.requestBody.content['application/json']
    expect(Object.keys(body.schema.properties)).toEqual(['model', 'parts', 'seconds'])
    expect(body.example).toEqual(FILM)
    expect((bazaarOf(films) as any).info.input.body).toEqual(FILM)
    expect(
      prices(ir, network)
        .routes.get('post_films')!
        .lines.map(line => line.model),
    ).toEqual(['small', 'large'])
  })
})

describe('documents of forms and polls', () => {
  it('EDIT-002 EDIT-003 a form has files where the body has data URIs, alone and repeated', () => {
    const { properties, required } =
      document.paths['/api/v1/edits'].post.requestBody.content['multipart/form-data'].schema
    expect(properties.image).toMatchObject({ type: 'string', format: 'binary' })
    expect(properties['image[]']).toMatchObject({
      type: 'array',
      items: { type: 'string', format: 'binary' },
      minItems: 1,
      maxItems: 4,
    })
    expect(properties.mask).toMatchObject({ format: 'binary' })
    expect(properties.count).toMatchObject({ type: 'integer', minimum: 1, maximum: 10 })
    expect(required).toBeUndefined()
  })

  it('a signed poll names its facts and its signature, and says 400 for another query', () => {
    const poll = document.paths['/api/v1/films/{id}'].get
    expect(poll.parameters.map((one: any) => [one.name, one.in, one.required])).toEqual([
      ['id', 'path', true],
      ['model', 'query', true],
      ['count', 'query', true],
      ['i2v', 'query', true],
      ['image', 'query', false],
      ['made', 'query', false],
      ['sig', 'query', true],
    ])
    expect(poll.responses).toHaveProperty('400')
    expect(document.paths['/api/v1/edits/{id}'].get.responses).not.toHaveProperty('400')
  })

  it('a polled job has no 200 at its submit', () => {
    expect(Object.keys(document.paths['/api/v1/films'].post.responses)).not.toContain('200')
    expect(Object.keys(document.paths['/api/v1/edits'].post.responses)).toContain('200')
  })
})

describe('jobs', () => {
  const run = (block: Block | undefined, scope: object): unknown =>
    evaluate(block!, scope, { cache: at.cache })
  const body = { model: 'small', prompt: 'a boat', count: 2, made: true }

  it('signed facts are texts; what is absent is left out', () => {
    const scope = scopeOf(films, at, { body })
    expect(run(films.job!.signed, scope)).toEqual({
      model: 'small',
      count: '2',
      i2v: 'false',
      image: undefined,
      made: 'true',
    })
  })

  it('views of a poll are made without the request', () => {
    const echo = run(
      edits.job!.echo,
      scopeOf(edits, at, { body: { ...body, image: ['data:,'] } }),
    ) as object
    const job = {
      id: 'j1',
      object: 'thing.job',
      status: 'completed',
      created: 1,
      poll_url: '/p',
      echo: JSON.parse(JSON.stringify(echo)),
    }
    expect(run(edits.job!.pending, { job })).toEqual({
      id: 'j1',
      status: 'completed',
      model: 'small',
    })
    expect(run(edits.job!.completed, { job, result: { made: ['x'] }, payment: undefined })).toEqual(
      { id: 'j1', status: 'completed', count: 2, made: ['x'] },
    )
    expect(run(edits.status as Block, { job })).toBe(200)
  })

  it('no view of a poll of the real catalog reads the request', () => {
    const catalog = compile(real()).value!
    const jobs = catalog.routes.filter(route => route.job)
    expect(jobs.length).toBeGreaterThan(0)
    const read = jobs.flatMap(({ job, reply, status, headers }) =>
      codesOfBlocks([
        job!.pending,
        job!.failed,
        job!.completed,
        job!.challenge,
        reply,
        status,
        headers,
      ]).flatMap(code => code.uses),
    )
    expect(
      [...new Set(read)].filter(
        name =>
          !['route', 'network', 'now', 'payer', 'price', 'job', 'result', 'payment'].includes(name),
      ),
    ).toEqual([])
  })
})

describe('what is shown before there is a request', () => {
  it('sees the route and its models', () => {
    const scope = scopeOf(films, at, { body: {} })
    expect(
      evaluate(
        films.discoveryShow!,
        { route: scope.route, models: scope.models, network: scope.network, now: scope.now },
        { cache: at.cache },
      ),
    ).toEqual({
      models: [
        { id: 'small', rate: 0.01 },
        { id: 'large', rate: 0.05 },
      ],
      at: '/api/v1/films',
    })
  })
})
