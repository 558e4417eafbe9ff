/** What the reply of an upstream means, and that its secrets stay secret. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bytes, callOf, json, KEY, scope, startWorld, type World } from './client-world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ maxBytes: 1_000_000 })
})
afterAll(() => world.stop())
beforeEach(() => world.reset())

const run = (
  more: Parameters<typeof callOf>[0] = {},
  at: Parameters<typeof scope>[0] = {},
  options: { signal?: AbortSignal; body?: Buffer } = {},
) => world.upstreams.call(callOf(more), scope(at), options)

describe('what a reply means', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ] as const)('unpacks %s', async (encoding, pack) => {
    world.answer = (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding })
        .end(pack('{"a":1}'))
    }
    const result = await run()
    expect(result).toMatchObject({ ok: true, json: { a: 1 } })
    expect(result.ok && Object.keys(result.headers)).toEqual(['content-type'])
  })

  it('refuses a small reply that unpacks to a huge one, damaged and unknown encodings', async () => {
    const bodies: [string, Buffer][] = [
      ['gzip', gzipSync(Buffer.alloc(3_000_000))],
      ['gzip', Buffer.from('not gzip')],
      ['zstd', Buffer.from('x')],
    ]
    for (const [encoding, body] of bodies) {
      world.answer = (_request, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).end(body)
      }
      expect(await run()).toMatchObject({ ok: false, kind: 'upstream_failed' })
    }
  })

  it('refuses a reply over the size limit, announced or not', async () => {
    world.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '2000000' }).end(Buffer.alloc(2_000_000))
    }
    expect(await run()).toMatchObject({
      ok: false,
      kind: 'upstream_failed',
      details: 'The upstream gave a reply that is too large',
    })
    world.answer = (_request, response) => {
      response.on('error', () => undefined)
      for (let i = 0; i < 20; i++) response.write(Buffer.alloc(100_000))
      response.end()
    }
    expect(await run()).toMatchObject({
      ok: false,
      kind: 'upstream_failed',
      details: 'The upstream gave a reply that is too large',
    })
  })

  it('refuses a reply over the limit of its call, packed or not', async () => {
    const body = JSON.stringify('x'.repeat(1_000))
    const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    for (const answer of [json(200, 'x'.repeat(1_000)), bytes(200, gzipSync(body), packed)]) {
      world.answer = answer
      expect(await run({ replyLimit: 1_002 })).toMatchObject({ ok: true })
      expect(await run({ replyLimit: 1_001 })).toMatchObject({ ok: false, isOversized: true })
    }
  })

  it("the call's own rules name a failure before the status does, also at 200", async () => {
    const fail = (c: any) =>
      c.reply?.error?.code === 'moderation'
        ? { as: 'content_policy' as const, details: c.reply.error.message }
        : undefined
    for (const status of [200, 400, 403]) {
      world.answer = json(status, { error: { code: 'moderation', message: 'Blocked: violence' } })
      expect(await run({ fail })).toMatchObject({
        ok: false,
        kind: 'content_policy',
        details: 'Blocked: violence',
        source: 'Vendor',
        status,
      })
    }
  })

  it('a rule refuses in the words of a gate, without secrets of ours', async () => {
    const fail = (c: any) => ({
      as: 'upstream_rejected' as const,
      code: 'UNKNOWN',
      refusal: { status: 404, message: `No ${c.reply.what}`, extra: { said: c.reply.said } },
    })
    world.answer = json(200, { what: `fox ${KEY}`, said: 'see http://10.0.0.1/a' })
    expect(await run({ fail })).toMatchObject({
      ok: false,
      kind: 'upstream_rejected',
      code: 'UNKNOWN',
      details: 'No fox [redacted]',
      refused: { status: 404, message: 'No fox [redacted]', extra: { said: 'see [redacted]' } },
    })
  })

  it.each([
    [400, 'upstream_rejected'],
    [404, 'upstream_rejected'],
    [410, 'upstream_rejected'],
    [422, 'upstream_rejected'],
    [408, 'upstream_rejected'],
    [401, 'upstream_rejected'],
    [402, 'upstream_failed'],
    [403, 'upstream_rejected'],
    [407, 'upstream_rejected'],
    [301, 'upstream_failed'],
    [500, 'upstream_failed'],
    [502, 'upstream_failed'],
    [503, 'upstream_failed'],
  ] as const)('status %i is %s', async (status, kind) => {
    world.answer = json(
      status,
      { error: { message: 'the words' } },
      { location: 'http://127.0.0.1:1/' },
    )
    expect(await run()).toMatchObject({ ok: false, kind, status })
    expect(world.seen).toHaveLength(1)
  })

  it("ERR3-010 a refusal carries the upstream's status, reason and body", async () => {
    world.answer = (_request, response) => {
      response
        .writeHead(422, 'Unprocessable Entity', { 'content-type': 'application/json' })
        .end('{"detail":[{"loc":["query","q"],"msg":"missing"}]}')
    }
    expect(await run()).toMatchObject({
      status: 422,
      reason: 'Unprocessable Entity',
      body: { detail: [{ loc: ['query', 'q'], msg: 'missing' }] },
    })
  })

  it('LIM-016 LIM-018 a 429 waits as long as the upstream says: seconds, a date, or 60', async () => {
    const date = new Date(Date.now() + 600_000).toUTCString()
    for (const [header, least, most] of [
      ['7', 7, 7],
      ['0.2', 1, 1],
      [date, 500, 601],
      [undefined, 60, 60],
      ['soon', 60, 60],
      ['0', 60, 60],
      ['Mon, 01 Jan 2001 00:00:00 GMT', 60, 60],
    ] as const) {
      world.answer = json(
        429,
        { error: { message: 'Slow down' } },
        header === undefined ? {} : { 'retry-after': header },
      )
      const result = await run()
      expect(result).toMatchObject({
        ok: false,
        kind: 'rate_limited',
        source: 'Vendor',
        details: 'Slow down',
      })
      const wait = result.ok ? 0 : (result.retryAfter ?? 0)
      expect(wait).toBeGreaterThanOrEqual(least)
      expect(wait).toBeLessThanOrEqual(most)
    }
  })

  it('`passes` lets a reply outside 2xx be the result', async () => {
    world.answer = json(500, { id: 1, error: { code: -5 } })
    expect(
      await run({ passes: c => c.status === 500 && c.reply.error !== undefined }),
    ).toMatchObject({ ok: true, status: 500 })
    expect(await run({ passes: c => c.status === 404 })).toMatchObject({
      ok: false,
      kind: 'upstream_failed',
    })
  })

  it('a byte order mark before the JSON of a reply is left out', async () => {
    world.answer = (_request, response) => {
      response.writeHead(200).end('\ufeff{"a":1}')
    }
    expect(await run({})).toMatchObject({ ok: true, json: { a: 1 } })
  })

  it('a reply that is not JSON, not as expected, or without any result is a failure, never an exception', async () => {
    const give = (c: any) => ({ assets: c.reply.data.map((item: any) => ({ url: item.url })) })
    for (const body of ['<html>', '', '{"data":', '{"data":{}}', '{"data":[]}', 'null', '[]']) {
      world.answer = (_request, response) => {
        response.writeHead(200).end(body)
      }
      expect(await run({ give, media: 'assets' })).toMatchObject({
        ok: false,
        kind: 'upstream_failed',
      })
    }
    world.answer = json(200, {})
    expect(await run({ fail: c => c.reply.a.b.c })).toMatchObject({
      ok: false,
      kind: 'upstream_failed',
      details: 'The upstream gave an unexpected reply',
    })
  })

  it('a mapping that throws before anything is sent is a failure, and is logged with its place', async () => {
    expect(
      await run({
        path: () => {
          throw new RangeError('no entry "x" in this table')
        },
      }),
    ).toMatchObject({ ok: false, kind: 'upstream_failed' })
    expect(
      await run({
        repeat: () => {
          throw new RangeError('no')
        },
      }),
    ).toMatchObject({ ok: false, kind: 'upstream_failed' })
    expect(world.lines.join('')).toContain('catalog/upstreams/vendor.yaml:1')
    expect(world.seen).toHaveLength(0)
  })
})

describe('secrets', () => {
  it('ERR2-003 keys, tokens, URLs and hosts of an upstream are in no details, bodies or log lines', async () => {
    const places = `https://api.vendor.example/v1?k=${KEY} and 127.0.0.1:80, see https://docs.other.example/x`
    const words = `Key ${KEY} (Bearer ${KEY}), sk-proj-abcdef123456, at ${places}`
    for (const status of [400, 401, 422, 429, 500]) {
      world.answer = json(status, { error: { message: words, [KEY]: [words] } })
      const shown = JSON.stringify(await run())
      for (const secret of [
        KEY,
        'vendor.example',
        '127.0.0.1',
        'sk-proj',
        'other.example',
        'Bearer v',
      ])
        expect(shown).not.toContain(secret)
    }
    const said = await run({
      fail: c => ({ as: 'content_policy', details: c.reply.error.message }),
    })
    expect(JSON.stringify(said)).not.toContain(KEY)
    world.answer = (_request, response) => {
      response.writeHead(400).end(`plain ${words}`)
    }
    expect(JSON.stringify(await run())).not.toContain(KEY)
    expect(world.lines.join('')).not.toMatch(new RegExp(`${KEY}|vendor\\.example|127\\.0\\.0\\.1`))
    expect(world.lines.length).toBeGreaterThan(5)
  })

  it('a huge error body is cut', async () => {
    world.answer = json(400, {
      error: { message: 'x'.repeat(50_000) },
      more: Array.from({ length: 2000 }, () => 'filler'),
    })
    expect(JSON.stringify(await run()).length).toBeLessThan(10_000)
  })
})
