/** Free views: limits, documents, media, figures, and what operators hear. */
import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createMirror } from '../../runtime/media/mirror.ts'
import { readRange } from '../../runtime/media/serve.ts'
import { createObserve } from '../../runtime/observe/observe.ts'
import {
  cashWorld,
  gives,
  startCashGateway,
  type CashGateway,
  type Seen,
} from '../helpers/cash-gateway.ts'

const started: CashGateway[] = []
const start = async (...how: Parameters<typeof startCashGateway>): Promise<CashGateway> => {
  const at = await startCashGateway(...how)
  started.push(at)
  return at
}
afterEach(async () => {
  for (const at of started.splice(0)) await at.stop()
})

describe('limits', () => {
  const from = (at: CashGateway, ip?: string, more: Record<string, string> = {}): Promise<Seen> =>
    at.fetch('/limited', {
      headers: { ...more, ...(ip === undefined ? {} : { 'cf-connecting-ip': ip }) },
    })

  it('LIM-012 LIM-013 LIM-014 the call over the limit is 429 with X-RateLimit-Reset in ms and Retry-After, until the window ends', async () => {
    const at = await start()
    const begin = at.world.clock.now()
    for (let i = 0; i < 3; i++) expect((await from(at)).status).toBe(200)
    const seen = await from(at)
    expect([seen.status, seen.body]).toEqual([429, { error: 'Rate limit exceeded' }])
    expect(seen.headers.get('x-ratelimit-reset')).toBe(String(begin + 3_600_000))
    expect(seen.headers.get('x-ratelimit-reset')).toHaveLength(13)
    expect(seen.headers.get('retry-after')).toBe('3600')
    expect((await at.fetch('/hello')).status).toBe(200)
    await at.world.clock.advance(3_600_000)
    expect((await from(at)).status).toBe(200)
  })

  it('LIM-015 the header of the edge names the caller when the edge is trusted; X-Forwarded-For never does', async () => {
    const at = await start(undefined, { settings: { trustedProxies: ['127.0.0.0/8'] } })
    for (let i = 0; i < 4; i++) await from(at, '203.0.113.1')
    expect((await from(at, '203.0.113.1', { 'x-forwarded-for': '198.51.100.7' })).status).toBe(429)
    expect((await from(at, '203.0.113.2')).status).toBe(200)
    expect((await from(at, '2001:db8::1')).status).toBe(200)
    for (let i = 0; i < 3; i++) expect((await from(at, 'not an address')).status).toBe(200)
    expect((await from(at, 'another lie')).status).toBe(429)
  })

  it('LIM-015 without a trusted edge its header is nothing', async () => {
    const at = await start()
    for (let i = 0; i < 3; i++) await from(at, `203.0.113.${i}`)
    expect((await from(at, '203.0.113.9')).status).toBe(429)
  })

  it('a limit by wallet counts verified payments, refuses before anything is claimed, and shows everything in style `full`', async () => {
    const at = await start()
    const pay = async (name: string): Promise<Seen> => {
      const header = at.world.cash.wallet(name).sign(await at.quote('/counted', {}))
      return at.post('/counted', {}, header)
    }
    expect((await pay('ann')).status).toBe(200)
    const seen = await pay('ann')
    expect(seen.status).toBe(429)
    expect(
      ['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining'].map(name =>
        seen.headers.get(name),
      ),
    ).toEqual(['60', '1', '0'])
    expect((await pay('bob')).status).toBe(200)
    expect(at.world.cash.bank.attempts).toHaveLength(2)
    expect(await at.store.list('payments', 'claimed', 5)).toEqual([])
  })

  it('LIM-002 paid calls have no limit', async () => {
    const at = await start()
    const all = await Promise.all(Array.from({ length: 300 }, () => at.fetch('/pm/read/1')))
    expect(new Set(all.map(seen => seen.status))).toEqual(new Set([402]))
  })

  it('a trusted proxy that is no address is reported at start', async () => {
    await expect(
      start(undefined, { settings: { trustedProxies: ['proxy.example'] } }),
    ).rejects.toThrow('proxy.example')
  })
})

describe('documents', () => {
  it('name the origin that the caller used and the wallet that is paid', async () => {
    const at = await start()
    const seen = await at.fetch('/document.json')
    expect(seen.body).toEqual({
      name: 'document.json',
      at: at.url,
      to: at.world.cash.paymentScheme.payTo,
    })
    const other = await at.gateway.app.inject({
      url: '/document.json',
      headers: { host: 'shop.example' },
    })
    expect(other.json().at).toBe('http://shop.example')
    expect(seen.headers.get('content-type')).toContain('application/json')
  })

  it('name the public address where there is one, whatever the caller says', async () => {
    const at = await start(undefined, { settings: { publicUrl: 'https://shop.example/' } })
    expect((await at.fetch('/document.json')).body.at).toBe('https://shop.example')
  })
})

