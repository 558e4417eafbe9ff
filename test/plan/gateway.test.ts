/** Changes of the gateway as a whole, which no price and no route shows. */
import { describe, expect, it } from 'vitest'
import { edit, type Edit } from '../checks/small-catalog.ts'
import { planWith, short } from './small.ts'

const found = (edits: readonly Edit[]) => planWith(edits, []).findings

describe('an upstream', () => {
  it.each([
    ['base', edit('upstream', 'base: https://', 'base: https://other.'), 'its key go elsewhere'],
    ['headers', edit('upstream', '{key}', '{key}x'), 'other headers'],
  ])('with another %s is a warning', (part, changed, words) => {
    const [one, ...others] = found([changed])
    expect(others).toEqual([])
    expect(short(one!)).toBe(`warn | upstream-changed | upstream maker ${part}`)
    expect(one!.message).toContain(words)
  })
})

it('another name of the gateway is blocked, because its store would be empty', () => {
  const [one, ...others] = found([edit('gateway', 'name: ', 'name: New ')])
  expect(others).toEqual([])
  expect(short(one!)).toBe('block | gateway-renamed | name of the gateway | Shop -> New Shop')
  expect(one!.message).toContain('not found')
})
