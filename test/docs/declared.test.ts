/**
 * What the documents declare of requests is what the compiled routes check: names, what is
 * required, holes of paths, and how long an authorization must live.
 */
import { describe, expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'
import type { Route } from '../../runtime/contract.ts'
import { dereferenced } from '../helpers/dereferenced.ts'
import { realCatalog } from './catalog.ts'

const { json } = await realCatalog()
const openapi = dereferenced(json('openapi.json'))
const x402 = json('x402.json')
const [network] = Object.keys(catalog.networks)

const sold = catalog.routes.filter(
  route =>
    route.price !== undefined && route.gone === undefined && route.networks.includes(network!),
)
const holesOf = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}|\*$/g)].map(([, name]) => name ?? 'rest')
const operationOf = ({ path, method }: Route): any =>
  openapi.paths[path.replace(/\*$/, '{rest}')][method.toLowerCase()]
/** Names with whether they are required. */
const membersOf = (schema: any): [string, boolean][] =>
  Object.keys(schema?.properties ?? {}).map(name => [name, (schema.required ?? []).includes(name)])
const declared = (parameters: any[] | undefined, where: string): [string, boolean][] =>
  (parameters ?? []).filter(one => one.in === where).map(one => [one.name, one.required ?? false])
/** The request as its caller writes it. */
const bodyOf = (route: Route): any => (route.translate?.body ?? route.body)?.schema

describe('OpenAPI', () => {
  it('has every hole of a path, and every member of its query', () => {
    expect(sold.some(route => membersOf(route.query?.schema).length > 4)).toBe(true)
    for (const route of sold) {
      const { parameters } = operationOf(route)
      const holes = holesOf(route.path).map(name => [name, true])
      expect(declared(parameters, 'path'), route.path).toEqual(holes)
      const others = route.query?.unchecked ? [['forwarded', false]] : []
      expect(declared(parameters, 'query'), route.path).toEqual([
        ...membersOf(route.query?.schema),
        ...others,
      ])
    }
  })

  it('has every member of a body', () => {
    for (const route of sold.filter(({ method }) => method === 'POST')) {
      const { requestBody } = operationOf(route)
      const { schema } = requestBody.content['application/json']
      expect(requestBody.required, route.path).toBe(bodyOf(route) !== undefined)
      const { properties } = bodyOf(route) ?? {}
      const taken = membersOf(bodyOf(route)).filter(
        ([name]) => JSON.stringify(properties[name].not) !== '{"type":"null"}',
      )
      expect(membersOf(schema), route.path).toEqual(taken)
    }
  })
})

describe('the metadata of a challenge', () => {
  /** A large schema is outlined by its first members. */
  const OUTLINED = 24
  it('has the members of the request, and of each whether it is required', () => {
    for (const route of sold) {
      const { properties } = (route.bazaar as any).schema.properties.input
      const part = route.method === 'POST' ? properties.body : properties.queryParams
      const spec = route.method === 'POST' ? bodyOf(route) : route.query?.schema
      const all = membersOf(spec)
      const members = membersOf(part)
      expect(members, route.path).toEqual(all.slice(0, members.length))
      expect(members.length, route.path).toBeGreaterThanOrEqual(Math.min(all.length, OUTLINED))
    }
  })

  it('has the holes of the path, all of them required, and its pattern', () => {
    expect(sold.some(({ path }) => path.includes('{'))).toBe(true)
    for (const route of sold) {
      const holes = holesOf(route.path)
      const { info, schema, routeTemplate } = route.bazaar as any
      const { pathParams } = schema.properties.input.properties
      expect(Object.keys(info.input.pathParams ?? {}), route.path).toEqual(holes)
      expect(Object.keys(pathParams?.properties ?? {}), route.path).toEqual(holes)
      expect(pathParams?.required ?? [], route.path).toEqual(holes)
      const names = routeTemplate?.match(/:\w+/g)?.map((name: string) => name.slice(1)) ?? []
      expect(names, route.path).toEqual(holes)
    }
  })
})

describe('x402.json', () => {
  it('asks for authorizations that live as long as the route asks in its 402', () => {
    expect(new Set(sold.map(({ authorization }) => authorization)).size).toBeGreaterThan(1)
    expect(x402.items.length).toBeGreaterThan(sold.length / 2)
    for (const { method, input, accepts, resource } of x402.items) {
      const route = sold.find(one => one.path === input.routeTemplate && one.method === method)!
      expect(accepts[0].maxTimeoutSeconds, route.path).toBe(route.authorization / 1000)
      expect(resource.url, route.path).toBe(`{origin}${route.path}`)
    }
  })
})

describe('queries that are passed on as they come are declared with their values', () => {
  const range = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum })
  const oneOf = (...values: string[]) => ({ enum: values })
  it.each([
    ['PM-061', '/venue-a/markets', 'status', oneOf('active', 'closed', 'archived')],
    ['PM-062', '/venue-a/markets', 'sort', oneOf('volume', 'liquidity', 'created')],
    ['PM-063', '/venue-a/markets', 'limit', range(1, 100)],
    ['PM-067', '/venue-b/markets', 'status', oneOf('open', 'closed')],
    [
      'PM-071',
      '/venue-b/markets',
      'sort',
      oneOf('volume', 'open_interest', 'price_desc', 'price_asc', 'close_time'),
    ],
    ['PM-072', '/venue-b/markets', 'limit', range(1, 100)],
    [
      'PM-074',
      '/exchange/candles/{symbol}',
      'interval',
      oneOf('1s', '1m', '5m', '15m', '1h', '4h', '1d'),
    ],
    ['PM-077', '/exchange/candles/{symbol}', 'limit', range(1, 1500)],
  ] as const)('%s %s: %s', (_id, path, name, schema) => {
    const route = sold.find(one => one.path === `/api/v1/pm${path}`)!
    const { parameters } = operationOf(route)
    expect(parameters.find((one: any) => one.name === name).schema).toMatchObject(schema)
    const { queryParams } = (route.bazaar as any).schema.properties.input.properties
    expect(queryParams.properties[name]).toMatchObject(schema)
  })
})
