/**
 * One process whose catalog changes: what is in flight, what was quoted, and what jobs have left.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Route } from '../../runtime/contract.ts'
import { routes } from '../helpers/cash-catalog.ts'
import { allRoutes as all, partsOf } from '../helpers/cash-editions.ts'
import {
  gives,
  receiptOf,
  requirementsOf,
  startCashGateway,
  until,
  type CashGateway,
  type Seen,
} from '../helpers/cash-gateway.ts'
import { ends, finished, jobFlows, pollWith, submitted, stateOf } from '../helpers/cash-jobs.ts'
import { runs } from '../helpers/runs.ts'

const TREE = { path: '/tree', body: { text: 'oak' } }
const OLD = 2000n
const NEW = 3100n
/** The price, the gate and the words of the later catalog. */
const later: Route = {
  ...routes.tree!,
  price: { micro: () => NEW, decimals: 6, identify: false },
  gates: c => (c.body.text === 'ash' ? { status: 400, message: 'No ash here' } : undefined),
  reply: c => ({ later: c.result, payment: c.payment }),
}

let at: CashGateway
let closed: string[]
beforeEach(async () => {
  closed = []
  at = await startCashGateway()
})
afterEach(() => at.stop())

/** Lets another catalog go live. */
async function switchTo(hash: string, list: readonly Route[]): Promise<void> {
  const { catalogs } = at.gateway
  catalogs.serve(await catalogs.prepare(partsOf(at, { hash, list, closed })), at.world.clock.now())
}

const sign = async (name = 'ann'): Promise<string> =>
  at.world.cash.wallet(name).sign(await at.quote(TREE.path, TREE.body))
const pay = (header: string, body: object = TREE.body): Promise<Seen> =>
  at.post(TREE.path, body, header)
const amountOf = (seen: Seen): bigint => BigInt(requirementsOf(seen).amount)

it('a call in flight ends with the catalog that it began with', async () => {
  const header = await sign()
  const answer = pay(header)
  await until(() => at.world.vendor.asked.length === 1)
  await switchTo('later', all({ tree: later }))
  expect(await at.quote(TREE.path, TREE.body)).toMatchObject({ amount: String(NEW) })
  at.world.vendor.asked[0]!.answer(gives({ found: 1 }))
  const seen = await answer
  expect([seen.status, Object.keys(seen.body)[0]]).toEqual([200, 'result'])
  expect(at.world.cash.bank.earned()).toBe(OLD)
})

describe('a quote of the catalog before', () => {
  it('is honoured, and served by that catalog as a whole', async () => {
    const header = await sign()
    await switchTo('later', all({ tree: later }))
    at.world.vendor.reply = () => gives({ found: 1 })
    const seen = await pay(header)
    expect([seen.status, Object.keys(seen.body)[0]]).toEqual([200, 'result'])
    expect(receiptOf(seen)).toMatchObject({ success: true })
    expect(at.world.cash.bank.earned()).toBe(OLD)
    // The same header again is a replay, not a purchase.
    expect((await pay(header)).body.code).toBe('PAYMENT_REPLAY')
  })

  it('is honoured for as long as its authorization lasts, then refused uncharged', async () => {
    const old = await at.quote(TREE.path, TREE.body)
    await switchTo('later', all({ tree: later }))
    at.world.vendor.reply = () => gives({ found: 1 })
    await at.world.clock.advance(299_000)
    expect((await pay(at.world.cash.wallet('ann').sign(old))).status).toBe(200)
    // Five minutes is the authorization of this route; another one of the catalog asks for ten.
    await at.world.clock.advance(20_000)
    const refused = await pay(at.world.cash.wallet('bob').sign(old))
    expect([refused.status, amountOf(refused)]).toEqual([402, NEW])
    expect(at.world.cash.bank.earned()).toBe(OLD)
  })

  it('is not honoured where the route is suspended now', async () => {
    const old = await at.quote(TREE.path, TREE.body)
    const closedNow = { ...later, suspended: { status: 503, message: 'closed' } }
    await switchTo('later', all({ tree: closedNow }))
    const refused = await pay(at.world.cash.wallet('ann').sign(old))
    expect([refused.status, amountOf(refused)]).toEqual([402, NEW])
    expect(at.world.cash.bank.attempts).toEqual([])
  })

  it('is tried for no payment whose signature is wrong', async () => {
    const old = await at.quote(TREE.path, TREE.body)
    let gated = 0
    const counting = { ...routes.tree!, gates: () => void (gated += 1) }
    await switchTo('counting', all({ tree: counting }))
    await switchTo('later', all({ tree: later }))
    const header = at.world.cash.wallet('ann').sign({ ...old, amount: '1' })
    const { payload, ...rest } = JSON.parse(Buffer.from(header, 'base64').toString())
    const forged = { ...rest, payload: { ...payload, signature: `0x${'11'.repeat(64)}1b` } }
    const seen = await pay(Buffer.from(JSON.stringify(forged)).toString('base64'))
    expect([seen.status, gated]).toEqual([402, 0])
    expect((await pay(header)).status).toBe(402)
    expect(gated).toBe(1)
  })

  it('is not honoured for a request that it was not made for', async () => {
    const old = await at.quote(TREE.path, TREE.body)
    await switchTo('later', all({ tree: later }))
    const other = { ...old, amount: '2001' }
    const refused = await pay(at.world.cash.wallet('ann').sign(other))
    expect([refused.status, amountOf(refused)]).toEqual([402, NEW])
    expect((await pay(at.world.cash.wallet('ann').sign(old), { text: 'ash' })).status).toBe(400)
    expect(at.world.cash.bank.attempts).toEqual([])
  })

  it('and one of the new catalog are both payable, each by its own', async () => {
    const old = await sign('ann')
    await switchTo('later', all({ tree: later }))
    const fresh = await sign('bob')
    at.world.vendor.reply = () => gives({ found: 1 })
    const answers = await Promise.all([pay(old), pay(fresh)])
    expect(answers.map(({ body }) => Object.keys(body)[0])).toEqual(['result', 'later'])
    expect(at.world.cash.bank.earned()).toBe(OLD + NEW)
  })
})

