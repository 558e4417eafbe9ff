/** What comes in: bodies, queries, paths and headers of strangers. */
import { request as rawRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  gives,
  requirementsOf,
  startCashGateway,
  type CashGateway,
} from '../helpers/cash-gateway.ts'

let at: CashGateway
beforeAll(async () => {
  at = await startCashGateway()
})
afterAll(async () => {
  await at.stop()
})
beforeEach(() => {
  at.world.vendor.asked.length = 0
  at.world.vendor.reply = () => gives({ ok: 1, found: 1 })
})

const send = (body: string | Buffer, type?: string, path = '/write/first') =>
  at.fetch(path, {
    method: 'POST',
    body,
    headers: type === undefined ? {} : { 'content-type': type },
  })

/** The path exactly as written, which fetch would tidy up. */
function rawPath(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(at.url)
    rawRequest({ hostname, port, path, headers }, response => {
      let text = ''
      response
        .on('data', chunk => {
          text += chunk
        })
        .on('end', () => resolve({ status: response.statusCode!, text }))
    })
      .on('error', reject)
      .end()
  })
}

describe('bodies', () => {
  it('IMG-002 what is not JSON is 400 Invalid JSON, before any 402', async () => {
    for (const body of ['{', '{"text": }', 'text', '"\ud800', '{"a":1}{']) {
      const seen = await send(body, 'application/json')
      expect([body, seen.status, seen.body.error]).toEqual([body, 400, 'Invalid JSON'])
      expect(seen.body.details).toBeTruthy()
    }
  })

  it('malformed UTF-8 is refused, not repaired', async () => {
    const seen = await send(
      Buffer.from([0x7b, 0x22, 0x74, 0x65, 0x78, 0x74, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
      'application/json',
    )
    expect([seen.status, seen.body]).toEqual([
      400,
      { error: 'Invalid JSON', details: 'The body is not valid UTF-8.' },
    ])
  })

  it('IMG-001 a form or a text is 400; JSON with parameters, a +json type or no type at all is read', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      expect((await send('{"text":"a"}', type)).body).toEqual({
        error: 'Invalid request body',
        details: [{ path: '', message: 'the body must be application/json', code: 'content_type' }],
      })
    }
    for (const type of [
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/vnd.api+json',
    ])
      expect((await send('{"text":"a"}', type)).status).toBe(402)
    expect((await send(Buffer.from('{"text":"a"}'))).status).toBe(402)
  })

  it('a compressed body is refused', async () => {
    const seen = await at.fetch('/write/first', {
      method: 'POST',
      body: '{"text":"a"}',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    })
    expect([seen.status, seen.body.details[0].code]).toEqual([400, 'content_encoding'])
  })

  it('IMG-003 IMG-005 IMG-007 every faulty field is named, once', async () => {
    const seen = await at.post('/write/first', { n: 0.5 })
    expect(seen.status).toBe(400)
    expect(seen.body).toEqual({
      error: 'Invalid request body',
      details: expect.arrayContaining([
        { path: 'text', message: 'is required', code: 'required' },
        { path: 'n', message: 'must be integer', code: 'type' },
      ]),
    })
    expect((await at.post('/write/first', [])).body.details[0].code).toBe('type')
    expect((await at.post('/write/first', null)).status).toBe(400)
  })

  it('IMG-010 IMG-011 IMG-012 defaults are filled in and bounds kept, before the quote', async () => {
    expect((await at.quote('/write/first', { text: 'a' })).amount).toBe('53500')
    expect((await at.quote('/write/first', { text: 'a', n: 10 })).amount).toBe('535000')
    expect((await at.post('/write/first', { text: 'a', n: 11 })).status).toBe(400)
  })

  it('IMG-004 where unknown fields are ignored they never reach a formula', async () => {
    const paid = at.world.cash.wallet('ann').sign(await at.quote('/tree', { text: 'a' }))
    expect((await at.post('/tree', { text: 'a', quality: 'high' }, paid)).body.body).toEqual({
      text: 'a',
    })
  })

  it('a row that a default chose is not written into the request, and the spelling of one that is there becomes its id', async () => {
    const schema = { type: 'object', properties: { model: { type: 'string' } } }
    const base = {
      ...routes.write!,
      path: '/picked',
      body: { schema, unknown: 'forward' as const },
      probes: undefined,
      pickAt: ['body', 'model'] as const,
    }
    const picked = {
      ...base,
      id: 'post_picked',
      pick: (c: any) => c.body.model ?? 'first',
      gates: undefined,
      cache: undefined,
      headers: undefined,
      price: { micro: (c: any) => c.model.price, decimals: 6, identify: false },
    }
    const own = await startCashGateway(cashWorld(cashCatalog([picked])))
    own.world.vendor.reply = () => gives({ ok: 1 })
    for (const [body, seen] of [
      [{ text: 'a' }, { text: 'a' }],
      [{ model: 'ONE' }, { model: 'first' }],
    ] as const) {
      const header = own.world.cash.wallet('ann').sign(await own.quote('/picked', body))
      expect((await own.post('/picked', body, header)).status).toBe(200)
      expect(own.world.vendor.asked.at(-1)!.scope.body).toEqual(seen)
    }
    await own.stop()
  })

  it('where unknown fields are forwarded they are kept, and the upstream gets the bytes as they came', async () => {
    const body = '{ "text" : "a",  "more": {"x": [1]} }'
    const paid = at.world.cash
      .wallet('ann')
      .sign(requirementsOf(await send(body, 'application/json')))
    await at.post('/write/first', body, paid)
    expect(at.world.vendor.asked[0]!.body!.toString()).toBe(body)
    expect(at.world.vendor.asked[0]!.scope.body.more).toEqual({ x: [1] })
  })

  it('nothing reaches a prototype', async () => {
    const seen = await send(
      '{"text":"a","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
      'application/json',
    )
    expect(seen.status).toBe(402)
    expect(({} as any).polluted).toBeUndefined()
  })

  it('deep nesting is refused, also in a megabyte of brackets', async () => {
    const seen = await send(
      `{"text":"a","x":${'['.repeat(100)}${']'.repeat(100)}}`,
      'application/json',
    )
    expect([seen.status, seen.body.details]).toEqual([
      400,
      'The body is nested deeper than 64 levels.',
    ])
    expect((await send('['.repeat(4000), 'application/json')).status).toBe(400)
  })

  it('LIM-019 a body over the limit is refused in the envelope of its route, before payment, however its length is declared', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(5000) })
    const seen = await at.post('/write/first', large)
    expect([seen.status, seen.body]).toEqual([
      400,
      { error: 'Request body too large', code: 'REQUEST_TOO_LARGE', details: '4096' },
    ])
    expect((await at.post('/words', large)).body).toEqual({ other: true })
    const stream = new ReadableStream({
      start(c) {
        c.enqueue(Buffer.from(large))
        c.close()
      },
    })
    const chunked = await at.fetch('/write/first', {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    } as RequestInit)
    expect(chunked.body.code).toBe('REQUEST_TOO_LARGE')
  })

  it('the fault list of a huge request stays short', async () => {
    const seen = await at.post('/ask/me', {})
    expect(seen.status).toBe(405)
    const faulty = JSON.stringify({ text: 1, more: Array.from({ length: 900 }, () => 1) })
    expect((await at.post('/write/first', faulty)).body.details.length).toBeLessThanOrEqual(50)
  })
})

