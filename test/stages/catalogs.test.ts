/** Which catalog serves a paid call: the live one, the canary, or that of an earlier quote. */
import { describe, expect, it } from 'vitest'
import { asBought } from '../../runtime/calls/stages/as-bought.ts'
import { serveCanary } from '../../runtime/calls/stages/canary.ts'
import { challenge } from '../../runtime/calls/stages/challenge.ts'
import { fingerprint } from '../../runtime/calls/stages/claim-facts.ts'
import { honourEarlierQuote } from '../../runtime/calls/stages/earlier-quotes.ts'
import { limit } from '../../runtime/calls/stages/limit.ts'
import { countUses } from '../../runtime/lib/editions.ts'
import { noModels } from '../../runtime/lib/models.ts'
import { manualClock } from '../helpers/clock.ts'
import { fakeCall, fakeScheme, HEADER, saidIn } from './desk.ts'

const LIFETIME = 60_000
const SLACK = 10_000
const clock = manualClock()

/** The stages before the payment; the price is what the catalog says. */
const quoteStage = (call: any) => {
  if (call.compiled.amount instanceof Error) throw call.compiled.amount
  call.quote = { amount: call.compiled.amount }
  return call.compiled.refusal
}
const STAGES = [limit, quoteStage, challenge] as never

type Compiled = any
/** A route of a catalog that sells it for this amount, of these offerings. */
function routeOf(amount: bigint | Error, more: object = {}, offerings: object[] = []): Compiled {
  const list = [{ since: Number.NEGATIVE_INFINITY, models: noModels }, ...offerings] as any[]
  const compiled: any = {
    route: { id: 'r', path: '/r', authorization: LIFETIME, ...more },
    stages: STAGES,
    declared: {},
    values: () => ({}),
    amount,
    limits: [],
    envelope: fakeCall().call.compiled.envelope,
    offerings: {
      all: list,
      isDated: offerings.length > 0,
      at: (ms: number) => list.findLast(one => one.since <= ms),
      next: (ms: number) => list.find(one => one.since > ms)?.since ?? Infinity,
    },
  }
  return compiled
}

/** A catalog with this route. */
function catalogOf(hash: string, compiled: Compiled, more: object = {}) {
  const lines: unknown[][] = []
  return {
    lines,
    catalog: { hash, gateway: { slack: SLACK } },
    routes: new Map(compiled === undefined ? [] : [['r', compiled]]),
    clock,
    scopeNetwork: {},
    hooks: {},
    uses: countUses(),
    observe: { log: { warn: (...of: unknown[]) => lines.push(of) } },
    halted: new AbortController().signal,
    ...more,
  } as any
}

/** A paid call of the live catalog, which sells for 5, signed for `value`. */
function callOf(
  value: bigint,
  editions: { earlier?: any[]; canary?: any; current?: any } = {},
  { own = routeOf(5n), more = {}, verdict = undefined as object | undefined } = {},
) {
  const scheme = fakeScheme({ key: 'k', from: 'ann', value }, verdict)
  const counted: string[] = []
  const store = {
    count: async (bucket: string) => (counted.push(bucket), { count: 9, resetAt: clock.now() }),
  }
  const live = catalogOf('live', own, { offers: [scheme], store })
  live.editions = {
    current: () => editions.current ?? live,
    earlier: () => editions.earlier ?? [],
    canary: () => editions.canary,
    all: () => [live, ...(editions.earlier ?? []).map((one: any) => one.context)],
  }
  const call = {
    ...fakeCall().call,
    context: live,
    compiled: own,
    offering: own.offerings.at(clock.now()),
    facts: { search: '', method: 'POST', path: '/r' },
    scope: { values: {}, path: {}, request_headers: {} },
    params: { id: '7' },
    quote: { amount: 5n },
    header: HEADER,
    conflict: false,
    ip: '1.2.3.4',
    ...more,
  } as any
  return { call, live, scheme, counted }
}
const earlier = (compiled: Compiled, more: object = {}, context: object = {}) => ({
  context: catalogOf('old', compiled, context),
  replacedAt: clock.now() - 1_000,
  isTrial: false,
  ...more,
})
const servedBy = (call: any): string => call.context.catalog.hash

