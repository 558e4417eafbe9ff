/** Which declared name an unknown one was probably meant to be. */
import { describe, expect, it } from 'vitest'
import { declaredBy, isSameName, nearestName, unknownNames } from '../../runtime/input/unknown.ts'

const NAMES = [
  'model',
  'prompt',
  'size',
  'n',
  'duration_seconds',
  'max_results',
  'reference_image_urls',
  'top_p',
  'id',
]

describe('the nearest name', () => {
  it.each([
    ['sizee', 'size'],
    ['promt', 'prompt'],
    ['prompts', 'prompt'],
    ['durationSeconds', 'duration_seconds'],
    ['DURATION-SECONDS', 'duration_seconds'],
    ['duration', 'duration_seconds'],
    ['image_size', 'size'],
    ['maxResults', 'max_results'],
    ['max_result', 'max_results'],
    ['topP', 'top_p'],
    ['reference_images_url', 'reference_image_urls'],
  ])('of %s is %s', (name, near) => {
    expect(nearestName(name, NAMES)).toBe(near)
  })

  it.each([
    'quality',
    'm',
    'nn',
    'x',
    '',
    'user_id',
    'style',
    'response_format',
    '☃',
    '__proto__',
    'size'.repeat(20),
  ])('of %j is none', name => {
    expect(nearestName(name, NAMES)).toBeUndefined()
  })

  it('is the same however it is written', () => {
    expect([
      isSameName('numResults', 'num_results'),
      isSameName('num_results', 'numresult'),
    ]).toEqual([true, false])
  })
})

describe('the unknown names of a request', () => {
  const declared = declaredBy({
    unknown: 'forward',
    schema: {
      properties: {
        model: { type: 'string' },
        any: {},
        search: { type: 'object', properties: { mode: {} } },
      },
    },
  })

  it('are those at the top and in the objects right below it', () => {
    expect(
      unknownNames(
        { model: 1, other: { a: 1 }, search: { mode: 1, more: 1 }, any: [{ b: 1 }] },
        declared,
      ),
    ).toEqual([['other'], ['other', 'a'], ['search', 'more']])
    for (const value of [null, 'text', [{ a: 1 }], 7])
      expect(unknownNames(value, declared)).toEqual([])
  })

  it('[V14] are eight at most, whatever comes', () => {
    const many = Object.fromEntries(Array.from({ length: 90_000 }, (_, at) => [`name${at}`, at]))
    expect(unknownNames(many, declared)).toHaveLength(8)
    expect(unknownNames({ search: many, any: many }, declared)).toHaveLength(8)
  })

  it('a field that takes anything is known, and offered to nobody', () => {
    expect([declared.names.has('any'), declared.offered]).toEqual([true, ['model', 'search']])
  })
})
