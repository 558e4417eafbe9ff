/**
 * Which unfinished jobs a process takes up: all that nobody works on, however many others there
 * are, and no others.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { leaseName } from '../../runtime/calls/jobs/work.ts'
import type { FetchedTable, Route } from '../../runtime/contract.ts'
import { salesLines } from '../../runtime/sales/read.ts'
import type { JobDoc } from '../../runtime/jobs/types.ts'
import type { Store } from '../../runtime/store/store.ts'
import type { UpstreamSuccess } from '../../runtime/upstream/types.ts'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  fails,
  gives,
  startCashGateway,
  until,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import { docOf, jobFlows, made, submits, submitted, type Job } from '../helpers/cash-jobs.ts'
import { embeddedStore } from '../helpers/store.ts'

/** Pause between two looks, ms. */
const LOOK = 15_000
const HOUR = 3_600_000

let world: World
let store: Store
let close: () => Promise<void>
let at: CashGateway | undefined
beforeEach(async () => {
  world = cashWorld()
  const held = await embeddedStore(world.clock)
  store = held.store
  close = held.stop
})
afterEach(async () => {
  await at?.stop()
  await close()
})

/** A table that an upstream keeps. */
const RATES: FetchedTable = {
  name: 'rates',
  call: 'bank.rates',
  rows: 'rates',
  key: 'code',
  columns: { code: { is: 'string', needed: true }, usd: { is: 'usd', needed: true } },
  every: HOUR,
  atMost: HOUR,
  most: 3,
  definition: 'one',
}

/** A job that was begun by a process that has ended since. */
async function orphan(before?: (at: CashGateway) => Promise<void>): Promise<Job> {
  const first = await startCashGateway(world, { store })
  await before?.(first)
  const job = await submitted(first, jobFlows[0]!)
  const closed = first.gateway.close()
  await world.clock.advance(1)
  await closed
  world.vendor = { asked: [] }
  return job
}

/** Jobs like a given one, in the store; `leased` ones are being worked on by somebody else. */
async function more(like: JobDoc, count: number, leased: boolean): Promise<string[]> {
  const ids = Array.from(
    { length: count },
    (_, i) => `${leased ? 'aa' : 'bb'}${i.toString(16).padStart(14, '0')}`,
  )
  for (const id of ids) {
    const key = `images/${id}`
    if (leased) await store.lease(leaseName(key), 'somebody', HOUR)
    await store.commit([
      {
        do: 'insert',
        in: 'jobs',
        key,
        doc: { ...like, id },
        tag: like.status,
        expires: like.expires,
      },
    ])
  }
  return ids
}

it.each(['in_progress', 'queued'] as const)(
  'a job that is %s is taken up behind any number of jobs that others work on',
  async status => {
    const job = await orphan()
    const doc: JobDoc = { ...(await store.get<JobDoc>('jobs', job.key))!.doc, status }
    await store.commit([{ do: 'remove', in: 'jobs', key: job.key }])
    await more(doc, 1200, true)
    const ids = await more(doc, 3, false)
    at = await startCashGateway(world, { store, settings: { instance: 'two' } })
    await until(() => submits(at!) === 3)
    expect(world.vendor.asked.map(({ scope }) => scope.job!.id)).toEqual(ids)
  },
)

it('a job calls its upstream for the request that submitted it, also in another process', async () => {
  const job = await orphan()
  const { ids } = (await store.get<JobDoc>('jobs', job.key))!.doc
  expect(ids?.request).toMatch(/^[0-9a-f]{32}$/)
  at = await startCashGateway(world, { store, settings: { instance: 'two' } })
  await until(() => submits(at!) === 1)
  expect(world.vendor.asked[0]!.ids).toEqual(ids)
})

it('a job has the time that the catalog gives it which is served now', async () => {
  const job = await orphan()
  const { job: route } = routes
  const longer = { ...route!, job: { ...route!.job!, stall: 2 * HOUR } }
  const catalog = cashCatalog(Object.values({ ...routes, job: longer }))
  await world.clock.skip(HOUR)
  at = await startCashGateway({ ...world, catalog }, { store, settings: { instance: 'two' } })
  await until(() => submits(at!) === 1)
  expect((await docOf(at, job.key)).status).toBe('in_progress')
})

