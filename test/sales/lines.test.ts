/** One line for each end of a claim, whichever way it ends, with nothing that a caller wrote. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { salesLines } from '../../runtime/sales/read.ts'
import type { SaleLine } from '../../runtime/sales/types.ts'
import {
  cashWorld,
  fails,
  gives,
  startCashGateway,
  until,
  type CashGateway,
  type Seen,
  type World,
} from '../helpers/cash-gateway.ts'
import { jobFlows, submitted } from '../helpers/cash-jobs.ts'

const SECRET = 'my-diary-entry'
const tree = { text: SECRET }

let world: World
let at: CashGateway
beforeEach(async () => {
  world = cashWorld()
  world.vendor.reply = () => gives({ found: 1 }, { found: 1, assets: [{ url: 'http://x/1' }] })
  at = await startCashGateway(world)
})
afterEach(async () => {
  await at.stop()
})

const header = async (path: string, body: unknown): Promise<string> =>
  world.cash.wallet('ann').sign(await at.quote(path, body))
const buy = async (path: string, body: unknown): Promise<Seen> =>
  at.post(path, body, await header(path, body))

async function lines(): Promise<SaleLine[]> {
  const found: SaleLine[] = []
  const period = { since: 0, until: world.clock.now() + 1 }
  const days = { ...period, since: world.clock.now() - 5 * 86_400_000 }
  for await (const { line } of salesLines(at.store, days)) found.push(line)
  return found
}

/** The lines, once there are so many. */
async function seen(count: number): Promise<SaleLine[]> {
  await until(async () => (await lines()).length >= count)
  return lines()
}

describe('a charge', () => {
  it('has one line with route, row, wallet, prices, transaction and catalog', async () => {
    const reply = await buy('/images', { model: 'one', prompt: SECRET, n: 1 })
    expect(reply.status).toBe(200)
    const [record] = await at.store.list<any>('payments', 'settled', 10)
    expect(await seen(1)).toEqual([
      {
        at: world.clock.now(),
        outcome: 'charged',
        route: 'post_images',
        model: 'first',
        wallet: world.cash.wallet('ann').address,
        network: world.catalog.networks['cash']!.chain,
        scheme: 'exact',
        quoted: '53500',
        charged: '53500',
        catalog: world.catalog.hash,
        request: expect.stringMatching(/^[0-9a-f]{32}$/),
        inputs: { 'body.n': 1 },
        transaction: [...world.cash.bank.landed.values()][0],
        payment: record!.key,
        job: expect.any(String),
      },
    ])
    expect((await at.store.list<any>('payments', 'settled', 10))[0]!.stored.doc.state).toBe(
      'settled',
    )
  })

  it('has one line if it is settled later than its reply, by another process', async () => {
    world.cash.bank.mode = 'unknown'
    const paid = await header('/tree', tree)
    expect((await at.post('/tree', tree, paid)).status).toBe(503)
    expect(await lines()).toEqual([])
    await at.crash()
    world.cash.bank.mode = 'land'
    at = await startCashGateway(world)
    expect((await at.post('/tree', tree, paid)).status).toBe(200)
    expect((await at.post('/tree', tree, paid)).status).toBe(402)
    expect(await seen(1)).toMatchObject([{ outcome: 'charged', charged: '2000' }])
  })
})