describe('media', () => {
  let at: CashGateway
  let name: string
  const content = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    Buffer.from('picture of 100 bytes'.padEnd(92, '.')),
  ])
  beforeAll(async () => {
    at = await startCashGateway()
    name = (
      await at.media.put(
        (async function* () {
          yield content
        })(),
        { maxBytes: 1000 },
      )
    ).name
  })
  afterAll(async () => {
    await at.stop()
  })
  const get = async (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${at.url}/media/${name}`, { headers, method })

  it('IMG-058 a stored file is served without payment, with its type, for ever', async () => {
    const seen = await get()
    expect(seen.status).toBe(200)
    expect(Buffer.from(await seen.arrayBuffer()).equals(content)).toBe(true)
    expect(Object.fromEntries(seen.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '100',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag: `"${createHash('sha256').update(content).digest('hex')}"`,
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
    })
  })

  it('HEAD gives the same headers and no bytes', async () => {
    const seen = await get({}, 'HEAD')
    expect([seen.status, seen.headers.get('content-length'), await seen.text()]).toEqual([
      200,
      '100',
      '',
    ])
  })

  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=90-', 90, 99],
    ['bytes=-10', 90, 99],
    ['bytes=50-1000', 50, 99],
    ['bytes=99-99', 99, 99],
  ])('range %s is 206', async (range, start, end) => {
    const seen = await get({ range: range as string })
    expect(seen.status).toBe(206)
    expect(seen.headers.get('content-range')).toBe(`bytes ${start}-${end}/100`)
    expect(seen.headers.get('content-length')).toBe(String(end - start + 1))
    expect(Buffer.from(await seen.arrayBuffer()).equals(content.subarray(start, end + 1))).toBe(
      true,
    )
  })

  it('a range outside the file is 416, one that makes no sense is the whole file', async () => {
    const outside = await get({ range: 'bytes=100-' })
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */100'])
    for (const range of ['bytes=5-2', 'bytes=-', 'lines=1-2', 'bytes=0-1,3-4', 'nonsense'])
      expect((await get({ range })).status).toBe(200)
    expect(readRange('bytes=-0', 100)).toBe('bad')
  })

  it('conditions are honoured', async () => {
    const etag = (await get()).headers.get('etag')!
    expect((await get({ 'if-none-match': etag })).status).toBe(304)
    expect((await get({ 'if-none-match': 'W/"x", *' })).status).toBe(200)
    expect((await get({ 'if-range': etag, range: 'bytes=0-1' })).status).toBe(206)
    expect((await get({ 'if-range': '"other"', range: 'bytes=0-1' })).status).toBe(200)
  })

  it('no other file can be reached', async () => {
    for (const path of [
      '/media/x',
      '/media/..%2f..%2fetc%2fpasswd',
      '/media/%2e%2e',
      `/media/${'0'.repeat(64)}.png`,
      `/media/${name}%00`,
      '/media/tmp',
      '/media/',
    ]) {
      expect([path, (await at.fetch(path)).status]).toEqual([path, 404])
    }
  })

  it("IMG-051 IMG-053 IMG-055 a result of bytes becomes a hosted address on the caller's origin, before it is settled", async () => {
    const world = cashWorld()
    const media = at.media
    const mirror = createMirror({
      media,
      mediaPath: '/media',
      observe: createObserve({ hash: 't', clock: world.clock, level: 'silent' }),
      clock: world.clock,
      maxBytes: 1e6,
      timeout: 1000,
    })
    const buying = await start(world, { parts: { mirror, media } })
    world.vendor.reply = () =>
      gives({}, { assets: [{ b64: content.toString('base64'), mime: 'image/png' }] })
    const body = { model: 'first', prompt: 'x' }
    const seen = await buying.post(
      '/images',
      body,
      world.cash.wallet('ann').sign(await buying.quote('/images', body)),
    )
    expect(seen.body.data).toEqual([
      { url: `${buying.url}/media/${name}`, source_url: 'data:image/png', backed_up: true },
    ])
    expect((await fetch(seen.body.data[0].url)).headers.get('content-type')).toBe('image/png')
    world.vendor.reply = () => gives({}, { assets: [{ mime: 'image/png' }] })
    const empty = await buying.post(
      '/images',
      body,
      world.cash.wallet('ann').sign(await buying.quote('/images', body)),
    )
    expect(empty.status).toBe(500)
    expect(world.cash.bank.attempts).toHaveLength(1)
    await mirror.close()
  })
})

describe('operators', () => {
  it('hear of each request once, with its route, place, outcome, wallet and amount', async () => {
    const at = await start()
    at.world.vendor.reply = () => gives({ found: 1 }, { found: 1 })
    await at.fetch('/hello')
    const paid = at.world.cash.wallet('ann').sign(await at.quote('/tree', {}))
    const seen = await at.post('/tree', {}, paid)
    await at.fetch('/pm/read/1')
    await at.fetch('/pm/read/1')
    await at.fetch('/nothing')
    expect(
      at.facts.map(({ route, origin, status, outcome, amount }) => [
        route,
        origin,
        status,
        outcome,
        amount,
      ]),
    ).toEqual([
      ['get_hello', 'test:1', 200, 'ok', undefined],
      ['post_tree', 'test:7', 402, 'payment_required', 2000n],
      ['post_tree', 'test:7', 200, 'charged', 2000n],
      ['get_read', 'test:5', 402, 'payment_required', 8500n],
      ['get_read', 'test:5', 402, 'payment_required', 8500n],
      ['none', 'none', 404, 'not_found', undefined],
    ])
    expect(at.facts[2]).toMatchObject({
      payer: at.world.cash.wallet('ann').address,
      transaction: seen.headers.get('x-payment-receipt'),
    })
  })

  it('read figures as Prometheus text', async () => {
    const at = await start()
    const seen = await at.fetch('/metrics')
    expect(seen.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    expect(seen.text).toContain('farebox_jobs_running{upstream="vendor"} 0')
  })
})
