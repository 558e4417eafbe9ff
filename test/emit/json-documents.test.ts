/** Documents in JSON for agents: cards, lists of resources and prices. */
import { describe, expect, it } from 'vitest'
import { emitAgentCard } from '../../generator/emit/documents/agent-card.ts'
import { emitContents } from '../../generator/emit/documents/contents.ts'
import { emitMcp } from '../../generator/emit/documents/mcp.ts'
import { emitPricing, endpoint, priceWords } from '../../generator/emit/documents/pricing.ts'
import { emitX402 } from '../../generator/emit/documents/x402.ts'
import type { Emitter, Facts } from '../../generator/emit/facts.ts'
import type { RoutePrice } from '../../generator/examples/prices.ts'
import type { CatalogIR, RouteIR } from '../../generator/ir.ts'
import { catalog, list, make, mcp, priced, pricesOf, read, serving } from './documents.ts'
import { code } from './fixture.ts'

const documentOf = (emit: Emitter, of: CatalogIR, prices = pricesOf(of)): any => {
  const facts = { prices: new Map([['main', prices]]), hash: '0123456789abcdef' }
  const [file] = emit(of, facts as unknown as Facts)
  return JSON.parse(file!.text)
}

describe('the agent card', () => {
  const card = (...routes: RouteIR[]) => documentOf(emitAgentCard, catalog(routes))

  it('says what is sold, and where the rest is', () => {
    expect(card(make)).toMatchObject({
      name: 'Shop',
      description: 'A shop.',
      url: '{origin}',
      version: '1.0.0+0123456789ab',
      supportedInterfaces: [],
      capabilities: { streaming: false, pushNotifications: false },
      defaultInputModes: ['application/json'],
      defaultOutputModes: ['application/json'],
    })
    expect(card(make)).not.toHaveProperty('documentationUrl')
    expect(card(make)).not.toHaveProperty('iconUrl')
  })

  it('names the interfaces and documents that there are', () => {
    const names = ['openapi.json', 'docs.html', 'llms.txt', 'x402.json', 'favicon.svg']
    const all = card(mcp, ...names.map(name => serving(name)))
    expect(all).toMatchObject({
      documentationUrl: '{origin}/at/docs.html',
      iconUrl: '{origin}/at/favicon.svg',
      supportedInterfaces: [
        { url: '{origin}/mcp', protocolBinding: 'https://modelcontextprotocol.io' },
        { url: '{origin}/at/openapi.json', protocolBinding: 'https://spec.openapis.org/oas/v3.1' },
      ],
    })
    const [payments] = all.capabilities.extensions
    expect(payments).toMatchObject({
      uri: 'https://github.com/x402-foundation/x402',
      required: false,
      params: { x402Version: 2, network: 'eip155:1', resources: '{origin}/at/x402.json' },
    })
    expect(all.skills).toEqual([])
    expect(card(serving('llms.txt')).documentationUrl).toBe('{origin}/at/llms.txt')
    expect(card(serving('favicon.svg', { networks: ['test'] }))).not.toHaveProperty('iconUrl')
  })

  it('has a skill for each family', () => {
    const again = { ...read, id: 'again' }
    expect(card(make, read, again).skills).toEqual([
      {
        id: 'media-pictures',
        name: 'Media: Pictures',
        description: 'Make pictures. Read one.',
        tags: ['pictures'],
        examples: ['POST {origin}/pictures {"model":"maker/one"}'],
      },
    ])
    expect(card({ ...list, family: 'lists' }).skills[0]).toMatchObject({
      name: 'Lists',
      description: 'Models. Free.',
      examples: [],
    })
    const streams = { lets: [], code: code('true') }
    expect(card({ ...make, streams } as RouteIR).capabilities.streaming).toBe(true)
  })

  it('has up to three examples, and no long ones', () => {
    const of = (length: number) => ({ ...make.examples[0]!, body: { a: 'x'.repeat(length) } })
    const bare = 'POST {origin}/pictures {"a":""}'.length
    const examples = (length: number) =>
      card({ ...make, examples: [of(length)] }).skills[0].examples
    expect(examples(400 - bare)).toHaveLength(1)
    expect(examples(401 - bare)).toEqual([])
    const four = ['a', 'b', 'c', 'd'].map(id => ({ ...make, id, path: `/${id}` }))
    expect(card(...four).skills[0].examples).toEqual(
      ['a', 'b', 'c'].map(id => `POST {origin}/${id} {"model":"maker/one"}`),
    )
    const get = { ...make.examples[0]!, body: undefined, path: { name: 'x' } }
    expect(card({ ...read, examples: [get] }).skills[0].examples).toEqual(['GET {origin}/read/x'])
  })
})