describe('a failure', () => {
  it('of the work has a line with its kind', async () => {
    world.vendor.reply = () => fails('content_policy', { details: `${SECRET} is refused` })
    await buy('/tree', tree)
    const [line] = await seen(1)
    expect(line).toMatchObject({
      outcome: 'failed',
      reason: 'content_policy',
      quoted: '2000',
      charged: '0',
    })
    expect(line).not.toHaveProperty('transaction')
  })

  it('of a job has its kind, and no words of its upstream', async () => {
    const kinds = ['upstream_rejected', 'upstream_timeout', 'content_policy'] as const
    for (const [n, kind] of kinds.entries()) {
      world.vendor.reply = () => fails(kind, { details: `${SECRET} is refused` })
      await buy('/images', { model: 'one', prompt: SECRET, n: 1 })
      const all = await seen(n + 1)
      expect(all.map(({ reason }) => reason).sort()).toEqual(kinds.slice(0, n + 1).sort())
      expect(JSON.stringify(all)).not.toContain(SECRET)
    }
    expect((await lines())[0]).not.toHaveProperty('why')
  })

  it.each([
    ['an hour has passed', 'job_stalled'],
    ['its upstream is out of order', 'upstream_failed'],
  ])('of a job that its caller polls says so if %s', async (_, reason) => {
    world.vendor.reply = undefined
    await submitted(at, jobFlows[0]!)
    if (reason === 'job_stalled') await world.clock.advance(3_600_000)
    else world.vendor.asked.at(-1)!.answer(fails('upstream_failed', { details: SECRET }))
    expect(await seen(1)).toMatchObject([{ outcome: 'failed', reason }])
  })

  it('of the payment has a line', async () => {
    world.cash.bank.mode = 'fail'
    expect((await buy('/tree', tree)).status).toBe(402)
    expect(await seen(1)).toMatchObject([
      { outcome: 'unpaid', reason: 'payment_failed', charged: '0' },
    ])
  })

  it('of the payment has a line that corrects it if the money comes after all', async () => {
    const { backend } = world.cash.paymentScheme
    const { settle, find } = backend
    backend.settle = async () => ({ state: 'failed', reason: 'no gas', mayLand: true })
    const paid = await header('/tree', tree)
    expect((await at.post('/tree', tree, paid)).status).toBe(402)
    const [{ key, stored }] = (await at.store.list<any>('payments', 'failed, may land', 1)) as any
    backend.find = async () => ({ state: 'failed', reason: 'no gas', mayLand: true })
    await at.ledger.resolve(stored.doc)
    backend.find = async () => ({ state: 'landed', transaction: '0xlate' })
    await at.ledger.get(key)
    Object.assign(backend, { settle, find })
    const [refused, charged, ...more] = await seen(2)
    expect(more).toEqual([])
    expect(refused).toMatchObject({ outcome: 'unpaid', reason: 'payment_refused', charged: '0' })
    expect(charged).toMatchObject({
      outcome: 'charged',
      charged: '2000',
      transaction: '0xlate',
      corrects: { outcome: 'unpaid', at: refused!.at, key: expect.stringContaining('unpaid') },
    })
  })

  it('a result that is not charged, and a price of zero, have lines', async () => {
    world.vendor.reply = () => gives({ found: 0 }, { found: 0 })
    await buy('/tree', tree)
    await buy('/named', {})
    const found = (await seen(2)).map(({ outcome, reason, charged }) => [outcome, reason, charged])
    expect(found).toEqual([
      ['uncharged', 'not_charged', '0'],
      ['waived', 'nothing_to_settle', '0'],
    ])
  })

  it('a header that is sent again after a failure has a line for each end', async () => {
    const paid = await header('/tree', tree)
    world.vendor.reply = () => fails()
    await at.post('/tree', tree, paid)
    world.vendor.reply = () => gives({ found: 1 }, {})
    await at.post('/tree', tree, paid)
    expect((await seen(2)).map(({ outcome }) => outcome)).toEqual(['failed', 'charged'])
  })
})

describe('a rejected payment', () => {
  it('has a line; a quote has none', async () => {
    const paid = world.cash.wallet('poor', 0n).sign(await at.quote('/tree', tree))
    expect((await at.post('/tree', tree, paid)).status).toBe(402)
    expect(await seen(1)).toMatchObject([
      {
        outcome: 'rejected',
        reason: 'payment_unfunded',
        route: 'post_tree',
        quoted: '2000',
        charged: '0',
      },
    ])
  })

  it('a flood of them is counted and not written', async () => {
    for (let i = 0; i < 130; i++) await at.post('/tree', tree, 'not base64 json')
    expect(await seen(120)).toHaveLength(120)
    const { text } = await at.fetch(world.catalog.gateway.metrics)
    expect(text).toContain('farebox_payment_rejections_total{recorded="no"} 10')
    await world.clock.advance(60_000)
    await at.post('/tree', tree, 'not base64 json')
    expect(await seen(121)).toHaveLength(121)
  })
})

it('no line has anything that a caller wrote', async () => {
  await buy('/tree', tree)
  await buy('/images', { model: 'one', prompt: SECRET, n: 1 })
  world.vendor.reply = () => fails('upstream_failed', { details: SECRET, body: SECRET })
  await buy('/tree', tree)
  await at.post('/tree', tree, Buffer.from(SECRET).toString('base64'))
  expect(JSON.stringify(await seen(4))).not.toContain(SECRET)
})
