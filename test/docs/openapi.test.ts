/** How the OpenAPI document says things: by names and references, and in few words. */
import { countTokens } from 'gpt-tokenizer'
import { describe, expect, it } from 'vitest'
import { compile } from '../../generator/compile.ts'
import { operationNames } from '../../generator/emit/openapi/names.ts'
import { FREE } from '../checks/edits.ts'
import { edited, freeRoute } from '../checks/small-catalog.ts'
import { dereferenced } from '../helpers/dereferenced.ts'
import { realCatalog, served } from './catalog.ts'

const { files, json } = await realCatalog()
const document = json('openapi.json')
const { paths } = dereferenced(document)
const bodyOf = (path: string, of = paths): any =>
  of[path].post.requestBody.content['application/json'].schema
const all: [string, any][] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item as object).map(([method, one]): [string, any] => [`${method} ${path}`, one]),
)

describe('names of operations', () => {
  it.each([
    ['/api/v1/images/generations', 'post', 'images.generate'],
    ['/api/v1/images/generations/{id}', 'get', 'images.generations.poll'],
    ['/v1/chat/completions', 'post', 'chat.completions.create.alias'],
    [
      '/api/v1/pm/venue-a/markets/{condition_id}/open_interest',
      'get',
      'pm.venueA.markets.openInterest',
    ],
    ['/.well-known/x402', 'get', 'wellKnown.x402'],
    ['/', 'get', 'root'],
  ])('%s %s is %s', (path, method, name) => {
    expect(paths[path][method].operationId).toBe(name)
  })

  it('are those of the catalog, or of the path; a later route that would have the same has its method', () => {
    const named = freeRoute('c', '  operation: a.list\n')
    const { value: ir } = compile(
      edited(FREE(freeRoute('a') + freeRoute('a/{id}') + freeRoute('a/list') + named)),
    )
    const names = operationNames(ir!)
    const free = ir!.routes.filter(({ flow }) => flow === 'free')
    expect(free.map(route => [route.path, names.of(route)])).toEqual([
      ['/api/v1/a', 'a'],
      ['/api/v1/a/{id}', 'a.get'],
      ['/api/v1/a/list', 'a.list.get'],
      ['/api/v1/c', 'a.list'],
    ])
  })
})

describe('values', () => {
  it('of models and sizes are listed, with other names of models', () => {
    const { model, size } = bodyOf('/api/v1/images/generations').properties
    expect(model.enum).toContain('vendorE/image-4')
    expect(size.enum).toEqual(expect.arrayContaining(['1024x1024', '4096x4096']))
    expect(bodyOf('/api/v1/images/image2image').properties.model.enum).not.toContain(
      'vendorE/image-4',
    )
    expect(bodyOf('/api/v1/chat/completions').properties.model.enum).toContain('large-5')
    const [network] = paths['/api/v1/rpc/{network}'].post.parameters
    expect(network.schema.enum).toEqual(expect.arrayContaining(['ethereum', 'eth']))
  })

  it('are not listed where another form of the field is taken', () => {
    expect(bodyOf('/v1/images/generations').properties.model.enum).toBeDefined()
    expect(bodyOf('/v1/images/generations').properties.size.enum).toBeUndefined()
    expect(bodyOf('/api/v1/videos').properties.model.enum).toBeUndefined()
    expect(bodyOf('/api/v1/videos/generations').properties.resolution.enum).toBeUndefined()
  })
})

describe('a sign-in', () => {
  it('is the header of its operation, and its 402 says what to sign', () => {
    const { security, responses } = paths['/api/v1/purchases'].get
    const full = json('openapi.full.json').paths['/api/v1/purchases'].get
    const [scheme] = Object.keys(security[0])
    expect(document.components.securitySchemes[scheme!]).toMatchObject({
      in: 'header',
      name: 'sign-in-with-x',
    })
    expect([full.description, responses['402'].description]).toEqual([
      expect.stringContaining('sign-in-with-x'),
      expect.stringContaining('nothing is to be paid'),
    ])
  })
})

