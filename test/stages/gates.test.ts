/** What ends a call before its payment is claimed: gates, missing tables, closed routes. */
import { describe, expect, it } from 'vitest'
import { admitToQueue } from '../../runtime/calls/stages/admission.ts'
import { readTables } from '../../runtime/calls/stages/fetched.ts'
import { checks, gates } from '../../runtime/calls/stages/gates.ts'
import { instead } from '../../runtime/calls/stages/instead.ts'
import { quote } from '../../runtime/calls/stages/quote.ts'
import { quotedFree } from '../../runtime/calls/stages/quoted-free.ts'
import { refuseUnlessReady } from '../../runtime/calls/stages/ready.ts'
import { suspended } from '../../runtime/calls/stages/suspended.ts'
import { noModels, sellModels } from '../../runtime/lib/models.ts'
import { valuesOf } from '../../runtime/lib/values.ts'
import { fakeCall, saidIn, type Parts } from './desk.ts'

const NO = { status: 403, message: 'no', code: 'NO' }
const callOf = ({ scope, ...more }: Parts = {}) =>
  fakeCall({ scope: { models: noModels, ...scope }, ...more }).call
type Ends = ReturnType<typeof gates> | ReturnType<typeof suspended>
const bodyOf = async (end: Ends) => saidIn((await end) ?? undefined)

describe('a gate', () => {
  it('lets a call pass, or refuses it with its own status and message', async () => {
    expect(gates(callOf())).toBe(undefined)
    for (const passes of [() => undefined, async () => undefined])
      expect(await gates(callOf({ route: { gates: passes } }))).toBe(undefined)
    for (const refuses of [() => NO, async () => NO])
      expect(await bodyOf(gates(callOf({ route: { gates: refuses } })))).toEqual({
        kind: 'refused',
        ...NO,
      })
  })

  it('may refuse a field, of the body or else of the query', async () => {
    const refuses = (refusal: object, compiled: object) =>
      bodyOf(gates(callOf({ route: { gates: () => refusal }, compiled })))
    const body = { body: () => ({}) }
    expect(await refuses({ ...NO, field: 'a.b' }, body)).toEqual({
      kind: 'invalid_body',
      issues: [{ path: 'a.b', message: 'no', code: 'NO' }],
    })
    expect((await refuses({ ...NO, code: undefined, field: 'a' }, {})).issues).toEqual([
      { path: 'a', message: 'no', code: 'invalid', in: 'query' },
    ])
  })

  it('that refuses a retired model names its successor', async () => {
    const table = {
      name: 'models',
      rows: [{ id: 'old' }, { id: 'new' }],
      retired: [{ id: 'old', use: 'new' }],
    }
    const models = sellModels(table as never, { only: {} })
    const refuses = (model: string, gate = () => ({ ...NO, field: 'model', extra: { a: 1 } })) =>
      bodyOf(
        gates(
          callOf({
            scope: { models },
            route: { pick: () => model, gates: gate },
            compiled: { body: () => ({}) },
          }),
        ),
      )
    expect(await refuses('OLD')).toEqual({
      kind: 'refused',
      status: 410,
      message: 'old is retired; use new instead.',
      code: 'NO',
      extra: { a: 1, successor: 'new' },
    })
    for (const model of ['new', 'other'])
      expect((await refuses(model)).issues).toEqual([{ path: 'model', message: 'no', code: 'NO' }])
  })

  it('that needs the payer is a check', async () => {
    expect(await checks(callOf())).toBe(undefined)
    expect(await checks(callOf({ route: { checks: async () => undefined } }))).toBe(undefined)
    expect(await bodyOf(checks(callOf({ route: { checks: async () => NO } })))).toEqual({
      kind: 'refused',
      ...NO,
    })
  })
})

describe('fetched tables', () => {
  const withTables = (current: unknown, fetched?: object) =>
    callOf({
      route: { fetched: ['list'] },
      context: { fetched: { current: () => current } },
      scope: { fetched },
    })

  it('are taken once for the whole call, at once or when they are there', async () => {
    for (const current of [{ list: 1 }, Promise.resolve({ list: 1 })]) {
      const call = withTables(current)
      expect(await readTables(call)).toBe(undefined)
      expect(call.scope.fetched).toEqual({ list: 1 })
    }
    const earlier = withTables({ list: 2 }, { list: 1 })
    expect([readTables(earlier), earlier.scope.fetched]).toEqual([undefined, { list: 1 }])
    expect(readTables(callOf())).toBe(undefined)
  })

  it('that are missing end the call, uncharged, for a while', async () => {
    for (const current of [undefined, Promise.resolve(undefined)])
      expect(await bodyOf(readTables(withTables(current)))).toEqual({
        kind: 'busy',
        details:
          'A list that this endpoint needs is not available at the moment. This request ' +
          'charges nothing; send it again later.',
        retry_after: 5,
      })
  })
})

