/** Which replies of upstreams are cached, under which key, and what comes back. */
import { describe, expect, it } from 'vitest'
import { cacheGet, cacheKey, cachePut } from '../../runtime/calls/stages/cached.ts'
import { fakeCall } from './desk.ts'

const cache = (more: object = {}) => ({
  when: () => true,
  key: (c: any) => c.body,
  for: 5,
  ...more,
})
const callOf = (more: object = {}, store: object = {}, scope: object = { body: 1 }) =>
  fakeCall({
    route: { cache: cache(more) },
    context: { catalog: { hash: 'h' }, store },
    scope,
  }).call
const work = (more: object = {}) => ({
  status: 200,
  headers: { 'content-type': 'application/json; x' },
  body: Buffer.from(''),
  json: { a: 1 },
  given: { b: 2 },
  ...more,
})

describe('the key of a cached reply', () => {
  it('belongs to the route, the catalog and what the catalog names', () => {
    const key = cacheKey(callOf())
    expect(key).toMatch(/^r:[\w-]{43}$/)
    expect(cacheKey(callOf())).toBe(key)
    const others = [
      callOf({}, {}, { body: 2 }),
      fakeCall({
        route: { cache: cache() },
        context: { catalog: { hash: 'i' } },
        scope: { body: 1 },
      }).call,
    ]
    for (const other of others) expect(cacheKey(other)).not.toBe(key)
  })

  it.each([
    ['the route has no cache', fakeCall().call],
    ['the catalog does not cache the call', callOf({ when: () => false })],
    ['a number of it was rounded', callOf({ patch: () => ({ id: 2 ** 53 }) })],
  ])('is none if %s', (_, call) => {
    expect(
      cacheKey({ ...call, context: { ...call.context, catalog: { hash: 'h' } } } as never),
    ).toBe(undefined)
  })

  it.each([2 ** 53 - 1, 0.5, 'x', null])('is there for an id of %j', id => {
    expect(cacheKey(callOf({ patch: () => ({ id }) }))).toBeDefined()
  })
})

describe('what is cached', () => {
  async function put(done: object, more: object = {}): Promise<unknown[][]> {
    const stored: unknown[][] = []
    const store = { cachePut: async (...of: unknown[]) => stored.push(of) }
    await cachePut(callOf(more, store), 'k', work(done) as never)
    return stored.map(([key, value, ms]) => [key, JSON.parse(String(value)), ms])
  }

  it('is the JSON, its type and what was read of it, for the time of the catalog', async () => {
    const value = { type: 'application/json; x', json: { a: 1 }, given: { b: 2 } }
    expect(await put({})).toEqual([['k', value, 5]])
    const [[, bare]] = (await put({ headers: {} })) as [[unknown, { type: string }]]
    expect(bare.type).toBe('application/json')
  })

  it('is nothing else than a good JSON that the catalog keeps', async () => {
    expect(await put({ json: undefined })).toEqual([])
    expect(await put({ status: 201 })).toEqual([])
    expect(await put({}, { keep: () => false })).toEqual([])
    expect(await put({}, { keep: (c: any) => c.reply.a === 1 })).toHaveLength(1)
  })

  it('may fail to be stored', async () => {
    const store = { cachePut: () => Promise.reject(new Error('away')) }
    await cachePut(callOf({}, store), 'k', work() as never)
  })
})

describe('what comes back', () => {
  const get = (json: unknown, patch?: () => object) => {
    const value = Buffer.from(JSON.stringify({ type: 't', json, given: { b: 2 } }))
    return cacheGet(callOf({ patch }, { cacheGet: async () => value }), 'k')
  }

  it('is the reply as it was', async () => {
    const body = Buffer.from('{"a":1}')
    const headers = { 'content-type': 't' }
    expect(await get({ a: 1 })).toEqual({
      status: 200,
      headers,
      body,
      json: { a: 1 },
      given: { b: 2 },
    })
  })

  it("has the caller's own members in place of those that it has", async () => {
    const patch = () => ({ id: 7, other: 8 })
    const found = await get({ id: 1, a: 1 }, patch)
    expect([found!.json, String(found!.body)]).toEqual([{ id: 7, a: 1 }, '{"id":7,"a":1}'])
    for (const json of [null, 'x', ['id']]) expect((await get(json, patch))!.json).toEqual(json)
  })

  it('is nothing if the store has none, is away, or has what cannot be read', async () => {
    const answers = [
      async () => undefined,
      () => Promise.reject(new Error('away')),
      async () => Buffer.from('{'),
    ]
    for (const answer of answers)
      expect(await cacheGet(callOf({}, { cacheGet: answer }), 'k')).toBe(undefined)
  })
})
