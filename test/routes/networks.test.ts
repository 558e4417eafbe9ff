/**
 * The test gateway: the same paths on another chain, with fewer models; and the addresses that no
 * gateway serves.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { BASE, newWallet, signPayment, TESTNET, toHeader } from '../helpers/chain.ts'
import { loadPaths } from '../helpers/catalog-paths.ts'
import { bought, call, paidBy, type Seen, type Sent } from './client.ts'
import { startShop, type Shop } from './shop.ts'

const IMAGES = '/api/v1/images/generations'
let base: Shop
let test: Shop
let buyer: Buyer
beforeAll(async () => {
  ;[base, test] = await Promise.all([startShop(), startShop({ network: 'testnet' })])
  buyer = await test.buyer()
})
afterAll(() => Promise.all([base?.stop(), test?.stop()]))

const sales: Record<string, { sent: Sent; micro: bigint }> = {
  'an image': {
    sent: { path: IMAGES, body: { model: 'vendorA/image-1', prompt: 'x' } },
    micro: 22_000n,
  },
  'an RPC call': {
    sent: { path: '/api/v1/rpc/sol', body: { jsonrpc: '2.0', id: 1, method: 'getHealth' } },
    micro: 4000n,
  },
  'prediction data': { sent: { path: '/api/v1/pm/venue-c/markets?limit=1' }, micro: 8500n },
  'prediction data, posted': {
    sent: {
      path: '/api/v1/pm/venue-a/wallet/identities',
      body: { addresses: [`0x${'ab'.repeat(20)}`] },
    },
    micro: 8500n,
  },
}

describe.each(Object.entries(sales))('%s on the test network', (_name, { sent, micro }) => {
  it('NET-006 PAY-030 PM-004 is asked for in test USDC on its own chain', async () => {
    const seen = await call(test.url, sent)
    expect(seen.challenge!.accepts).toEqual([
      {
        scheme: 'exact',
        network: 'eip155:84532',
        amount: String(micro),
        asset: TESTNET.asset.address,
        payTo: test.world.payTo,
        maxTimeoutSeconds: sent.path === IMAGES ? 600 : 300,
        extra: { name: 'USDC', version: '2' },
      },
    ])
    expect(seen.body).toMatchObject({
      accepts: seen.challenge!.accepts,
      paymentInfo: { network: 'base-sepolia', asset: 'USDC', x402Version: 2 },
    })
    const there = await call(base.url, sent)
    expect(there.body.price).toEqual(seen.body.price)
  })

  it('NET-006 PAY-054 PAY-069 is sold for it', async () => {
    const before = await buyer.balance()
    const seen = await bought(test.url, buyer.account, sent)
    expect([seen.status, seen.receipt!.network, before - (await buyer.balance())]).toEqual([
      200,
      'eip155:84532',
      micro,
    ])
    if (sent.path === IMAGES)
      expect(seen.body.payment).toMatchObject({ status: 'settled', network: 'base-sepolia' })
  })

  it('NET-008 NET-010 ERR-004 ERR-005 money of one network buys nothing on the other', async () => {
    const account = newWallet()
    await Promise.all([
      base.world.chain.fund(account.address, 1_000_000n),
      test.world.chain.fund(account.address, 1_000_000n),
    ])
    for (const [here, there, spec] of [
      [base, test, TESTNET],
      [test, base, BASE],
    ] as const) {
      const offered = (await call(there.url, sent)).challenge!.accepts[0]!
      const header = toHeader(await signPayment(account, spec, offered))
      const seen = await call(here.url, { ...sent, headers: paidBy(header) })
      expect([seen.status, seen.body.error, seen.body.code]).toEqual([
        402,
        'Payment verification failed',
        'PAYMENT_INVALID',
      ])
      expect(await here.world.chain.balanceOf(account.address)).toBe(1_000_000n)
      expect((await call(there.url, { ...sent, headers: paidBy(header) })).status).toBe(200)
      await there.world.chain.fund(account.address, micro)
    }
  })
})

it('PM-004 NET-006 every path of prediction data costs the same on both', async () => {
  for (const path of await loadPaths('data/pm.routes.yaml')) {
    const amounts = await Promise.all(
      [base, test].map(
        async ({ url }) => (await call(url, { path: `/api/v1/pm${path}` })).body.accepts[0].amount,
      ),
    )
    expect([path, ...amounts]).toEqual([path, '8500', '8500'])
  }
})

describe('models of the test network', () => {
  const ids = async (shop: Shop, path: string): Promise<string[]> =>
    (await call(shop.url, { path })).body.data.map((one: any) => one.id)
  it.each(['/api/v1/models', '/api/v1/images/models'])(
    'NET-007 %s is a part of the one on the main network',
    async path => {
      const [all, some] = [await ids(base, path), await ids(test, path)]
      expect(some.filter(id => !all.includes(id))).toEqual([])
      expect([some.length > 0, some.length < all.length]).toEqual([true, true])
    },
  )

  it('NET-007 IMG-006 what is listed is sold, and what is not is unknown', async () => {
    const [all, some] = [
      await ids(base, '/api/v1/images/models'),
      await ids(test, '/api/v1/images/models'),
    ]
    for (const model of all) {
      const { status, body } = await call(test.url, { path: IMAGES, body: { model, prompt: 'x' } })
      expect([model, status]).toEqual([model, some.includes(model) ? 402 : 400])
      if (status === 400) expect(body.error.split(' - ')[1].split(', ')).toEqual(some)
    }
  })

  it('NET-006 a job is polled where it was posted, and unknown at the other gateway', async () => {
    const sent = { path: IMAGES, body: { model: 'vendorD/image-5-pro', prompt: 'x' } }
    const { body: job, header } = await bought(test.url, buyer.account, sent)
    expect((await call(base.url, { path: job.poll_url, headers: paidBy(header) })).status).toBe(404)
    const poll = async (): Promise<Seen> => {
      const seen = await call(test.url, { path: job.poll_url, headers: paidBy(header) })
      return seen.status === 202 ? poll() : seen
    }
    expect((await poll()).body.payment).toMatchObject({
      status: 'settled',
      network: 'base-sepolia',
    })
  })
})

describe('documents of the test network', () => {
  const of = async (path: string): Promise<any> => (await call(test.url, { path })).body
  it('NET-006 DISC-001 the resource list offers its own network', async () => {
    const { network, items } = await of('/.well-known/x402')
    expect([network, ...new Set(items.map((one: any) => one.accepts[0].network))]).toEqual([
      'eip155:84532',
      'eip155:84532',
    ])
  })
  it('NET-006 DISC-020 the price list is its own', async () =>
    expect((await of('/api/pricing')).network).toBe('base-sepolia'))
  it('NET-006 DISC-002 the API description is its own', async () =>
    expect((await of('/openapi.json')).info.description).toContain('eip155:84532'))
})

describe('versions', () => {
  it.each([
    ['GET', '/v1/images/generations/0123456789abcdef'],
    ['GET', '/v1/images/models'],
    ['POST', '/v1/images/image2image'],
    ['POST', '/v1/audio/generations'],
    ['POST', '/v1/videos/generations'],
    ['POST', '/v1/videos'],
  ])(
    'VER-003 %s %s, without /api, is 404 with and without a payment, never 402',
    async (method, path) => {
      for (const headers of [{}, paidBy('%%%')]) {
        const sent = {
          method,
          path,
          headers,
          ...(method === 'POST' ? { body: { model: 'vendorA/image-1', prompt: 'x' } } : {}),
        }
        for (const { url } of [base, test]) {
          const seen = await call(url, sent)
          expect([seen.status, seen.body.error, seen.headers['payment-required']]).toEqual([
            404,
            expect.objectContaining({
              type: 'invalid_request_error',
              message: expect.stringContaining(path),
            }),
            undefined,
          ])
        }
      }
    },
  )

  it("what is under /v1 in the form of other gateways' clients is on sale there: images, edits, speech", async () => {
    for (const path of ['/v1/images/generations', '/v1/images/edits', '/v1/audio/speech']) {
      expect((await call(base.url, { method: 'GET', path })).status).toBe(402)
    }
  })

  it('VER-001 VER-004 /api/v1 is the prefix, and version 2 the protocol, on both', async () => {
    for (const { url } of [base, test])
      for (const { sent } of Object.values(sales)) {
        expect(sent.path).toMatch(/^\/api\/v1\//)
        const { challenge, body } = await call(url, sent)
        expect([challenge!.x402Version, body.x402Version, body.paymentInfo.x402Version]).toEqual([
          2, 2, 2,
        ])
      }
  })

  it('the list of models is served without /api too', async () => {
    expect((await call(base.url, { path: '/v1/models' })).status).toBe(200)
  })
})
