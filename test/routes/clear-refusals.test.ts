/** Refusals that say what is wrong and what to do, on a gateway that sells the whole catalog. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { call } from './client.ts'

let shop: TestGateway
let buyer: Buyer
beforeAll(async () => {
  shop = await startGateway()
  buyer = await shop.buyer()
}, 90_000)
afterAll(() => shop?.stop())

const IMAGES = '/api/v1/images/generations'
const QUOTE = '/api/v1/quote'
const image = { model: 'vendorA/image-1', prompt: 'a fox' }
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')
const get = (path: string, headers: Record<string, string> = {}) =>
  call(shop.url, { path, headers })
const quote = (asked: object) => call(shop.url, { path: QUOTE, body: asked })

describe('the purchases of a wallet', () => {
  it.each(['2026-13', '2026-00', '26-1-01'])('of the month %s are refused', async month => {
    const { status, body } = await get(`/api/v1/purchases?month=${month}`)
    expect([status, body.message]).toEqual([400, expect.stringMatching(/month.*2026-11/)])
  })

  it('need a sign-in for a month that can be', async () => {
    const seen = await get('/api/v1/purchases?month=2026-12')
    expect([seen.status, Object.keys(seen.body.extensions)]).toEqual([402, ['sign-in-with-x']])
  })

  it.each([
    [base64({ domain: 'x', uri: 'y', address: 'z' }), 'its version is missing'],
    [base64([]), 'the header is not an object'],
    ['bm90IEpTT04=', 'the header is not JSON in base64'],
    ['{}', 'the header is not base64'],
  ])('a sign-in of %s is refused with what is wrong', async (header, why) => {
    const { status, body } = await get('/api/v1/purchases', { 'sign-in-with-x': header })
    expect([status, JSON.stringify(body)]).toEqual([401, expect.stringContaining(why)])
  })
})

describe('other methods', () => {
  it('a free path that takes POST only answers GET with 405', async () => {
    const { status, headers, challenge } = await get(QUOTE)
    expect([status, headers.allow, challenge]).toEqual([405, 'POST', undefined])
  })

  it('a paid GET of a path that takes POST only says that nothing was charged', async () => {
    const payment = await buyer.header({ method: 'POST', path: IMAGES, body: image })
    const seen = await get(IMAGES, { 'payment-signature': payment })
    expect([seen.status, seen.headers.allow]).toEqual([405, 'POST'])
    expect(seen.body.message).toBe('GET is not served here; use POST. Nothing was charged.')
    expect((await get(IMAGES)).status).toBe(402)
  })

  it.each([QUOTE, IMAGES])('the quote of GET %s is that it is a 405', async path => {
    const seen = await quote({ method: 'GET', path })
    expect([seen.status, seen.headers.allow]).toEqual([405, 'POST'])
  })
})

describe('payments', () => {
  it('for a network that is not offered are refused by its name', async () => {
    const accepted = { scheme: 'exact', network: 'eip155:1', maxAmountRequired: '22000' }
    const header = base64({ x402Version: 2, accepted, payload: {} })
    const seen = await call(shop.url, {
      path: IMAGES,
      body: image,
      headers: { 'payment-signature': header },
    })
    expect([seen.status, seen.body.details]).toEqual([
      402,
      'eip155:1 is not offered; the networks are eip155:8453',
    ])
  })
})

describe('bodies and names', () => {
  it('a body that is not JSON has a message', async () => {
    const response = await fetch(shop.url + IMAGES, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"model"',
    })
    const body = (await response.json()) as any
    expect([response.status, body.error]).toEqual([400, 'Invalid JSON'])
    expect(body.message).toMatch(/^The body is not valid JSON: ./)
  })

  it('a quote names the field that was meant, and the facts that are known', async () => {
    const misspelt = await quote({ pth: IMAGES })
    expect(misspelt.status).toBe(400)
    expect(JSON.stringify(misspelt.body.details)).toContain('did you mean path?')
    const unknown = await quote({ path: IMAGES, body: image, given: { nothing: 1 } })
    expect(unknown.body.message).toMatch(/given\.nothing is not a known fact\..*estimateTokens/)
  })

  it('a document of a tag refuses a misspelt parameter', async () => {
    const { status, body } = await get('/openapi.json?tga=images')
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('mean tag?')])
    expect((await get('/openapi.json?tag=images')).status).toBe(200)
  })

  it('the agent card is also where older agents look', async () => {
    const [old, now] = await Promise.all(
      ['agent.json', 'agent-card.json'].map(name => get(`/.well-known/${name}`)),
    )
    expect([old!.status, old!.body]).toEqual([200, now!.body])
  })
})