describe('queries', () => {
  it('types are read from text, defaults filled in, lists collected', async () => {
    expect((await at.fetch('/ask/me?tags=a&tags=b')).body).toEqual({
      who: 'me',
      query: { count: 2, tags: ['a', 'b'] },
    })
    expect((await at.fetch('/ask/me?count=7&tags=a')).body.query).toEqual({ count: 7, tags: ['a'] })
  })

  it('a wrong or unknown parameter is 400', async () => {
    expect((await at.fetch('/ask/me?count=x')).body.details[0]).toMatchObject({
      path: 'count',
      code: 'type',
    })
    expect((await at.fetch('/ask/me?count=1&count=2')).status).toBe(400)
    expect((await at.fetch('/ask/me?colour=red')).body.details).toEqual([
      { path: 'colour', message: 'is not a known field', code: 'unknown_field', in: 'query' },
    ])
    expect((await at.fetch('/ask/me?__proto__=1')).status).toBe(200)
  })

  it('a gate refuses with its own status, code and members', async () => {
    const seen = await at.fetch('/ask/nobody')
    expect([seen.status, seen.body]).toEqual([
      400,
      { error: 'who?', code: 'NOBODY', known: ['me'] },
    ])
  })
})

describe('paths', () => {
  it('what no route answers is 404 in the envelope of the gateway; a path is matched exactly', async () => {
    for (const path of ['/nothing', '/HELLO', '/hello/', '/', '/pm', '/ask']) {
      const seen = await at.fetch(path)
      expect([path, seen.status, seen.body.error]).toEqual([path, 404, 'Not Found'])
    }
  })

  it('no path can mean another one: dot segments, encoded slashes and doubled slashes are 404', async () => {
    for (const path of [
      '/ask/..',
      '/ask/%2e%2e',
      '/ask/a%2fb',
      '/ask/a%5cb',
      '/closed/a/../b',
      '/closed/a//b',
      '/closed/%2e%2e/x',
      '/closed/..;/x',
      '/closed/.;a=b/x',
      '/ask/%2e%2e%3bx',
      '/ask/%252e%252e',
      '/ask/a%252fb',
      '/ask/a%2500',
      '/ask/a%252f%25',
      '/ask/..%252fb%25zz',
      '/ask/a%00',
      '/ask/%zz',
      '//hello',
    ]) {
      expect([path, (await rawPath(path)).status]).toEqual([path, 404])
    }
    expect((await rawPath('/ask/a%20b')).text).toContain('"who":"a b"')
    for (const [path, who] of [
      ['/ask/..a;b', '..a;b'],
      ['/ask/100%25', '100%'],
      ['/ask/a%2541', 'a%41'],
    ])
      expect((await rawPath(path!)).text).toContain(`"who":"${who}"`)
  })

  it('PM-079 a route that is gone is 404 before anything, whatever the method and payment', async () => {
    for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS', 'DELETE'])
      expect((await at.fetch('/gone', { method, headers: { 'x-payment': 'x' } })).status).toBe(404)
  })

  it('RPC-013 models are found by id or alias, ignoring case, and the upstream hears the canonical id', async () => {
    for (const name of ['first', 'ONE', 'First']) {
      const paid = at.world.cash.wallet('ann').sign(await at.quote(`/write/${name}`, { text: 'a' }))
      const seen = await at.post(`/write/${name}`, { text: 'a' }, paid)
      expect([seen.status, seen.headers.get('x-network')]).toEqual([200, 'first'])
      expect(at.world.vendor.asked.at(-1)!.scope).toMatchObject({
        path: { network: 'first' },
        model: { id: 'first' },
      })
    }
    const seen = await at.post('/write/third', { text: 'a' })
    expect([seen.status, seen.body]).toEqual([
      400,
      { error: 'Unsupported third', supported: ['first', 'Second/Slow'] },
    ])
    expect((await at.post('/write/__proto__', { text: 'a' })).status).toBe(400)
  })
})

