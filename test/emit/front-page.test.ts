/** The data of the front page, and the sample with the typed client. */
import { describe, expect, it } from 'vitest'
import { clientNames, clientSample } from '../../generator/emit/client/sample.ts'
import { frontPage } from '../../generator/emit/pages/front.ts'
import type { RouteIR } from '../../generator/ir.ts'
import { catalog, list, make, mcp, priced, read, serving } from './documents.ts'
import { block } from './fixture-routes.ts'

describe('the front page', () => {
  const front = (
    routes: RouteIR[],
    prices: Readonly<Record<string, object>> = {},
    network = {},
  ): any => {
    const of = catalog(routes, {}, network)
    return frontPage(of, of.networks[0]!, priced(of, prices))
  }
  const range = (...all: object[]): string => {
    const routes = all.map((_, i) => ({ ...read, id: `${i}` }))
    return front(
      routes,
      Object.fromEntries(all.map((one, i) => [`${i}`, { mode: 'quote', ...one }])),
    ).groups[0].families[0].price
  }

  it('has the range of the prices of a family', () => {
    expect(range({ min: 10n, max: 20n }, { min: 5n, max: 15n })).toBe('0.000005 to 0.00002 USD')
    expect(range({ min: 10n, max: 20n }, { min: 5n, max: undefined })).toBe('from 0.000005 USD')
    expect(range({ min: 10n, max: 10n })).toBe('0.00001 USD')
    expect(range({ min: 10n, max: 20n }, { min: undefined, max: 15n })).toBeUndefined()
  })

  it('has no price of calls that only identify the wallet', () => {
    const mine = { ...read, id: 'm', price: { ...read.price!, identify: true } }
    expect(front([mine]).groups[0].families[0].price).toBeUndefined()
    expect(front([mine, read]).groups[0].families[0].price).toBe('0.0085 USD')
  })

  it('has the families by their folders, and what is free', () => {
    const other = { ...read, id: 'o', family: 'alone' }
    const page = front([make, read, other, list, mcp, { ...list, id: 'h', path: '/a/{b}' }])
    expect(page).toMatchObject({ paid: 3, schemes: [] })
    expect(page.groups).toMatchObject([
      {
        id: 'alone',
        title: 'Alone',
        families: [{ id: 'alone', title: 'Alone', count: 1, isOne: true }],
      },
      {
        id: 'media',
        title: 'Media',
        families: [{ id: 'media-pictures', title: 'Pictures', count: 2, isOne: false }],
      },
    ])
    expect(page.free.map((one: any) => one.isOpen)).toEqual([true, false, false])
    expect(front([list]).groups).toEqual([])
    expect(front([list]).samples).toEqual([])
  })

  it('has the examples of a route, and its prices as a table', () => {
    const [route] = front([make]).groups[0].families[0].routes
    expect(route).toMatchObject({
      id: 'post-pictures',
      aliases: 'POST /v0/pictures',
      first: { url: '/pictures', body: '{"model":"maker/one"}', micro: '22000', usd: '0.022' },
    })
    expect(route.examples).toHaveLength(2)
    expect(route.table.columns).toEqual(['model', 'size'])
    expect(route.table.rows[0]).toEqual({
      cells: [
        { name: 'model', value: 'maker/one' },
        { name: 'size', value: 'small' },
      ],
      chosen: '{"model":"maker/one","size":"small"}',
      micro: '22000',
      usd: '0.022',
    })
    const [plain] = front([{ ...read, aliases: [{ path: '/x' }] } as unknown as RouteIR]).groups[0]
      .families[0].routes
    expect(plain).toMatchObject({ aliases: 'GET /x', examples: [] })
    expect([plain.table, plain.first, plain.rates, plain.freeModels]).toEqual(
      Array(4).fill(undefined),
    )
  })

  it('has no table of whole requests, and up to three examples', () => {
    const lines = [1n, 2n].map(micro => ({ micro, inputs: { request: '{}' } }))
    const examples = [1n, 2n, 3n, undefined].map(micro => ({ sent: { body: {} }, micro }))
    const more = { lines, examples, freeRows: ['a', 'b'] }
    const [route] = front([make], { post_pictures: more }).groups[0].families[0].routes
    expect([route.table, route.examples.length, route.freeModels]).toEqual([undefined, 3, 'a, b'])
    const [one] = front([make], { post_pictures: { examples: examples.slice(3) } }).groups[0]
      .families[0].routes
    expect(one.first).not.toHaveProperty('usd')
  })

  it('has the rates of a route', () => {
    const rates = {
      columns: [{ name: 'a', about: 'per token' }, { name: 'b' }],
      rows: [{ model: 'm', cells: { a: '1' }, free: true }],
    }
    const [route] = front([make], { post_pictures: { rates } }).groups[0].families[0].routes
    expect(route.rates).toEqual({
      columns: [
        { name: 'a', about: 'per token' },
        { name: 'b', about: '' },
      ],
      rows: [
        {
          model: 'm',
          free: true,
          cells: [
            { name: 'a', value: '1' },
            { name: 'b', value: undefined },
          ],
        },
      ],
    })
  })

  it('buys the cheapest example that is not free, those with short addresses first', () => {
    const sampled = (...examples: object[]): string =>
      front([make], { post_pictures: { examples } }).samples[0]?.code
    const at = (n: number, micro?: bigint) => ({ sent: { body: { n } }, micro })
    expect(sampled(at(1, 5n), at(2, 3n), at(3, 0n), at(4))).toContain('{"n":2}')
    expect(sampled(at(3, 0n), at(4))).toBeUndefined()
    const long = { ...make, id: 'long', path: `/${'x'.repeat(40)}` }
    const both = { examples: [at(1, 5n)] }
    const code = (path: string) =>
      front([{ ...long, path }, make], { long: { examples: [at(2, 1n)] }, post_pictures: both })
        .samples[0].code
    expect(code(`/${'x'.repeat(39)}`)).toContain('{"n":2}')
    expect(code(`/${'x'.repeat(40)}`)).toContain('{"n":1}')
  })
})

