/** What an unpaid call is charged, and which replies calls share. */
import { describe, expect, it } from 'vitest'
import { ask, challenge, challengeFirst, discover } from '../../runtime/calls/stages/challenge.ts'
import { generationCache } from '../../runtime/lib/cache.ts'
import { noModels } from '../../runtime/lib/models.ts'
import { fakeCall, saidIn, type Parts } from './desk.ts'

const LIST = Number.NEGATIVE_INFINITY
const ENCODED = {
  accepts: [{ amount: '5' }],
  resource: { url: 'http://us/r' },
  headers: { named: '1' },
  unnamed: { named: '0' },
}
const PRICE = { micro: () => 5n, decimals: 6 }
const QUOTE = { amount: 5n, price: { amount: '0.000005', currency: 'USD' }, encoded: ENCODED }

/** Everything that may be shared: replies, and encoded challenges. */
const shared = () => ({ quotes: generationCache(100), challenges: { get: () => ENCODED } })

/** An unpaid POST of a route that costs 5 micro-USD. */
function callOf({ context, route, compiled, ...more }: Parts = {}) {
  const offering = { since: LIST, models: noModels }
  const status = { payment_required: 402 }
  return fakeCall({
    context: {
      ...shared(),
      spec: { label: 'net', asset: { symbol: 'USDC' } },
      catalog: { hash: 'h' },
      ...context,
    },
    route: { method: 'POST', authorization: 60_000, price: PRICE, ...route },
    compiled: {
      body: () => ({}),
      declared: {},
      offerings: { isDated: false },
      isQuoteFixed: false,
      envelope: new Proxy(
        {},
        {
          get:
            (_, kind: string) =>
            ({ route: _route, ...details }: any) => ({
              status: details.status ?? (status as any)[kind] ?? 400,
              body: { kind, ...details },
            }),
        },
      ),
      ...compiled,
    },
    facts: { origin: 'http://us', path: '/r', search: '' },
    scope: { path: {}, models: noModels },
    offering,
    conflict: false,
    requestedScheme: '',
    acceptsPayment: false,
    ids: {},
    ...more,
  }).call
}
const bodyOf = async (end: ReturnType<typeof challenge>) => saidIn((await end) ?? undefined)

describe('an unpaid call', () => {
  const quoted = (more: Parts = {}) => callOf({ quote: QUOTE, ...more })

  it('gets a challenge with its price', async () => {
    const reply = await challenge(quoted())
    expect(reply).toMatchObject({ status: 402, headers: { named: '1' } })
    expect(saidIn(reply ?? undefined)).toMatchObject({
      kind: 'payment_required',
      price: QUOTE.price,
      payment_info: { network: 'net', asset: 'USDC', x402Version: 2 },
      challenge: { x402Version: 2, accepts: ENCODED.accepts, resource: ENCODED.resource },
    })
  })

  it.each<[string, Parts]>([
    ['it is paid', { header: 'h' }],
    ['it has two payments', { conflict: true }],
    ['it has no price', { quote: undefined }],
  ])('gets no challenge if %s', (_, more) => {
    expect(challenge(quoted(more))).toBe(undefined)
  })

  it('is refused where the route is suspended, or costs more than it allows', async () => {
    const route = { suspended: { status: 503, message: 'closed' } }
    expect(await bodyOf(challenge(quoted({ route })))).toMatchObject({ message: 'closed' })
    expect(await bodyOf(challenge(quoted({ maxPrice: '0.000004' })))).toMatchObject({ status: 412 })
  })

  it('is shown what the price, the route and the call add', async () => {
    const route = {
      price: { ...PRICE, show: () => ({ per: 'image' }) },
      show: () => ({ model: 'm' }),
    }
    const body = await bodyOf(challenge(quoted({ route })))
    expect([body.price, body.extra]).toEqual([{ ...QUOTE.price, per: 'image' }, { model: 'm' }])
    const own = { ...QUOTE, extra: { job_id: 'j' }, shown: { per: 'job' } }
    const job = await bodyOf(challenge(quoted({ route, quote: own, job: 'j' })))
    expect([job.price, job.extra]).toEqual([{ ...QUOTE.price, per: 'job' }, { job_id: 'j' }])
    const noted = [{ part: 'parameter', unknown: [['texxt']], written: new Set() }]
    const query = { names: new Set(['text']), offered: ['text'], inside: new Map() }
    const warned = quoted({ noted, compiled: { declared: { query } } })
    expect((await bodyOf(challenge(warned))).extra.warnings).toEqual([
      'Unknown parameter "texxt": did you mean "text"?',
    ])
  })

  it('that accepts payments gets no header for other clients', async () => {
    expect(await challenge(quoted({ acceptsPayment: true }))).toMatchObject({
      headers: { named: '0' },
    })
  })
})

