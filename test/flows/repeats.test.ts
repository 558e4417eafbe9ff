/**
 * A paid request whose reply was lost, repeated with the same header after something changed: it
 * gets its stored reply, and nobody pays twice.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Catalog, Route } from '../../runtime/contract.ts'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import { allRoutes, partsOf } from '../helpers/cash-editions.ts'
import {
  cashWorld,
  gives,
  requirementsOf,
  startCashGateway,
  until,
  type CashGateway,
  type Seen,
  type World,
} from '../helpers/cash-gateway.ts'

const START = Date.UTC(2026, 0, 1)
const HOUR = 3_600_000
const CHANGE = START + HOUR
const PRICE = 53_500n

/** A route that is retired as a whole, and one with other gates from that day on. */
const fare: Route = {
  ...routes.tree!,
  id: 'post_fare',
  path: '/fare',
  retired: { since: CHANGE, use: 'POST /tree' },
}
const tree: Route = {
  ...routes.tree!,
  dated: [{ from: CHANGE, route: { price: { micro: () => 3000n, decimals: 6, identify: false } } }],
}

/** Gives something back, once: a signature of zero names its owner. */
let isBack = false
let giveBack = async (): Promise<void> => undefined
const back: Route = {
  ...routes.named!,
  id: 'post_back',
  path: '/back',
  checks: () => (isBack ? { status: 404, message: 'Not found' } : undefined),
  reply: async () => {
    isBack = true
    await giveBack()
    return { released: true }
  },
}

function catalog(): Catalog {
  const made = cashCatalog([...allRoutes({ tree }), fare, back])
  const { rows } = made.tables.models!
  const retired = [{ id: 'first', since: CHANGE, use: 'Second/Slow' }]
  return { ...made, tables: { models: { name: 'models', rows, retired } } }
}

let world: World
let at: CashGateway
beforeEach(async () => {
  world = cashWorld(catalog())
  world.vendor.reply = () => gives({ found: 1 })
  at = await startCashGateway(world)
})
afterEach(() => at.stop())

const send = (path: string, headers: Record<string, string> = {}): Promise<Seen> =>
  at.fetch(path, {
    method: 'POST',
    body: JSON.stringify({ text: 'x' }),
    headers: { 'content-type': 'application/json', ...headers },
  })
const goTo = (ms: number): Promise<void> => world.clock.skip(ms - world.clock.now())

/** Buys, and loses the reply: the chain says only later that the payment landed. */
async function lost(path: string, more: Record<string, string> = {}) {
  const header = world.cash.wallet('ann').sign(requirementsOf(await send(path)))
  const headers = { 'payment-signature': header, ...more }
  world.cash.bank.mode = 'unknown'
  expect((await send(path, headers)).status).toBe(503)
  world.cash.bank.mode = 'land'
  return headers
}

describe('a lost reply', () => {
  it.each(['/write/first', '/tree', '/fare'])(
    'of %s is given after the change of that day',
    async path => {
      await goTo(CHANGE - 1000)
      const headers = await lost(path)
      await goTo(CHANGE)
      const seen = await send(path, headers)
      expect([seen.status, world.vendor.asked.length]).toEqual([200, 1])
      expect((await send(path, headers)).status).not.toBe(200)
    },
  )

  it.each(['/write/first', '/tree', '/fare'])('of %s is sent again a day later', async path => {
    await goTo(CHANGE - 1000)
    const headers = await lost(path)
    await goTo(CHANGE + HOUR)
    const seen = await send(path, headers)
    expect([seen.status, world.vendor.asked.length]).toEqual([200, 1])
  })

  it('is given where the network counts in whole money', async () => {
    world.cash.bank.inDecimals = true
    await goTo(CHANGE - 1000)
    const headers = await lost('/write/first')
    await goTo(CHANGE)
    expect((await send('/write/first', headers)).status).toBe(200)
  })

  it('is sent again to a repeat with a lower X-Max-Price', async () => {
    const headers = await lost('/write/first')
    const seen = await send('/write/first', { ...headers, 'x-max-price': '0.00001' })
    expect([seen.status, world.cash.bank.earned()]).toEqual([200, PRICE])
  })

  it('is sent again if the price has risen above X-Max-Price', async () => {
    await goTo(CHANGE - 1000)
    const headers = await lost('/tree', { 'x-max-price': '0.002' })
    await goTo(CHANGE + HOUR)
    expect((await send('/tree', headers)).status).toBe(200)
  })

  /** Serves another catalog, in which the route is this. */
  async function switchTo(changes: Partial<Route>): Promise<void> {
    const { catalogs } = at.gateway
    const list = allRoutes({ tree: { ...routes.tree!, ...changes } })
    const parts = partsOf(at, { hash: 'two', list })
    catalogs.serve(await catalogs.prepare(parts), world.clock.now())
  }

  it('is sent again after a switch to a catalog that refuses the request', async () => {
    const headers = await lost('/tree')
    await switchTo({ gates: () => ({ status: 400, message: 'No' }) })
    expect((await send('/tree', headers)).status).toBe(200)
  })

  it('is written by the catalog that made its result', async () => {
    const headers = await lost('/tree')
    await switchTo({ reply: c => ({ other: (c.result as any).members.of.another }) })
    const seen = await send('/tree', headers)
    expect([seen.status, seen.body.body]).toEqual([200, { text: 'x' }])
    expect(world.vendor.asked.length).toBe(1)
  })

  it('of a canary is written by the canary, even after its end', async () => {
    const reply: Route['reply'] = c => ({ canary: c.result })
    const { catalogs } = at.gateway
    const list = allRoutes({ tree: { ...routes.tree!, reply } })
    const edition = await catalogs.prepare(partsOf(at, { hash: 'canary', list }))
    await catalogs.tryOut(edition, () => true)
    const headers = await lost('/tree')
    catalogs.endCanary(world.clock.now())
    expect((await send('/tree', headers)).body).toHaveProperty('canary')
  })

  it('of the live catalog is not written by a canary', async () => {
    const { catalogs } = at.gateway
    const headers = await lost('/tree')
    const reply: Route['reply'] = c => ({ other: (c.result as any).members.of.another })
    const list = allRoutes({ tree: { ...routes.tree!, reply } })
    const edition = await catalogs.prepare(partsOf(at, { hash: 'canary', list }))
    await catalogs.tryOut(edition, () => true)
    expect((await send('/tree', headers)).status).toBe(200)
  })
})