describe('while payments cannot be settled', () => {
  const ready = (value: bigint, problem: unknown, record?: object) =>
    refuseUnlessReady(
      callOf({
        context: {
          readiness: { problem: async () => problem },
          ledger: { get: async (key: string) => (key === 'k' ? record : undefined) },
        },
      }),
      { authorization: { key: 'k', value } } as never,
    )

  it('a paid call is refused before its claim, and may send the same payment again', async () => {
    for (const record of [undefined, { state: 'released' }])
      expect(await bodyOf(ready(1n, 'no node', record))).toEqual({
        kind: 'busy',
        details:
          'Payments cannot be settled at the moment. Nothing was charged; send the same payment ' +
          'again later.',
        retry_after: 5,
      })
  })

  it('a payment that was claimed, and one of nothing, are not refused', async () => {
    expect(await ready(1n, 'no node', { state: 'settled' })).toBe(undefined)
    expect(await ready(0n, 'no node')).toBe(undefined)
    expect(await ready(1n, undefined)).toBe(undefined)
  })
})

describe('a route', () => {
  it('that is suspended says so', async () => {
    expect(suspended(callOf())).toBe(undefined)
    expect(
      await bodyOf(suspended(callOf({ route: { suspended: { ...NO, code: undefined } } }))),
    ).toEqual({ kind: 'refused', status: 403, message: 'no' })
  })

  it('may answer without a payment and without an upstream', () => {
    expect(instead(callOf())).toBe(undefined)
    expect(instead(callOf({ route: { instead: () => undefined } }))).toBe(undefined)
    const reply = instead(callOf({ route: { instead: () => ({ a: 1 }) } }))
    expect(reply).toMatchObject({ status: 200, body: '{"a":1}' })
  })

  it('whose queue is full takes no job, and says when to come again', async () => {
    const admit = (wait: number | undefined, upstream?: object) => {
      const requests: unknown[] = []
      const end = admitToQueue(
        callOf({
          bytes: Buffer.from('abc'),
          context: {
            queue: { full: (...of: unknown[]) => (requests.push(...of), wait) },
            catalog: { upstreams: { vendor: { source: 'v' } } },
          },
          scope: {
            values: valuesOf({ upstream: upstream && (() => upstream) } as never)({} as never),
          },
        }),
      )
      return bodyOf(end).then(reply => [reply, requests])
    }
    const upstream = { upstream: 'vendor' }
    expect(await admit(undefined, upstream)).toEqual([undefined, ['vendor', 3]])
    expect(await admit(7)).toEqual([undefined, []])
    expect(await admit(7, upstream)).toEqual([
      {
        kind: 'busy',
        source: 'v',
        retry_after: 7,
        details: 'Too many jobs are waiting for this; nothing was charged.',
      },
      ['vendor', 3],
    ])
  })
})

describe('a price', () => {
  const price = (micro: bigint, more: object = {}) => ({ micro: () => micro, decimals: 6, ...more })

  it('is not shown for a call that is free', () => {
    const asks = (route: object, more: object = {}) =>
      quotedFree(callOf({ route, asksPrice: true, ...more }))
    expect(asks({})).toMatchObject({ status: 200, body: '{}', outcome: 'ok' })
    expect(asks({ price: price(1n) }, { free: true })).toMatchObject({ body: '{}' })
    expect(asks({ price: price(1n) })).toBe(undefined)
    expect(asks({}, { asksPrice: undefined })).toBe(undefined)
  })

  it('is none of a route without one, or of a call that the catalog makes free', () => {
    for (const [route, free] of [
      [{}, false],
      [{ price: price(1n), free: () => true }, true],
    ] as const) {
      const call = callOf({ route })
      expect([quote(call), call.free, call.quote]).toEqual([undefined, free, undefined])
    }
  })

  it.each([-1n, 0n])('of %s is a mistake in the catalog', micro => {
    const call = callOf({ route: { price: price(micro), origin: 'here' } })
    expect(() => quote(call)).toThrow(new RangeError('no price at here'))
  })
})