describe('calls share their reply', () => {
  const context = shared()
  const first = callOf({ context, quote: QUOTE })
  const known = ask(first)
  const again = (more: Parts = {}) => ask(callOf({ context, quote: QUOTE, ...more })) === known

  it('if they ask the same', () => {
    expect(again()).toBe(true)
  })

  it.each<[string, Parts]>([
    ['another address', { facts: { origin: 'http://us', path: '/s', search: '' } }],
    ['another origin', { facts: { origin: 'http://them', path: '/r', search: '' } }],
    ['a query', { facts: { origin: 'http://us', path: '/r', search: 'a=1' } }],
    ['another amount', { quote: { ...QUOTE, amount: 6n } }],
    ['another price text', { quote: { ...QUOTE, price: { amount: '0', currency: 'USD' } } }],
    ['other members', { quote: { ...QUOTE, extra: { a: 1 } } }],
    ['another route', { route: { id: 's' } }],
    ['another scheme', { requestedScheme: 'upto' }],
    ['another way to pay', { acceptsPayment: true }],
    ['another time', { offering: { since: 7 }, compiled: { offerings: { isDated: true } } }],
    ['another price list', { route: { price: { ...PRICE, lines: () => [] } } }],
  ])('not with %s', (_, more) => {
    expect(again(more)).toBe(false)
  })

  it('not with signed offers, which are made for each caller', () => {
    const receipts = { sign: () => 'signed' }
    const asking = () =>
      ask(callOf({ context: { ...context, receipts }, quote: QUOTE, asksOffers: true }))
    expect(asking()).not.toBe(asking())
  })

  it('of a fixed price by their address alone', () => {
    const compiled = { isQuoteFixed: true }
    const at = (more: Parts = {}) => ask(callOf({ context, compiled, quote: QUOTE, ...more }))
    expect(at()).toBe(at())
    expect(at()).toMatchObject({ amount: 5n })
    const noted = [{ part: 'field', unknown: [], written: new Set() }]
    for (const more of [{ noted }, { quote: { ...QUOTE, extra: { a: 1 } } }])
      expect(at(more)).not.toBe(at())
  })
})

describe('a call that only explores', () => {
  const probe = { body: { probe: 1 }, query: { q: '1' } }

  it('gets a challenge with the price of the probe', async () => {
    const call = callOf({ compiled: { probe } })
    expect(await bodyOf(challengeFirst(call))).toMatchObject({ kind: 'payment_required' })
    expect([call.scope.body, call.scope.query]).toEqual([probe.body, probe.query])
    const bare = callOf({ compiled: { probe: { body: {} } } })
    await discover(bare)
    expect(bare.scope.query).toEqual({})
  })

  it.each<[string, Parts]>([
    ['it is paid', { header: 'h' }],
    ['the route has no price', { route: { price: undefined } }],
    ['it has a body', { bytes: Buffer.from('{}') }],
    ['the route takes no body', { compiled: { body: undefined, probe } }],
    ['the route has another method', { route: { method: 'GET' } }],
    ['the route has no probe', { compiled: { probe: undefined } }],
  ])('gets no challenge if %s', async (_, more) => {
    expect(await challengeFirst(callOf({ compiled: { probe }, ...more }))).toBe(undefined)
  })

  it('gets its challenge before the gates, where the route says so', async () => {
    const call = callOf({
      bytes: Buffer.from('{}'),
      route: { challenge: 'before_gates', gates: () => ({ status: 404, message: 'no' }) },
      compiled: { probe },
      scope: { path: { id: '1' }, models: noModels },
    })
    expect(await bodyOf(challengeFirst(call))).toMatchObject({ kind: 'payment_required' })
  })

  it('with parameters of its own is checked by the gates first', async () => {
    const gates = () => ({ status: 404, message: 'no' })
    const paths = { path: { id: '1' }, models: noModels }
    const refused = callOf({ route: { gates }, compiled: { probe }, scope: paths })
    expect(await bodyOf(discover(refused))).toMatchObject({ kind: 'refused', status: 404 })
    const passes = callOf({ route: { gates: () => undefined }, compiled: { probe }, scope: paths })
    expect(await bodyOf(discover(passes))).toMatchObject({ kind: 'payment_required' })
    const none = callOf({ route: { gates }, compiled: { probe } })
    expect(await bodyOf(discover(none))).toMatchObject({ kind: 'payment_required' })
  })

  it('of fetched rows needs them', async () => {
    const route = {
      fetched: ['list'],
      challenge: 'before_gates',
      gates: () => ({ status: 404, message: 'no' }),
    }
    const withTables = (current: unknown) =>
      callOf({ route, compiled: { probe }, context: { fetched: { current: () => current } } })
    expect(await bodyOf(discover(withTables(undefined)))).toMatchObject({ kind: 'busy' })
    expect(await bodyOf(discover(withTables({ list: 1 })))).toMatchObject({ status: 404 })
  })

  it('is shown what the route has for it', async () => {
    const route = { show: () => ({ a: 1, b: 1 }), discoveryShow: () => ({ b: 2 }) }
    const body = await bodyOf(discover(callOf({ route, compiled: { probe } })))
    expect(body.extra).toEqual({ a: 1, b: 2 })
    const offering = { since: LIST, models: noModels, discovery: { c: 3 } }
    const fixed = await bodyOf(discover(callOf({ route, compiled: { probe }, offering })))
    expect(fixed.extra).toEqual({ a: 1, b: 1, c: 3 })
  })

  it('shares the reply of a fixed price with callers of the same kind', async () => {
    const context = shared()
    const route = { discoveryShow: () => ({ b: 2 }) }
    const compiled = { isQuoteFixed: true }
    const explore = () => discover(callOf({ context, route, compiled }))
    const call = callOf({ context, route, compiled, quote: QUOTE })
    expect(await explore()).toBe(await explore())
    expect(await explore()).not.toBe(ask(call))
    const plain = { context, compiled }
    expect(await discover(callOf(plain))).toBe(ask(callOf({ ...plain, quote: QUOTE })))
  })

  it('of a fixed price with a wish of its own gets its own reply', async () => {
    const context = shared()
    const compiled = { isQuoteFixed: true }
    const explore = (more: Parts) => discover(callOf({ context, compiled, ...more }))
    const known = await explore({})
    expect(await explore({ maxPrice: '1' })).not.toBe(known)
    expect(await bodyOf(explore({ maxPrice: '0.000004' }))).toMatchObject({ status: 412 })
  })
})
