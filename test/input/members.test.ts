/**
 * Null for what may be left out, and names in another case, in requests of which more is passed on
 * than is declared.
 */
import { describe, expect, it } from 'vitest'
import { compileCheck } from '../../runtime/input/check.ts'
import type { InputSpec } from '../../runtime/contract.ts'

const part = {
  oneOf: [
    {
      type: 'object',
      required: ['type', 'text'],
      properties: { type: { const: 'text' }, text: { type: 'string' }, mark: { type: 'object' } },
    },
    {
      type: 'object',
      required: ['type', 'picture'],
      properties: {
        type: { const: 'picture' },
        picture: {
          type: 'object',
          required: ['url'],
          properties: { url: { type: 'string' }, detail: { type: 'string' } },
        },
      },
    },
  ],
}
const schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    n: { type: 'integer', default: 1 },
    max_tokens: { type: 'integer', minimum: 1 },
    size: { enum: ['small', 'large'] },
    kind: { const: 'a' },
    some: { not: { type: 'null' } },
    word: { not: { type: 'string' } },
    stop: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    open: { type: ['string', 'null'] },
    either: { oneOf: [{ type: 'integer' }, { type: 'null' }] },
    anything: {},
    turns: {
      type: 'array',
      items: {
        type: 'object',
        required: ['role'],
        properties: {
          role: { type: 'string' },
          note: { type: 'string' },
          content: {
            anyOf: [{ type: 'string' }, { type: 'array', items: part }, { type: 'null' }],
          },
        },
      },
    },
  },
}
const checked = (given: object, unknown: InputSpec['unknown'] = 'forward') =>
  compileCheck({ schema, unknown, wrap: ['stop'] }, 'body')({ name: 'x', ...given })

describe('null for what may be left out', () => {
  it.each(['n', 'max_tokens', 'size', 'kind', 'some', 'stop', 'turns'])(
    '%s is nothing, and its default holds',
    field => {
      expect(checked({ [field]: null })).toEqual({ value: { name: 'x', n: 1 } })
      // A shape that says all of itself means it.
      for (const unknown of ['refuse', 'ignore'] as const)
        expect(checked({ [field]: null }, unknown).issues?.map(({ path }) => path)).toContain(field)
    },
  )

  it('is nothing inside too: in objects, lists and either of two shapes', () => {
    const given = {
      turns: [
        {
          role: 'user',
          note: null,
          content: [
            { type: 'text', text: 'hi', mark: null },
            { type: 'picture', picture: { url: 'u', detail: null } },
          ],
        },
        { role: 'user', content: 'b' },
      ],
    }
    const others = {
      turns: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'hi' },
            { type: 'picture', picture: { url: 'u' } },
          ],
        },
        { role: 'user', content: 'b' },
      ],
    }
    expect(checked(given)).toEqual({ value: { name: 'x', n: 1, ...others } })
  })

  it('is what it is where the shape has a use for it, or says nothing', () => {
    const given = {
      open: null,
      either: null,
      anything: null,
      word: null,
      other: null,
      turns: [{ role: 'user', content: null }],
    }
    expect(checked(given)).toEqual({ value: { name: 'x', n: 1, ...given } })
  })

  it.each<[object, string]>([
    [{ name: null }, 'name'],
    [{ turns: [{ role: null }] }, 'turns.0.role'],
    [{ stop: [null] }, 'stop'],
    [{ turns: [null] }, 'turns.0'],
    [{ turns: [{ role: 'user', content: [{ type: 'text', text: null }] }] }, 'turns.0.content'],
  ])('is refused where something has to stand: %j', (given, path) => {
    expect(checked(given).issues?.some(issue => issue.path.startsWith(path))).toBe(true)
  })

  it('is not known where nothing else is', () => {
    expect(checked({ other: null }, 'refuse').issues).toEqual([
      {
        path: 'other',
        message: 'is not a known field; did you mean either?',
        code: 'unknown_field',
      },
    ])
  })
})

describe('a name in another case', () => {
  it.each<[object, string, string]>([
    [{ N: 3 }, 'N', 'n'],
    [{ n: 1, N: 3 }, 'N', 'n'],
    [{ Max_Tokens: 5 }, 'Max_Tokens', 'max_tokens'],
    [{ MAX_TOKENS: 5 }, 'MAX_TOKENS', 'max_tokens'],
    [{ 'max_to\u212aens': 5 }, 'max_to\u212aens', 'max_tokens'],
    [{ '\u017fize': 'large' }, '\u017fize', 'size'],
    [{ turns: [{ role: 'a' }, { role: 'a', Role: 'b' }] }, 'turns.1.Role', 'role'],
    [
      { turns: [{ role: 'a', content: [{ type: 'picture', picture: { url: 'u', URL: 'v' } }] }] },
      'turns.0.content.0.picture.URL',
      'url',
    ],
  ])('%j is refused where what is not declared is passed on', (given, path, name) => {
    expect(checked(given)).toEqual({
      issues: [{ path, message: `must be written ${name}`, code: 'spelling' }],
    })
  })

  it('says nothing where what is not declared is dropped, or is refused anyway', () => {
    expect(checked({ N: 3 }, 'ignore')).toEqual({ value: { name: 'x', n: 1 } })
    expect(checked({ N: 3 }, 'refuse').issues?.map(({ code }) => code)).toEqual(['unknown_field'])
  })

  it("other names, and those in objects of any shape, are their owner's", () => {
    const given = {
      nn: 1,
      seed: 2,
      SEED: 3,
      anything: { N: 1, Size: 2 },
      turns: [{ role: 'a', Text: 1 }],
    }
    expect(checked(given)).toEqual({ value: { name: 'x', n: 1, ...given } })
  })

  it('long names are not looked at', () => {
    const long = { ['X'.repeat(5_000_000)]: 1 }
    expect(checked(long)).toEqual({ value: { name: 'x', n: 1, ...long } })
  })
})

it('a number that is infinite is none', () => {
  const check = compileCheck(
    { schema: { properties: { n: { type: 'number' } } }, unknown: 'forward' },
    'body',
  )
  expect(check(JSON.parse('{"n":1e400}')).issues).toMatchObject([{ path: 'n' }])
  expect(check({ n: 1e21 }).issues).toBe(undefined)
})
