/** The declarations of the typed client: a file of types per group, and its methods. */
import { describe, expect, it } from 'vitest'
import { clientInterface, namesIn, typeFiles } from '../../generator/emit/client/declarations.ts'
import { methodsOf, streamField, type Method } from '../../generator/emit/client/methods.ts'
import { transportFiles } from '../../generator/emit/client/transport.ts'
import type { RouteIR } from '../../generator/ir.ts'
import { code, fixture } from './fixture.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const TEXT = { type: 'string' }
const FORWARDED = { type: 'object', additionalProperties: TEXT }
const parameter = (name: string, more: object = {}) => ({
  name,
  in: 'query',
  schema: TEXT,
  ...more,
})

const BARE: Method = {
  operation: { name: 'things.list', method: 'GET', path: '/things' },
  summary: 'Lists',
  price: 'Free',
  parameters: [],
  bodies: [],
  isOpen: false,
  isBodyOptional: true,
  result: [],
  states: [],
  events: [],
  saysReceipt: false,
  needsSignIn: false,
  isSometimesFree: false,
  family: 'tools/things',
}
type More = Omit<Partial<Method>, 'operation'> & { operation?: object }
const method = ({ operation, ...more }: More = {}): Method => ({
  ...BARE,
  ...more,
  operation: { ...BARE.operation, ...operation },
})
/** The type of a method, on one line. */
const typeOf = (more: More): string => {
  const [, type] = /readonly list: ([^]*)\n {2}\}\n\}$/.exec(
    clientInterface('Shop', [method(more)]),
  )!
  return type!.replace(/\s+/g, ' ')
}

describe('a method of the client', () => {
  const body = { bodies: [ref('Thing')], operation: { body: true }, isBodyOptional: false }
  const paid = { operation: { paid: true } }

  it.each<[string, More, string]>([
    ['is free', {}, 'FreeMethod<[], unknown>'],
    ['has its result', { result: [TEXT, TEXT, ref('A')] }, 'FreeMethod<[], string | A>'],
    ['has an unknown one', { result: [TEXT, {}] }, 'FreeMethod<[], unknown>'],
    ['is paid for', { ...paid, result: [TEXT] }, 'PaidMethod<[], Paid<string>>'],
    [
      'is sometimes free',
      { ...paid, result: [TEXT], isSometimesFree: true },
      'PaidMethod<[], MaybePaid<string>>',
    ],
    [
      'makes a job',
      { operation: { paid: true, job: true }, result: [TEXT], states: [ref('State')] },
      'JobMethod<[], Paid<string>, State>',
    ],
    ['takes a body', body, 'FreeMethod<[body: Thing], unknown>'],
    ['may take one', { ...body, isBodyOptional: true }, 'FreeMethod<[body?: Thing], unknown>'],
    ['takes an open one', { ...body, isOpen: true }, 'FreeMethod<[body: Open<Thing>], unknown>'],
    [
      'takes one of two',
      { ...body, bodies: [ref('A'), ref('B')] },
      'FreeMethod<[body: A | B], unknown>',
    ],
    [
      'streams',
      {
        ...body,
        operation: { body: true, paid: true, stream: 'stream' },
        result: [TEXT],
        events: [ref('Event')],
      },
      'PaidMethod<[body: Thing & { stream?: false }], Paid<string>> & ' +
        'StreamMethod<[body: Thing & { stream: true }], Event>',
    ],
    [
      'streams what one of two bodies asks for',
      {
        ...body,
        bodies: [ref('A'), ref('B')],
        operation: { body: true, paid: true, stream: 'stream' },
        result: [TEXT],
        events: [ref('Event')],
      },
      'PaidMethod<[body: (A | B) & { stream?: false }], Paid<string>> & ' +
        'StreamMethod<[body: (A | B) & { stream: true }], Event>',
    ],
  ])('%s', (_name, more, type) => expect(typeOf(more)).toBe(type))

  it.each<[string, More, string]>([
    ['that are optional', { parameters: [parameter('a')] }, '[params?: { a?: string }]'],
    [
      'that are required',
      { parameters: [parameter('a'), parameter('b', { required: true })] },
      '[params: { a?: string b: string }]',
    ],
    [
      'that are passed on',
      { parameters: [parameter('more', { schema: FORWARDED })] },
      '[params?: Forwarded]',
    ],
    [
      'of which some are passed on',
      { parameters: [parameter('a'), parameter('more', { schema: FORWARDED })] },
      '[params?: { a?: string } & Forwarded]',
    ],
    [
      'that are objects',
      { parameters: [parameter('a', { schema: { type: 'object', properties: { b: TEXT } } })] },
      '[params?: { a?: { b?: string } }]',
    ],
    [
      'before a body',
      { ...body, parameters: [parameter('a')] },
      '[params: { a?: string }, body: Thing]',
    ],
    [
      'before a body that is optional',
      { ...body, isBodyOptional: true, parameters: [parameter('a')] },
      '[params?: { a?: string }, body?: Thing]',
    ],
  ])('has parameters %s', (_name, more, taking) => {
    expect(typeOf({ ...more, operation: { ...more.operation, params: true } })).toBe(
      `FreeMethod<${taking}, unknown>`,
    )
  })

  it('is a member of the client, with its words, and may have others below it', () => {
    const below = method({ operation: { name: 'things.list.more' }, summary: 'More' })
    expect(clientInterface('Shop', [method(), below])).toBe(`export interface Shop {
  readonly things: {
    /** Lists. Free. \`GET /things\` */
    readonly list: FreeMethod<[], unknown> & {
      /** More. Free. \`GET /things\` */
      readonly more: FreeMethod<[], unknown>
    }
  }
}`)
  })
})