describe('the sample with the typed client', () => {
  const tarball = serving('client.tgz')
  const sample = (
    routes: RouteIR[],
    prices: Readonly<Record<string, object>> = {},
    network = {},
  ) => {
    const of = catalog(routes, { name: 'My shop!' }, network)
    return clientSample(of, of.networks[0]!, priced(of, prices))
  }

  it('buys a cheap call with a body', () => {
    expect(sample([make, tarball])).toEqual({
      install: 'npm install {origin}/at/client.tgz @x402/core @x402/evm viem',
      code: expect.stringContaining("const request = {\n  model: 'maker/one'\n}\n"),
    })
    expect(sample([make, tarball])!.code).toContain('myShop.pictures.quote(request)')
    expect(clientNames(catalog([], { name: 'My shop!' }))).toEqual({
      package: 'my-shop-client',
      variable: 'myShop',
      origin: '{origin}',
    })
  })

  it('is none where the client is not served, or wallets sign otherwise', () => {
    expect(sample([make])).toBeUndefined()
    expect(sample([make, tarball], {}, { scheme: 'upto' })).toBeUndefined()
  })

  it.each<[string, object]>([
    ['has a hole in its path', { path: '/pictures/{id}' }],
    ['has a query', { query: read.query }],
    ['has no body', { body: undefined }],
    ['is a GET', { method: 'GET' }],
    ['answers with a file', { file: block('true') }],
    ['only identifies the wallet', { price: { ...make.price!, identify: true } }],
    ['has checks', { checks: [] }],
    ['reads records', { reads: [] }],
    ['moves money', { transfer: {} }],
    ['is free', { price: undefined }],
  ])('is none of a call that %s', (_why, more) => {
    expect(sample([{ ...make, ...more } as RouteIR, tarball])).toBeUndefined()
  })

  it('is the cheapest call, those with a model first', () => {
    const other = { ...make, id: 'other', path: '/other', table: undefined } as RouteIR
    const of = (micro: bigint, body: object) => ({ examples: [{ sent: { body }, micro }] })
    const bare = { lines: [], ...of(1n, { a: 1 }) }
    const modelled = { lines: [{ micro: 5n, model: 'm', inputs: {} }], ...of(5n, { b: 1 }) }
    const code = (a: object, b: object) =>
      sample([make, other, tarball], { post_pictures: a, other: b })?.code
    expect(code(bare, modelled)).toContain('myShop.other.')
    expect(code(modelled, bare)).toContain('myShop.pictures.')
    expect(code(bare, { ...bare, ...of(2n, { b: 1 }) })).toContain('myShop.pictures.')
    expect(code({ ...bare, ...of(3n, { b: 1 }) }, { ...bare, ...of(2n, { b: 1 }) })).toContain(
      'myShop.other.',
    )
    expect(code(of(0n, { a: 1 }), of(1n, {}))).toBeUndefined()
  })

  it('says how purchases are listed', () => {
    const own = { ...list, id: 'own', path: '/purchases', serves: 'purchases' } as RouteIR
    expect(sample([make, own, tarball])).toMatchObject({ purchases: 'myShop.purchases({})' })
  })
})
