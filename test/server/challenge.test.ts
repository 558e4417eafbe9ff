/** The 402 and everything that is found by asking: challenges, probes, discovery, preflights. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  gives,
  requirementsOf,
  startCashGateway,
  type CashGateway,
  type Seen,
} from '../helpers/cash-gateway.ts'

let at: CashGateway
beforeAll(async () => {
  at = await startCashGateway()
})
afterAll(async () => {
  await at.stop()
})

const challengeOf = (seen: Seen): any =>
  JSON.parse(Buffer.from(seen.headers.get('payment-required')!, 'base64').toString('utf8'))

describe('the challenge', () => {
  it('PAY-006..014 PAY-019 PAY-020 stands in three headers and in the body', async () => {
    const seen = await at.fetch('/pm/read/1?x=1')
    const value = seen.headers.get('payment-required')!
    expect(value).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
    expect(value.length % 4).toBe(0)
    expect(seen.headers.get('x-payment-required')).toBe(value)
    expect(seen.headers.get('www-authenticate')).toBe(`X402 requirements=${value}`)
    const challenge = challengeOf(seen)
    expect(challenge).toEqual({
      x402Version: 2,
      resource: { url: `${at.url}/pm/read/1`, description: 'Read', mimeType: 'application/json' },
      accepts: [
        {
          scheme: 'exact',
          network: 'eip155:999',
          amount: '8500',
          asset: '0x00000000000000000000000000000000000ca5e0',
          payTo: at.world.cash.paymentScheme.payTo,
          maxTimeoutSeconds: 300,
          extra: { name: 'Cash', version: '1' },
        },
      ],
      extensions: {
        bazaar: { info: { input: { type: 'http', method: 'GET' } }, schema: { type: 'object' } },
      },
    })
    expect(seen.body).toEqual({
      x402Version: 2,
      accepts: challenge.accepts,
      extensions: expect.objectContaining({
        bazaar: expect.any(Object),
        price: expect.any(Object),
      }),
      error: 'Payment Required',
      message: 'Pay',
      price: { amount: '0.0085', currency: 'USD' },
      endpoint: '/pm/read/1',
      method: 'GET',
      description: 'Read',
      paymentInfo: { network: 'cash', asset: 'CASH', x402Version: 2 },
    })
    expect(JSON.stringify(challenge)).not.toContain('null')
  })

  it('is never cached, and open to browsers', async () => {
    const { headers } = await at.fetch('/pm/read/1')
    expect(headers.get('cache-control')).toBe('no-store, no-cache, must-revalidate, max-age=0')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toMatch(
      /PAYMENT-REQUIRED, PAYMENT-RESPONSE,.*X-Payment-Receipt/,
    )
  })

  it('names each address by itself, also when the route is the same and answers come from memory', async () => {
    for (const path of ['/pm/read/1', '/pm/read/2', '/pm/read/1']) {
      const seen = await at.fetch(path)
      expect(challengeOf(seen).resource.url).toBe(at.url + path)
      expect(seen.body.endpoint).toBe(path)
    }
  })

  it('is on the origin that the caller used; a Host that is none is not repeated', async () => {
    const inject = async (host: string): Promise<string> => {
      const reply = await at.gateway.app.inject({ url: '/pm/read/1', headers: { host } })
      return JSON.parse(
        Buffer.from(reply.headers['payment-required'] as string, 'base64').toString(),
      ).resource.url
    }
    expect(await inject('Shop.Example:8443')).toBe('http://shop.example:8443/pm/read/1')
    expect(await inject('evil"onload=x')).toMatch(/^http:\/\/localhost:\d+\/pm\/read\/1$/)
    expect(await inject('a/b@c')).toMatch(/^http:\/\/localhost:\d+\//)
  })

  it('changes with the price of the request, and is exact', async () => {
    const seen = await at.post('/write/first', { text: 'a', n: 3 })
    expect(challengeOf(seen).accepts[0].amount).toBe('160500')
    expect(seen.body.price).toEqual({ amount: '0.160500', currency: 'USD', each: '53500' })
  })

  it('asks for the amount of its own request where prices are written with fewer digits', async () => {
    const price = { micro: (c: any) => BigInt(c.body.n), decimals: 2, identify: false }
    const rounded = { ...routes.write!, price }
    const other = await startCashGateway(cashWorld(cashCatalog([rounded])))
    const asked = async (n: number): Promise<string> =>
      challengeOf(await other.post('/write/first', { text: 'a', n })).accepts[0].amount
    expect([await asked(2), await asked(3)]).toEqual(['2', '3'])
    await other.stop()
  })
})

describe('where the 402 stands', () => {
  it('PM-008 a route with `challenge: before_gates` answers 402 before it validates', async () => {
    expect((await at.fetch('/pm/read/1?nonsense=%ff')).status).toBe(402)
  })

  it('IMG-034 a route that checks first answers 400 unpaid and paid', async () => {
    const paid = at.world.cash.wallet('ann').sign(await at.quote('/write/first', { text: 'a' }))
    expect((await at.post('/write/first', { text: '' })).status).toBe(400)
    expect((await at.post('/write/first', { text: '' }, paid)).status).toBe(400)
  })

  it('a POST without any body is a probe: 402 with the first example that this network sells; {} is a body', async () => {
    const probe = await at.fetch('/write/first', { method: 'POST' })
    expect([probe.status, requirementsOf(probe).amount]).toEqual([402, '53500'])
    expect(
      (
        await at.fetch('/images', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(402)
    expect((await at.post('/write/first', '{}')).status).toBe(400)
  })

  it('on a network that sells none of the examples a probe is validated like any other call', async () => {
    const small = await startCashGateway(cashWorld(cashCatalog(), 'small'))
    try {
      expect((await small.fetch('/images', { method: 'POST' })).status).toBe(400)
      expect((await small.post('/images', { model: 'first', prompt: 'x' })).status).toBe(400)
      expect((await small.post('/images', { model: 'second/SLOW', prompt: 'x' })).status).toBe(402)
    } finally {
      await small.stop()
    }
  })
})

describe('other methods', () => {
  it('DISC-026 a paid path that only takes POST answers GET and HEAD with the same 402, a GET with a payment with 405, and never charges', async () => {
    const paid = at.world.cash
      .wallet('ann')
      .sign(await at.quote('/images', { model: 'first', prompt: 'x' }))
    const probe = await at.fetch('/images', { method: 'POST' })
    const asked = await at.fetch('/images', { method: 'GET', headers: { 'x-payment': paid } })
    expect([asked.status, asked.headers.get('allow')]).toEqual([405, 'POST'])
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const headers: Record<string, string> = method === 'GET' ? {} : { 'x-payment': paid }
      const seen = await at.fetch('/images', { method, headers })
      expect([method, seen.status]).toEqual([method, 402])
      expect(seen.headers.get('payment-required')).toBe(probe.headers.get('payment-required'))
      if (method === 'GET') expect(seen.body).toEqual(probe.body)
      else if (method === 'HEAD') expect(seen.text).toBe('')
    }
    expect(at.world.cash.bank.attempts).toEqual([])
  })

  it('a paid GET answers HEAD with its 402', async () => {
    const seen = await at.fetch('/pm/read/1', { method: 'HEAD' })
    expect([seen.status, requirementsOf(seen).amount]).toEqual([402, '8500'])
  })

  it('DISC-021 a free path answers HEAD and OPTIONS like GET, without any challenge', async () => {
    const seen = await at.fetch('/hello', { method: 'OPTIONS' })
    expect([seen.status, seen.body, seen.headers.get('payment-required')]).toEqual([
      200,
      { hello: 'world' },
      null,
    ])
    expect(await at.fetch('/hello', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
  })

  it('any other method is 405 with the ones that are served', async () => {
    const seen = await at.fetch('/hello', { method: 'POST' })
    expect([seen.status, seen.body.error, seen.headers.get('allow')]).toEqual([
      405,
      'Method Not Allowed',
      'GET',
    ])
    expect((await at.fetch('/images', { method: 'PUT' })).headers.get('allow')).toBe('POST')
  })

  it('a preflight is 204 everywhere and allows the payment headers and what was asked for', async () => {
    for (const path of [
      '/hello',
      '/images',
      '/images/0123456789abcdef',
      '/pm/read/1',
      '/nowhere',
      '/gone',
    ]) {
      const asked = {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-own, payment-signature, bad header',
      }
      const seen = await at.fetch(path, { method: 'OPTIONS', headers: asked })
      expect([path, seen.status, seen.text]).toEqual([path, 204, ''])
      expect(seen.headers.get('access-control-allow-origin')).toBe('*')
      expect(seen.headers.get('access-control-allow-methods')).toContain('POST')
      const allowed = seen.headers.get('access-control-allow-headers')!
      expect(allowed).toMatch(/PAYMENT-SIGNATURE, X-Payment, Content-Type.*x-own/)
      expect(allowed).not.toContain('bad header')
      expect(seen.headers.get('access-control-expose-headers')).toContain('PAYMENT-RESPONSE')
    }
  })
})

it('RPC-008 hot reads are kept: HIT, MISS or BYPASS is said, the caller keeps its own id, and the price stays', async () => {
  at.world.vendor.asked.length = 0
  at.world.vendor.reply = ({ scope }) =>
    gives(
      scope.body.bad ? { id: scope.body.id, error: 'no' } : { id: scope.body.id, result: '0x1' },
    )
  const read = async (body: object): Promise<Seen> =>
    at.post(
      '/write/first',
      body,
      at.world.cash.wallet('ann').sign(await at.quote('/write/first', body)),
    )
  const cases = [
    [{ text: 'a', hot: true, id: 1 }, 'MISS'],
    [{ text: 'a', hot: true, id: 'two' }, 'HIT'],
    [{ text: 'a', id: 3 }, 'BYPASS'],
    [{ text: 'b', hot: true, bad: true, id: 4 }, 'MISS'],
    [{ text: 'b', hot: true, bad: true, id: 5 }, 'MISS'],
  ] as const
  for (const [body, state] of cases) {
    const seen = await read(body)
    expect([seen.status, seen.headers.get('x-cache'), seen.body.id]).toEqual([200, state, body.id])
  }
  expect(at.world.vendor.asked).toHaveLength(4)
  await at.world.clock.advance(2000)
  expect((await read({ text: 'a', hot: true, id: 6 })).headers.get('x-cache')).toBe('MISS')
  expect(at.world.cash.bank.attempts).toHaveLength(6)
})

it('a reply that is cached for others answers the request as the gateway read it, not as it was written', async () => {
  at.world.vendor.asked.length = 0
  at.world.vendor.reply = () => gives({ result: '0x1' })
  const twice = (hot: boolean): string => `{"text":"a","text":"b","hot":${hot}}`
  const sent = async (body: string): Promise<unknown> => {
    const header = at.world.cash.wallet('ann').sign(await at.quote('/write/first', body))
    expect((await at.post('/write/first', body, header)).status).toBe(200)
    return at.world.vendor.asked.at(-1)!.body!.toString()
  }
  expect(JSON.parse(String(await sent(twice(true))))).toEqual({ text: 'b', n: 1, hot: true })
  expect(at.world.vendor.asked[0]!.body!.toString()).not.toContain('"a"')
  expect(await sent(twice(false))).toBe(twice(false))
})

describe('a catalog that cannot be served', () => {
  const refused = (change: object, key: keyof typeof routes = 'hello'): Promise<unknown> =>
    startCashGateway(cashWorld(cashCatalog([{ ...routes[key]!, ...change } as never]))).then(
      one => one.stop().then(() => 'started'),
      (error: Error) => error.message,
    )

  it('is refused at start with the place of the route', async () => {
    expect(await refused({ flow: 'elsewhere' })).toBe(
      'test:1: the flow elsewhere of get_hello is not one that this gateway has',
    )
    expect(await refused({ flow: 'toString' })).toContain('test:1')
    expect(await refused({ envelope: 'none' })).toBe('test:1: there is no error envelope "none"')
    expect(await refused({ table: 'none' })).toContain('test:1')
    expect(await refused({ limit: 'none' })).toContain('test:1')
    expect(await refused({ price: undefined }, 'read')).toBe(
      'test:5: get_read is paid but has no price',
    )
  })

  it('is refused when two routes claim one address', async () => {
    const twice = cashCatalog([routes.hello!, { ...routes.hello!, id: 'again', origin: 'test:99' }])
    await expect(startCashGateway(cashWorld(twice))).rejects.toThrow(
      'test:99: GET /hello is served by test:1 already',
    )
  })
})
