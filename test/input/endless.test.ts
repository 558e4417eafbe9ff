/** Numbers of a query that are too large for a number. */
import { describe, expect, it } from 'vitest'
import { compileCheck } from '../../runtime/input/check.ts'

const check = compileCheck(
  {
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100 },
        to: { type: 'number' },
        days: { type: 'array', items: { type: 'integer' } },
        text: { type: 'string' },
      },
    },
    unknown: 'ignore',
  },
  'query',
)

describe('a query', () => {
  it.each(['1e309', '-1e309', '9'.repeat(309), `-${'9'.repeat(400)}`])('refuses %s', text => {
    for (const name of ['limit', 'to'])
      expect(check({ [name]: text })).toEqual({
        issues: [{ path: name, message: 'is out of range', code: 'type' }],
      })
    expect(check({ days: ['1', text] })).toMatchObject({ issues: [{ path: 'days' }] })
  })

  it('takes the same as a text, and the largest number', () => {
    expect(check({ text: '1e309' })).toEqual({ value: { text: '1e309' } })
    expect(check({ to: '1.7e308' })).toEqual({ value: { to: 1.7e308 } })
  })
})
