import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Unusable } from '../../runtime/lib/unusable-input.ts'
import type { PollCall } from '../../runtime/contract.ts'
import { manualClock, type ManualClock } from '../helpers/clock.ts'
import {
  bytes,
  callOf,
  json,
  pollOf,
  scope,
  startWorld,
  until,
  type World,
} from './client-world.ts'

let clock: ManualClock
let world: World
beforeEach(async () => {
  clock = manualClock()
  world = await startWorld({ clock })
})
afterEach(() => world.stop())

const run = (more: Parameters<typeof callOf>[0] = {}, at: Parameters<typeof scope>[0] = {}) =>
  world.upstreams.call(callOf(more), scope(at), {})
const ask = (more: Partial<PollCall> = {}, signal?: AbortSignal) =>
  world.upstreams.call(pollOf(more), { ...scope(), ticket: { id: 't1' } }, { signal })

describe('a submit', () => {
  const ticket = (c: any) => ({ id: c.reply.id })

  it('VID-001 leaves a ticket, and gives nothing yet', async () => {
    world.answer = json(200, { id: 'video_1', status: 'queued' })
    expect(await run({ ticket, poll: pollOf() })).toMatchObject({
      ok: true,
      status: 200,
      ticket: { id: 'video_1' },
      given: {},
    })
  })

  it('without a ticket in the reply is a failure, since nobody could ask for the result', async () => {
    for (const reply of [{}, { id: null }, { id: '' }]) {
      world.answer = json(200, reply)
      expect(await run({ ticket })).toMatchObject({
        ok: false,
        kind: 'upstream_failed',
        details: 'The upstream gave no ticket',
        status: 200,
      })
    }
    world.answer = json(200, { id: 'a' })
    expect(await run({ ticket: c => ({ id: c.reply.id, at: c.reply.at }) })).toMatchObject({
      details: 'The upstream gave no ticket',
    })
    expect(await run({ ticket: c => ({ id: c.reply.none.id }) })).toMatchObject({
      details: 'The upstream gave an unexpected reply',
    })
  })

  it('is judged by its rules and its status before its ticket is taken', async () => {
    world.answer = json(200, { id: 'a', error: 'no' })
    const fail = (c: any) =>
      c.reply?.error ? { as: 'content_policy' as const, details: c.reply.error } : undefined
    expect(await run({ ticket, fail })).toMatchObject({
      ok: false,
      kind: 'content_policy',
      details: 'no',
    })
    world.answer = json(500, { id: 'a' })
    expect(await run({ ticket })).toMatchObject({ ok: false, kind: 'upstream_failed' })
  })
})