describe('the types of schemas', () => {
  const schemas = {
    Unused: TEXT,
    Both: { type: 'object', properties: { inner: ref('Inner') } },
    Inner: TEXT,
    Thing: { type: 'object', properties: { both: ref('Both'), own: ref('Own') } },
    Own: TEXT,
    Tree: { type: 'object', properties: { parts: { type: 'array', items: ref('Tree') } } },
  }
  const users = [
    method({ bodies: [ref('Thing')] }),
    method({ result: [ref('Tree')] }),
    method({ operation: { name: 'other.get' }, events: [ref('Both')], states: [ref('Thing2')] }),
  ]

  it('are with their only user, or shared with what they need', () => {
    const files = typeFiles(users, { ...schemas, Thing2: TEXT })
    expect([...files.keys()]).toEqual(['other', 'shared', 'things'])
    expect(files.get('other')).toBe('\nexport type Thing2 = string')
    expect(files.get('shared')).toBe(
      '\nexport interface Both {\n  inner?: Inner\n}\n\nexport type Inner = string',
    )
    expect(files.get('things')).toBe(
      "import type { Both } from './shared.js'\n\n" +
        'export interface Thing {\n  both?: Both\n  own?: Own\n}\n\nexport type Own = string\n\n' +
        'export interface Tree {\n  parts?: Tree[]\n}',
    )
  })

  it('are named in the interface in order, each once', () => {
    expect(namesIn([...users, ...users])).toEqual(['Both', 'Thing', 'Thing2', 'Tree'])
  })
})

