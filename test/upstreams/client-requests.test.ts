/** What is sent to an upstream. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callOf, json, KEY, scope, startWorld, type World } from './client-world.ts'

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

describe('what is sent', () => {
  it("sends the mapping as JSON with the upstream's key, and gives the mapped reply", async () => {
    world.answer = json(
      200,
      { data: [{ url: 'a' }] },
      { 'x-request-id': 'r1', server: 'nginx', 'set-cookie': 'a=b' },
    )
    const result = await run(
      {
        send: c => ({ prompt: c.body.prompt, none: undefined }),
        give: c => ({ assets: c.reply.data }),
      },
      { body: { prompt: 'héllo' } },
    )
    expect(result).toMatchObject({
      ok: true,
      status: 200,
      given: { assets: [{ url: 'a' }] },
      json: { data: [{ url: 'a' }] },
    })
    expect(result.ok && result.headers).toEqual({ 'content-type': 'application/json' })
    expect(world.seen[0]).toMatchObject({
      method: 'POST',
      url: '/v1/make',
      body: '{"prompt":"héllo"}',
    })
    expect(world.seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      'user-agent': 'test-gateway',
      'content-length': '19',
    })
  })

  it("RPC-003 sends the caller's bytes unchanged and gives the reply's bytes unchanged", async () => {
    const odd = Buffer.from('{"jsonrpc" : "2.0",\n "id":1e0,"method":"a"}')
    world.answer = (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"id" :1e0,  "result":0.10}')
    }
    const result = await run({ send: 'verbatim' }, {}, { body: odd })
    expect(world.seen[0]?.body).toBe(odd.toString())
    expect(result.ok && result.body.toString()).toBe('{"id" :1e0,  "result":0.10}')
  })

  it("forwards the query as it came, behind the call's own", async () => {
    await run(
      { method: 'GET', send: undefined, path: () => '/read?fixed=1', query: 'forward' },
      { search: 'a=b%20c&a=d&q=%C3%A9&z=1+2#no' },
    )
    expect(world.seen[0]).toMatchObject({
      method: 'GET',
      url: '/read?fixed=1&a=b%20c&a=d&q=%C3%A9&z=1+2%23no',
      body: '',
    })
  })

  it("sends the call's own headers, which replace those of the upstream", async () => {
    const headers = () => ({ 'Idempotency-Key': 'k1', AUTHORIZATION: 'Own', 'X-None': undefined })
    await run({ headers, send: () => ({}) })
    expect(world.seen[0]?.headers).toMatchObject({
      'idempotency-key': 'k1',
      authorization: 'Own',
      'content-type': 'application/json',
    })
    expect(world.seen[0]?.headers).not.toHaveProperty('x-none')
  })

  it.each(['a\r\nX-More: b', 'a\nb', 'a\u0000', '\u2028'])(
    'refuses a header with the text %j, and sends nothing',
    async text => {
      const result = await run({ headers: c => ({ 'X-Text': c.body.text }) }, { body: { text } })
      expect(result).toMatchObject({
        ok: false,
        kind: 'invalid_input',
        details: 'The header X-Text cannot hold this text',
      })
      expect(world.seen).toEqual([])
    },
  )

  it('makes a query of a mapping, leaving out what is undefined', async () => {
    await run({ method: 'GET', send: undefined, query: () => ({ q: 'a b&c', none: undefined }) })
    expect(world.seen[0]?.url).toBe('/v1/make?q=a+b%26c')
  })

  it('keeps encoded slashes of a path, encodes what may not stand there', async () => {
    for (const [path, url] of [
      ['/token/a%2Fb', '/token/a%2Fb'],
      ['/a b/ü', '/a%20b/%C3%BC'],
      ['/100%', '/100%25'],
      ['/x"<y>', '/x%22%3Cy%3E'],
    ] as const) {
      await run({ method: 'GET', send: undefined, path: () => path })
      expect(world.seen.at(-1)?.url).toBe(url)
    }
  })

  it('refuses a path that would leave the base, however it is written, without calling', async () => {
    for (const rest of [
      '/../admin',
      '/a/..',
      '/a/%2e%2E/b',
      '/a/..%2fb',
      '/a/..%5c..%5cb',
      '/a\\..\\b',
      '/./a',
      '/a/%2e',
      '/a#b',
    ]) {
      const result = await run(
        { method: 'GET', send: undefined, path: c => c.route.rest },
        { rest },
      )
      expect(result).toMatchObject({ ok: false, kind: 'upstream_rejected', status: 400 })
    }
    expect(world.seen).toHaveLength(0)
  })

  it('fills the holes of the base', async () => {
    const other = await startWorld({ base: origin => `${origin}/{model.host}/v2/` })
    try {
      await other.upstreams.call(
        callOf({ holes: c => ({ 'model.host': c.model.host }) }),
        scope({ model: { host: 'sol/../x' } }),
        {},
      )
      expect(other.seen[0]?.url).toBe('/sol%2F..%2Fx/v2/v1/make')
      expect(await other.upstreams.call(callOf({ holes: () => ({}) }), scope(), {})).toMatchObject({
        ok: false,
        kind: 'upstream_failed',
      })
    } finally {
      await other.stop()
    }
  })

  it('names the missing variables to the seller, once, and not to callers', async () => {
    const other = await startWorld({})
    try {
      for (let i = 0; i < 2; i++) {
        const result = await other.upstreams.call(callOf({ upstream: 'bare' }), scope(), {})
        expect(JSON.stringify(result)).not.toContain('_KEY')
      }
      await other.upstreams.stream(callOf({ upstream: 'bare' }) as never, scope(), {} as never)
      const said = other.lines.filter(line => line.includes('is not configured: set BARE_KEY'))
      expect(said).toHaveLength(1)
      expect(JSON.parse(said[0]!)).toMatchObject({ upstream: 'bare', missing: ['BARE_KEY'] })
    } finally {
      await other.stop()
    }
  })

  it('calls an upstream without its key never, and says so', async () => {
    expect(await world.upstreams.call(callOf({ upstream: 'bare' }), scope(), {})).toMatchObject({
      ok: false,
      kind: 'not_configured',
      details: 'Vendor is not configured on this gateway',
    })
    expect(await world.upstreams.call(callOf({ upstream: 'nobody' }), scope(), {})).toMatchObject({
      ok: false,
      kind: 'not_configured',
    })
    expect(world.upstreams.configured('vendor')).toBe(true)
    expect(world.upstreams.configured('bare')).toBe(false)
    expect(world.seen).toHaveLength(0)
  })

  it('keeps connections alive', async () => {
    const before = world.connections()
    for (let i = 0; i < 5; i++) await run()
    expect(world.connections() - before).toBeLessThanOrEqual(1)
  })
})
