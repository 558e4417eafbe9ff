/**
 * What a crawler sees: every advertised resource exists and asks for money, every free one answers
 * for free.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readChallenge } from '../../scripts/buyer/pay.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'

let shop: TestGateway
beforeAll(async () => {
  shop = await startGateway()
})
afterAll(() => shop?.stop())

const get = async (path: string): Promise<any> => (await fetch(shop.url + path)).json()

it('every resource of /.well-known/x402 answers an empty, unpaid call with a challenge for itself', async () => {
  const { resources } = await get('/.well-known/x402')
  expect(resources.length).toBeGreaterThan(45)
  for (const resource of resources as (
    | string
    | { url?: string; resource?: string; method?: string }
  )[]) {
    const { url, method } =
      typeof resource === 'string'
        ? splitResource(resource)
        : { url: resource.url ?? resource.resource!, method: resource.method ?? 'GET' }
    const address = new URL(
      url
        .replace(/\/chat\/\*$/, '/chat/vendorA/chat-6-mini')
        .replaceAll(/\{\w+\}|\*$/g, 'ethereum'),
      shop.url,
    )
    const response = await fetch(address, { method })
    expect([resource, response.status]).toEqual([resource, 402])
    const { accepts, resource: named } = readChallenge(response)
    expect(accepts[0]).toMatchObject({
      scheme: 'exact',
      network: 'eip155:8453',
      // A price of zero only identifies the wallet.
      amount: expect.stringMatching(/^(?:0|[1-9]\d*)$/),
    })
    expect(new URL(named.url).origin).toBe(shop.url)
  }
})

/** `POST https://host/path` or a bare URL. */
function splitResource(text: string): { url: string; method: string } {
  const [first = '', second] = text.split(' ')
  return second === undefined ? { url: first, method: 'GET' } : { url: second, method: first }
}

it('the example of each resource costs what stands beside it', async () => {
  const { items } = await get('/.well-known/x402')
  const asked = items.filter(({ input }: any) => input.body !== undefined)
  expect(asked.length).toBeGreaterThan(30)
  for (const { resource, method, input, accepts } of asked) {
    const path = resource.url.replaceAll(
      /\{(\w+)\}|\*$/g,
      (_: string, name = 'rest') => input.pathParams[name] ?? input.pathParams['*'],
    )
    const challenge = readChallenge(
      await fetch(path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input.body),
      }),
    )
    expect([path, challenge.accepts[0]!.amount]).toEqual([path, accepts[0].amount])
  }
})

it.each([
  '/openapi.json',
  '/.well-known/x402',
  '/.well-known/x402.json',
  '/api/pricing',
  '/api/v1/models',
  '/api/v1/images/models',
  '/api/health',
  '/api/v1/health/overview',
  '/api/v1/health/chain',
  '/api/v1/health/models',
  '/api/v1/health/regions',
  '/api/v1/balance?address=0x0000000000000000000000000000000000000001',
])('%s is free', async path => {
  const response = await fetch(shop.url + path)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('application/json'),
  ])
})

it('nothing free reaches an upstream', () => {
  expect(shop.upstreams.calls()).toEqual([])
})
