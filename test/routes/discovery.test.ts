/**
 * What is free: documents, health, balance; and how free paths answer other methods, browsers, and
 * payments that nobody asked for.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { loadPaths } from '../helpers/catalog-paths.ts'
import { bought, call, paidBy, signed, type Seen } from './client.ts'
import { startShop, type Shop } from './shop.ts'
import { windClock } from './wind-clock.ts'

const clock = windClock()
let shop: Shop<'chain'>
let buyer: Buyer
let pmPaths: string[]
beforeAll(async () => {
  shop = await startShop({ clock, taps: ['chain'] })
  buyer = await shop.buyer()
  pmPaths = (await loadPaths('data/pm.routes.yaml')).map(path => `/api/v1/pm${path}`)
})
afterAll(() => shop?.stop())

const get = (path: string, headers: Record<string, string> = {}): Promise<Seen> =>
  call(shop.url, { path, headers })
const IMAGES = '/api/v1/images/generations'
const free = [
  '/.well-known/x402',
  '/openapi.json',
  '/api/v1/models',
  '/api/v1/images/models',
  '/api/pricing',
  '/api/health',
  '/api/v1/health/overview',
  '/api/v1/health/chain',
  '/api/v1/health/models',
  '/api/v1/health/regions',
  '/api/v1/balance?address=0x0000000000000000000000000000000000000001',
]
/** A body without what changes by itself. */
const timeless = ({ text }: Seen): string =>
  text.replace(
    /"(block|block_age_seconds|uptime_seconds|relayer_gas_wei|settlements|waiting)":"?\d+"?/g,
    '',
  )

describe.each(free)('%s', path => {
  it('PAY-050 DISC-001 DISC-002 DISC-004 DISC-005 DISC-014..020 MODEL-021 is free JSON', async () => {
    const seen = await get(path)
    expect([seen.status, seen.headers['content-type'], typeof seen.body]).toEqual([
      200,
      'application/json; charset=utf-8',
      'object',
    ])
    expect(Object.keys(seen.headers).filter(name => /payment|authenticate/.test(name))).toEqual([])
  })

  it('PAY-050 ignores a payment, good, spent, of another address or none at all', async () => {
    const rpc = {
      path: '/api/v1/rpc/eth',
      body: { jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [{}] },
    }
    const { header: spent } = await bought(shop.url, buyer.account, rpc)
    const good = await signed(shop.url, buyer.account, rpc)
    const [plain, money] = [await get(path), await buyer.balance()]
    for (const header of [good, spent, '%%%', '', 'e30=']) {
      for (const name of ['payment-signature', 'x-payment']) {
        const seen = await get(path, { [name]: header })
        expect([seen.status, timeless(seen), seen.receipt]).toEqual([
          200,
          timeless(plain),
          undefined,
        ])
      }
    }
    expect((await get(path, { 'payment-signature': good, 'x-payment': spent })).status).toBe(200)
    expect(await buyer.balance()).toBe(money)
    expect((await call(shop.url, { ...rpc, headers: paidBy(good) })).status).toBe(200)
  })

  it.each(['HEAD', 'OPTIONS'])('DISC-021 %s needs no payment and asks for none', async method => {
    const seen = await call(shop.url, { method, path })
    expect([seen.status, seen.headers['payment-required']]).toEqual([200, undefined])
    if (method === 'HEAD') expect(seen.text).toBe('')
    else expect(timeless(seen)).toBe(timeless(await get(path)))
  })

  it.each(['POST', 'PUT', 'DELETE'])('%s is 405', async method => {
    const seen = await call(shop.url, { method, path, ...(method === 'POST' ? { body: {} } : {}) })
    expect([seen.status, seen.body.error, seen.headers.allow]).toEqual([
      405,
      'Method Not Allowed',
      'GET',
    ])
  })
})

describe('browsers', () => {
  it.each([
    ...free,
    IMAGES,
    `${IMAGES}/0123456789abcdef`,
    '/api/v1/rpc/eth',
    '/api/v1/pm/venue-a/markets',
    '/api/v1/pm/markets',
    '/nowhere',
  ])(
    'a preflight of %s is allowed, with the payment headers, and a reply can be read',
    async path => {
      const seen = await call(shop.url, {
        method: 'OPTIONS',
        path,
        headers: {
          origin: 'https://app.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,payment-signature,x-payment',
        },
      })
      expect([seen.status, seen.text, seen.headers['access-control-allow-origin']]).toEqual([
        204,
        '',
        '*',
      ])
      expect(seen.headers['access-control-allow-methods']).toMatch(/GET.*POST/)
      for (const name of ['content-type', 'payment-signature', 'x-payment'])
        expect(seen.headers['access-control-allow-headers']!.toLowerCase()).toContain(name)
      const reply = await get(path, { origin: 'https://app.example' })
      expect(reply.headers['access-control-allow-origin']).toBe('*')
      for (const name of ['payment-required', 'payment-response', 'x-payment-receipt'])
        expect(reply.headers['access-control-expose-headers']!.toLowerCase()).toContain(name)
    },
  )
})

