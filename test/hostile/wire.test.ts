/**
 * HTTP of strangers: broken framing, odd methods, long addresses and slow senders. One bad caller
 * never disturbs the next.
 */
import { connect, type Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { effort } from '../helpers/effort.ts'
import { wants } from '../helpers/buyer.ts'
import { answers, knock, QUICK, requestText, serves, shapes, talk } from './strangers.ts'
import { body, buyer, IMAGES, length, shop, useShop } from './wire-desk.ts'

useShop()

const JSON_TYPE = 'Content-Type: application/json'

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
      'a chunk longer than declared',
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

  it('a body shorter than declared is not acted on', async () => {
    const header = await buyer.header(wants.image)
    const text = requestText(
      `POST ${IMAGES}`,
      [JSON_TYPE, length(body, 10), `PAYMENT-SIGNATURE: ${header}`],
      body,
    )
    expect(answers(await talk(shop.url, [text], 800))).toEqual([])
    await serves(shop.url)
  })

  it('what follows a body longer than declared is another request, and it is refused', async () => {
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
    const warnings = vi.spyOn(process, 'emitWarning')
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
    expect(warnings).not.toHaveBeenCalled()
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
