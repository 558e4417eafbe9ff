/** Ids of routes: from method and path, without the version, and each only once. */
import { expect, it } from 'vitest'
import { routeIds } from '../../generator/catalog/ids.ts'

const ids = (...routes: string[]): string[] =>
  routeIds(
    routes.map(route => {
      const [method, path] = route.split(' ') as ['GET' | 'POST', string]
      return { method, path } as Parameters<typeof routeIds>[0][number]
    }),
  )

it.each([
  ['POST /api/v1/things/{name}', 'post_things_name'],
  ['GET /v2/Big-Things', 'get_big_things'],
  ['GET /api/things/v1/', 'get_things_v1'],
  ['GET /apis/v1', 'get_apis_v1'],
  ['GET /files/*', 'get_files_rest'],
  ['GET /a/*/b/*', 'get_a_rest_b_rest'],
  ['GET /', 'get_root'],
  ['GET /api/v12/', 'get_root'],
])('%s is %s', (route, id) => expect(ids(route)).toEqual([id]))

it('of two equal ones, the first stays, and the next ones have their version or a number', () => {
  expect(ids('GET /api/v1/a', 'GET /api/v2/a', 'GET /b', 'GET /v1/b', 'GET /v1/b/')).toEqual([
    'get_a',
    'get_api_v2_a',
    'get_b',
    'get_v1_b',
    'get_v1_b_2',
  ])
})