describe('references', () => {
  const errors = all.flatMap(([where, { responses }]) =>
    Object.entries(responses)
      .filter(([status]) => status === 'default' || Number(status) >= 400)
      .map(([status, one]): [string, any] => [`${where} ${status}`, one]),
  )

  it('stand for requests and errors', () => {
    expect(errors.length).toBeGreaterThan(all.length * 2)
    const inline = errors.filter(([, one]) => one.$ref === undefined && one.content !== undefined)
    expect(inline.map(([where]) => where)).toEqual([])
    expect(bodyOf('/api/v1/images/generations', document.paths)).toEqual({
      $ref: '#/components/schemas/ImagesGenerateRequest',
    })
  })

  it('are all that an alias says of its request and answers', () => {
    const aliases = all.filter(([, { summary }]) => summary === 'Alias')
    expect(aliases.length).toBeGreaterThan(20)
    const names = all.map(([, { operationId }]) => operationId)
    for (const [where, one] of aliases) {
      expect(names, where).toContain(/^The same as `([^`]+)`/.exec(one.description)?.[1])
      expect([where, JSON.stringify([one.requestBody, one.responses])]).toEqual([
        where,
        expect.not.stringMatching(/"(properties|examples)"/),
      ])
    }
  })

  it('lead to one schema of errors for each form, with the members of all its outcomes', () => {
    const { Error: own, OpenaiError: openai } = document.components.schemas
    expect(Object.keys(own.properties)).toEqual(
      expect.arrayContaining(['error', 'message', 'code', 'details', 'retry_after_seconds']),
    )
    expect(own.properties.error).toEqual({ type: 'string' })
    expect(Object.keys(openai.properties)).toContain('debug')
  })
})

it('queries that are passed on take any other parameter', () => {
  const { parameters } = paths['/api/v1/pm/venue-a/market-price/{token_id}'].get
  expect(parameters.slice(1)).toEqual([
    expect.objectContaining({
      in: 'query',
      explode: true,
      schema: { type: 'object', additionalProperties: { type: 'string' } },
    }),
  ])
})

const full = json('openapi.full.json')

describe('the full document', () => {
  const operation = (path: string, method = 'post'): any => full.paths[path][method]

  it('has the tables of prices and rates; the short one has the price in words', () => {
    const { post } = paths['/api/v1/images/generations']
    expect(post.description).toContain('Price: 0.01675 to 1.576 USD.')
    expect(post.description).not.toContain('|')
    const tables = {
      '/api/v1/images/generations': '|model|size|USD|\n|-|-|-:|\n|vendorA/image-1|1024x1024|0.022|',
      '/api/v1/chat/completions': '|vendorA/chat-6|token|1.75|14|0.175|',
      '/api/v1/audio/speech': '|model|usd_per_1000|\n|-|-:|',
      '/api/v1/videos/generations': '|model|billing|usd_per_second|',
      '/api/v1/sandbox/create': '|model|flat|hourly|\n|-|-:|-:|',
    }
    for (const [path, table] of Object.entries(tables))
      expect(operation(path).description).toContain(table)
  })

  it('has a badge with the price of every paid operation, which the short one leaves out', () => {
    expect(operation('/api/v1/defi/chains', 'get')['x-badges']).toEqual([{ name: '0.006 USD' }])
    expect(operation('/api/v1/images/generations')['x-badges']).toEqual([
      { name: 'from 0.01675 USD' },
    ])
    expect(JSON.stringify(document)).not.toContain('x-badges')
  })

  it('has the example answers, and readable names of tags', () => {
    const { content } = dereferenced(full).paths['/api/v1/images/generations'].post.responses[200]
    expect(content['application/json'].example.data[0].url).toMatch(/^\{origin\}\/media\//)
    const names = full.tags.map((tag: any) => tag['x-displayName'])
    expect(names).toContain('Prediction markets')
    expect(names).not.toContain('prediction-markets')
  })

  it('says of every answer what it holds', () => {
    const empty = Object.entries<any>(dereferenced(full).paths).flatMap(([path, item]) =>
      Object.entries<any>(item).flatMap(([method, { responses }]) =>
        ['200', '202']
          .map(status => responses[status]?.content?.['application/json']?.schema)
          .filter(schema => schema !== undefined && isEmpty(schema))
          .map(() => `${method} ${path}`),
      ),
    )
    expect(empty).toEqual([])
  })
})

/** Whether a schema says nothing of what it takes. */
const isEmpty = (schema: any): boolean =>
  !['properties', 'items', 'anyOf', 'allOf', 'oneOf', 'enum'].some(word => word in schema)

it('a parameter of a paid path has an example', () => {
  const paid = Object.entries<any>(paths).flatMap(([path, item]) =>
    Object.values<any>(item)
      .filter(one => one['x-payment-info'] !== undefined)
      .map(one => ({ path, parameters: one.parameters ?? [] })),
  )
  expect(paid.length).toBeGreaterThan(80)
  const missing = paid.flatMap(({ path, parameters }) =>
    parameters
      .filter((one: any) => one.in === 'path' && one.example === undefined)
      .map((one: any) => `${path} ${one.name}`),
  )
  expect(missing).toEqual([])
})

it('a request does not extend another whose member means something else', () => {
  const { model } = bodyMembers('/api/v1/chat/completions')
  expect(JSON.stringify(model)).not.toContain('ignored')
  expect(model.description).toBe('one of the model ids')
})

/** The members of a request, with those of what it extends; the last to say a member wins. */
function bodyMembers(path: string): any {
  const { allOf = [], ...own } = bodyOf(path)
  const parts: any[] = [...allOf, own]
  const said = parts.flatMap(one => Object.entries(one.properties ?? {}))
  const model = said.filter(([name]) => name === 'model')
  expect(model).toHaveLength(1)
  return Object.fromEntries(said)
}

it('the messages that MCP takes are described', () => {
  for (const path of ['/mcp', '/mcp/all']) {
    const { required, content } = paths[path].post.requestBody
    expect(required).toBe(true)
    const [message, batch] = content['application/json'].schema.anyOf
    expect(message.required).toEqual(['jsonrpc', 'method'])
    expect(batch).toEqual({ type: 'array', items: message, minItems: 1, maxItems: 10 })
  }
})

it('it is short on every network', () => {
  const documents = [...files].filter(([path]) => /(?:^|\/)openapi\.json$/.test(path))
  expect(documents.length).toBeGreaterThan(3)
  for (const [path, { text }] of documents)
    expect(countTokens(JSON.stringify(JSON.parse(served(text)))), path).toBeLessThan(60_000)
})

it('documents have their own content types, and both where browsers get a page', () => {
  const typesOf = (path: string) => Object.keys(paths[path].get.responses[200].content)
  expect(['/', '/docs', '/llms.txt', '/openapi.json'].map(typesOf)).toEqual([
    ['application/json', 'text/html'],
    ['text/html'],
    ['text/plain'],
    ['application/json'],
  ])
})
