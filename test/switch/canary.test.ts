/**
 * A canary in one process: which calls it serves, at which price, and what is left when it ends.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Route, UpstreamCall } from '../../runtime/contract.ts'
import type { Edition } from '../../runtime/edition.ts'
import { carryOut } from '../../runtime/followups/carry-out.ts'
import { FOLLOW_UPS, followUpChange, type FollowUp } from '../../runtime/followups/follow-up.ts'
import { isInShare } from '../../runtime/releases/canary.ts'
import type { Release } from '../../runtime/releases/types.ts'
import { routes } from '../helpers/cash-catalog.ts'
import { allRoutes, partsOf } from '../helpers/cash-editions.ts'
import {
  gives,
  requirementsOf,
  startCashGateway,
  until,
  type CashGateway,
  type Seen,
} from '../helpers/cash-gateway.ts'
import { ends, jobFlows, pollWith, submitted } from '../helpers/cash-jobs.ts'

describe('the share', () => {
  const wallets = Array.from({ length: 10_000 }, (_, n) => `0x${n.toString(16).padStart(40, '0')}`)
  const shareOf = (hash: string, percent: number): string[] => {
    const canary = { release: { hash } as Release, percent, from: 0 }
    return wallets.filter(wallet => isInShare(wallet, canary))
  }

  it('is as large as it should be, and the same each time', () => {
    // Three standard deviations are 65 wallets at 5 %, 15 at a quarter of a percent.
    expect(Math.abs(shareOf('one', 5).length - 500)).toBeLessThan(66)
    expect(Math.abs(shareOf('one', 0.25).length - 25)).toBeLessThan(16)
    expect(shareOf('one', 5)).toEqual(shareOf('one', 5))
    // Fixed, so that no other process and no later version decides otherwise.
    const first = ['02', '1a', '1e'].map(end => wallets[Number(`0x${end}`)])
    expect(shareOf('one', 5).slice(0, 3)).toEqual(first)
  })

  it('contains each smaller share of the same release', () => {
    const larger = new Set(shareOf('one', 20))
    expect(shareOf('one', 5).filter(wallet => !larger.has(wallet))).toEqual([])
  })

  it('selects different wallets for a different release', () => {
    const one = new Set(shareOf('one', 5))
    expect(shareOf('two', 5).filter(wallet => one.has(wallet)).length).toBeLessThan(60)
  })
})

const TREE = { path: '/tree', body: { text: 'oak' } }
const OLD = 2000n
const NEW = 3100n
const reply: Route['reply'] = c => ({ later: c.result, payment: c.payment })
/** The same price with another reply, and another price. */
const same: Route = { ...routes.tree!, reply }
const dearer: Route = {
  ...same,
  price: { micro: () => NEW, decimals: 6, identify: false },
}

let at: CashGateway
let closed: string[]
beforeEach(async () => {
  closed = []
  at = await startCashGateway()
  at.world.vendor.reply = () => gives({ found: 1 })
})
afterEach(() => at.stop())

/** Begins a canary that serves Ann and not Bob. */
async function canaryOf(
  changes: Record<string, Route | undefined>,
  list: readonly Route[] = allRoutes(changes),
): Promise<Edition> {
  const { catalogs } = at.gateway
  const edition = await catalogs.prepare(partsOf(at, { hash: 'canary', list, closed }))
  const ann = at.world.cash.wallet('ann').address
  await catalogs.tryOut(edition, wallet => wallet === ann)
  return edition
}

const sign = async (name: string, amount?: bigint): Promise<string> => {
  const asked = await at.quote(TREE.path, TREE.body)
  const wanted = amount === undefined ? asked : { ...asked, amount: String(amount) }
  return at.world.cash.wallet(name).sign(wanted)
}
const pay = (header: string): Promise<Seen> => at.post(TREE.path, TREE.body, header)
/** Who served a call: the words of the canary's reply, or those of the live catalog. */
const servedBy = ({ status, body }: Seen): string =>
  status !== 200 ? String(status) : 'later' in body ? 'canary' : 'live'
const buy = async (name: string, amount?: bigint): Promise<string> =>
  servedBy(await pay(await sign(name, amount)))
/** Makes an upstream call that is owed. */
async function owe(call: string): Promise<void> {
  const { clock } = at.world
  await at.store.commit([followUpChange(call, { call, with: {}, id: call, due: clock.now() })])
  const stored = await at.store.get<FollowUp>(FOLLOW_UPS, call)
  await carryOut(at.gateway.catalogs.current().context, { key: call, stored: stored! })
}
const earned = (): bigint => at.world.cash.bank.earned()

