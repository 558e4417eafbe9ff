/** Which schemas of a document stand where they are used, and what is left out of a document. */
import { describe, expect, it } from 'vitest'
import { inlined } from '../../generator/emit/openapi/inlined.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const whole = (schemas: object, use: object = {}, names: readonly string[] = ['A']): any =>
  inlined({ use, components: { schemas, headers: { h: {} } } }, new Set(names))
const A = { type: 'object', properties: { a: {} } }

describe('a named schema', () => {
  it('stands where it is used, if that is once', () => {
    expect(whole({ A, B: {} }, ref('A'))).toEqual({
      use: A,
      components: { schemas: { B: {} }, headers: { h: {} } },
    })
  })

  it.each<[string, object, object, string[]]>([
    ['it is used twice', { A }, { a: ref('A'), b: [ref('A')] }, ['A']],
    ['its name is not among those', { A }, ref('A'), ['B']],
    ['it is used nowhere', { A }, {}, ['A']],
    ['another list has its name', { A }, { $ref: '#/components/headers/A' }, ['A']],
    ['the reference is no text', { A }, { $ref: 1 }, ['A']],
  ])('keeps its name if %s', (_why, schemas, use, names) => {
    expect(whole(schemas, use, names)).toEqual({
      use,
      components: { schemas, headers: { h: {} } },
    })
  })

  it('may hold others that are used once', () => {
    const B = { type: 'array', items: ref('A') }
    expect(whole({ A, B }, { in: [ref('B')] }, ['A', 'B'])).toEqual({
      use: { in: [{ type: 'array', items: A }] },
      components: { schemas: {}, headers: { h: {} } },
    })
  })
})

describe('a choice of one text', () => {
  it.each([
    [
      { type: 'string', enum: ['a'], description: 'b' },
      { const: 'a', description: 'b' },
    ],
    [
      { type: 'string', enum: ['a', 'b'] },
      { type: 'string', enum: ['a', 'b'] },
    ],
    [
      { type: 'integer', enum: [1] },
      { type: 'integer', enum: [1] },
    ],
    [
      { type: 'string', enum: 'a' },
      { type: 'string', enum: 'a' },
    ],
  ])('is a constant: %j is %j', (before, after) => {
    expect(whole({}, before).use).toEqual(after)
  })
})

describe('a rule for the names of members', () => {
  it.each<[string, object, boolean]>([
    ['that is a pattern', { type: 'object', propertyNames: { pattern: 'a' } }, false],
    ['that is more', { type: 'object', propertyNames: { pattern: 'a', maxLength: 2 } }, true],
    ['that is no pattern', { type: 'object', propertyNames: { maxLength: 2 } }, true],
    ['of a member with this name', { propertyNames: { pattern: 'a' } }, true],
    ['that is a list', { type: 'object', propertyNames: ['pattern'] }, true],
  ])('%s', (_which, schema, isKept) => {
    const { propertyNames: _, ...rest } = schema as { propertyNames?: unknown }
    expect(whole({}, schema).use).toEqual(isKept ? schema : rest)
  })
})

describe('an example', () => {
  /** Two contents with an example whose JSON has this length. */
  const twice = (length: number, more: object = {}, schema: object = {}) => {
    const example = 'x'.repeat(length - 2)
    const content = { schema, example, ...more }
    return [content, whole({}, { one: content, two: content }).use]
  }

  it('is shown once if it is long', () => {
    const [content, use] = twice(61, {}, A)
    expect(use).toEqual({ one: content, two: { schema: A } })
  })

  it('is shown again if it is short', () => {
    const [content, use] = twice(60)
    expect(use).toEqual({ one: content, two: content })
  })

  it('is shown again where it is no example of a content', () => {
    const [content, use] = twice(100, { description: 'a' })
    expect(use).toEqual({ one: content, two: content })
  })
})
