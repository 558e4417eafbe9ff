/** Addresses and replies on the wire, byte by byte. */
import { describe, expect, it } from 'vitest'
import { effort } from '../helpers/effort.ts'
import { wants } from '../helpers/buyer.ts'
import { answers, FREE, knock, QUICK, requestText, talk } from './strangers.ts'
import { buyer, IMAGES, shop, useShop } from './wire-desk.ts'

useShop()

describe('addresses', () => {
  const pm = '/api/v1/pm/venue-a'
  it.each([
    `${pm}/wallet/..`,
    `${pm}/wallet/%2e%2e`,
    `${pm}/wallet/%2E%2e/markets`,
    `${pm}/wallet/..%2f..%2fadmin`,
    `${pm}/wallet/%2e%2e%2fadmin/markets`,
    `${pm}/wallet/a%2Fb`,
    `${pm}/wallet/a%5cb`,
    `${pm}/wallet/a\\b`,
    `${pm}/wallet/%00`,
    `${pm}/wallet/a%0d%0aX:y`,
    `${pm}/wallet/%zz`,
    `${pm}/wallet/%`,
    `${pm}/wallet/%c0%ae%c0%ae`,
    `${pm}//markets`,
    `${pm}/./markets`,
    `${pm}/../venue-a/markets`,
    `/api/v1/pm/../rpc/ethereum`,
    '/api/v1/pm/sports/../venue-a/markets',
    '/api/v1/pm/sports/%2e%2e/venue-a/markets',
    '/api/v1/pm/sports//x',
    '/api/v1/pm/sports/..%2fvenue-a',
    '/api/v1/pm/dflow/../venue-a/markets',
    '//api/v1/models',
    '/api/v1/models/',
    '/API/V1/MODELS',
    '/api/v1/models%20',
    '/api/v1/models%00',
    '/api/v1/models;x=1',
    '/api/v1/%6dodels/..',
    '/media/../package.json',
    '/media/..%2f..%2fpackage.json',
    '/media/%2e%2e',
    `/media/${'a'.repeat(64)}.png`,
    `/media/${'a'.repeat(64)}.png%00.jpg`,
    '/media/tmp',
    '/media/',
    '/.git/config',
    '/package.json',
    'http://evil.example/api/v1/models/../x',
    `http://evil.example${IMAGES}`,
    `//evil.example${IMAGES}`,
    'http://127.0.0.1:1/',
    '*',
    'evil.example:443',
    '/api/v1/images/generations/..',
    '/api/v1/images/generations/__proto__',
    '/api/v1/images/generations/..%2f',
    `/api/v1/images/generations/${'0'.repeat(1000)}`,
    '/__proto__',
    '/constructor',
    '/api/v1/pm/{token_id}',
    '/api/v1/pm/:id',
  ])('%s is not found, paid or not', async path => {
    const header = await buyer.header(wants.pm)
    for (const headers of [[], [`PAYMENT-SIGNATURE: ${header}`]]) {
      const [seen] = answers(await talk(shop.url, [requestText(`GET ${path}`, headers)], 2000))
      expect([seen?.status, typeof seen?.body.error]).toEqual([
        expect.toSatisfy(status => status === 404 || status === 400),
        'string',
      ])
    }
  })

  it.each([
    ['a fragment', `${pm}/markets#x`],
    ['an encoded fragment', `${pm}/wallet/a%23b`],
    ['a query in a query', `${pm}/markets?a=?b=?`],
    ['an empty query', `${pm}/markets?`],
    ['a query of nothing', `${pm}/markets?&&&==&=`],
    ['a broken escape in a query', `${pm}/markets?a=%zz&b=%`],
    ['a null byte in a query', `${pm}/markets?a=%00`],
    ['line breaks in a query', `${pm}/markets?a=%0d%0aX-Payment:%20e30=`],
    ['prototypes in a query', `${pm}/markets?__proto__=1&constructor[prototype][x]=1&a.b=1`],
    ['300 parameters', `${pm}/markets?${'a=1&'.repeat(300)}`],
    ['30 KB of query', `${pm}/markets?a=${'x'.repeat(30_000)}`],
    ['double encoding', `${pm}/wallet/%252e%252e%252fadmin`],
    ['a script', `${pm}/wallet/<script>alert(1)<script>`],
    ['a template', `${pm}/wallet/{x}`],
    ['a semicolon', `${pm}/wallet/x;y=../z`],
    ['dots', `${pm}/wallet/...`],
    ['characters beyond ASCII', `${pm}/wallet/\u00fc\u00ff`],
    ['an address as a name', `${pm}/wallet/http:%3a`],
  ])('%s is asked to pay like any other, or refused', async (_, path) => {
    const seen = await knock(shop.url, `GET ${path}`)
    expect([400, 402, 404]).toContain(seen.status)
    if (seen.status === 402) expect(seen.body.accepts[0].amount).toBe('8500')
  })

  it.each([
    ['a rest of the path', '/api/v1/pm/sports/'],
    ['a hole', `${pm}/wallet/`],
    ['a network', '/api/v1/rpc/'],
    ['nothing', '/'],
    ['a job', '/api/v1/images/generations/'],
    ['media', '/media/'],
  ])('a path of 60 KB under %s is refused or asked to pay, quickly', async (_, prefix) => {
    const started = effort()
    const seen = await knock(shop.url, `GET ${prefix}${'a/'.repeat(5)}${'b'.repeat(60_000)}`)
    expect([400, 402, 404, 414, 431]).toContain(seen.status)
    expect(effort() - started).toBeLessThan(QUICK)
  })

  it('500 headers, and one of 63 KB, do not hurt', async () => {
    const many = Array.from({ length: 500 }, (_, i) => `X-${i}: ${i}`)
    expect((await knock(shop.url, `GET ${wants.pm.path}`, many)).status).toBe(402)
    expect(
      (await knock(shop.url, `GET ${wants.pm.path}`, [`Cookie: ${'x'.repeat(63_000)}`])).status,
    ).toBe(402)
    expect(
      (await knock(shop.url, `GET ${wants.pm.path}`, [`Cookie: ${'x'.repeat(70_000)}`])).status,
    ).toBe(431)
  })
})

