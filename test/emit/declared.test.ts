/** What a query and a large body become in the OpenAPI document and in the metadata of a 402. */
import { describe, expect, it } from 'vitest'
import { compile } from '../../generator/compile.ts'
import { bazaarOf } from '../../generator/emit/bazaar.ts'
import { generate } from '../../generator/generate.ts'
import type { CatalogIR } from '../../generator/ir.ts'
import { MAKE } from '../checks/edits.ts'
import { edited, file } from '../checks/small-catalog.ts'

/** The small catalog with another paid route. */
function withRoute(keys: string, how: string): CatalogIR {
  const route = `  summary: Sells more\n  flow: inline\n  price: 0.01\n  upstream: maker.more\n`
  const { value, problems } = compile(
    edited([
      MAKE('', `    more: { ${how}, timeout: 5s }\n`),
      file('tools/more.routes.yaml', `- ${keys}${route}`),
    ]),
  )
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  return value!
}
const metadataOf = (ir: CatalogIR): any => {
  const { schema } = bazaarOf(ir.routes.find(({ path }) => path.startsWith('/api/v1/more'))!) as any
  return schema.properties.input.properties
}

describe('a query', () => {
  const ir = withRoute(
    'route: GET /api/v1/more/{kind}\n  query: { a: string, b: integer 1..5, c: boolean, d: x | y, q: string!, f: string = z }\n  reply: verbatim\n',
    'get: /more, query: forward',
  )
  const required = { kind: true, a: false, b: false, c: false, d: false, q: true, f: false }

  it('has all its members in OpenAPI, with those that are required', async () => {
    const { text } = (await generate(ir)).get('openapi.json')!
    const { parameters } = JSON.parse(text).paths['/api/v1/more/{kind}'].get
    expect(
      Object.fromEntries(parameters.map((one: any) => [one.name, one.required === true])),
    ).toEqual(required)
    expect(parameters.map((one: any) => one.schema)).toMatchObject([
      { type: 'string' },
      { type: 'string' },
      { type: 'integer', minimum: 1, maximum: 5 },
      { type: 'boolean' },
      { enum: ['x', 'y'] },
      { type: 'string' },
      { type: 'string', default: 'z' },
    ])
  })

  it('has examples of the types of its members', async () => {
    const shown = withRoute(
      'route: GET /api/v1/more\n  query: { b: integer 1..5, c: boolean, s: string }\n  reply: verbatim\n  examples: [{ query: { b: 2, c: true, s: "3" }, usd: 0.01 }]\n',
      'get: /more, query: forward',
    )
    const { text } = (await generate(shown)).get('openapi.json')!
    const { parameters } = JSON.parse(text).paths['/api/v1/more'].get
    expect(parameters.map((one: any) => one.example)).toEqual([2, true, '3'])
  })

  it('has them in the metadata too', () => {
    const { queryParams, pathParams } = metadataOf(ir)
    expect(Object.keys(queryParams.properties)).toEqual(['a', 'b', 'c', 'd', 'q', 'f'])
    expect([queryParams.required, pathParams.required]).toEqual([['q'], ['kind']])
  })
})

it('a body whose schema is too large is outlined by its first 24 members', () => {
  const words = Array.from({ length: 60 }, (_, i) => `word_number_${i}`).join(' | ')
  const fields = Array.from({ length: 30 }, (_, i) => `    f${i}: ${words}\n`).join('')
  const ir = withRoute(
    `route: POST /api/v1/more\n  body:\n    must: integer! 1..5\n${fields}  reply: verbatim\n  examples: [{ must: 1, usd: 0.01 }]\n`,
    'post: /more, send: verbatim',
  )
  const { body } = metadataOf(ir)
  expect(body.required).toEqual(['must'])
  expect(Object.keys(body.properties)).toEqual([
    'must',
    ...Array.from({ length: 23 }, (_, i) => `f${i}`),
  ])
  expect(body.properties.must).toEqual({ type: 'integer' })
})