describe('a poll', () => {
  it('VID-011 asks with the ticket; while its `pending` holds the work goes on, whatever the status says', async () => {
    for (const [status, body] of [
      [202, ''],
      [200, '{"status":"queued"}'],
      [404, '{"status":"queued"}'],
    ] as const) {
      world.answer = bytes(status, body, { 'content-type': 'application/json' })
      const pending = (c: any) => c.status === 202 || c.reply.status === 'queued'
      const fail = () => ({ as: 'upstream_failed' as const, details: 'never asked' })
      expect(await ask({ pending, fail })).toMatchObject({
        ok: true,
        pending: true,
        status,
        given: {},
      })
    }
    expect(world.seen.map(one => `${one.method} ${one.url}`)).toEqual(
      Array(3).fill('GET /v1/jobs/t1'),
    )
  })

  it('gives the result once it is there', async () => {
    world.answer = json(200, { data: [{ url: 'a' }] })
    const result = await ask()
    expect(result).toMatchObject({ ok: true, given: { assets: [{ url: 'a' }] } })
    expect(result.ok && result.pending).toBeFalsy()
  })

  it('VID-018 a failure that a rule names is the end, and carries its code', async () => {
    world.answer = json(200, { status: 'failed', message: 'it broke' })
    const fail = (c: any) =>
      c.reply.status === 'failed'
        ? { as: 'upstream_failed' as const, details: c.reply.message, code: 'GONE' }
        : undefined
    const result = await ask({ fail })
    expect(result).toMatchObject({
      ok: false,
      kind: 'upstream_failed',
      details: 'it broke',
      code: 'GONE',
    })
    expect(!result.ok && result.transient).toBeFalsy()
  })

  it('a rule may name also what would pass by its status; only haste passes then', async () => {
    world.answer = json(503, { gone: true }, { 'retry-after': '7' })
    const named = await ask({ fail: () => ({ as: 'upstream_failed', details: 'for good' }) })
    expect(!named.ok && named.transient).toBeFalsy()
    expect(
      await ask({ fail: () => ({ as: 'rate_limited', details: 'slowly', code: 'SLOW' }) }),
    ).toMatchObject({
      ok: false,
      kind: 'rate_limited',
      transient: true,
      retryAfter: 7,
      code: 'SLOW',
    })
  })

  it('a status that says "not now" passes, any other is the end', async () => {
    for (const status of [408, 425, 429, 500, 502, 503, 504, 529]) {
      world.answer = json(status, {})
      expect(await ask()).toMatchObject({ ok: false, status, transient: true })
    }
    for (const status of [301, 400, 401, 402, 403, 404, 410, 422]) {
      world.answer = json(status, {})
      expect(await ask()).toMatchObject({ ok: false, status })
      expect(await ask()).not.toHaveProperty('passing')
    }
  })

  it('a reply that is not JSON, is empty or cannot be read passes: something in between may have given it', async () => {
    // This rule would take an empty reply for a failed job.
    const fail = (c: any) =>
      c.status === 200 && !c.reply?.data
        ? { as: 'upstream_failed' as const, details: 'nothing was made' }
        : undefined
    for (const body of ['', '<html>busy</html>', '{"data":']) {
      world.answer = bytes(200, body)
      expect(await ask({ fail })).toMatchObject({
        ok: false,
        kind: 'upstream_failed',
        transient: true,
      })
    }
    world.answer = json(200, { odd: true })
    expect(await ask({ pending: c => c.reply.state.done === false })).toMatchObject({
      ok: false,
      transient: true,
    })
    expect(await ask({ give: c => ({ assets: c.reply.data.map(String) }) })).toMatchObject({
      ok: false,
      transient: true,
    })
    expect(await ask({ fail })).toMatchObject({ ok: false, details: 'nothing was made' })
  })

  it('a result with nothing in it is the end', async () => {
    world.answer = json(200, { data: [] })
    expect(await ask({ media: 'assets' })).not.toHaveProperty('passing')
    expect(await ask({ media: 'assets' })).toMatchObject({
      ok: false,
      details: 'The upstream gave no result',
    })
  })

  it('a connection that breaks, a timeout and giving up pass', async () => {
    world.answer = (_request, response) => {
      response.socket?.resetAndDestroy()
    }
    expect(await ask()).toMatchObject({ ok: false, kind: 'upstream_failed', transient: true })
    world.answer = () => undefined
    const slow = ask({ timeout: 20_000 })
    await until(() => world.seen.length === 2)
    await clock.advance(20_000)
    expect(await slow).toMatchObject({
      ok: false,
      kind: 'upstream_timeout',
      details: 'The upstream did not answer within 20 s',
      transient: true,
    })
    const stop = new AbortController()
    const given = ask({}, stop.signal)
    await until(() => world.seen.length === 3)
    stop.abort()
    expect(await given).toMatchObject({
      ok: false,
      details: 'The call was given up',
      transient: true,
    })
    expect(clock.sleepers()).toBe(0)
  })

  it('a reply that is too large is the end', async () => {
    world.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': String(64 * 2 ** 20 + 1) }).flushHeaders()
    }
    const result = await ask()
    expect(result).toMatchObject({
      ok: false,
      details: 'The upstream gave a reply that is too large',
    })
    expect(result).not.toHaveProperty('passing')
  })

  it("without an upstream's key there is nothing to wait for", async () => {
    expect(await ask({ upstream: 'bare' })).toMatchObject({ ok: false, kind: 'not_configured' })
    expect(await ask({ upstream: 'bare' })).not.toHaveProperty('passing')
  })
})

