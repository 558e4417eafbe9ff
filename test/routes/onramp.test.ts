/** Links to buy USDC with a card: free, limited, and made with a token for each call. */
import { describe, expect, it } from 'vitest'
import { call, type Seen } from './client.ts'
import { useDataDesk } from './data-desk.ts'

const desk = useDataDesk('onramp')
const PATH = '/v1/onramp/token'
const address = `0x${'aB'.repeat(20)}`
let caller = 0

/** Asks from an address of its own, so that limits do not count it with others. */
const ask = (body: unknown, ip = `198.51.100.${++caller}`): Promise<Seen> =>
  call(desk.shop.url, { path: PATH, body, headers: { 'cf-connecting-ip': ip } })

describe('a link', () => {
  it('NAME-009 is made for a wallet, for nothing', async () => {
    const { status, body, headers } = await desk.free(() => ask({ address }))
    expect([status, headers['payment-required'], headers['x-payment-receipt']]).toEqual([
      200,
      undefined,
      undefined,
    ])
    expect(body).toEqual({
      url: expect.stringMatching(/^https:\/\/pay\.[^?]+\?sessionToken=[0-9a-f]{40}$/),
    })
    expect(desk.tap.seen.map(one => [one.method, one.url, JSON.parse(one.body)])).toEqual([
      [
        'POST',
        '/onramp/v1/token',
        { addresses: [{ address, blockchains: ['base'] }], assets: ['USDC'] },
      ],
    ])
  })

  it('NAME-009 is asked for with a new token each time, and never with our key', async () => {
    const links = [await ask({ address }), await ask({ address })].map(seen => seen.body.url)
    const tokens = desk.tap.seen.map(one => one.headers.authorization!)
    expect([new Set(links).size, new Set(tokens).size]).toEqual([2, 2])
    const [id, secret] = desk.shop.world.env.ONRAMP_KEY!.split(':') as [string, string]
    for (const token of tokens) {
      expect(token).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]{86}$/)
      expect(token).not.toContain(secret)
      const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
      const host = new URL(desk.tap.url).host
      expect(claims).toMatchObject({ sub: id, uris: [`POST ${host}/onramp/v1/token`] })
      expect(claims.exp - claims.nbf).toBe(120)
    }
  })

  it.each([{}, { address: '0x12' }, { address: 7 }, [], 'x', ''])(
    'NAME-009 for %j is 400, and by other methods or below /api 404 or 405, never 402',
    async body => {
      expect((await ask(body)).status).toBe(400)
      for (const method of ['GET', 'HEAD', 'PUT'])
        expect((await call(desk.shop.url, { path: PATH, method })).status).toBe(405)
      expect((await call(desk.shop.url, { path: `/api${PATH}`, body: { address } })).status).toBe(
        404,
      )
      expect(desk.tap.seen).toEqual([])
    },
  )

  it.each([
    ['fails', { status: 503, body: '{}' }, 502],
    ['gives no token', { status: 200, body: '{"token":""}' }, 502],
    ['refuses our key', { status: 401, body: '{"errorMessage":"secret"}' }, 502],
    ['refuses the wallet', { status: 400, body: '{"errorMessage":"not valid"}' }, 400],
  ])('NAME-009 that the upstream %s is reported, never 402', async (_what, reply, status) => {
    desk.answer(reply)
    const seen = await ask({ address })
    expect([seen.status, seen.headers['payment-required']]).toEqual([status, undefined])
    expect(seen.text).not.toContain('secret')
  })

  it('NAME-010 is made 30 times an hour for one caller, then 429; other callers are served', async () => {
    const wallet = (n: number): string => `0x${String(n).padStart(40, '0')}`
    for (let n = 0; n < 30; n++)
      expect((await ask({ address: wallet(n) }, '203.0.113.9')).status).toBe(200)
    const { status, body, headers } = await ask({ address: wallet(30) }, '203.0.113.9')
    expect([status, body.error]).toEqual([429, 'Rate limit exceeded'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000)
    expect((await ask({ address: wallet(30) })).status).toBe(200)
  })

  it('NAME-010 is made 10 times an hour for one wallet in any spelling, whoever asks', async () => {
    const one = `0x${'cD'.repeat(20)}`
    for (let n = 0; n < 10; n++)
      expect((await ask({ address: n % 2 === 0 ? one : one.toLowerCase() })).status).toBe(200)
    expect((await ask({ address: one })).status).toBe(429)
    expect((await ask({ address: `0x${'cE'.repeat(20)}` })).status).toBe(200)
  })
})
