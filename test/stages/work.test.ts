/** The request of a call to its upstream, its reply, and how a failure ends the call. */
import { describe, expect, it } from 'vitest'
import { failed, perform, upstreamOf, work } from '../../runtime/calls/stages/work.ts'
import { valuesOf } from '../../runtime/lib/values.ts'
import { fakeCall, saidIn, type Parts } from './desk.ts'

const BODY = Buffer.from('{"b":2}')
const REPLY = {
  ok: true,
  status: 200,
  headers: { h: '1' },
  body: BODY,
  json: { b: 2 },
  given: { c: 3 },
}
const RESULT = { status: 200, headers: { h: '1' }, body: BODY, json: { b: 2 }, given: { c: 3 } }
const UPSTREAM = { id: 'vendor.call', upstream: 'vendor', origin: 'here' }
const CACHE = { when: () => true, key: () => 'k', for: 5 }

/** A call whose upstream replies with this; `cached` is what the cache has. */
function callOf(
  { route, scope, context, ...more }: Parts = {},
  { reply = REPLY as object, cached = undefined as object | undefined } = {},
) {
  const requests: any[] = []
  const did: unknown[][] = []
  const upstream = () => UPSTREAM
  const made = fakeCall({
    route: { upstream, ...route },
    context: {
      random: { hex: () => 'new' },
      catalog: { hash: 'h', gateway: {} },
      upstreams: { call: async (...of: unknown[]) => (requests.push(of), reply) },
      store: {
        cacheGet: async () => cached && Buffer.from(JSON.stringify(cached)),
        cachePut: async () => void did.push(['cached']),
        count: async (bucket: string) => (did.push(['count', bucket]), { count: 1, resetAt: 0 }),
      },
      ledger: { release: async (_: unknown, reason: string) => void did.push(['release', reason]) },
      budget: { spend: (...of: unknown[]) => did.push(['spend', ...of]) },
      barred: new Map(),
      penalised: new Map(),
      ...context,
    },
    charge: { holds: true, expect: () => undefined, move: () => undefined },
    ip: '1.2.3.4',
    payer: 'ann',
    bytes: Buffer.from('sent'),
    ids: { request: 'one' },
    scope: { values: valuesOf({ upstream } as never)({} as never), ...scope },
    ...more,
  })
  return { ...made, requests, did }
}

describe('the request to an upstream', () => {
  it("has the caller's bytes, the ids of the request, and an id for the call", async () => {
    const { signal } = new AbortController()
    const { call, requests } = callOf()
    expect(await perform(call, signal)).toStrictEqual(RESULT)
    const [upstream, scope, options] = requests[0]
    expect([upstream, scope.call]).toEqual([UPSTREAM, { id: 'new' }])
    expect(options).toEqual({
      signal,
      body: Buffer.from('sent'),
      ids: { request: 'one' },
      holder: call.replies,
    })
  })

  it('has the id of the claim or of the job, if there is one', async () => {
    const claimed = callOf({ scope: { call: { id: 'claim' } } })
    await perform(claimed.call)
    const job = callOf({ scope: { call: { id: 'claim' }, job: { id: 'job' } } })
    await perform(job.call)
    expect([claimed, job].map(({ requests }) => requests[0][1].call.id)).toEqual(['claim', 'job'])
  })

  it('that can be cached is written anew: its bytes may name a member twice', async () => {
    const { call, requests, did } = callOf({ route: { cache: CACHE }, scope: { body: { a: 1 } } })
    await perform(call)
    expect([String(requests[0][2].body), call.scope.cache, did]).toEqual([
      '{"a":1}',
      { state: 'MISS' },
      [['cached']],
    ])
    const bare = callOf({ route: { cache: CACHE } })
    await perform(bare.call)
    expect(bare.requests[0][2].body).toBe(undefined)
  })

  it('is not made where the cache has the reply', async () => {
    const cached = { type: 't', json: { b: 2 }, given: { c: 3 } }
    const { call, requests } = callOf({ route: { cache: CACHE } }, { cached })
    expect(await perform(call)).toMatchObject({ json: { b: 2 }, given: { c: 3 } })
    expect([call.scope.cache, requests]).toEqual([{ state: 'HIT' }, []])
  })

  it('that is not cached says so, on a route with a cache', async () => {
    const { call, requests, did } = callOf({ route: { cache: { ...CACHE, when: () => false } } })
    await perform(call)
    expect([call.scope.cache, String(requests[0][2].body), did]).toEqual([
      { state: 'BYPASS' },
      'sent',
      [],
    ])
    const plain = callOf()
    await perform(plain.call)
    expect(plain.call.scope.cache).toBe(undefined)
  })

  it('is not made with an argument of the wrong type', async () => {
    const takes = { n: 'integer' }
    const { call, requests, lines } = callOf({
      route: { with: () => ({ n: 'x' }) },
      scope: {
        values: valuesOf({ upstream: () => ({ ...UPSTREAM, takes }) } as never)({} as never),
      },
    })
    expect(await perform(call)).toEqual({
      ok: false,
      kind: 'upstream_failed',
      details: 'The upstream could not be called',
      source: '',
    })
    expect([requests, lines]).toEqual([
      [],
      [
        [
          { call: 'vendor.call', origin: 'here' },
          'the argument n of vendor.call is not of the type integer',
        ],
      ],
    ])
  })

  it('is not made on a route without an upstream', async () => {
    const { call, requests } = callOf({ route: { upstream: undefined } })
    expect([await perform(call), requests]).toEqual([
      { status: 200, headers: {}, body: Buffer.alloc(0), json: undefined, given: {} },
      [],
    ])
  })

  it('names its upstream', () => {
    expect(upstreamOf(callOf().call)).toBe('vendor')
    expect(upstreamOf(fakeCall().call)).toBe(undefined)
  })
})