describe('a call before the call', () => {
  const lyrics = callOf({
    id: 'vendor.lyrics',
    path: () => '/v1/lyrics',
    send: () => ({ mode: 'song' }),
    give: c => ({ words: c.reply.words }),
  })
  const song = {
    send: (c: any) => ({ words: c.earlier?.words }),
    give: (c: any) => ({ assets: [c.reply.number], words: c.earlier?.words }),
  }
  beforeEach(() => {
    world.answer = (request, response, number) => {
      json(200, request.url === '/v1/lyrics' ? { words: 'la la' } : { number })(
        request,
        response,
        number,
      )
    }
  })

  it('MUS-008 is made first, and what it gave is `earlier` in the request and in the result', async () => {
    expect(await run({ ...song, first: { call: lyrics } })).toMatchObject({
      ok: true,
      given: { assets: [2], words: 'la la' },
    })
    expect(world.seen.map(one => [one.url, one.body])).toEqual([
      ['/v1/lyrics', '{"mode":"song"}'],
      ['/v1/make', '{"words":"la la"}'],
    ])
  })

  it('is left out where `when` does not hold', async () => {
    const first = { call: lyrics, when: (c: any) => c.body.sung === true }
    expect(await run({ ...song, first }, { body: { sung: false } })).toMatchObject({
      ok: true,
      given: { words: undefined },
    })
    expect(world.seen.map(one => one.url)).toEqual(['/v1/make'])
    await run({ ...song, first }, { body: { sung: true } })
    expect(world.seen.map(one => one.url)).toEqual(['/v1/make', '/v1/lyrics', '/v1/make'])
  })

  it('fails the call with its own failure, and the call is not made', async () => {
    world.answer = json(429, {}, { 'retry-after': '8' })
    expect(await run({ ...song, first: { call: lyrics } })).toMatchObject({
      ok: false,
      kind: 'rate_limited',
      retryAfter: 8,
    })
    expect(world.seen.map(one => one.url)).toEqual(['/v1/lyrics'])
    expect(
      await run({ ...song, first: { call: lyrics, when: c => c.body.no.such } }),
    ).toMatchObject({ ok: false, kind: 'upstream_failed' })
    expect(world.seen).toHaveLength(1)
  })

  it('is made once also where the call is repeated', async () => {
    const result = await run({ ...song, repeat: () => 3, first: { call: lyrics } })
    expect(result.ok && result.given.assets).toHaveLength(3)
    expect(world.seen.map(one => one.url)).toEqual([
      '/v1/lyrics',
      '/v1/make',
      '/v1/make',
      '/v1/make',
    ])
  })

  it("has its own time: neither takes the other's", async () => {
    const answer = (place: number) => until(() => world.seen.length === place)
    const held: (() => void)[] = []
    world.answer = (request, response, number) => {
      held.push(() => json(200, { words: 'la', number })(request, response, number))
    }
    const result = run({ ...song, timeout: 5000, first: { call: { ...lyrics, timeout: 9000 } } })
    await answer(1)
    await clock.advance(8999)
    held[0]?.()
    await answer(2)
    await clock.advance(4999)
    held[1]?.()
    expect(await result).toMatchObject({ ok: true })
  })

  it('a first call that takes too long fails by its own limit', async () => {
    world.answer = () => undefined
    const result = run({ ...song, timeout: 50_000, first: { call: { ...lyrics, timeout: 3000 } } })
    await until(() => world.seen.length === 1)
    await clock.advance(3000)
    expect(await result).toMatchObject({
      ok: false,
      kind: 'upstream_timeout',
      details: 'The upstream did not answer within 3 s',
    })
  })
})

describe('a request that waits for a hook', () => {
  it('is sent when the hook has answered', async () => {
    const send = async (c: any) => {
      await Promise.resolve()
      return { image: `${c.body.image}!` }
    }
    expect(await run({ send }, { body: { image: 'a' } })).toMatchObject({ ok: true })
    expect(world.seen[0]?.body).toBe('{"image":"a!"}')
  })

  it("EDIT-031 an input that cannot be used is the caller's fault: reported in plain words, not sent, not held against the upstream", async () => {
    for (const send of [
      async () => {
        throw new Unusable('The image cannot be decoded')
      },
      () => {
        throw new Unusable('The image cannot be decoded')
      },
    ]) {
      const result = await run({ send })
      expect(result).toEqual({
        ok: false,
        kind: 'invalid_input',
        details: 'The image cannot be decoded',
        source: 'Vendor',
      })
    }
    expect(world.seen).toHaveLength(0)
    expect(world.upstreams.health()[0]).toMatchObject({ calls: 0, failures: 0 })
  })

  it('any other exception is logged with its place, and reported without its message', async () => {
    expect(
      await run({
        send: async () => {
          throw new Error('ENOENT /var/secret')
        },
      }),
    ).toMatchObject({
      ok: false,
      kind: 'upstream_failed',
      details: 'The upstream could not be called',
    })
    expect(world.lines.join('')).toContain('catalog/upstreams/vendor.yaml:1')
    expect(world.upstreams.health()[0]).toMatchObject({ calls: 0, failures: 0 })
  })

  it('does not wait longer than the call may take, nor when it is given up', async () => {
    const never = { timeout: 4000, send: () => new Promise<never>(() => undefined) }
    const late = run(never)
    await clock.advance(4000)
    expect(await late).toMatchObject({ ok: false, kind: 'upstream_timeout' })
    const stop = new AbortController()
    const given = world.upstreams.call(callOf(never), scope(), { signal: stop.signal })
    stop.abort()
    expect(await given).toMatchObject({ ok: false, details: 'The call was given up' })
    expect(clock.sleepers()).toBe(0)
    expect(world.seen).toHaveLength(0)
  })
})

describe('a failure named by a rule', () => {
  it('carries the code that the rule gives it', async () => {
    world.answer = json(400, { error: 'too dark' })
    const named = { details: 'Too dark', code: 'FACE_NOT_FOUND' }
    const failure = await run({ fail: () => ({ as: 'invalid_input', ...named }) })
    expect(failure).toMatchObject({ ok: false, kind: 'invalid_input', status: 400, ...named })
    expect(await run({ fail: () => ({ as: 'invalid_input' }) })).not.toHaveProperty('code')
  })
})