describe('what comes back', () => {
  it('no value of a request becomes a header of the answer', async () => {
    const poison = 'x%0d%0aSet-Cookie:%20a=b'
    for (const line of [
      `GET ${pmPath(poison)}`,
      `GET /api/v1/rpc/${poison}`,
      `GET /nothing?${poison}`,
      `GET /api/v1/balance?address=${poison}`,
    ]) {
      expect((await knock(shop.url, line)).headers['set-cookie']).toBeUndefined()
    }
    const asked = [
      'Origin: http://x',
      'Access-Control-Request-Method: POST',
      `Access-Control-Request-Headers: X-A, ${'b'.repeat(5000)}, c d, é, X-Payment`,
    ]
    const { status, headers } = await knock(shop.url, `OPTIONS ${IMAGES}`, asked)
    expect([status, headers['access-control-allow-headers']]).toEqual([
      204,
      expect.stringMatching(/, X-A$/),
    ])
  })
  const pmPath = (name: string): string => `/api/v1/pm/venue-a/wallet/${name}`

  it.each(FREE)('%s answers whatever else is sent with it', async path => {
    for (const headers of [
      ['X-Payment: \u00ff\u00fe'],
      ['Range: bytes=5-1'],
      ['If-None-Match: "another"'],
      ['Expect: 100-continue'],
      ['Accept: \u00ff'],
      ['Authorization: Basic !!!!'],
      ['Cookie: __proto__=1'],
      ['Upgrade: websocket', 'Connection: Upgrade'],
      ['Content-Type: nonsense', 'Content-Length: 5'],
    ]) {
      const [seen] = answers(
        await talk(
          shop.url,
          [requestText(`GET ${path}`, headers, headers.length > 1 ? 'abcde' : '')],
          QUICK,
          text => answers(text).length > 0,
        ),
      )
      expect([headers, seen?.status]).toEqual([headers, 200])
    }
  })

  it('LIM-009 an address that is none is 400 before any node is asked', async () => {
    const good = '0x0000000000000000000000000000000000000001'
    for (const query of [
      '',
      'address=',
      'address=0x',
      `address=${good}0`,
      `address=${good}%0a`,
      'address=latest',
      `address=${good}&address=${good}`,
      `address[]=${good}x`,
      `address=%ef%bc%90x${'0'.repeat(40)}`,
      `Address=${good}`,
    ]) {
      const seen = await knock(shop.url, `GET /api/v1/balance?${query}`)
      expect([query, seen.status, seen.body.error]).toEqual([query, 400, 'Invalid query'])
    }
  })
})