it('a job that cannot be resumed delays no other one', async () => {
  const job = await orphan()
  const { doc } = (await store.get<JobDoc>('jobs', job.key))!
  await store.commit([{ do: 'remove', in: 'jobs', key: job.key }])
  const [broken, ...ids] = await more(doc, 3, false)
  const { get } = store
  store.get = (collection, key) =>
    key === `images/${broken}`
      ? Promise.reject(new Error('cannot be read'))
      : (get.call(store, collection, key) as never)
  at = await startCashGateway(world, { store, settings: { instance: 'two' } })
  await until(() => submits(at!) === 2)
  expect(world.vendor.asked.map(({ scope }) => scope.job!.id)).toEqual(ids)
})

it('[fetched] a job waits for the fetched tables of its route, also for their upstream', async () => {
  const { job: route } = routes
  const reading: Route = {
    ...route!,
    fetched: ['rates'],
    with: c => ({ eur: c.fetched.rates.EUR }),
  }
  const calls = { 'bank.rates': { ...route!.upstream!({} as never)!, id: 'bank.rates' } }
  world = cashWorld({ ...cashCatalog([reading]), calls, fetched: { rates: RATES } })
  const rates = (): UpstreamSuccess => gives({}, { rates: [{ code: 'EUR', usd: '1.1' }] })
  const job = await orphan(async ({ quote }) => {
    world.vendor.reply = rates
    await quote(jobFlows[0]!.path, jobFlows[0]!.body)
    delete world.vendor.reply
  })
  world.vendor.reply = () => fails()
  at = await startCashGateway(world, { store, settings: { instance: 'two' } })
  await until(() => world.vendor.asked.length > 0)
  await world.clock.advance(10_000)
  expect((await docOf(at, job.key)).attempts).toBe(1)
  world.vendor.reply = ({ id }) => (id === 'bank.rates' ? rates() : made)
  await until(async () => {
    await world.clock.advance(1_000)
    return (await docOf(at!, job.key)).status === 'completed'
  })
  expect(world.vendor.asked.at(-1)).toMatchObject({
    id: 'vendor.images',
    scope: { fetched: { rates: { EUR: { usd: 11n * 10n ** 11n } } } },
  })
})

describe('a job whose route is not served here', () => {
  /** A gateway that does not know the route: it was retired, or the gateway is older. */
  const startWithout = async (): Promise<void> => {
    const { job: _, ...others } = routes
    at = await startCashGateway(
      { ...world, catalog: cashCatalog(Object.values(others)) },
      { store, settings: { instance: 'two' } },
    )
  }

  it('keeps its lease for processes that may know the route, while there is time for a result', async () => {
    const job = await orphan()
    const leased: string[] = []
    const { lease } = store
    store.lease = (name, ...more) => {
      leased.push(name)
      return lease.call(store, name, ...more)
    }
    await startWithout()
    await world.clock.advance(LOOK)
    expect(leased).not.toContain(leaseName(job.key))
    expect(await store.lease(leaseName(job.key), 'a newer gateway', 1000)).toBe(true)
    expect((await docOf(at!, job.key)).status).toBe('in_progress')
  })

  it('fails uncharged when it is too late, and does not stay among the unfinished', async () => {
    const job = await orphan()
    await startWithout()
    await world.clock.advance(HOUR)
    await until(async () => {
      await world.clock.advance(LOOK)
      return (await docOf(at!, job.key)).status === 'failed'
    })
    expect(await docOf(at!, job.key)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^Job stalled/),
    })
    await until(async () => (await store.list('payments', 'failed', 1)).length === 1)
    expect(await store.list('jobs', 'in_progress', 1)).toEqual([])
    expect(world.cash.bank.attempts).toEqual([])
  })

  it('fails from the moment on at which its time is over, and leaves its lease', async () => {
    const job = await orphan()
    const { stalls } = (await store.get<JobDoc>('jobs', job.key))!.doc
    await world.clock.skip(stalls - world.clock.now())
    await startWithout()
    expect(await docOf(at!, job.key)).toMatchObject({
      status: 'failed',
      error: 'Job stalled: it is not served any more',
    })
    expect(await store.lease(leaseName(job.key), 'somebody', 1000)).toBe(true)
    const reasons: unknown[] = []
    const period = { since: 0, until: world.clock.now() + 1 }
    for await (const { line } of salesLines(store, period)) reasons.push(line.reason)
    expect(reasons).toEqual(['job_stalled'])
  })

  it('does not fail while a process works on it', async () => {
    const job = await orphan()
    await store.lease(leaseName(job.key), 'a newer gateway', 3 * HOUR)
    await startWithout()
    await world.clock.advance(HOUR + LOOK)
    expect((await docOf(at!, job.key)).status).toBe('in_progress')
  })
})
