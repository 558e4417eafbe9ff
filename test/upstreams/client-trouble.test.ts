import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { manualClock, type ManualClock } from '../helpers/clock.ts'
import { callOf, json, scope, startWorld, until, type World } from './client-world.ts'

let clock: ManualClock
let world: World
beforeEach(async () => {
  clock = manualClock()
  world = await startWorld({ clock })
})
afterEach(() => world.stop())

const run = (more: Parameters<typeof callOf>[0] = {}, signal?: AbortSignal) =>
  world.upstreams.call(callOf(more), scope(), { signal })

describe('time', () => {
  it('PM-005 a call that hangs ends at its timeout, before headers and in the middle of a body', async () => {
    for (const begin of [false, true]) {
      world.answer = (_request, response) => {
        if (begin) response.writeHead(200).write('{"a":')
      }
      const seen = world.seen.length
      const result = run({ timeout: 30_000 })
      await until(() => world.seen.length > seen)
      await clock.advance(29_999)
      expect(
        await Promise.race([
          result,
          new Promise(resolve => setTimeout(resolve, 30, 'still waiting')),
        ]),
      ).toBe('still waiting')
      await clock.advance(1)
      expect(await result).toMatchObject({
        ok: false,
        kind: 'upstream_timeout',
        details: 'The upstream did not answer within 30 s',
      })
    }
  })

  it('a slow body is waited for', async () => {
    world.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"a":')
      setTimeout(() => response.end('1}'), 40)
    }
    expect(await run()).toMatchObject({ ok: true, json: { a: 1 } })
  })

  it('the timeout holds also while a call waits for a free connection', async () => {
    const narrow = await startWorld({ clock, connections: 1 })
    narrow.answer = () => undefined
    try {
      const results = [1, 2].map(() =>
        narrow.upstreams.call(callOf({ timeout: 1000 }), scope(), {}),
      )
      await until(() => narrow.seen.length === 1)
      await clock.advance(1000)
      for (const result of await Promise.all(results))
        expect(result).toMatchObject({ kind: 'upstream_timeout' })
    } finally {
      await narrow.stop()
    }
  })

  it('an aborted signal ends the call', async () => {
    world.answer = () => undefined
    const stop = new AbortController()
    const result = run({}, stop.signal)
    await until(() => world.seen.length === 1)
    stop.abort()
    expect(await result).toMatchObject({
      ok: false,
      kind: 'upstream_failed',
      details: 'The call was given up',
    })
    expect(await run({}, stop.signal)).toMatchObject({ ok: false, kind: 'upstream_failed' })
    expect(world.seen).toHaveLength(1)
  })

  it('leaves no timers behind', async () => {
    await run()
    expect(clock.sleepers()).toBe(0)
  })
})

describe('connections', () => {
  it('a reset, a half reply and a closed port are failures', async () => {
    world.answer = (_request, response) => {
      response.socket?.resetAndDestroy()
    }
    expect(await run()).toMatchObject({
      ok: false,
      kind: 'upstream_failed',
      details: 'The upstream could not be reached',
    })
    world.answer = (_request, response) => {
      response
        .writeHead(200, { 'content-length': '100' })
        .write('{', () => response.socket?.destroy())
    }
    expect(await run()).toMatchObject({ ok: false, kind: 'upstream_failed' })
    const gone = createServer()
    await new Promise<void>(resolve => gone.listen(0, '127.0.0.1', resolve))
    const { port } = gone.address() as AddressInfo
    await new Promise(resolve => gone.close(resolve))
    const nobody = await startWorld({ clock, base: () => `http://127.0.0.1:${port}` })
    expect(await nobody.upstreams.call(callOf(), scope(), {})).toMatchObject({
      ok: false,
      kind: 'upstream_failed',
    })
    await nobody.stop()
  })

  it('something that does not speak HTTP is a failure', async () => {
    const odd = createServer(socket => {
      socket.on('error', () => undefined)
      socket.write('SSH-2.0-OpenSSH\r\n', () => socket.destroy())
    })
    await new Promise<void>(resolve => odd.listen(0, '127.0.0.1', resolve))
    const other = await startWorld({
      clock,
      base: () => `http://127.0.0.1:${(odd.address() as AddressInfo).port}`,
    })
    expect(await other.upstreams.call(callOf(), scope(), {})).toMatchObject({
      ok: false,
      kind: 'upstream_failed',
    })
    await other.stop()
    await new Promise(resolve => odd.close(resolve))
  })
})