describe.each(jobFlows.map(flow => [flow.name, flow] as const))('a job, %s', (_, flow) => {
  const without = (): Route[] =>
    Object.values(routes).filter(route => route.path !== flow.path || route.method !== 'POST')

  it('whose route is gone is worked on, polled and paid for at its price', async () => {
    const job = await submitted(at, flow)
    await switchTo('later', without())
    expect((await at.post(flow.path, flow.body)).status).toBe(404)
    expect((await pollWith(at, job.poll, job.own)).status).toBe(202)
    await ends(at, job)
    const seen = await pollWith(at, job.poll, job.own)
    expect(seen.status, seen.text).toBe(200)
    expect(at.world.cash.bank.earned()).toBe(flow.price)
  })

  it('that was done is paid for after any way back', async () => {
    const job = await finished(at, flow)
    const first = at.gateway.catalogs.current()
    await switchTo('later', without())
    await switchTo('latest', without())
    await first.refresh()
    at.gateway.catalogs.serve(first, at.world.clock.now())
    expect(await stateOf(at, job)).toBe('completed')
    expect((await pollWith(at, job.poll, job.own)).status).toBe(200)
    expect(at.world.cash.bank.earned()).toBe(flow.price)
  })
})

it('a poll address of a catalog that came between is served after the way back', async () => {
  const first = at.gateway.catalogs.current()
  const flow = jobFlows[0]!
  const moved = (route: Route): Route =>
    route.job === undefined
      ? route
      : { ...route, job: { ...route.job, poll: `/moved${route.job.poll}` } }
  await switchTo('between', Object.values(routes).map(moved))
  const job = await submitted(at, flow)
  expect(job.poll).toMatch(/^\/moved/)
  await first.refresh()
  at.gateway.catalogs.serve(first, at.world.clock.now())
  expect((await pollWith(at, job.poll, job.own)).status).toBe(202)
})

it('many switches let go of all catalogs but the last ones, and of none that a call needs', async () => {
  const few = [routes.tree!, routes.hello!]
  await switchTo('held', few)
  const answer = sign().then(header => pay(header))
  await until(() => at.world.vendor.asked.length === 1)
  const count = runs(30)
  for (let n = 0; n < count; n++) {
    await switchTo(`c${n}`, [n % 2 ? routes.tree! : later, routes.hello!])
    await at.gateway.catalogs.tidy()
  }
  // Five are kept for their quotes and jobs, one is served, and one has a call.
  expect(closed).toEqual(Array.from({ length: count - 6 }, (_, n) => `c${n}`))
  expect(at.gateway.catalogs.editions.all()).toHaveLength(6)
  at.world.vendor.asked[0]!.answer(gives({ found: 1 }))
  expect((await answer).status).toBe(200)
  await until(async () => {
    await at.gateway.catalogs.tidy()
    return closed.includes('held')
  })
  // After the time of their quotes nothing of the others is left.
  await at.world.clock.advance(320_000)
  await at.gateway.catalogs.tidy()
  expect(closed).toHaveLength(count)
  expect(at.gateway.catalogs.editions.all()).toHaveLength(1)
})

it('a catalog that cannot be served changes nothing and is let go of', async () => {
  const broken = { ...later, envelope: 'nowhere' }
  await expect(switchTo('broken', [broken])).rejects.toThrow('there is no error envelope')
  expect(closed).toEqual(['broken'])
  expect(await at.quote(TREE.path, TREE.body)).toMatchObject({ amount: String(OLD) })
})
