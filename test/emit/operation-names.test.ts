/** How operations of the API document are named after the paths of their routes. */
import { describe, expect, it } from 'vitest'
import { operationNames } from '../../generator/emit/openapi/names.ts'
import type { CatalogIR, RouteIR } from '../../generator/ir.ts'

const route = (method: string, path: string, more: object = {}): RouteIR =>
  ({ id: `${method} ${path}`, method, path, aliases: [], ...more }) as unknown as RouteIR
const namesOf = (...routes: RouteIR[]) => operationNames({ routes } as unknown as CatalogIR)
const all = (...routes: RouteIR[]): string[] => {
  const names = namesOf(...routes)
  return routes.map(one => names.of(one))
}

describe('an operation', () => {
  it.each([
    ['/', 'root'],
    ['/api/v1/', 'root'],
    ['/{id}', 'root'],
    ['/api/v1/things', 'things'],
    ['/v2/things', 'things'],
    ['/api/things', 'things'],
    ['/things/api/v1/parts', 'things.api.v1.parts'],
    ['/apis/vx/things', 'apis.vx.things'],
    ['/api/v12/things/{id}/parts', 'things.parts'],
    ['/files/*', 'files'],
    ['/.well-known/agent-card.json', 'wellKnown.agentCardJson'],
    ['/big-things/open_interest', 'bigThings.openInterest'],
    ['/a__b--c', 'aBC'],
  ])('at %s is %s', (path, name) => expect(all(route('GET', path))).toEqual([name]))

  it('of the same words as an earlier one is named by its method, then by a number', () => {
    expect(
      all(
        route('GET', '/a'),
        route('POST', '/a'),
        route('POST', '/a/{id}'),
        route('POST', '/v1/a'),
        route('GET', '/b'),
      ),
    ).toEqual(['a', 'a.post', 'a.post2', 'a.post3', 'b'])
  })

  it('has the name that the catalog gives it, which no other one gets', () => {
    expect(all(route('GET', '/a'), route('GET', '/b', { operation: 'a' }))).toEqual(['a.get', 'a'])
  })

  it('that is gone takes no name', () => {
    const [gone, kept] = [route('GET', '/a', { gone: {} }), route('GET', '/v1/a')]
    expect(namesOf(gone, kept).of(kept)).toBe('a')
  })
})

describe('the poll of jobs', () => {
  const job = (path: string, poll: string) => route('POST', path, { job: { poll } })

  it('is named after its address, once for all routes that have it', () => {
    const [one, other, last] = [job('/a', '/a/{id}'), job('/b', '/a/{id}'), job('/c', '/v1/a/{id}')]
    const names = namesOf(one!, other!, last!)
    expect([one, other, last].map(each => names.poll(each!))).toEqual([
      'a.poll',
      'a.poll',
      'a.poll2',
    ])
  })

  it('has its name before a route of the same words', () => {
    expect(all(job('/a', '/a/{id}'), route('GET', '/a/poll'))).toEqual(['a', 'a.poll.get'])
  })
})

it('aliases and schemas are named after the operation of their route', () => {
  const one = route('GET', '/big-things/parts')
  const names = namesOf(one)
  expect([0, 1, 2].map(index => names.alias(one, index))).toEqual([
    'bigThings.parts.alias',
    'bigThings.parts.alias2',
    'bigThings.parts.alias3',
  ])
  expect(names.schema(one)).toBe('BigThingsParts')
})
