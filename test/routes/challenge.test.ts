/** The 402 of every shape of paid route, to the byte: headers, body and what to sign. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { microOf } from '../prices/lines.ts'
import { bought, call, paidBy, payloadOf, signed, type Seen, type Sent } from './client.ts'

let shop: TestGateway
let buyer: Buyer
beforeAll(async () => {
  shop = await startGateway()
  buyer = await shop.buyer()
})
afterAll(() => shop?.stop())

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const IMAGES = '/api/v1/images/generations'
const image = { model: 'vendorB/image-fast', prompt: 'a cat', n: 2 }
const block = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }
const rpcSummary = 'JSON-RPC on 40 blockchains, one call or a batch'

/** What is asked, and what its 402 must say besides what all have in common. */
interface Shape {
  sent: Sent
  micro: number
  amount: string
  seconds: number
  summary: string
  price?: object
  more: object
}
const described = (sent: Sent, method: string, summary: string) => ({
  endpoint: sent.path,
  method,
  description: summary,
})
const generation = {
  generation_info: { flow: 'hybrid', expected_time: '5 to 120 seconds', inline_window_seconds: 30 },
}
const predictions = { category: 'prediction-markets', tier: 'standard' }

const onImages = (
  sent: Sent,
  quote: { micro: number; amount: string; rate: number; n: number },
): Shape => ({
  sent,
  micro: quote.micro,
  amount: quote.amount,
  seconds: 600,
  summary: 'Generate images from text',
  price: { pricePerImage: quote.rate, totalImages: quote.n },
  more: generation,
})
const onRpc = (sent: Sent, micro: number, amount: string): Shape => ({
  sent,
  micro,
  amount,
  seconds: 300,
  summary: rpcSummary,
  more: described(sent, 'POST', rpcSummary),
})
const onPredictions = (sent: Sent, method: string, summary: string): Shape => ({
  sent,
  micro: 8500,
  amount: '0.0085',
  seconds: 300,
  summary,
  more: { ...described(sent, method, summary), ...predictions },
})
const one = { micro: 22_000, amount: '0.022000', rate: 0.02, n: 1 }

const shapes: Record<string, Shape> = {
  images: onImages(
    { path: IMAGES, body: image },
    { micro: 106_000, amount: '0.106000', rate: 0.05, n: 2 },
  ),
  'images, without a body': onImages({ method: 'POST', path: IMAGES }, one),
  'images, by GET': onImages({ path: IMAGES }, one),
  'images, by OPTIONS': onImages({ method: 'OPTIONS', path: IMAGES }, one),
  'an RPC call': onRpc({ path: '/api/v1/rpc/eth', body: block }, 4000, '0.0040'),
  'an RPC batch': onRpc(
    { path: '/api/v1/rpc/solana', body: [block, block, block] },
    12_000,
    '0.0120',
  ),
  'RPC, without a body': onRpc({ method: 'POST', path: '/api/v1/rpc/base' }, 4000, '0.0040'),
  'RPC, by GET': onRpc({ path: '/api/v1/rpc/base' }, 4000, '0.0040'),
  'prediction data': onPredictions(
    { path: '/api/v1/pm/venue-a/markets' },
    'GET',
    'Venue A markets',
  ),
  'prediction data of an id': onPredictions(
    { path: '/api/v1/pm/exchange/candles/BTCUSDT' },
    'GET',
    'Exchange candles',
  ),
  'prediction data, posted': onPredictions(
    {
      path: '/api/v1/pm/venue-a/wallet/identities',
      body: { addresses: ['0x0000000000000000000000000000000000000001'] },
    },
    'POST',
    'Identities of many wallets',
  ),
  'prediction data, without a body': onPredictions(
    { method: 'POST', path: '/api/v1/pm/venue-a/wallet/identities' },
    'POST',
    'Identities of many wallets',
  ),
  'suspended prediction data': onPredictions(
    { path: '/api/v1/pm/sports/games' },
    'GET',
    'Sports markets (temporarily unavailable)',
  ),
}