describe('a payment for an earlier price', () => {
  it('is served by the catalog that quoted it, with its own scope', async () => {
    const old = earlier(routeOf(7n))
    const { call, scheme } = callOf(7n, { earlier: [old] })
    expect(await honourEarlierQuote(call)).toBe(undefined)
    expect([servedBy(call), call.quote.amount, call.scope.path]).toEqual(['old', 7n, { id: '7' }])
    expect(call.scope.now).toBe(Math.floor(old.replacedAt / 1000))
    expect(scheme.required).toEqual([{ amount: '7', seconds: 60 }])
  })

  it('is served by the newest catalog that quoted it', async () => {
    const editions = { earlier: [earlier(routeOf(6n)), earlier(routeOf(7n)), earlier(routeOf(7n))] }
    const { call } = callOf(7n, editions)
    await honourEarlierQuote(call)
    expect(call.context).toBe(editions.earlier[1]!.context)
  })

  it('may be that of an earlier row of the same catalog, or of earlier fetched tables', async () => {
    const was = routeOf(7n)
    const since = clock.now() - 1_000
    const own = routeOf(5n, {}, [{ since, models: noModels }])
    own.offerings.all[0].compiled = was
    const { call } = callOf(7n, {}, { own })
    await honourEarlierQuote(call)
    expect([servedBy(call), call.quote.amount, call.scope.now]).toEqual([
      'live',
      7n,
      Math.floor((since - 1) / 1000),
    ])
    const fetching = routeOf(5n, { fetched: ['list'] })
    const tables = { list: 'old' }
    const fetched = { earlier: () => [{ until: clock.now() - 500, tables }] }
    const other = callOf(7n, {}, { own: fetching })
    Object.assign(other.live, { fetched })
    fetching.stages = [
      (one: any) => {
        one.quote = { amount: one.scope.fetched === tables ? 7n : 5n }
      },
      challenge,
    ]
    await honourEarlierQuote(other.call)
    expect([other.call.quote.amount, other.call.scope.fetched]).toEqual([7n, tables])
  })

  it.each<[string, any[]]>([
    ['no catalog quoted it', [earlier(routeOf(6n))]],
    [
      'the quote is too old',
      [earlier(routeOf(7n), { replacedAt: clock.now() - LIFETIME - SLACK })],
    ],
    ['the catalog was only a canary', [earlier(routeOf(7n), { isTrial: true })]],
    ['the route was at another path', [earlier(routeOf(7n, { path: '/s' }))]],
    ['the route had another flow', [earlier({ ...routeOf(7n), stages: [] })]],
    ['the route did not exist', [earlier(undefined)]],
    ['the catalog refuses the request', [earlier({ ...routeOf(7n), refusal: {} })]],
  ])('gets the present price if %s', async (_, editions) => {
    const { call } = callOf(7n, { earlier: editions })
    expect(await honourEarlierQuote(call)).toBe(undefined)
    expect([servedBy(call), call.quote.amount]).toEqual(['live', 5n])
  })

  it('is payable until it is as old as an authorization may be', async () => {
    const replacedAt = clock.now() - LIFETIME - SLACK + 1
    const { call } = callOf(7n, { earlier: [earlier(routeOf(7n), { replacedAt })] })
    await honourEarlierQuote(call)
    expect(servedBy(call)).toBe('old')
  })

  it('gets the present price if the old catalog cannot quote it, which is logged', async () => {
    const old = earlier(routeOf(new Error('a fault')))
    const { call } = callOf(7n, { earlier: [old] })
    await honourEarlierQuote(call)
    expect([servedBy(call), old.context.lines]).toEqual([
      'live',
      [[{ err: new Error('a fault') }, 'another catalog cannot quote a request']],
    ])
  })

  it.each<[string, bigint, object]>([
    ['signed for the present price', 5n, {}],
    ['without a quote', 7n, { quote: undefined }],
    ['that is free', 7n, { free: true }],
    ['with two payments', 7n, { conflict: true }],
    ['with a header that cannot be read', 7n, { header: 'x' }],
  ])('is not looked for by a call %s', async (_, value, more) => {
    const { call, scheme } = callOf(value, { earlier: [earlier(routeOf(7n))] }, { more })
    expect([await honourEarlierQuote(call), servedBy(call), scheme.required]).toEqual([
      undefined,
      'live',
      [],
    ])
  })

  it('is not looked for on a suspended route, nor where nothing else was sold', async () => {
    const closed = callOf(
      7n,
      { earlier: [earlier(routeOf(7n))] },
      { own: routeOf(5n, { suspended: {} }) },
    )
    const same = callOf(7n)
    for (const { call, scheme } of [closed, same])
      expect([await honourEarlierQuote(call), scheme.required]).toEqual([undefined, []])
  })

  it('must be signed: an invalid payment tries no catalog', async () => {
    const { call } = callOf(
      7n,
      { earlier: [earlier(routeOf(7n))] },
      { verdict: { ok: false, rejection: {} } },
    )
    await honourEarlierQuote(call)
    expect(servedBy(call)).toBe('live')
  })

  it('is not counted again, but in a limit of its own that the present route has', async () => {
    const spec = { name: 'wallets', by: 'payer', max: 1, per: 60_000 }
    const own = { ...routeOf(5n), limit: spec }
    const { call, counted } = callOf(7n, { earlier: [earlier(routeOf(7n))] }, { own })
    expect(saidIn((await honourEarlierQuote(call)) ?? undefined).kind).toBe('limit_exceeded')
    expect([counted, servedBy(call)]).toEqual([['wallets|r|ann'], 'live'])
    const same = callOf(7n, { earlier: [earlier({ ...routeOf(7n), limit: spec })] }, { own })
    await honourEarlierQuote(same.call)
    expect([same.counted, servedBy(same.call)]).toEqual([[], 'old'])
  })
})