describe('trying again', () => {
  const retried = async (retry: number, method: 'GET' | 'POST' = 'GET') => {
    const result = run({ retry, method, send: undefined })
    let done = false
    void result.then(() => {
      done = true
    })
    for (let i = 0; i < 100 && !done; i++) {
      await clock.advance(50)
      await new Promise(resolve => setTimeout(resolve, 3))
    }
    return result
  }

  it('only as often as the call says, after 502, 503, 504 or a broken connection', async () => {
    for (const problem of [502, 503, 504, 'reset'] as const) {
      world.seen.length = 0
      world.answer = (request, response, number) => {
        if (number > 1) return json(200, { number })(request, response, number)
        if (problem === 'reset') response.socket?.resetAndDestroy()
        else json(problem, {})(request, response, number)
      }
      expect(await retried(1)).toMatchObject({ ok: true, json: { number: 2 } })
    }
    world.seen.length = 0
    world.answer = json(503, {})
    expect(await retried(2)).toMatchObject({ ok: false, kind: 'upstream_failed', status: 503 })
    expect(world.seen).toHaveLength(3)
  })

  it('never after another status, and never where the call does not say that it is safe', async () => {
    for (const [status, retry] of [
      [500, 2],
      [429, 2],
      [404, 2],
      [503, 0],
    ] as const) {
      world.seen.length = 0
      world.answer = json(status, {})
      await retried(retry)
      expect(world.seen).toHaveLength(1)
    }
  })

  it('a retry does not outlive the timeout of the call', async () => {
    world.answer = (_request, response, number) => {
      if (number === 1) response.writeHead(503).end()
    }
    const result = run({ retry: 1, timeout: 1000, method: 'GET', send: undefined })
    await until(() => world.seen.length === 1 && clock.sleepers() === 2)
    await clock.advance(400)
    await until(() => world.seen.length === 2)
    await clock.advance(600)
    expect(await result).toMatchObject({ ok: false, kind: 'upstream_timeout' })
  })
})

describe('attempts with a time of their own', () => {
  const impatient = (signal?: AbortSignal) =>
    run({ retry: 1, timeout: 1000, attempt: 400, method: 'GET', send: undefined }, signal)
  const silent: typeof world.answer = () => undefined

  it('one that takes longer is given up and repeated', async () => {
    world.answer = (request, response, number) => {
      if (number > 1) json(200, { number })(request, response, number)
    }
    const result = impatient()
    await until(() => world.seen.length === 1 && clock.sleepers() === 2)
    await clock.advance(399)
    expect(world.seen).toHaveLength(1)
    await clock.advance(1)
    await until(() => clock.sleepers() === 2)
    await clock.advance(200)
    expect(await result).toMatchObject({ ok: true, json: { number: 2 } })
  })

  it('no more often than the call says, and not beyond its timeout', async () => {
    world.answer = silent
    const result = impatient()
    await until(() => world.seen.length === 1 && clock.sleepers() === 2)
    await clock.advance(400)
    await until(() => clock.sleepers() === 2)
    await clock.advance(200)
    await until(() => world.seen.length === 2 && clock.sleepers() === 2)
    await clock.advance(400)
    expect(await result).toMatchObject({ ok: false, kind: 'upstream_timeout' })
    expect([world.seen.length, clock.sleepers()]).toEqual([2, 0])
  })

  it('a caller that gives up ends the attempt, and there is no other', async () => {
    world.answer = silent
    const stop = new AbortController()
    const result = impatient(stop.signal)
    await until(() => world.seen.length === 1 && clock.sleepers() === 2)
    stop.abort()
    expect(await result).toMatchObject({ ok: false })
    expect([world.seen.length, clock.sleepers()]).toEqual([1, 0])
  })
})

describe('several calls that make one result', () => {
  it('joins lists in call order, whatever answers first, a few at a time', async () => {
    let open = 0
    let most = 0
    world.answer = (request, response) => {
      most = Math.max(most, ++open)
      const { number } = JSON.parse(request.body)
      setTimeout(
        () => {
          open -= 1
          json(200, { data: [{ number }, { number: number + 0.5 }], id: number })(
            request,
            response,
            0,
          )
        },
        (10 - number) * 4,
      )
    }
    let number = 0
    const result = await run({
      repeat: () => 10,
      send: () => ({ number: number++ }),
      give: c => ({ assets: c.reply.data, id: c.reply.id }),
    })
    expect(result.ok && result.given).toEqual({
      assets: Array.from({ length: 20 }, (_, i) => ({ number: i / 2 })),
      id: 9,
    })
    expect(most).toBeLessThanOrEqual(5)
    expect(most).toBeGreaterThan(1)
  })

  it('the first failure wins and ends the rest', async () => {
    world.answer = (request, response, number) => {
      if (number === 3) json(429, {}, { 'retry-after': '9' })(request, response, number)
    }
    expect(await run({ repeat: () => 10, give: () => ({ assets: [1] }) })).toMatchObject({
      ok: false,
      kind: 'rate_limited',
      retryAfter: 9,
    })
    expect(world.seen.length).toBeLessThanOrEqual(5)
    expect(clock.sleepers()).toBe(0)
  })
})

describe('health', () => {
  it("counts calls and failures of the last five minutes, refusals of the caller's fault not", async () => {
    await run()
    world.answer = json(500, {})
    await run()
    world.answer = json(422, {})
    await run()
    expect(world.upstreams.health()).toEqual([
      { name: 'Vendor', configured: true, calls: 3, failures: 1 },
      { name: 'Vendor', configured: false, calls: 0, failures: 0 },
    ])
    await clock.advance(5 * 60_000)
    expect(world.upstreams.health()[0]).toMatchObject({ calls: 0, failures: 0 })
  })
})
