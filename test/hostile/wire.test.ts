/**
 * HTTP of strangers: broken framing, odd methods, long addresses and slow senders. One bad caller
 * never disturbs the next.
 */
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { effort } from '../helpers/effort.ts'
import { wants, type Buyer } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import {
  answers,
  FREE,
  knock,
  QUICK,
  requestText,
  serves,
  shapes,
  talk,
  traces,
} from './strangers.ts'

let shop: TestGateway
let buyer: Buyer
let before: Awaited<ReturnType<typeof traces>>

beforeAll(async () => {
  shop = await startGateway()
  buyer = await shop.buyer()
  before = await traces(shop)
})
afterAll(async () => {
  if (shop) expect(await traces(shop)).toEqual(before)
  await shop?.stop()
})

const IMAGES = wants.image.path
const JSON_TYPE = 'Content-Type: application/json'
const body = JSON.stringify(wants.image.body)
const length = (text: string, by = 0): string => `Content-Length: ${Buffer.byteLength(text) + by}`

describe('framing', () => {
  it.each([
    ['no HTTP at all', 'HELLO\r\n\r\n'],
    ['TLS', Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a version that is none', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['no host', 'GET /api/v1/models HTTP/1.1\r\n\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n'],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n'],
    ['a space before the colon', 'GET / HTTP/1.1\r\nHost: x\r\nX-Payment : e30=\r\n\r\n'],
    ['a null byte in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n'],
    ['a bare carriage return', 'GET / HTTP/1.1\r\nHost: x\rX-Payment: e30=\r\n\r\n'],
    ['a space in the address', 'GET /api/v1 /models HTTP/1.1\r\nHost: x\r\n\r\n'],
    [
      'a length that is no number',
      `POST ${IMAGES} HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n`,
    ],
    ['a negative length', `POST ${IMAGES} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`],
    [
      'two lengths',
      `POST ${IMAGES} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    ],
    [
      'a length and chunks',
      `POST ${IMAGES} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'an unknown transfer coding',
      `POST ${IMAGES} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n{}`,
    ],
    [
      'chunked twice',
      `POST ${IMAGES} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a chunk size that is none',
      `POST ${IMAGES} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    ],
    [
      'a chunk longer than told',
      `POST ${IMAGES} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n`,
    ],
    [
      'a chunk of 2^64 bytes',
      `POST ${IMAGES} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
    ],
    [
      'a length of 2^70 bytes',
      `POST ${IMAGES} HTTP/1.1\r\nHost: x\r\nContent-Length: 1180591620717411303424\r\n\r\n{}`,
    ],
    [
      'an HTTP/1.0 request with chunks',
      `POST ${IMAGES} HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
  ])('that is %s is a 4xx and a closed door, or nothing', async (_, text) => {
    const seen = answers(await talk(shop.url, [text], 1500))
    for (const { status } of seen) expect(Math.floor(status / 100)).toBe(4)
    await serves(shop.url)
  })

  it('a body shorter than told is not acted on', async () => {
    const header = await buyer.header(wants.image)
    const text = requestText(
      `POST ${IMAGES}`,
      [JSON_TYPE, length(body, 10), `PAYMENT-SIGNATURE: ${header}`],
      body,
    )
    expect(answers(await talk(shop.url, [text], 800))).toEqual([])
    await serves(shop.url)
  })

  it('what follows a body longer than told is another request, and it is refused', async () => {
    const text = requestText(
      `POST ${IMAGES}`,
      [JSON_TYPE, length(body), 'Connection: keep-alive'],
      `${body}SMUGGLED`,
    )
    const seen = answers(await talk(shop.url, [text], 2000))
    expect(seen.at(-1)!.status).toBe(400)
    expect(seen.slice(0, -1).map(({ status }) => status)).toEqual(seen.length > 1 ? [402] : [])
  })

  it('a request hidden in the body of another one is data', async () => {
    const inner = requestText('GET /metrics')
    const text = requestText('GET /api/v1/models', [length(inner)], inner)
    const seen = answers(await talk(shop.url, [text], 2000))
    expect(seen).toHaveLength(1)
    expect(seen[0]!.body.object).toBe('list')
  })

  it('chunks that are well formed are read, with extensions and trailers as nothing', async () => {
    const size = Buffer.byteLength(body).toString(16)
    const text = requestText(
      `POST ${IMAGES}`,
      [JSON_TYPE, 'Transfer-Encoding: chunked'],
      `${size};a=b\r\n${body}\r\n0\r\nX-Payment: e30=\r\n\r\n`,
    )
    expect(answers(await talk(shop.url, [text]))[0]).toMatchObject({
      status: 402,
      body: { error: 'Payment Required' },
    })
  })

  it('many requests on one connection, sent before any answer, are answered in order', async () => {
    const lines = [
      'GET /api/v1/models',
      'GET /nothing',
      `GET ${wants.pm.path}`,
      'GET /api/v1/images/models',
      'DELETE /api/v1/models',
      'HEAD /api/v1/models',
    ]
    const keep = ['Connection: keep-alive']
    const all = Array.from({ length: 20 }, () => lines.slice(0, 5)).flat()
    const text =
      all.map(line => requestText(line, keep)).join('') + requestText('GET /api/v1/models')
    const seen = answers(await talk(shop.url, [text], 10_000))
    expect(seen.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 20 }, () => [200, 404, 402, 200, 405]).flat(),
      200,
    ])
  })
})

