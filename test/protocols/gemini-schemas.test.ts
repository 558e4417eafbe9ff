/** JSON schemas as a Gemini-style upstream takes them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Unusable } from '../../runtime/lib/unusable-input.ts'
import { schemaOf } from '../../runtime/protocols/gemini-generate/schema.ts'
import { write } from './gemini-requests.ts'

describe('schemas', () => {
  it('keep what upstreams understand', () => {
    expect(
      schemaOf({
        $schema: 'x',
        type: 'object',
        additionalProperties: false,
        required: ['a'],
        title: 't',
        $defs: { d: { type: ['string', 'null'], format: 'email', minLength: 1 } },
        properties: {
          a: { $ref: '#/$defs/d', description: 'x' },
          b: { type: 'string', const: 'k' },
          c: { enum: ['x', 'y', null] },
          d: { type: 'integer', enum: [1, 2] },
          e: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          f: { oneOf: [{ type: 'string' }, { type: 'number', exclusiveMinimum: 1 }] },
          g: { type: ['string', 'number'] },
          h: { type: 'array' },
          i: {
            allOf: [
              { type: 'object', properties: { p: { type: 'string' } }, required: ['p'] },
              { properties: { q: { type: 'string' } }, required: ['q'] },
            ],
          },
          j: { type: 'string', format: 'date-time' },
        },
      }),
    ).toEqual({
      type: 'object',
      required: ['a'],
      title: 't',
      properties: {
        a: { type: 'string', nullable: true, minLength: 1, description: 'x' },
        b: { type: 'string', enum: ['k'] },
        c: { type: 'string', enum: ['x', 'y'], nullable: true },
        d: { type: 'integer' },
        e: { type: 'string', nullable: true },
        f: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        g: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        h: { type: 'array', items: { type: 'string' } },
        i: {
          type: 'object',
          properties: { p: { type: 'string' }, q: { type: 'string' } },
          required: ['p', 'q'],
        },
        j: { type: 'string', format: 'date-time' },
      },
    })
  })

  it('that refer to themselves end; those that grow beyond measure are refused', () => {
    const tree = {
      $ref: '#/$defs/node',
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    }
    expect(schemaOf(tree)).toEqual({ type: 'object', properties: { next: { type: 'object' } } })
    for (const $ref of ['#', '#/$defs/none', 'https://x/y.json'])
      expect(schemaOf({ $ref })).toEqual({ type: 'object' })
    // A file beside it is not this schema.
    expect(schemaOf({ $ref: './$defs/d', $defs: { d: { type: 'string' } } })).toEqual({
      type: 'object',
    })
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `d${i}`,
        {
          type: 'object',
          properties: { a: { $ref: `#/$defs/d${i + 1}` }, b: { $ref: `#/$defs/d${i + 1}` } },
        },
      ]),
    )
    expect(() => schemaOf({ $ref: '#/$defs/d0', $defs: doubling })).toThrow(Unusable)
    let deep: object = { type: 'string' }
    for (let i = 0; i < 200; i++) deep = { type: 'array', items: deep }
    expect(() => schemaOf(deep)).toThrow(Unusable)
  })

  it('parts that belong together are counted, and put together in one go', () => {
    const allOf = (n: number, part: (i: number) => object) => ({
      allOf: Array.from({ length: n }, (_, i) => part(i)),
    })
    const { properties, required } = schemaOf(
      allOf(2000, i => ({ properties: { [`p${i}`]: {} }, required: [`p${i}`, 'all'] })),
    ) as { properties: object; required: string[] }
    expect([Object.keys(properties).length, required.length, required.slice(0, 3)]).toEqual([
      2000,
      2001,
      ['p0', 'all', 'p1'],
    ])
    expect(() => schemaOf(allOf(10_000, () => ({})))).toThrow(Unusable)
    expect(() =>
      schemaOf({ properties: { a: allOf(3000, () => ({})), b: allOf(3000, () => ({})) } }),
    ).toThrow(Unusable)
  })

  it('references to references are followed; what stands beside them goes before what they refer to', () => {
    const $defs = {
      a: { $ref: '#/$defs/b', title: 'a', description: 'a' },
      b: { type: 'string', title: 'b', minLength: 1 },
      ring: { $ref: '#/$defs/round', title: 'r' },
      round: { $ref: '#/$defs/ring' },
    }
    const properties = { p: { $ref: '#/$defs/a', description: 'p' }, q: { $ref: '#/$defs/ring' } }
    expect(schemaOf({ type: 'object', properties, $defs }).properties).toEqual({
      p: { type: 'string', title: 'a', description: 'p', minLength: 1 },
      q: { title: 'r' },
    })
  })

  it('what references repeat is limited, in one schema and in all of a request', () => {
    const referring = (refs: number, description: string) => ({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: refs }, (_, i) => [`p${i}`, { $ref: '#/$defs/d' }]),
      ),
      $defs: { d: { type: 'string', description } },
    })
    // Twice what is written at most; ten thousand characters are free.
    expect(() => schemaOf(referring(2, 'x'.repeat(20_000)))).not.toThrow()
    expect(() => schemaOf(referring(40, 'x'.repeat(200)))).not.toThrow()
    expect(() => schemaOf(referring(98, 'x'.repeat(10_000)))).toThrow(Unusable)
    expect(() => schemaOf(referring(3, 'x'.repeat(20_000)))).toThrow(Unusable)
    expect(() =>
      schemaOf({
        allOf: Array.from({ length: 3 }, () => ({ $ref: '#/$defs/d' })),
        $defs: { d: { enum: ['x'.repeat(20_000)] } },
      }),
    ).toThrow(Unusable)
    const tools = (...refs: number[]) => ({
      tools: refs.map((n, i) => ({
        type: 'function',
        function: { name: `f${i}`, parameters: referring(n, 'x'.repeat(20_000)) as never },
      })),
    })
    expect(write(tools(3, 1)).tools[0].functionDeclarations).toHaveLength(2)
    expect(() => write(tools(3, 2))).toThrow(Unusable)
    expect(() =>
      write({
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'f', schema: referring(98, 'x'.repeat(10_000)) as never },
        },
      }),
    ).toThrow(Unusable)
    // What is said once is not counted: it costs no more than to read it.
    expect(() => schemaOf({ type: 'string', description: 'x'.repeat(2_000_000) })).not.toThrow()
  })

  it('whatever they are, they end', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        schemaOf(value)
      }),
    )
  })
})
