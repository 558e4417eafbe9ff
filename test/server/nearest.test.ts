/** Which served path was meant by one that is not there. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../helpers/effort.ts'
import { nearestAmong } from '../../runtime/http/nearest.ts'
import { runs } from '../helpers/runs.ts'

const served = [
  'POST /api/v1/talks/whole',
  'POST /v1/talks/whole',
  'GET /api/v1/things',
  'GET /v1/things',
  'GET /things.json',
  'POST /api/v1/talks/*',
  'GET /v1/talks/{id}',
  'GET /v1/notes',
  'POST /v1/notes',
]
const near = nearestAmong(
  served.map(one => {
    const [method, path] = one.split(' ') as [string, string]
    return { method, path, route: one }
  }),
)

describe('a path that is not there', () => {
  it.each([
    ['lacks the prefix', 'POST /talks/whole', 'POST /v1/talks/whole'],
    ['has it twice', 'POST /v1/v1/talks/whole', 'POST /v1/talks/whole'],
    ['lacks a part in the middle', 'POST /v1/whole', 'POST /v1/talks/whole'],
    ['has another prefix', 'GET /api/v2/things', 'GET /api/v1/things'],
    ['ends with a slash', 'POST /v1/talks/whole/', 'POST /v1/talks/whole'],
    ['has a letter too few', 'POST /v1/talk/whole', 'POST /v1/talks/whole'],
    ['has letters that changed places', 'GET /v1/thigns', 'GET /v1/things'],
    ['is written large', 'GET /V1/Things', 'GET /v1/things'],
    ['is asked for with another method', 'GET /talks/whole', 'POST /v1/talks/whole'],
    ['is served by two methods', 'POST /v1/note', 'POST /v1/notes'],
  ])('that %s: %s is %s', (_what, asked, found) => {
    const [method, path] = asked.split(' ') as [string, string]
    expect(near(method, path)?.route).toBe(found)
  })

  it.each([
    '/',
    '',
    '/api',
    '/api/v1',
    '/v1/embeddings',
    '/favicon.ico',
    '/v1/talks/x7',
    '/{id}',
    '/*',
    `/v1/talks/${'x'.repeat(200)}`,
  ])('%j is like none', path => {
    expect(near('GET', path)).toBeUndefined()
  })

  it('is as near as the letters that differ, as a plain count of them says', () => {
    const plain = (a: string, b: string): number => {
      const table = Array.from({ length: a.length + 1 }, (_, i) =>
        Array.from({ length: b.length + 1 }, (_, k) => (i === 0 ? k : k === 0 ? i : 0)),
      )
      for (let i = 1; i <= a.length; i++) {
        for (let k = 1; k <= b.length; k++)
          table[i]![k] = Math.min(
            table[i - 1]![k]! + 1,
            table[i]![k - 1]! + 1,
            table[i - 1]![k - 1]! + (a[i - 1] === b[k - 1] ? 0 : 1),
          )
      }
      return table[a.length]![b.length]!
    }
    fc.assert(
      fc.property(fc.stringMatching(/^[ab]{1,24}$/), fc.stringMatching(/^[ab]{1,24}$/), (a, b) => {
        const most = Math.min(6, Math.max(2, Math.floor((a.length + 1) / 4)))
        expect(
          nearestAmong([{ method: 'GET', path: `/${b}`, route: b }])('GET', `/${a}`)?.route,
        ).toBe(plain(a, b) <= most ? b : undefined)
      }),
      { seed: 1, numRuns: runs(500) },
    )
  })

  it('is compared in no time, however long it is', () => {
    const many = nearestAmong(
      Array.from({ length: 500 }, (_, i) => ({
        method: 'GET',
        path: `/api/v1/${'some/where/'.repeat(5)}${i}`,
        route: i,
      })),
    )
    const began = effort()
    for (let i = 0; i < 20; i++)
      for (const path of [
        `/api/v1/${'some/wehre/'.repeat(5)}x`,
        '/a'.repeat(59),
        '/'.repeat(100_000),
      ])
        many('GET', path)
    expect(effort() - began).toBeLessThan(5000)
  })
})