describe('the methods', () => {
  const ir = fixture()
  const [make, read, list] = ir.routes as [RouteIR, RouteIR, RouteIR]
  const json = (schema: object) => ({ content: { 'application/json': { schema } } })
  const documented = (operation: object, more: object = {}): any => ({
    paths: {
      '/pictures': { post: { responses: {}, ...operation } },
      '/read/{name}': { get: { responses: {}, ...operation } },
      '/pictures/models': { get: { responses: {}, ...operation } },
      '/pictures/{id}': { get: { responses: { 200: json(ref('Done')), 202: json(TEXT) } } },
    },
    components: { schemas: {}, responses: {}, parameters: {}, ...more },
  })
  const of = (route: RouteIR, operation: object, more: object = {}): Method =>
    methodsOf({ ...ir, routes: [route] }, ir.networks[0]!, documented(operation, more))[0]!

  it('are those of all routes but documents', () => {
    const routes = [
      make,
      read,
      list,
      { ...list, id: 'doc', path: '/a.json', document: 'mcp.json' as const },
    ]
    const api = documented({})
    expect(
      methodsOf({ ...ir, routes }, ir.networks[0]!, api).map(({ operation }) => operation),
    ).toEqual([
      { name: 'pictures', method: 'POST', path: '/pictures', paid: true, job: true },
      { name: 'read', method: 'GET', path: '/read/{name}', params: true, paid: true },
      { name: 'pictures.models', method: 'GET', path: '/pictures/models' },
    ])
  })

  it('have their price, which is the first sentence of the description', () => {
    expect(of(list, { description: 'Price: 1 USD. More.' }).price).toBe('Price: 1 USD')
    expect(of(list, { description: 'Free.' }).price).toBe('Free')
    expect(of(list, { description: 'Price: 0.5 USD\n\n|a|' }).price).toBe('Price: 0.5 USD')
    expect(of(list, {}).price).toBe('')
  })

  it('have the parameters and bodies of the document, whole where it refers to them', () => {
    const page = parameter('page')
    const shared = { parameters: { Page: page } }
    const parameters = [{ $ref: '#/components/parameters/Page' }, parameter('own')]
    expect(of(list, { parameters }, shared)).toMatchObject({
      parameters: [page, parameter('own')],
      operation: { params: true },
    })
    const requestBody = { required: true, content: { a: { schema: TEXT }, b: { schema: {} } } }
    expect(of(make, { requestBody })).toMatchObject({
      bodies: [TEXT, {}],
      isBodyOptional: false,
      operation: { body: true },
    })
    const unread = { content: { a: { schema: {} } } }
    expect(of(make, { requestBody: unread })).toMatchObject({ bodies: [], isBodyOptional: true })
    expect(of(make, { requestBody: unread }).operation).not.toHaveProperty('body')
    const optional = { content: { a: { schema: TEXT } } }
    expect(of(make, { requestBody: optional }).bodies).toEqual([TEXT])
    const forwards = { ...make, body: { ...make.body!, unknown: 'forward' as const } }
    expect([of(make, {}).isOpen, of(forwards, {}).isOpen]).toEqual([false, true])
  })

  it('have their results, those of jobs and files too, and the states of jobs', () => {
    const responses = { 200: json(TEXT), 202: { $ref: '#/components/responses/Accepted' } }
    const shared = { responses: { Accepted: json(ref('Accepted')) } }
    expect(of(make, { responses }, shared)).toMatchObject({
      result: [TEXT, ref('Done')],
      states: [ref('Accepted'), TEXT],
    })
    const file = { lets: [], code: code('true') }
    expect(of({ ...list, file } as RouteIR, { responses: { 200: json(TEXT) } }).result).toEqual([
      TEXT,
      { type: 'string', format: 'binary' },
    ])
    expect(of(list, {})).toMatchObject({ result: [], states: [] })
  })

  it('say whether callers sign in, and whether some calls are free', () => {
    expect(of(list, {})).toMatchObject({ needsSignIn: false, isSometimesFree: false })
    expect(of({ ...list, serves: 'purchases' } as RouteIR, {}).needsSignIn).toBe(true)
    expect(of({ ...make, free: {} } as unknown as RouteIR, {}).isSometimesFree).toBe(true)
    expect(of({ ...make, quota: {} } as unknown as RouteIR, {}).isSometimesFree).toBe(true)
    expect(of(make, {}).example).toMatchObject({ body: { model: 'maker/one' } })
    expect(of(list, {})).not.toHaveProperty('example')
  })

  it('have the events of their streams, without those of failures', () => {
    const stream = (schema: object) => ({
      responses: { 200: { content: { 'text/event-stream': { schema } } } },
    })
    const part = { type: 'object', properties: { payment: TEXT } }
    const failures = [
      { type: 'object', required: ['error'] },
      { type: 'object', properties: { type: { const: 'error' } } },
    ]
    const events = (schema: object) =>
      of(make, stream(ref('Event')), { schemas: { Event: schema } })
    expect(events({ anyOf: [part, ...failures] })).toMatchObject({
      events: [part],
      saysReceipt: true,
    })
    expect(events({ anyOf: [TEXT, { type: 'object', required: ['id'] }] })).toMatchObject({
      events: [ref('Event')],
      saysReceipt: false,
    })
    expect(events(part)).toMatchObject({ events: [ref('Event')], saysReceipt: true })
  })

  it('name the field that requests a stream, if callers write it', () => {
    const streams = (text: string) =>
      ({ ...make, streams: { lets: [], code: code(text) } }) as unknown as RouteIR
    expect(streamField(streams('body.extra'))).toBe('extra')
    expect(streamField(streams('body.stream'))).toBeUndefined()
    expect(streamField(streams('query.extra'))).toBeUndefined()
    expect(streamField(streams('true'))).toBeUndefined()
    expect(streamField(make)).toBeUndefined()
    expect(of(streams('body.extra'), {}).operation).toMatchObject({ stream: 'extra' })
  })
})

it('the transport has its modules, and declarations where callers need them', () => {
  const files = transportFiles()
  const names = [...files.keys()]
  expect(names.filter(name => name.endsWith('.d.ts'))).toEqual([
    'transport/errors.d.ts',
    'transport/types.d.ts',
  ])
  expect(names).toContain('transport/client.js')
  expect(names).not.toContain('transport/types.js')
  for (const text of files.values()) expect(text).not.toMatch(/from '\.[^']*\.ts'/)
  expect(files.get('transport/client.js')).toMatch(/from '\.\/[\w-]+\.js'/)
  expect(files.get('transport/errors.d.ts')).toContain('export declare class')
})