describe('methods', () => {
  it.each([
    'TRACE',
    'CONNECT',
    'PROPFIND',
    'MKCOL',
    'PURGE',
    'LINK',
    'M-SEARCH',
    'QUERY',
    'get',
    'FOO',
    '__proto__',
    'GETT',
    'A'.repeat(5000),
  ])('%s is refused everywhere', async method => {
    for (const path of [wants.pm.path, IMAGES, '/api/v1/models', '/nothing']) {
      for (const { status } of answers(
        await talk(shop.url, [requestText(`${method} ${path}`)], 1500),
      )) {
        expect([400, 404, 405, 501].includes(status), `${method} ${path} ${status}`).toBe(true)
      }
    }
    await serves(shop.url)
  })

  it('a method of a header is nothing', async () => {
    const seen = await knock(shop.url, 'GET /api/v1/models', [
      'X-HTTP-Method-Override: POST',
      'X-Original-URL: /metrics',
      'X-Rewrite-URL: /metrics',
    ])
    expect([seen.status, seen.body.object]).toEqual([200, 'list'])
  })

  it.each(['PUT', 'DELETE', 'PATCH'])(
    '%s is 405 with the methods that are served, whatever was sent',
    async method => {
      for (const wanted of Object.values(shapes)) {
        const seen = await knock(
          shop.url,
          `${method} ${wanted.path}`,
          [JSON_TYPE, 'Content-Length: 1', 'X-Payment: e30='],
          '{',
        )
        expect([seen.status, seen.headers.allow]).toEqual([
          405,
          expect.stringMatching(/^(GET|POST)(, (GET|POST))?$/),
        ])
      }
    },
  )
})

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
          500,
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
      expect([query, seen.status, seen.body.error]).toEqual([query, 400, 'Invalid request body'])
    }
  })
})

describe('slow callers', () => {
  it('hold nothing up: 200 that send a byte now and then, and others are served meanwhile', async () => {
    const slow = Array.from({ length: 200 }, () =>
      talk(
        shop.url,
        [
          `POST ${IMAGES} HTTP/1.1\r\nHost: x\r\n`,
          300,
          'Content-Length: 100\r\n',
          300,
          '\r\n{',
          300,
          '"',
        ],
        2000,
      ),
    )
    const started = effort()
    for (let i = 0; i < 20; i++) await serves(shop.url)
    expect(effort() - started).toBeLessThan(QUICK)
    await shop.gateway.parts.store.ping()
    const { server } = shop.gateway.gateway.app
    expect(
      [server.requestTimeout, server.headersTimeout].every(limit => limit > 0 && limit <= 120_000),
    ).toBe(true)
    await Promise.all(slow)
  }, 120_000)

  it('that read nothing of what they asked for hold only their own connection', async () => {
    const { hostname, port } = new URL(shop.url)
    const ask = requestText('GET /openapi.json', ['Connection: keep-alive'])
    const sockets = Array.from({ length: 100 }, () =>
      connect(Number(port), hostname, function (this: Socket) {
        this.pause().write(ask)
      }).on('error', () => undefined),
    )
    await new Promise(go => setTimeout(go, 300))
    await serves(shop.url)
    for (const socket of sockets) socket.destroy()
  })
})