describe.each(Object.entries(shapes))(
  '%s',
  (_name, { sent, micro, amount, seconds, summary, price, more }) => {
    let asked: Seen
    beforeAll(async () => {
      asked = await call(shop.url, sent)
    })

    it('PAY-005 PAY-006 PAY-007 PAY-008 VER-004 is 402 with one challenge in three headers, standard base64', () => {
      const value = asked.headers['payment-required']!
      expect(asked.status).toBe(402)
      expect(value).toMatch(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/)
      expect([asked.headers['x-payment-required'], asked.headers['www-authenticate']]).toEqual([
        value,
        `X402 requirements=${value}`,
      ])
      expect(asked.headers['cache-control']).toContain('no-store')
      expect(asked.headers['content-type']).toBe('application/json; charset=utf-8')
    })

    it('PAY-010..020 NET-001 the challenge names amount, asset, seller, lifetime and address, and nothing is null', () => {
      const { challenge } = asked
      expect(challenge).toEqual({
        x402Version: 2,
        resource: { url: shop.url + sent.path, description: summary, mimeType: 'application/json' },
        accepts: [
          {
            scheme: 'exact',
            network: 'eip155:8453',
            amount: String(micro),
            asset: USDC,
            payTo: shop.world.payTo,
            maxTimeoutSeconds: seconds,
            extra: { name: 'USD Coin', version: '2' },
          },
        ],
        extensions: expect.any(Object),
      })
      expect(Array.isArray(challenge!.extensions)).toBe(false)
      expect(JSON.stringify(challenge)).not.toContain('null')
      for (const extension of Object.values(challenge!.extensions)) {
        expect(extension).toMatchObject({ info: expect.any(Object), schema: expect.any(Object) })
      }
    })

    it('PAY-009 PAY-021..027 PAY-030 PAY-031 the body mirrors it, with the price in words for people and programs', () => {
      expect(asked.body).toEqual({
        x402Version: 2,
        accepts: asked.challenge!.accepts,
        resource: asked.challenge!.resource,
        extensions: asked.body.extensions,
        error: 'Payment Required',
        message: expect.stringMatching(/\S/),
        price: { amount, currency: 'USD', ...price },
        ...more,
        paymentInfo: { network: 'base', asset: 'USDC', x402Version: 2 },
      })
      expect(Number(asked.body.price.amount)).toBe(micro / 1e6)
    })

    it('the body says what the price adds up, of which catalog, and until when it is kept', () => {
      const { info, schema } = asked.body.extensions.price
      expect(asked.challenge!.extensions).not.toHaveProperty('price')
      expect(Object.keys(schema.properties)).toEqual(Object.keys(info))
      expect([microOf(info.lines), Number(info.total)]).toEqual([BigInt(micro), micro / 1e6])
      expect([info.currency, info.catalog]).toEqual(['USD', expect.stringMatching(/^[\da-f]{64}$/)])
      const left = Date.parse(info.validUntil) - Date.parse(asked.headers.date!)
      expect([left > (seconds - 61) * 1000, left <= seconds * 1000]).toEqual([true, true])
    })

    it('HEAD says the same without a body', async () => {
      const { status, headers, text } = await call(shop.url, { method: 'HEAD', path: sent.path })
      expect([status, text]).toEqual([402, ''])
      expect(headers['payment-required']).toBeDefined()
    })
  },
)

it('PAY-019 the address in a challenge is on the origin that was asked, also behind a proxy that speaks TLS', async () => {
  const at = async (headers: Record<string, string>) =>
    (await call(shop.url, { path: '/api/v1/pm/venue-a/trades', headers })).challenge!.resource.url
  expect(await at({ host: 'api.shop.example' })).toBe(
    'http://api.shop.example/api/v1/pm/venue-a/trades',
  )
  expect(await at({ host: 'api.shop.example', 'x-forwarded-proto': 'https' })).toBe(
    'https://api.shop.example/api/v1/pm/venue-a/trades',
  )
})