describe('the reply of an upstream', () => {
  it('is the result of the call, with the answer of a conversation', async () => {
    const completion = { choices: [] }
    const { call } = callOf({}, { reply: { ...REPLY, completion } })
    expect(await work(call)).toBe(undefined)
    expect([call.work, call.scope.result]).toEqual([{ ...RESULT, completion }, { c: 3 }])
  })

  it('may come in two steps only to a job', async () => {
    const reply = { ...REPLY, ticket: { id: 1 } }
    await expect(perform(callOf({}, { reply }).call)).rejects.toThrow(
      'the call vendor.call at here takes two steps, which needs a job',
    )
    const { call } = callOf()
    const send = async (_call: unknown, _scope: unknown, options: object) => {
      expect(options).toMatchObject({ holder: undefined })
      return reply
    }
    expect(await perform(call, undefined, send as never)).toStrictEqual(RESULT)
  })
})

describe('work that fails', () => {
  const FAILURE = { ok: false, kind: 'upstream_failed', details: 'broke', source: 'vendor' }

  it('ends the call, and releases its payment', async () => {
    const { call, did } = callOf({}, { reply: FAILURE })
    expect(saidIn((await work(call)) ?? undefined)).toEqual({
      kind: 'upstream_failed',
      details: 'broke',
      source: 'vendor',
    })
    expect([did, call.work]).toEqual([[['release', 'upstream_failed']], undefined])
  })

  it('because its answer was too large or empty is counted for the wallet', async () => {
    for (const [member, pool] of [
      ['isOversized', 'oversized|*|ann'],
      ['empty', 'empty|*|ann'],
    ] as const) {
      const { call, did } = callOf({}, { reply: { ...FAILURE, [member]: true } })
      await work(call)
      expect(did[0]).toEqual(['count', pool])
    }
  })

  it('of a step that refuses is a refusal', async () => {
    const refusal = { status: 409, message: 'no' }
    const { call, did } = callOf({ route: { work: [{ refuse: () => refusal }] } })
    expect(saidIn((await work(call)) ?? undefined)).toEqual({ kind: 'refused', ...refusal })
    expect(did).toEqual([['release', 'refused']])
  })

  const bodyOf = (failure: object, more: Parts = {}) => {
    const { call, did } = callOf(more)
    return [saidIn(failed(call, { ...FAILURE, ...failure } as never)), did]
  }

  it('shows the status of the upstream and its answer, if it gave one', () => {
    const upstream = { status: 418, reason: 'teapot', body: { a: 1 } }
    expect(bodyOf({ ...upstream, code: 'C', retryAfter: 7 })).toEqual([
      {
        kind: 'upstream_failed',
        code: 'C',
        details: 'broke',
        source: 'vendor',
        retry_after: 7,
        status: 418,
        upstream,
      },
      [],
    ])
    expect((bodyOf({ status: 418 })[0] as any).upstream).toEqual({
      status: 418,
      reason: '',
      body: null,
    })
  })

  it('may be a refusal of the caller, and names the job that failed', () => {
    expect(bodyOf({ refused: { status: 404, message: 'none' }, code: 'C' })[0]).toEqual({
      kind: 'refused',
      status: 404,
      message: 'none',
      code: 'C',
    })
    expect((bodyOf({}, { job: 'j' })[0] as any).extra).toEqual({ job_id: 'j' })
  })

  it('because of its input costs the budget of the caller, unless an upstream saw it', () => {
    expect(bodyOf({ kind: 'invalid_input' })[1]).toMatchObject([
      ['spend', { length: 2 }, { ms: 400 }],
    ])
    expect(bodyOf({ kind: 'invalid_input', status: 400 })[1]).toEqual([])
  })
})

it('work that is aborted because its authorization ends is too late', async () => {
  const { call, clock, did } = callOf({
    route: { authorization: 60_000 },
    context: {
      upstreams: {
        call: (_: unknown, __: unknown, { signal }: { signal: AbortSignal }) =>
          new Promise(resolve => {
            signal.addEventListener('abort', () =>
              resolve({ ok: false, kind: 'upstream_timeout', details: '', source: '' }),
            )
          }),
      },
    },
  })
  const validBefore = BigInt(clock.now() / 1000 + 10)
  Object.assign(call, { payment: { authorization: { validBefore }, scheme: {} }, payer: undefined })
  Object.assign(call.charge, { record: { requirements: { network: 'n' } } })
  const end = work(call)
  await clock.advance(7_000)
  expect(saidIn((await end) ?? undefined)).toMatchObject({
    kind: 'settlement_failed',
    details: expect.stringMatching(/before the result was there/),
  })
  expect([did, clock.sleepers()]).toEqual([[['release', 'the authorization would have ended']], 0])
})