describe('the canary', () => {
  const canaryOf = (
    compiled: Compiled,
    serves: (wallet: string) => boolean = wallet => wallet === 'ann',
  ) => {
    const ended: unknown[] = []
    const context = catalogOf('canary', compiled, {
      ends: { note: (one: object) => ended.push(one) },
    })
    return { context, serves, ended }
  }

  it('serves its wallets at the price that they have signed', async () => {
    const { call } = callOf(5n, { canary: canaryOf(routeOf(5n)) })
    expect(await serveCanary(call)).toBe(undefined)
    expect([servedBy(call), call.scope.now]).toEqual(['canary', Math.floor(clock.now() / 1000)])
  })

  const other = catalogOf('next', undefined)
  it.each<[string, any, object]>([
    ['there is none', undefined, {}],
    ['it does not serve the wallet', canaryOf(routeOf(5n), () => false), {}],
    ['its price is another one', canaryOf(routeOf(6n)), {}],
    ['it does not have the route', canaryOf(undefined), {}],
    ['its route has another path', canaryOf(routeOf(5n, { path: '/s' })), {}],
    ['its route has another flow', canaryOf({ ...routeOf(5n), stages: [] }), {}],
    ['its route is suspended', canaryOf(routeOf(5n, { suspended: {} })), {}],
    ['its route needs another authorization', canaryOf(routeOf(5n, { authorization: 1 })), {}],
    [
      'its route is retired',
      canaryOf(routeOf(5n, {}, [{ since: 0, successor: '/s', models: noModels }])),
      {},
    ],
    ['the call has no quote', canaryOf(routeOf(5n)), { quote: undefined }],
    ['the call is free', canaryOf(routeOf(5n)), { free: true }],
    ['the call has two payments', canaryOf(routeOf(5n)), { conflict: true }],
    ['the payment cannot be read', canaryOf(routeOf(5n)), { header: 'x' }],
  ])('does not serve a call if %s', async (_, canary, more) => {
    const { call } = callOf(5n, { canary }, { more })
    expect([await serveCanary(call), servedBy(call)]).toEqual([undefined, 'live'])
  })

  it('does not serve a suspended route, nor a call that began before a switch', async () => {
    const canary = canaryOf(routeOf(5n))
    const closed = callOf(5n, { canary }, { own: routeOf(5n, { suspended: {} }) })
    const before = callOf(5n, { canary, current: other })
    for (const { call } of [closed, before])
      expect([await serveCanary(call), servedBy(call)]).toEqual([undefined, 'live'])
  })

  it('that fails to quote is noted, and the live catalog serves', async () => {
    const canary = canaryOf(routeOf(new Error('a fault')))
    const { call } = callOf(5n, { canary })
    await serveCanary(call)
    expect([servedBy(call), canary.ended]).toEqual([
      'live',
      [{ catalog: 'canary', outcome: 'failed', reason: 'internal_error', wallet: 'ann' }],
    ])
  })
})