describe('PAY-001 nothing but a payment pays', () => {
  const claims: Record<string, Record<string, string>> = {
    'a Bearer token': { authorization: 'Bearer sk-live-1' },
    'an API key': { 'x-api-key': 'sk-live-1' },
    'basic credentials': { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` },
    'a cookie': { cookie: 'session=1' },
    'a wallet in a header': {
      'x-payer': '0x0000000000000000000000000000000000000001',
      'x-wallet-address': '0x0000000000000000000000000000000000000001',
    },
  }
  it.each(Object.entries(claims))('%s is an unpaid call', async (_, headers) => {
    for (const sent of [
      { path: IMAGES, body: image },
      { path: '/api/v1/pm/venue-a/markets' },
      { path: '/api/v1/rpc/eth', body: block },
    ]) {
      const bare = await call(shop.url, sent)
      const seen = await call(shop.url, {
        ...sent,
        headers: { 'content-type': 'application/json', ...headers },
      })
      expect([seen.status, seen.challenge]).toEqual([402, bare.challenge])
    }
  })

  it('a Bearer token beside a good payment does no harm', async () => {
    const seen = await bought(shop.url, buyer.account, {
      path: '/api/v1/pm/venue-a/trades?limit=1',
      headers: { authorization: 'Bearer x' },
    })
    expect(seen.status).toBe(200)
  })
})

describe('DISC-026 GET, HEAD and OPTIONS of a path that sells by POST', () => {
  it.each([
    ['GET', 405],
    ['HEAD', 402],
    ['OPTIONS', 402],
  ])('%s never charges, whatever payment it carries: %i', async (method, status) => {
    const before = await buyer.balance()
    for (const sent of [
      { path: IMAGES, body: image },
      { path: '/api/v1/rpc/eth', body: block },
    ]) {
      const header = await signed(shop.url, buyer.account, sent)
      const seen = await call(shop.url, { method, path: sent.path, headers: paidBy(header) })
      expect([seen.status, seen.receipt]).toEqual([status, undefined])
    }
    expect(await buyer.balance()).toBe(before)
  })

  it('any other method is 405 and says which one is served', async () => {
    for (const [method, path, allow] of [
      ['PUT', IMAGES, 'POST'],
      ['DELETE', '/api/v1/rpc/eth', 'POST'],
      ['POST', '/api/v1/pm/venue-a/markets', 'GET'],
    ] as const) {
      const seen = await call(shop.url, { method, path })
      expect([seen.status, seen.body.error, seen.headers.allow]).toEqual([
        405,
        'Method Not Allowed',
        allow,
      ])
    }
  })
})

describe('the two names of the payment header', () => {
  const sent: Sent = { path: '/api/v1/rpc/base', body: block }
  it.each([
    'X-Payment',
    'x-payment',
    'X-PAYMENT',
    'PAYMENT-SIGNATURE',
    'payment-signature',
    'Payment-Signature',
  ])(
    'PAY-033 PAY-034 PAY-035 ERR3-004 %s pays, and the receipt has both of its names',
    async name => {
      const header = await signed(shop.url, buyer.account, sent)
      const seen = await call(shop.url, {
        ...sent,
        headers: { [name]: header, 'content-type': 'application/json' },
      })
      expect([seen.status, seen.body.result]).toEqual([200, expect.stringMatching(/^0x/)])
      expect(payloadOf(seen.headers['x-payment-response']!)).toEqual(seen.receipt)
    },
  )

  it('both with one value pay once; both with different values are refused and nothing is claimed', async () => {
    const [first, second] = [
      await signed(shop.url, buyer.account, sent),
      await signed(shop.url, buyer.account, sent),
    ]
    const before = await buyer.balance()
    const both = (a: string, b: string) =>
      call(shop.url, {
        ...sent,
        headers: { 'content-type': 'application/json', 'x-payment': a, 'payment-signature': b },
      })
    expect(await both(first, second)).toMatchObject({
      status: 402,
      body: { error: 'Payment verification failed', code: 'PAYMENT_INVALID' },
    })
    expect(await buyer.balance()).toBe(before)
    expect((await both(first, first)).status).toBe(200)
    expect(await both(second, second)).toMatchObject({ status: 200 })
    expect(before - (await buyer.balance())).toBe(8000n)
  })
})

describe('the receipt', () => {
  const sales: Record<string, Sent> = {
    'an image': { path: IMAGES, body: { model: 'vendorA/image-1', prompt: 'a cat' } },
    'prediction data': { path: '/api/v1/pm/venue-b/markets?limit=1' },
    'an RPC call': { path: '/api/v1/rpc/eth', body: block },
  }
  it.each(Object.entries(sales))(
    'PAY-038..041 PAY-069 ERR3-003 of %s names the transfer on the chain',
    async (_, sent) => {
      const seen = await bought(shop.url, buyer.account, sent)
      const transaction = seen.headers['x-payment-receipt']!
      expect(seen.status).toBe(200)
      expect(transaction).toMatch(/^0x[0-9a-f]{64}$/)
      expect({ ...seen.receipt, payer: seen.receipt!.payer.toLowerCase() }).toEqual({
        success: true,
        transaction,
        network: 'eip155:8453',
        payer: buyer.account.address.toLowerCase(),
      })
      const onChain = await shop.chain.rpc<any>('eth_getTransactionReceipt', [transaction])
      expect(onChain.status).toBe('0x1')
    },
  )
})