it('a repeat at a removed route is 404 and says that nothing was charged', async () => {
  const headers = await lost('/tree')
  const { catalogs } = at.gateway
  const { tree: _, ...others } = routes
  const list = Object.values(others)
  catalogs.serve(await catalogs.prepare(partsOf(at, { hash: 'two', list })), world.clock.now())
  const seen = await send('/tree', headers)
  expect([seen.status, seen.text]).toEqual([
    404,
    expect.stringContaining('Nothing was charged for this request.'),
  ])
  expect((await send('/tree')).text).not.toContain('charged')
  expect(world.cash.bank.attempts).toHaveLength(1)
})

describe('repeats that come at once', () => {
  it('get a lost reply once, even with a slow store', async () => {
    const headers = await lost('/tree')
    const { ledger } = at
    const key = world.cash.bank.attempts[0]!
    await ledger.resolve((await ledger.get(key))!)
    const waiting: (() => void)[] = []
    const get = ledger.get.bind(ledger)
    ledger.get = async one => {
      const found = await get(one)
      await new Promise<void>(resolve => waiting.push(resolve))
      return found
    }
    const repeats = Promise.all([send('/tree', headers), send('/tree', headers)])
    for (let reads = 0; reads < 2; reads++) {
      await until(() => waiting.length === 2)
      for (const go of waiting.splice(0)) go()
    }
    ledger.get = get
    for (const go of waiting.splice(0)) go()
    expect((await repeats).map(({ status }) => status).sort()).toEqual([200, 402])
  })
})

describe('a request that was not bought', () => {
  it('is refused as before: a different request, or one whose reply was delivered', async () => {
    await goTo(CHANGE - 1000)
    const headers = await lost('/fare')
    await goTo(CHANGE)
    const other = await at.fetch('/fare', {
      method: 'POST',
      body: JSON.stringify({ text: 'y' }),
      headers: { 'content-type': 'application/json', ...headers },
    })
    expect(other.status).toBe(410)
    expect((await send('/fare', headers)).status).toBe(200)
    await until(async () => (await send('/fare', headers)).status === 410)
    const capped = { ...headers, 'x-max-price': '0' }
    expect((await send('/tree', capped)).status).toBe(412)
    expect(world.cash.bank.landed.size).toBe(1)
  })
})

describe('something given back for nothing', () => {
  const again = async (header: string): Promise<Seen> => send('/back', { 'x-payment': header })
  const signed = async (): Promise<string> =>
    world.cash.wallet('ann').sign(requirementsOf(await send('/back')))
  beforeEach(() => {
    isBack = false
    giveBack = async () => undefined
  })

  it('is not an unknown thing to the authorization that gave it back', async () => {
    const header = await signed()
    expect((await again(header)).body).toEqual({ released: true })
    const seen = await again(header)
    expect([seen.status, seen.body.code]).toEqual([402, 'PAYMENT_REPLAY'])
    expect(seen.body.details).toMatch(/used for this very request, which was done/)
    expect((await again(await signed())).status).toBe(404)
  })

  it('is confirmed to a caller that has left before the reply', async () => {
    const header = await signed()
    const isLeaving = new AbortController()
    let isGone = false
    at.gateway.app.server.once('connection', socket =>
      socket.once('close', () => {
        isGone = true
      }),
    )
    giveBack = async () => {
      isLeaving.abort()
      await until(() => isGone)
    }
    const asking = fetch(`${at.url}/back`, {
      method: 'POST',
      body: JSON.stringify({ text: 'x' }),
      headers: { 'content-type': 'application/json', 'x-payment': header },
      signal: isLeaving.signal,
    })
    await expect(asking).rejects.toThrow()
    const seen = await again(header)
    expect([seen.status, seen.body.details]).toEqual([402, expect.stringMatching(/which was done/)])
  })
})