describe('a repeated request', () => {
  const bought = (compiled: Compiled, value = 5n) => {
    const made = callOf(value, { earlier: [earlier(compiled)] }, { more: { payer: 'ann' } })
    const { call } = made
    const record = (more: object = {}) => {
      const { context, compiled: own } = call
      const mark = fingerprint({
        ...call,
        context,
        compiled: own,
        scope: { ...call.scope, path: { id: '7' } },
        fingerprint: undefined,
      })
      return {
        fingerprint: mark,
        amount: '7',
        created: clock.now() - 5_000,
        sale: { catalog: 'old' },
        ...more,
      } as never
    }
    return { ...made, record }
  }

  it('is served by the catalog of its purchase, at the price that was paid', async () => {
    const { call, record } = bought(routeOf(7n, { price: { decimals: 6 } }))
    expect(await asBought(call, record())).toBe(true)
    expect([servedBy(call), call.scope.payer, call.scope.price]).toEqual([
      'old',
      'ann',
      { amount: '0.000007', currency: 'USD' },
    ])
    expect(call.scope.now).toBe(Math.floor((clock.now() - 5_000) / 1000))
  })

  it('stays where it is if its purchase was for another request, or is not known here', async () => {
    const { call, record } = bought(routeOf(7n))
    expect(await asBought(call, record({ fingerprint: 'other' }))).toBe(false)
    expect(servedBy(call)).toBe('live')
    const own = bought(routeOf(7n))
    const live = own.record({ sale: { catalog: 'live' } })
    own.call.scope.path = { id: '7' }
    const { scope } = own.call
    expect([await asBought(own.call, live), servedBy(own.call)]).toEqual([true, 'live'])
    expect(own.call.scope).toBe(scope)
    const gone = bought(routeOf(7n))
    gone.call.scope.path = { id: '7' }
    gone.live.routes.clear()
    expect(await asBought(gone.call, gone.record({ sale: { catalog: 'live' } }))).toBe(true)
    expect(servedBy(gone.call)).toBe('live')
  })

  it('of an earlier row of the same catalog is served with that', async () => {
    const since = clock.now() - 1_000
    const own = routeOf(5n, {}, [{ since, models: noModels }])
    const { call } = callOf(5n, {}, { own, more: { payer: 'ann' } })
    call.scope.path = { id: '7' }
    const mark = fingerprint({ ...call, fingerprint: undefined })
    const sale = { catalog: 'live' }
    const record = { fingerprint: mark, amount: '5', created: since - 1, sale } as never
    expect([await asBought(call, record), call.offering]).toEqual([true, own.offerings.all[0]])
    const dated = { ...(record as object), sale: { ...sale, since } } as never
    expect([await asBought(call, dated), call.offering]).toEqual([true, own.offerings.all[1]])
  })

  it('that the old catalog cannot read stays where it is', async () => {
    const old = { ...routeOf(7n), query: () => ({ issues: [{ path: 'a', message: 'm' }] }) }
    const { call, record } = bought(old)
    call.scope.path = { id: '7' }
    expect([await asBought(call, record()), servedBy(call)]).toEqual([true, 'live'])
  })
})