describe('a canary', () => {
  it('serves only its own wallets, and only calls with the live price', async () => {
    await canaryOf({ tree: same })
    expect([await buy('ann'), await buy('bob'), await buy('ann')]).toEqual([
      'canary',
      'live',
      'canary',
    ])
    expect(earned()).toBe(3n * OLD)
  })

  it('makes no quotes: all wallets get those of the live catalog, and its documents', async () => {
    await canaryOf({ tree: dearer, hello: { ...routes.hello!, reply: () => ({ hello: 'ann' }) } })
    expect(await at.quote(TREE.path, TREE.body)).toMatchObject({ amount: String(OLD) })
    const refused = await pay(await sign('ann', 1n))
    expect([refused.status, requirementsOf(refused).amount]).toEqual([402, String(OLD)])
    expect((await at.fetch('/hello')).body).toEqual({ hello: 'world' })
  })

  it('leaves a quote of another price to the live catalog, as a whole', async () => {
    await canaryOf({ tree: dearer })
    expect(await buy('ann')).toBe('live')
    expect(earned()).toBe(OLD)
  })

  it('serves whoever is in the share and signs its own price, and refuses others uncharged', async () => {
    await canaryOf({ tree: dearer })
    expect(await buy('ann', NEW)).toBe('canary')
    expect(earned()).toBe(NEW)
    expect(await buy('bob', NEW)).toBe('402')
    expect(earned()).toBe(NEW)
  })

  it.each<[string, Partial<Route> | undefined]>([
    ['has no such route', undefined],
    ['has it suspended', { suspended: { status: 503, message: 'closed' } }],
    ['asks for another duration', { authorization: 600_000 }],
    ['has a gate that refuses it', { gates: () => ({ status: 400, message: 'No' }) }],
    [
      'cannot price it',
      {
        fixed: [],
        price: {
          micro: () => {
            throw new Error('a fault')
          },
          decimals: 6,
          identify: false,
        },
      },
    ],
  ])('that %s leaves the call to the live catalog', async (_, change) => {
    await canaryOf({ tree: change && { ...same, ...change } })
    expect(await buy('ann')).toBe('live')
    expect(earned()).toBe(OLD)
  })

  it('sells what its dates say, and nothing that it has retired', async () => {
    const { clock } = at.world
    const price = (micro: bigint): NonNullable<Route['price']> => ({
      micro: () => micro,
      decimals: 6,
      identify: false,
    })
    const from = clock.now()
    const dated = (list: bigint, now: bigint): Route => ({
      ...same,
      price: price(list),
      dated: [{ from, route: { price: price(now) } }],
    })
    await canaryOf({ tree: dated(NEW, OLD) })
    expect(await buy('ann')).toBe('canary')
    at.gateway.catalogs.endCanary(clock.now())
    await canaryOf({ tree: dated(OLD, NEW) })
    expect(await buy('ann')).toBe('live')
    at.gateway.catalogs.endCanary(clock.now())
    await canaryOf({ tree: { ...same, retired: { since: from, use: 'GET /hello' } } })
    expect(await buy('ann')).toBe('live')
  })

  it('shares no cached result with the live catalog', async () => {
    await canaryOf({ write: { ...routes.write!, summary: 'Another upstream' } })
    const results: unknown[] = []
    for (const [n, name] of ['ann', 'bob'].entries()) {
      at.world.vendor.reply = () => gives({ n })
      const hot = { text: 'x', hot: true }
      const header = at.world.cash.wallet(name).sign(await at.quote('/write/first', hot))
      results.push((await at.post('/write/first', hot, header)).body.n)
    }
    expect(results).toEqual([0, 1])
  })

  it('is not asked about a payment whose signature is wrong', async () => {
    let asked = 0
    await canaryOf({ tree: { ...same, gates: () => void (asked += 1) } })
    const { payload, ...rest } = JSON.parse(Buffer.from(await sign('ann'), 'base64').toString())
    const forged = { ...rest, payload: { ...payload, signature: `0x${'11'.repeat(64)}1b` } }
    const seen = await pay(Buffer.from(JSON.stringify(forged)).toString('base64'))
    expect([seen.status, asked]).toEqual([402, 0])
  })

  it('writes its name into the sales lines of its calls', async () => {
    await canaryOf({ tree: same })
    for (const name of ['ann', 'bob']) await buy(name)
    const day = new Date(at.world.clock.now()).toISOString().slice(0, 10)
    await until(async () => (await at.store.list('gateway.sales', day, 9)).length === 2)
    const lines = await at.store.list<{ wallet: string; catalog: string }>('gateway.sales', day, 9)
    const address = at.world.cash.wallet('ann').address
    for (const { stored } of lines)
      expect(stored.doc.catalog).toBe(stored.doc.wallet === address ? 'canary' : 'test')
  })
})

