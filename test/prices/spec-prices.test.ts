// Every price that the specification prints for images and passthrough, against the live 402. Other
// media: media-prices.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { quoteAt, type Quote } from './quote.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(async () => {
  await gateway.stop()
})

const quote = (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Quote> =>
  quoteAt(gateway.url, { method, path, body })
const image = (model: string, size: string, n: number) =>
  quote('POST', '/api/v1/images/generations', { model, prompt: 'a cat', size, n })

// [requirement, model, size, n, micro-USD, catalog rate in USD]
const images: [string, string, string, number, number, number][] = [
  ['IMG-016', 'vendorA/image-1', '1024x1024', 1, 22000, 0.02],
  ['IMG-016', 'vendorA/image-1', '1536x1024', 1, 43000, 0.04],
  ['IMG-016', 'vendorA/image-1', '1024x1536', 1, 43000, 0.04],
  ['IMG-016', 'vendorA/image-1', '1024x1024', 10, 211000, 0.02],
  ['IMG-016', 'vendorA/image-1', '1536x1024', 10, 421000, 0.04],
  ['IMG-016', 'vendorA/image-1', '1024x1536', 10, 421000, 0.04],
  ['IMG-017', 'vendorA/image-2', '1024x1024', 1, 64000, 0.06],
  ['IMG-017', 'vendorA/image-2', '1536x1024', 1, 127000, 0.12],
  ['IMG-017', 'vendorA/image-2', '1024x1536', 1, 127000, 0.12],
  ['IMG-017', 'vendorA/image-2', '1024x1024', 10, 631000, 0.06],
  ['IMG-017', 'vendorA/image-2', '1536x1024', 10, 1261000, 0.12],
  ['IMG-015 IMG-018', 'vendorB/image-fast', '1024x1024', 1, 53500, 0.05],
  ['IMG-015 IMG-018', 'vendorB/image-fast', '1024x1024', 2, 106000, 0.05],
  ['IMG-015 IMG-018', 'vendorB/image-fast', '1024x1024', 10, 526000, 0.05],
  ['IMG-019', 'vendorB/image-fast-2', '1024x1024', 1, 95500, 0.09],
  ['IMG-019', 'vendorB/image-fast-2', '1024x1024', 2, 190000, 0.09],
  ['IMG-019', 'vendorB/image-fast-2', '1024x1024', 10, 946000, 0.09],
  ['IMG-020', 'vendorB/image-pro', '1024x1024', 1, 106000, 0.1],
  ['IMG-020', 'vendorB/image-pro', '2048x2048', 1, 106000, 0.1],
  ['IMG-020 IMG-033', 'vendorB/image-pro', '4096x4096', 1, 158500, 0.15],
  ['IMG-020', 'vendorB/image-pro', '1024x1024', 10, 1051000, 0.1],
  ['IMG-020', 'vendorB/image-pro', '4096x4096', 10, 1576000, 0.15],
  ['IMG-021', 'vendorE/image-4', '512x512', 1, 16750, 0.015],
  ['IMG-021', 'vendorE/image-4', '768x768', 1, 16750, 0.015],
  ['IMG-021', 'vendorE/image-4', '1024x1024', 1, 16750, 0.015],
  ['IMG-021', 'vendorE/image-4', '768x1344', 1, 16750, 0.015],
  ['IMG-021', 'vendorE/image-4', '1344x768', 1, 16750, 0.015],
  ['IMG-021', 'vendorE/image-4', '1440x1440', 1, 22000, 0.02],
  ['IMG-021', 'vendorE/image-4', '512x512', 10, 158500, 0.015],
  ['IMG-021', 'vendorE/image-4', '1440x1440', 10, 211000, 0.02],
  ['IMG-022', 'vendorC/imagine-image', '1024x1024', 1, 22000, 0.02],
  ['IMG-022', 'vendorC/imagine-image', '1024x1024', 10, 211000, 0.02],
  ['IMG-023', 'vendorC/imagine-image-2.0', '1024x1024', 1, 43000, 0.04],
  ['IMG-023', 'vendorC/imagine-image-2.0', '1024x1024', 10, 421000, 0.04],
  ['IMG-024', 'vendorC/imagine-image-pro', '1024x1024', 1, 74500, 0.07],
  ['IMG-024', 'vendorC/imagine-image-pro', '1024x1024', 2, 148000, 0.07],
  ['IMG-024', 'vendorC/imagine-image-pro', '1024x1024', 10, 736000, 0.07],
  ['IMG-025', 'vendorD/image-5-pro', '1024x1024', 1, 48250, 0.045],
  ['IMG-025', 'vendorD/image-5-pro', '1280x720', 1, 48250, 0.045],
  ['IMG-025', 'vendorD/image-5-pro', '2048x1024', 1, 48250, 0.045],
  ['IMG-025', 'vendorD/image-5-pro', '2048x2048', 1, 95500, 0.09],
  ['IMG-025', 'vendorD/image-5-pro', '2304x1728', 1, 95500, 0.09],
  ['IMG-025', 'vendorD/image-5-pro', '1728x2304', 1, 95500, 0.09],
  ['IMG-025', 'vendorD/image-5-pro', '2848x1600', 1, 95500, 0.09],
  ['IMG-025', 'vendorD/image-5-pro', '1600x2848', 1, 95500, 0.09],
  ['IMG-026', 'vendorD/image-5-pro', '1280x720', 10, 473500, 0.045],
  ['IMG-026', 'vendorD/image-5-pro', '2048x2048', 10, 946000, 0.09],
  ['IMG-027', 'vendorE/image-4', '512x512', 3, 48250, 0.015],
  ['IMG-027', 'vendorA/image-1', '1024x1024', 3, 64000, 0.02],
  ['IMG-027', 'vendorD/image-5-pro', '2048x2048', 3, 284500, 0.09],
  ['IMG-027', 'vendorC/imagine-image', '1024x1024', 4, 85000, 0.02],
]

test.each(images)(
  '%s IMG-014 IMG-025 PAY-025 PAY-047..049 %s %s x%i costs %i',
  async (_id, model, size, n, amount, rate) => {
    const { amount: quoted, price } = await image(model, size, n)
    expect(quoted).toBe(String(amount))
    expect(price).toMatchObject({
      amount: (amount / 1e6).toFixed(6),
      currency: 'USD',
      pricePerImage: rate,
      totalImages: n,
    })
  },
)

test('IMG-008 IMG-010 size and n have defaults in the quote', async () => {
  const { amount, price } = await quote('POST', '/api/v1/images/generations', {
    model: 'vendorA/image-1',
    prompt: 'a cat',
  })
  expect(amount).toBe('22000')
  expect(price.totalImages).toBe(1)
})

test('RPC-006 RPC-010 RPC-011 a call costs 4000, printed with four decimals', async () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }
  expect(await quote('POST', '/api/v1/rpc/ethereum', call)).toMatchObject({
    amount: '4000',
    price: { amount: '0.0040' },
  })
})

test.each([
  [2, 8000],
  [10, 40000],
])('RPC-007 a batch of %i costs %i', async (size, amount) => {
  const batch = Array.from({ length: size }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'eth_chainId',
  }))
  expect((await quote('POST', '/api/v1/rpc/base', batch)).amount).toBe(String(amount))
})

test('PM-001 PM-003 PM-008 prediction data costs 8500, even without parameters', async () => {
  expect(await quote('GET', '/api/v1/pm/markets/search')).toMatchObject({
    amount: '8500',
    price: { amount: '0.0085' },
  })
  expect((await quote('GET', '/api/v1/pm/venue-b/trades?limit=1')).amount).toBe('8500')
  expect(
    (
      await quote('POST', '/api/v1/pm/venue-a/wallet/identities', {
        addresses: ['0x0000000000000000000000000000000000000001'],
      })
    ).amount,
  ).toBe('8500')
})
