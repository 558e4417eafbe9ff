/** Routes as tools: what each says of itself, and its arguments in one object. */
import { describe, expect, it } from 'vitest'
import { emitTools } from '../../generator/emit/documents/tools.ts'
import type { Facts } from '../../generator/emit/facts.ts'
import { shapesOf } from '../../generator/emit/shapes.ts'
import { allPrices } from '../../generator/examples/prices.ts'
import type { CatalogIR, RouteIR } from '../../generator/ir.ts'
import { code, fixture } from './fixture.ts'
import { here, STRING } from './fixture-routes.ts'

const ir = fixture()
const [make, read, list] = ir.routes as [RouteIR, RouteIR, RouteIR]
const block = { lets: [], code: code('true', { kind: 'boolean' }) }

/** The document of the default network of a catalog with only this route. */
function documentOf(route: RouteIR, more: Partial<RouteIR>, schemas: object = {}): any {
  const of = { ...ir, schemas, routes: [{ ...route, ...more }] } as unknown as CatalogIR
  const facts = { shapes: shapesOf(of), prices: allPrices(of) } as unknown as Facts
  const [file] = emitTools(of, facts)
  expect(file!.path).toBe('tools.json')
  return JSON.parse(file!.text)
}
const toolOf = (route: RouteIR, more: Partial<RouteIR> = {}, schemas: object = {}): any =>
  Object.values(documentOf(route, more, schemas).tools)[0]

/** A route with a body that has this schema. */
const withBody = (schema: object, more: Partial<RouteIR> = {}, schemas: object = {}): any =>
  toolOf(
    { ...make, table: undefined, pick: undefined, gates: [], examples: [] } as RouteIR,
    { body: { ...make.body!, schema } as RouteIR['body'], ...more },
    schemas,
  )
const query = (properties: object, unchecked = false, required: string[] = []) =>
  ({
    query: { ...read.query!, unchecked, schema: { type: 'object', properties, required } },
  }) as Partial<RouteIR>
const TEXT = { type: 'string' }

describe('a tool', () => {
  it('says what it does, costs and where its jobs are polled, and no more than that', () => {
    const { input: _, examples: _more, ...facts } = toolOf(make)
    expect(facts).toEqual({
      method: 'POST',
      path: '/pictures',
      summary: 'Make pictures',
      tags: ['pictures'],
      price: '0.022 to 0.211 USD',
      poll: '/pictures/{id}',
      body: 'members',
    })
  })

  it.each<[string, RouteIR, Partial<RouteIR>, object]>([
    ['its keywords', read, { keywords: ['look'] }, { keywords: ['look'] }],
    ['where it is listed', read, { tool: 'look' } as Partial<RouteIR>, { listedAs: 'look' }],
    ['whether it is free', list, {}, { free: true }],
    [
      'its protocol where it streams',
      read,
      { protocol: 'openai_chat', streams: block } as Partial<RouteIR>,
      { stream: 'openai_chat' },
    ],
    [
      'when it is retired',
      read,
      { retired: { since: 0, use: 'GET /see', place: here } },
      { notice: 'It is retired from 1970-01-01 on; use `GET /see` instead.' },
    ],
  ])('says %s', (_name, route, more, wanted) => {
    expect(toolOf(route, more)).toMatchObject(wanted)
    const [key] = Object.keys(wanted)
    expect(toolOf(make)).not.toHaveProperty(key!)
  })

  it('has no stream where it speaks a protocol without streams', () => {
    expect(toolOf(read, { protocol: 'openai_chat' })).not.toHaveProperty('stream')
  })

  it('says whether some calls are free', () => {
    const free = { lets: [], code: code('false', { kind: 'boolean' }) }
    expect(toolOf(make, { free })).toMatchObject({ freeCalls: true })
    expect(toolOf(make)).not.toHaveProperty('freeCalls')
    const quota = { free: true } as unknown as RouteIR['quota']
    expect(toolOf(list, { quota })).toMatchObject({ freeCalls: true })
  })

  it('is no document, service or suspended route', () => {
    expect(documentOf(list, { document: 'mcp.json' }).tools).toEqual({})
    expect(documentOf(list, {})).toMatchObject({ name: 'Shop', summary: 'A shop.' })
  })
})