describe('/.well-known/x402', () => {
  it("DISC-001 lists every paid resource on the caller's origin, in the first version's form, with the second's beside it", async () => {
    const { body } = await get('/.well-known/x402', { host: 'api.shop.example' })
    const origin = 'http://api.shop.example'
    expect(body).toMatchObject({ version: 1, x402Version: 2, network: 'eip155:8453' })
    for (const path of [IMAGES, '/api/v1/rpc/{network}', ...pmPaths])
      expect(body.resources).toContain(origin + path)
    for (const path of free) expect(body.resources).not.toContain(origin + path.split('?')[0])
    for (const item of body.items) {
      expect(body.resources).toContain(item.resource.url)
      expect(item.accepts[0]).toMatchObject({
        scheme: 'exact',
        network: 'eip155:8453',
        payTo: shop.world.payTo,
        amount: expect.stringMatching(/^\d+$/),
      })
    }
    expect((await get('/.well-known/x402.json', { host: 'api.shop.example' })).text).toBe(
      (await get('/.well-known/x402', { host: 'api.shop.example' })).text,
    )
  })
})

describe('what agents and MCP clients find at well-known addresses', () => {
  const host = 'api.shop.example'
  const origin = `http://${host}`

  it('is filled in for the caller', async () => {
    const { body: card } = await get('/.well-known/agent-card.json', { host })
    expect(card).toMatchObject({ url: origin, skills: expect.any(Array) })
    const { body: mcp } = await get('/.well-known/mcp.json', { host })
    expect(mcp.name).toMatch(/^example\.shop\.api\/[a-z0-9-]+$/)
    for (const { url } of [...mcp.remotes, ...card.supportedInterfaces])
      expect(url.startsWith(`${origin}/`)).toBe(true)
    expect(JSON.stringify([card, mcp])).not.toMatch(/\{(origin|document|payTo)/)
  })

  it('has an address at which MCP is spoken', async () => {
    const { remotes } = (await get('/.well-known/mcp.json', { host })).body
    const seen = await call(shop.url, {
      path: remotes[0].url.slice(origin.length),
      body: { jsonrpc: '2.0', id: 1, method: 'ping' },
      headers: { accept: 'application/json, text/event-stream' },
    })
    expect(seen.status).toBe(200)
  })

  it('does not say when it changed last unless every machine would say the same', async () => {
    const { version, lastUpdated } = (await get('/.well-known/x402')).body
    // No date of the frozen catalog has come, and it was not released.
    expect([version, lastUpdated]).toEqual([1, undefined])
  })
})

describe('/openapi.json', () => {
  it('DISC-002 DISC-003 VER-001 is OpenAPI 3.1 with every path of this gateway, each paid one with its 402', async () => {
    const { body } = await get('/openapi.json')
    expect(body.openapi).toMatch(/^3\.1\.\d+$/)
    expect(body.servers[0].url).toBe(shop.url)
    const paid: [string, string][] = [
      ['post', IMAGES],
      ['post', '/api/v1/rpc/{network}'],
      ['post', '/api/v1/pm/venue-a/wallet/identities'],
      ...pmPaths.map((path): [string, string] => ['get', path]),
    ]
    for (const [method, path] of paid)
      expect([path, Object.keys(body.paths[path]?.[method]?.responses ?? {})]).toEqual([
        path,
        expect.arrayContaining(['200', '402']),
      ])
    for (const path of free)
      expect([path, body.paths[path.split('?')[0]!]?.get?.responses?.['200']]).toEqual([
        path,
        expect.any(Object),
      ])
  })
})

describe('/api/pricing', () => {
  it('DISC-020 has the very amounts that the 402s ask for', async () => {
    const { body } = await get('/api/pricing')
    expect(body).toMatchObject({ currency: 'USD', asset: 'USDC', network: 'base', fee: '0.001' })
    const images = body.endpoints.find((one: any) => one.path === IMAGES)
    expect(images.prices.length).toBeGreaterThanOrEqual(24)
    for (const { model, size, n = 1, micro, usd } of images.prices) {
      const quoted = await call(shop.url, { path: IMAGES, body: { model, size, n, prompt: 'x' } })
      expect([model, size, quoted.body.accepts[0].amount, Number(usd)]).toEqual([
        model,
        size,
        micro,
        Number(micro) / 1e6,
      ])
    }
    const predictions = body.endpoints.filter((one: any) => one.path.startsWith('/api/v1/pm/'))
    expect(predictions.length).toBeGreaterThanOrEqual(pmPaths.length)
    for (const one of predictions) expect(one.usd).toBe('0.0085')
  })

  it("has neither margin nor formulas, which are the operator's", async () => {
    const { body } = await get('/api/pricing')
    expect(body.margin).toBeUndefined()
    for (const endpoint of body.endpoints) expect(endpoint.formula).toBeUndefined()
  })
})

describe('/api/v1/balance', () => {
  const of = (address: string): Promise<Seen> => get(`/api/v1/balance?address=${address}`)
  it('DISC-014 shows what a wallet holds, also after it paid', async () => {
    const wallet = await shop.buyer(1_234_567n)
    const { address } = wallet.account
    expect((await of(address)).body).toEqual({
      address,
      network: 'base',
      asset: 'USDC',
      balance: '1.234567',
      balance_micro: 1_234_567,
    })
    expect(
      (await bought(shop.url, wallet.account, { path: '/api/v1/pm/venue-a/trades' })).status,
    ).toBe(200)
    await clock.wind(3000)
    expect((await of(address)).body.balance_micro).toBe(1_226_067)
    await clock.wind(3000)
    expect((await of(address.toLowerCase())).body.balance).toBe('1.226067')
  })

  it.each([
    '',
    '0x',
    '0x123',
    'vitalik.eth',
    `0x${'g'.repeat(40)}`,
    `${'a'.repeat(40)}`,
    `0x${'a'.repeat(41)}`,
  ])('DISC-014 %j is no wallet: 400', async address => {
    expect(await of(address)).toMatchObject({
      status: 400,
      body: {
        error: 'Invalid query',
        message: expect.stringMatching(
          address === ''
            ? /^query parameter address must not be empty$/
            : /^query parameter address must be the address of a wallet on this network$/,
        ),
        details: [{ path: 'address', in: 'query' }],
      },
    })
  })

  it('DISC-014 no wallet, or two, is 400', async () => {
    expect((await get('/api/v1/balance')).status).toBe(400)
    const one = `0x${'0'.repeat(39)}1`
    expect((await get(`/api/v1/balance?address=${one}&address=${one}`)).status).toBe(400)
  })
})

describe('health', () => {
  it('DISC-015..019 is well when everything is', async () => {
    const [basic, overview, chain, models, regions] = await Promise.all([
      get('/api/health'),
      get('/api/v1/health/overview'),
      get('/api/v1/health/chain'),
      get('/api/v1/health/models'),
      get('/api/v1/health/regions'),
    ])
    for (const { body } of [basic, overview, chain, models, regions])
      expect([body.status, body.ok]).toEqual(['ok', true])
    expect(chain.body).toMatchObject({
      network: 'base',
      chain_id: 'eip155:8453',
      block: expect.any(Number),
      settlement: { ok: true },
    })
    expect(models.body.upstreams.map((one: any) => one.name)).toEqual(
      expect.arrayContaining([
        'vendorA',
        'vendorB',
        'vendorC',
        'vendorD',
        'vendorE',
        'nodes',
        'predex',
      ]),
    )
    expect(overview.body).toMatchObject({
      store: { ok: true },
      chain: { ok: true },
      models: { ok: true },
    })
    expect(regions.body.regions).toEqual([{ name: 'local', status: 'ok' }])
  })

  it('DISC-018 reports an upstream that fails', async () => {
    shop.world.upstreams.set('predex', 'fail')
    for (let n = 0; n < 4; n++)
      expect(
        (await bought(shop.url, buyer.account, { path: '/api/v1/pm/venue-a/trades' })).status,
      ).toBe(502)
    shop.world.upstreams.reset()
    const { body } = await get('/api/v1/health/models')
    expect([body.ok, body.upstreams.find((one: any) => one.name === 'predex').status]).toEqual([
      false,
      'failing',
    ])
  })

  it('DISC-015 DISC-017 is 503 while the chain cannot be reached, and well again afterwards', async () => {
    shop.taps.chain.cut(true)
    await clock.wind(3001)
    const down = await get('/api/health')
    const view = await get('/api/v1/health/chain')
    const overview = await get('/api/v1/health/overview')
    const balance = await get(`/api/v1/balance?address=${buyer.account.address}`)
    shop.taps.chain.cut(false)
    expect([down.status, down.body.ok, view.body.ok, view.body.block]).toEqual([
      503,
      false,
      false,
      null,
    ])
    expect([view.status, overview.status]).toEqual([503, 503])
    expect([balance.status, balance.body.details]).toEqual([503, 'The chain cannot be reached.'])
    expect(down.text + view.text).not.toContain(shop.taps.chain.url)
    await clock.wind(3001)
    expect((await get('/api/health')).status).toBe(200)
  })

  it('nothing of keys, addresses of upstreams or files is shown', async () => {
    const { env } = shop.world
    const secrets = Object.entries(env)
      .filter(([name]) => /_KEY$|_URL$|_DIR$/.test(name))
      .map(([, value]) => value)
    for (const path of free) {
      const { text } = await get(path)
      for (const secret of secrets) expect(text).not.toContain(secret)
    }
  })
})