describe('the description for MCP registries', () => {
  const server = (summary: string, ...routes: RouteIR[]) =>
    documentOf(emitMcp, catalog(routes, { name: 'My Shop', summary }))

  it('names the gateway and where clients connect', () => {
    const tools = { ...mcp, id: 'tools', path: '/tools', serves: 'mcp_tools' } as RouteIR
    expect(server('A shop.', make, mcp, tools)).toMatchObject({
      $schema: expect.stringMatching(/^https:\/\/static\.modelcontextprotocol\.io\//),
      name: '{origin.reversed}/my-shop',
      title: 'My Shop',
      version: '1.0.0',
      websiteUrl: '{origin}',
      remotes: [
        { type: 'streamable-http', url: '{origin}/mcp' },
        { type: 'streamable-http', url: '{origin}/tools' },
      ],
    })
    expect(server('A shop.', make).remotes).toEqual([])
  })

  it.each([
    ['x'.repeat(100), 'x'.repeat(100)],
    [`${'word '.repeat(20)}end`, `${'word '.repeat(19).trim()}…`],
    [`${'word, '.repeat(30)}end`, `${'word, '.repeat(16).slice(0, -2)}…`],
    ['x'.repeat(101), `${'x'.repeat(99)}…`],
  ])('is cut at a word: %s', (summary, text) => {
    expect(server(summary).description).toBe(text)
  })
})

describe('the contents', () => {
  const contents = (routes: RouteIR[], network: object = {}) =>
    documentOf(emitContents, catalog(routes, {}, network))

  it('list documents and free calls that need no argument', () => {
    const routes = [
      serving('llms.txt'),
      serving('contents.json', { path: '/' }),
      list,
      { ...list, id: 'a', path: '/a/{b}' },
      { ...list, id: 'b', path: '/a/*' },
      mcp,
      read,
    ]
    expect(contents(routes)).toEqual({
      name: 'Shop',
      summary: 'A shop.',
      payments: { protocol: 'x402', version: 2, asset: 'USDC', network: 'eip155:1', label: 'main' },
      mcp: '{origin}/mcp',
      documents: [{ url: '{origin}/at/llms.txt', summary: 'Models' }],
      free: [{ url: '{origin}/pictures/models', summary: 'Models' }],
    })
    expect(contents([{ ...mcp, serves: 'mcp_tools' } as RouteIR])).not.toHaveProperty('mcp')
  })

  it('say how a network is paid', () => {
    const { payments } = contents([], { on_request: ['upto'], retired: 'Use the other one.' })
    expect(payments).toMatchObject({
      retired: 'Use the other one.',
      schemes_on_request: [{ scheme: 'upto' }],
    })
  })
})

describe('the list of resources', () => {
  const items = (routes: RouteIR[], prices: Readonly<Record<string, object>> = {}) => {
    const of = catalog(routes)
    return documentOf(emitX402, of, priced(of, prices)).items
  }

  it('says for whom it is, and lists each address once', () => {
    const other = { ...make, id: 'other', method: 'GET' } as RouteIR
    const of = catalog([make, other, list], {}, { retired: 'Use the other one.' })
    expect(documentOf(emitX402, of)).toMatchObject({
      version: 1,
      x402Version: 2,
      name: 'Shop',
      description: 'A shop.',
      lastUpdated: '{document.updated}',
      network: 'eip155:1',
      retired: 'Use the other one.',
      asset: { symbol: 'USDC', decimals: 6 },
      openapi: '{origin}/openapi.json',
      resources: ['{origin}/pictures'],
      items: [{ method: 'POST' }, { method: 'GET' }],
    })
  })

  it('has the price of each, and how it is paid', () => {
    const [one, two] = items([make, read])
    expect(one).toMatchObject({
      resource: { url: '{origin}/pictures', mimeType: 'application/json', serviceName: 'Shop' },
      type: 'http',
      pricing: { mode: 'range', minUsd: '0.022', maxUsd: '0.211' },
      accepts: [{ amount: '22000', payTo: '{payTo}', maxTimeoutSeconds: 300, scheme: 'exact' }],
      input: { type: 'http', routeTemplate: '/pictures' },
      output: { type: 'json' },
      poll: '{origin}/pictures/{id}',
    })
    expect(two).toMatchObject({ pricing: { mode: 'fixed', usd: '0.0085' } })
    expect(two).not.toHaveProperty('poll')
  })

  it('has what is free, and the rates', () => {
    const rates = { columns: [{ name: 'a' }], rows: [{ model: 'm', cells: { a: '1' } }] }
    const more = { mode: 'quote', min: undefined, max: undefined, rates, freeRows: ['m'] }
    const [one] = items([make], { post_pictures: { ...more, freeQuota: { words: '2 calls' } } })
    expect(one.pricing).toEqual({
      mode: 'quote',
      rates: { columns: { a: '' }, rows: [{ model: 'm', a: '1' }] },
      free: ['m'],
      freeQuota: '2 calls',
    })
  })

  it.each<[string, object, string]>([
    ['of the example', { probeMicro: 5n, lines: [{ micro: 6n }] }, '5'],
    ['of a line that is not free', { lines: [{ micro: 0n, free: true }, { micro: 6n }] }, '6'],
    ['that is the least', { lines: [], min: 7n }, '7'],
    ['of nothing', { lines: [], min: undefined }, '0'],
  ])('asks for the amount %s', (_which, price, amount) => {
    const [one] = items([make], { post_pictures: { probeMicro: undefined, ...price } })
    expect(one.accepts[0].amount).toBe(amount)
  })

  it('has no more words than clients take', () => {
    const long = { ...read, summary: 'x'.repeat(501), tags: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }
    const [one] = items([{ ...long, tags: ['y'.repeat(33), ...long.tags] }])
    expect(one.resource.description).toBe('x'.repeat(500))
    expect(one.resource.tags).toEqual(['y'.repeat(32), 'a', 'b', 'c', 'd'])
  })
})

describe('the price of a route', () => {
  const price = (more: object): RoutePrice => ({ mode: 'quote', lines: [], ...more }) as never

  it.each<[string, object, object, string]>([
    ['suspended', { suspended: {} }, { mode: 'fixed', min: 1n }, 'suspended'],
    ['free', { price: undefined }, {}, 'free'],
    ['fixed', {}, { mode: 'fixed', min: 1_000_000n }, '1 USD'],
    ['only a signature', {}, { mode: 'fixed', min: 0n }, '0 USD; the signature names the wallet'],
    ['a range', {}, { mode: 'range', min: 1n, max: 20n }, '0.000001 to 0.00002 USD'],
    ['quoted', {}, {}, 'quoted per request'],
    ['at least', {}, { min: 10n }, 'from 0.00001 USD, quoted per request'],
    ['at most', {}, { max: 10n }, 'up to 0.00001 USD, quoted per request'],
    ['sometimes free', { free: {} }, { mode: 'fixed', min: 10n }, '0.00001 USD, some calls free'],
    [
      'free at first',
      {},
      { mode: 'range', min: 10n, max: 20n, freeQuota: { words: '2 calls' } },
      '0.00001 to 0.00002 USD; free: the first 2 calls',
    ],
    [
      'free in several ways',
      { free: {} },
      { freeQuota: { words: '2 calls' } },
      'quoted per request, some calls free; free: the first 2 calls',
    ],
  ])('is in a few words: %s', (_name, route, of, words) => {
    expect(priceWords({ ...make, ...route } as RouteIR, price(of))).toBe(words)
  })

  it('has a line for each choice', () => {
    const lines = [
      { micro: 10n, inputs: { n: 1 }, model: 'a' },
      { micro: 0n, inputs: {}, free: true },
    ]
    const rows = [{ model: 'a', min: 1n }]
    expect(endpoint(make, price({ lines, rows, freeRows: ['b'] }))).toEqual({
      id: 'post_pictures',
      method: 'POST',
      path: '/pictures',
      summary: 'Make pictures',
      mode: 'quote',
      prices: [
        { model: 'a', n: 1, usd: '0.00001', micro: '10' },
        { usd: '0', micro: '0', free: true },
      ],
      models: [{ model: 'a', min_usd: '0.000001' }],
      free: ['b'],
    })
    expect(endpoint(read, undefined)).toMatchObject({ mode: 'quote', prices: [] })
  })

  it('is in the document of prices, with what is free', () => {
    expect(
      documentOf(emitPricing, catalog([make, list, { ...read, suspended: {} } as RouteIR])),
    ).toEqual({
      currency: 'USD',
      asset: 'USDC',
      network: 'main',
      fee: '0.001',
      endpoints: [expect.objectContaining({ id: 'post_pictures' })],
      free: [{ method: 'GET', path: '/pictures/models', summary: 'Models' }],
    })
  })
})
