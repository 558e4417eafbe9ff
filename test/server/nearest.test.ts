/** Which served path was meant by one that is not there. */
import { describe, expect, it } from 'vitest'
import { nearestAmong } from '../../runtime/http/nearest.ts'

const served = ['POST /api/v1/talks/whole', 'POST /v1/talks/whole', 'GET /api/v1/things', 'GET /v1/things', 'GET /things.json', 'POST /api/v1/talks/*', 'GET /v1/talks/{id}', 'GET /v1/notes', 'POST /v1/notes']
const near = nearestAmong(served.map((one) => {
  const [method, path] = one.split(' ') as [string, string]
  return { method, path, route: one }
}))

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

  it.each(['/', '', '/api', '/api/v1', '/v1/embeddings', '/favicon.ico', '/v1/talks/x7', '/{id}', '/*', `/v1/talks/${'x'.repeat(200)}`])('%j is like none', (path) => {
    expect(near('GET', path)).toBeUndefined()
  })

  it('is compared in no time, however long it is', () => {
    const many = nearestAmong(Array.from({ length: 500 }, (_, i) => ({ method: 'GET', path: `/api/v1/${'some/where/'.repeat(5)}${i}`, route: i })))
    const began = performance.now()
    for (let i = 0; i < 100; i++) for (const path of [`/api/v1/${'some/wehre/'.repeat(5)}x`, '/a'.repeat(59), '/'.repeat(100_000)]) many('GET', path)
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})