describe('when a canary is aborted', () => {
  it('its wallets are served by the live catalog, and its own price is not payable', async () => {
    await canaryOf({ tree: dearer })
    const header = await sign('ann', NEW)
    at.gateway.catalogs.endCanary(at.world.clock.now())
    expect(servedBy(await pay(header))).toBe('402')
    expect(await buy('ann')).toBe('live')
    expect(earned()).toBe(OLD)
  })

  it('a call in flight ends with it, and its header is a replay afterwards', async () => {
    await canaryOf({ tree: same })
    delete at.world.vendor.reply
    const header = await sign('ann')
    const answer = pay(header)
    await until(() => at.world.vendor.asked.length === 1)
    at.gateway.catalogs.endCanary(at.world.clock.now())
    await at.gateway.catalogs.tidy()
    at.world.vendor.asked[0]!.answer(gives({ found: 1 }))
    expect(servedBy(await answer)).toBe('canary')
    expect((await pay(header)).body.code).toBe('PAYMENT_REPLAY')
    expect(earned()).toBe(OLD)
  })

  it('its jobs are polled and paid for as they began, at the address that they were given', async () => {
    const flow = jobFlows[0]!
    const { job } = routes
    await canaryOf({ job: { ...job!, reply, job: { ...job!.job!, poll: '/moved/{id}' } } })
    delete at.world.vendor.reply
    const began = await submitted(at, flow)
    expect(began.poll).toMatch(/^\/moved/)
    expect((await pollWith(at, began.poll, began.own)).status).toBe(202)
    at.gateway.catalogs.endCanary(at.world.clock.now())
    await at.gateway.catalogs.tidy()
    await ends(at, began)
    await at.gateway.catalogs.tidy()
    expect(servedBy(await pollWith(at, began.poll, began.own))).toBe('canary')
    expect(earned()).toBe(flow.price)
  })

  it('its follow-ups are made, and then its catalog is closed', async () => {
    const { clock, vendor } = at.world
    const { context } = await canaryOf({}, [same, routes.hello!])
    const undo = { ...same.upstream!({} as never)!, id: 'vendor.undo' } as UpstreamCall
    Object.assign(context.catalog.calls, { 'vendor.undo': undo })
    at.gateway.catalogs.endCanary(clock.now())
    await at.gateway.catalogs.tidy()
    await owe('vendor.undo')
    expect(vendor.asked.map(({ id }) => id)).toEqual(['vendor.undo'])
    expect(closed).toEqual([])
    await clock.advance(320_000)
    await at.gateway.catalogs.tidy()
    expect(closed).toEqual(['canary'])
  })

  it('the quotes of when it was live still count', async () => {
    const { catalogs } = at.gateway
    const first = catalogs.current()
    const old = await sign('bob')
    const list = allRoutes({ tree: dearer })
    catalogs.serve(
      await catalogs.prepare(partsOf(at, { hash: 'next', list })),
      at.world.clock.now(),
    )
    await catalogs.tryOut(first, () => false)
    await at.world.clock.advance(1000)
    catalogs.endCanary(at.world.clock.now())
    expect(servedBy(await pay(old))).toBe('live')
  })
})

it('a canary that is promoted serves all, and honours the quotes of the catalog before', async () => {
  const edition = await canaryOf({ tree: dearer })
  const [ann, bob] = [await sign('ann'), await sign('bob')]
  await edition.refresh()
  at.gateway.catalogs.serve(edition, at.world.clock.now())
  expect([at.gateway.catalogs.canary(), await buy('cid')]).toEqual([undefined, 'canary'])
  expect([servedBy(await pay(ann)), servedBy(await pay(bob))]).toEqual(['live', 'live'])
  expect(earned()).toBe(NEW + 2n * OLD)
})