describe('payment headers', () => {
  const paidBy = async (headers: (value: string) => Record<string, string>) => {
    const value = at.world.cash.wallet('ann').sign(await at.quote('/pm/read/1'))
    return at.fetch('/pm/read/1', { headers: headers(value) })
  }

  it('PAY-033 PAY-034 PAY-035 ERR3-004 X-Payment and PAYMENT-SIGNATURE are the same, in any case, also both at once', async () => {
    for (const headers of [
      (v: string) => ({ 'X-Payment': v }),
      (v: string) => ({ 'x-PAYMENT': v }),
      (v: string) => ({ 'Payment-Signature': v }),
      (v: string) => ({ 'PAYMENT-SIGNATURE': v, 'X-Payment': v }),
    ])
      expect((await paidBy(headers)).status).toBe(200)
    const differing = await paidBy(value => ({
      'PAYMENT-SIGNATURE': value,
      'X-Payment': `${value}=`,
    }))
    expect([differing.status, differing.body.code]).toEqual([402, 'PAYMENT_INVALID'])
  })

  it('ERR-007 garbage is 402 PAYMENT_INVALID with the challenge, never 400 or 500', async () => {
    const values = [
      '',
      ' ',
      'x',
      '{}',
      'bnVsbA==',
      'W10=',
      Buffer.from('{"x402Version":1}').toString('base64'),
      'A'.repeat(20_000),
      '%00',
      '=====',
    ]
    for (const value of values) {
      const seen = await at.fetch('/pm/read/1', { headers: { 'payment-signature': value } })
      expect([value.slice(0, 10), seen.status, seen.body.code]).toEqual([
        value.slice(0, 10),
        402,
        'PAYMENT_INVALID',
      ])
      expect(seen.headers.get('payment-required')).toBeTruthy()
    }
  })

  it('PAY-001 other credentials are nothing: a Bearer token is an unpaid call', async () => {
    const seen = await at.fetch('/pm/read/1', {
      headers: { authorization: 'Bearer x', 'x-api-key': 'y', 'x-stainless-os': 'z' },
    })
    expect([seen.status, seen.body.error]).toEqual([402, 'Payment Required'])
  })

  it('PAY-050 a payment sent to a free endpoint is ignored', async () => {
    const value = at.world.cash.wallet('ann').sign(await at.quote('/pm/read/1'))
    for (const one of [value, 'garbage'])
      expect((await at.fetch('/hello', { headers: { 'x-payment': one } })).status).toBe(200)
    expect((await at.fetch('/pm/read/1', { headers: { 'x-payment': value } })).status).toBe(200)
  })
})

it('broken HTTP breaks nothing', async () => {
  const { hostname, port } = new URL(at.url)
  for (const text of [
    'GARBAGE\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    `GET /hello HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`,
    'POST /tree HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n',
  ]) {
    await new Promise<void>(resolve => {
      const socket = connect(Number(port), hostname, () => socket.write(text))
      socket
        .on('data', () => socket.destroy())
        .on('close', () => resolve())
        .on('error', () => resolve())
    })
  }
  expect((await at.fetch('/hello')).status).toBe(200)
})
