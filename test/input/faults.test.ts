/**
 * What callers learn of a request that does not fit: the field that is wrong, in plain words,
 * and nothing of shapes that they did not mean.
 */
import { describe, expect, it } from 'vitest'
import { effort } from '../helpers/effort.ts'
import { compileCheck } from '../../runtime/input/check.ts'

const mark = {
  type: 'object',
  required: ['type'],
  properties: { type: { const: 'short' }, time: { const: '5m' } },
}
const part = {
  oneOf: [
    {
      type: 'object',
      required: ['type', 'text'],
      properties: { type: { const: 'text' }, text: { type: 'string' }, mark },
    },
    {
      type: 'object',
      required: ['type', 'picture'],
      properties: {
        type: { const: 'picture' },
        picture: { type: 'object', required: ['url'], properties: { url: { type: 'string' } } },
      },
    },
    { type: 'object', required: ['type'], properties: { type: { enum: ['sound', 'film'] } } },
  ],
}
const schema = {
  type: 'object',
  properties: {
    turns: {
      type: 'array',
      minItems: 1,
      maxItems: 3,
      items: {
        type: 'object',
        required: ['content'],
        properties: {
          content: {
            anyOf: [{ type: 'string' }, { type: 'array', items: part }, { type: 'null' }],
          },
        },
      },
    },
    choice: {
      anyOf: [
        { enum: ['auto', 'none'] },
        { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      ],
    },
    heat: { type: ['number', 'null'], maximum: 2 },
    word: { type: 'string', minLength: 1, maxLength: 4 },
    words: { type: 'array', minItems: 2, items: { type: 'string', minLength: 3 } },
    code: { type: 'string', pattern: '^[A-Z]$', examples: ['Q'] },
    plain: { type: 'string', pattern: '^[A-Z]$' },
    one: { oneOf: [{ type: 'integer' }, { type: 'number', maximum: 5 }] },
  },
}
const check = compileCheck({ schema, unknown: 'forward' }, 'body')
const faults = (given: object): readonly string[] =>
  (check(given).issues ?? []).map(({ path, message }) => `${path} ${message}`)
const turn = (content: unknown): object => ({ turns: [{ content }] })

describe('of several shapes', () => {
  it.each<[string, object, readonly string[]]>([
    [
      'a kind that there is not',
      turn([{ type: 'txt' }]),
      ['turns.0.content.0.type must be one of text, picture, sound, film'],
    ],
    ['the kind that is meant', turn([{ type: 'text' }]), ['turns.0.content.0.text is required']],
    [
      'deep inside the kind that is meant',
      turn([{ type: 'text', text: 'x', mark: { type: 'short', time: '1h' } }]),
      ['turns.0.content.0.mark.time must be "5m"'],
    ],
    [
      'the second of two parts',
      turn([
        { type: 'text', text: 'x' },
        { type: 'picture', picture: {} },
      ]),
      ['turns.0.content.1.picture.url is required'],
    ],
    [
      'two parts at once',
      turn([{ type: 'text' }, { type: 'film2' }]),
      [
        'turns.0.content.0.text is required',
        'turns.0.content.1.type must be one of text, picture, sound, film',
      ],
    ],
    ['no kind at all', turn([{}]), ['turns.0.content.0.type is required']],
    ['none of the types', turn(7), ['turns.0.content must be a string, a list or null']],
    [
      'a word that there is not',
      { choice: 'any' },
      ['choice must be one of auto, none, or an object'],
    ],
    ['an object that lacks something', { choice: {} }, ['choice.name is required']],
    ['more than one shape fits', { one: 3 }, ['one must match exactly one schema in oneOf']],
  ])('%s is reported', (_what, given, reported) => {
    expect(faults(given)).toEqual(reported)
  })

  it('what fits one of them is no fault', () => {
    for (const content of ['x', null, [], [{ type: 'text', text: 'x' }, { type: 'film' }]])
      expect(faults(turn(content))).toEqual([])
  })

  it('the largest requests get their first fault reported, soon', () => {
    const many = { turns: [{ content: Array.from({ length: 90_000 }, () => ({ type: 'txt' })) }] }
    const began = effort()
    expect(faults(many)).toEqual([
      'turns.0.content.0.type must be one of text, picture, sound, film',
    ])
    expect(
      faults({ turns: [{ content: Array.from({ length: 600 }, () => ({ type: 'txt' })) }] }).length,
    ).toBeLessThanOrEqual(50)
    expect(effort() - began).toBeLessThan(5000)
  })
})

describe('of one shape', () => {
  it.each<[object, string]>([
    [{ turns: [] }, 'turns must not be empty'],
    [
      { turns: Array.from({ length: 4 }, () => ({ content: 'x' })) },
      'turns must have at most 3 elements',
    ],
    [{ words: ['abc'] }, 'words must have at least 2 elements'],
    [{ words: ['abc', 'x'] }, 'words.1 must have at least 3 characters'],
    [{ word: '' }, 'word must not be empty'],
    [{ word: 'xxxxx' }, 'word must have at most 4 characters'],
    [{ word: 7 }, 'word must be string'],
    [{ heat: 'x' }, 'heat must be a number or null'],
    [{ heat: 3 }, 'heat must be <= 2'],
    [{ code: 'x' }, 'code must match pattern "^[A-Z]$", such as Q'],
    [{ plain: 'x' }, 'plain must match pattern "^[A-Z]$"'],
  ])('%j: %s', (given, reported) => {
    expect(faults(given)).toEqual([reported])
  })
})

it('a name that is not accepted is reported once, with the name', () => {
  const names = { type: 'object', propertyNames: { pattern: '^[a-z]+$', maxLength: 4 } }
  const named = compileCheck(
    { schema: { type: 'array', items: names }, unknown: 'forward' },
    'body',
  )
  const found = named([{ ok: 1, Bad: 2 }, { longer: 3 }]).issues
  expect(found).toEqual([
    { path: '0.Bad', message: 'is not a name that is accepted here', code: 'unknown_field' },
    { path: '1.longer', message: 'is not a name that is accepted here', code: 'unknown_field' },
  ])
})