describe('the arguments of a tool', () => {
  it('are the holes of its path, and its query', () => {
    expect(toolOf(read, query({ limit: { type: 'integer', description: 'how many' } }))).toEqual(
      expect.objectContaining({
        inPath: ['name'],
        inQuery: ['limit'],
        input: {
          type: 'object',
          properties: { name: TEXT, limit: { type: 'integer', description: 'how many' } },
          required: ['name'],
          additionalProperties: false,
        },
      }),
    )
    expect(toolOf(read, query({ limit: TEXT }, false, ['limit'])).input.required).toEqual([
      'name',
      'limit',
    ])
  })

  it('may be more where the query is passed on', () => {
    const { input, inQuery } = toolOf(read, query({}, true))
    expect(input).toMatchObject({ properties: { name: TEXT }, additionalProperties: true })
    expect(input.properties).toEqual({ name: TEXT })
    expect(inQuery).toBeUndefined()
  })

  it('are none of a route that takes none', () => {
    const { inPath, inQuery, body, adds, input, examples } = toolOf(list)
    expect([inPath, inQuery, body, adds]).toEqual([undefined, undefined, undefined, undefined])
    expect(input).toEqual({ type: 'object', properties: {}, additionalProperties: false })
    expect(examples).toEqual([])
  })

  it('are the members of its body', () => {
    const schema = { type: 'object', properties: { n: TEXT }, required: ['n'] }
    const tool = withBody(schema)
    expect([tool.body, tool.input]).toEqual(['members', { ...schema, additionalProperties: false }])
    expect(tool.examples).toEqual([])
    expect(withBody({ ...schema, additionalProperties: true }).input).toEqual({
      ...schema,
      additionalProperties: true,
    })
  })

  it.each<[string, object, Partial<RouteIR>]>([
    ['is a list', { type: 'array', items: {} }, {}],
    ['is a choice', { anyOf: [{ type: 'object' }] }, {}],
    [
      'has a member with the name of a parameter',
      { type: 'object', properties: { id: {} } },
      { path: '/pictures/{id}' },
    ],
  ])('are one, the body, if that %s', (_why, schema, more) => {
    const tool = withBody(schema, more)
    expect(tool.body).toBe('whole')
    expect(tool.input.properties.body).toEqual(schema)
    expect(tool.input.required).toEqual([...(tool.inPath ?? []), 'body'])
    expect(tool.input.additionalProperties).toBe(false)
  })

  it('have no reference, but stay open within themselves', () => {
    const tree = {
      type: 'object',
      description: 'A tree',
      properties: {
        name: { type: 'string', description: 'the name of this part', default: null },
        parts: { items: { $ref: '#/components/schemas/Tree', description: 'a part' } },
      },
    }
    const schemas = { tree: { schema: tree, place: { file: 'catalog/schemas/a.yaml' } } }
    const whole = { type: 'object', properties: { tree: { ...tree, description: 'Its tree' } } }
    const { input } = withBody(whole, {}, schemas)
    expect(JSON.stringify(input)).not.toContain('$ref')
    expect(input.properties.tree).toMatchObject({
      description: 'Its tree',
      properties: { ...tree.properties, parts: { items: { description: 'a part' } } },
    })
  })
})

describe('the examples of a tool', () => {
  const of = (more: object) => ({ ...make.examples[0]!, ...more })

  it('have the members of a body, or the body', () => {
    expect(toolOf(make).examples).toEqual([{ model: 'maker/one' }])
    const tool = withBody({ type: 'array', items: {} }, { examples: [of({ body: [1] })] })
    expect(tool.examples).toEqual([{ body: [1] }])
  })

  it('have the parameters too', () => {
    const path = { path: '/pictures/{id}', pathType: STRING } as unknown as Partial<RouteIR>
    const schema = { type: 'object', properties: { n: { type: 'integer' } } }
    const examples = [of({ body: { n: 1 }, path: { id: 'a' } })]
    expect(withBody(schema, { ...path, examples }).examples).toEqual([{ id: 'a', n: 1 }])
    const whole = [of({ body: [1], path: { id: 'a' } })]
    expect(withBody({ type: 'array' }, { ...path, examples: whole }).examples).toEqual([
      { id: 'a', body: [1] },
    ])
  })

  it('of a query have what is passed on, too', () => {
    const examples = [
      of({ body: undefined, path: { name: 'x' }, query: { limit: '3', page: '2' } }),
    ]
    const limit = { limit: { type: 'integer' } }
    expect(toolOf(read, { ...query(limit, true), examples }).examples).toEqual([
      { name: 'x', limit: 3, page: '2' },
    ])
    expect(toolOf(read, { ...query(limit), examples }).examples).toEqual([{ name: 'x', limit: 3 }])
    const post = { ...query(limit, true), examples, method: 'POST' } as Partial<RouteIR>
    expect(toolOf(read, post).examples).toEqual([{ name: 'x', limit: 3 }])
    expect(toolOf(read).examples).toEqual([])
  })

  it('lack what is added anyway', () => {
    const toolBody = {
      ...make.body!,
      schema: {
        type: 'object',
        properties: { method: TEXT, id: { type: 'integer', default: 1 }, v: { default: '2.0' } },
        required: ['method'],
      },
    } as RouteIR['toolBody']
    const examples = [of({ body: { method: 'a', id: 7, v: '2.0' } })]
    const more = { toolBody, examples } as Partial<RouteIR>
    const tool = withBody({ type: 'object', properties: { method: TEXT } }, more)
    expect(tool.adds).toEqual({ id: 1, v: '2.0' })
    expect(tool.examples).toEqual([{ method: 'a', id: 7 }])
    expect(Object.keys(tool.input.properties)).toEqual(['method', 'id', 'v'])
    const bare = { ...toolBody, schema: { type: 'object', properties: { method: TEXT } } }
    expect(
      withBody({ type: 'object' }, { toolBody: bare as RouteIR['toolBody'] }),
    ).not.toHaveProperty('adds')
    const open = { ...toolBody, schema: { type: 'object' } }
    expect(withBody({}, { toolBody: open as RouteIR['toolBody'] }).input.properties).toEqual({})
  })
})
