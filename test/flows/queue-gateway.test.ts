/** A gateway whose jobs wait in queues. */
import { afterEach, describe, expect, it } from 'vitest'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  gives,
  startCashGateway,
  takes,
  type CashGateway,
  type Seen,
  until,
} from '../helpers/cash-gateway.ts'
import {
  docOf,
  EVERY,
  headerFor,
  jobFlows,
  made,
  pollWith,
  stateOf,
  submits,
} from '../helpers/cash-jobs.ts'
import type { Capacity } from '../../runtime/contract.ts'

describe('a gateway', () => {
  const slow = { model: 'Second/Slow', prompt: 'a cat' }
  const images = { path: '/images', body: slow }
  let at: CashGateway
  afterEach(async () => {
    await at.stop()
  })

  const start = async (capacity: Capacity): Promise<void> => {
    const catalog = cashCatalog()
    at = await startCashGateway(
      cashWorld({ ...catalog, upstreams: { vendor: { ...catalog.upstreams.vendor!, capacity } } }),
    )
  }
  const buy = async (name = 'ann'): Promise<Seen> =>
    at.post('/images', slow, await headerFor(at, images, name))
  const metrics = async (): Promise<string> => (await at.fetch('/metrics')).text

  it('works on no more jobs of an upstream than its capacity; the others stay queued until their turn, payers in turns', async () => {
    await start({ concurrency: 2, queue: 10 })
    const jobs: Seen[] = []
    for (const name of ['ann', 'ann', 'ann', 'ann', 'bob']) jobs.push(await buy(name))
    await until(() => submits(at) === 2)
    const states = () =>
      Promise.all(jobs.map(({ body }) => stateOf(at, { key: `images/${body.id}` })))
    expect(await states()).toEqual(['in_progress', 'in_progress', 'queued', 'queued', 'queued'])
    const waiting = await pollWith(
      at,
      jobs[4]!.body.poll_url,
      at.world.cash.wallet('bob').sign(await at.quote('/images', slow)),
    )
    expect([waiting.status, waiting.body.status]).toEqual([202, 'queued'])
    at.world.vendor.asked[0]!.answer(made)
    at.world.vendor.asked[1]!.answer(made)
    await until(() => submits(at) === 4)
    expect(at.world.vendor.asked.slice(2).map(({ scope }) => scope.job!.id)).toEqual([
      jobs[2]!.body.id,
      jobs[4]!.body.id,
    ])
    expect(await docOf(at, `images/${jobs[4]!.body.id}`)).toMatchObject({ attempts: 1 })
    expect(await docOf(at, `images/${jobs[3]!.body.id}`)).toMatchObject({
      attempts: 0,
      status: 'queued',
    })
  })

  it('a job of two steps keeps its place until its result is there', async () => {
    await start({ concurrency: 1, queue: 10 })
    const clip = jobFlows.find(({ path }) => path === '/clips')!
    const one = at.post('/clips', clip.body, await headerFor(at, clip))
    await until(() => submits(at) === 1)
    const two = await buy()
    at.world.vendor.asked[0]!.answer(takes({ job: 't1' }))
    await until(async () =>
      (await at.store.list<any>('jobs', 'in_progress', 5)).some(
        ({ stored }) => stored.doc.ticket !== undefined,
      ),
    )
    expect(submits(at)).toBe(1)
    at.world.vendor.reply = () => made
    await at.world.clock.settle()
    await at.world.clock.advance(EVERY)
    expect((await one).status).toBe(200)
    await until(async () => (await stateOf(at, { key: `images/${two.body.id}` })) === 'completed')
  })

  it('refuses what has no room before any payment, paid or not, with the time to come again; nothing is claimed', async () => {
    await start({ concurrency: 1, queue: 1 })
    const header = await headerFor(at, images)
    const first = [await buy(), await buy()]
    for (const one of [undefined, header, 'garbage']) {
      const seen = await at.post('/images', slow, one)
      expect([
        seen.status,
        seen.body.error,
        seen.body.source,
        seen.headers.get('retry-after'),
      ]).toEqual([503, 'Service busy', 'vendor', '30'])
      expect(seen.headers.get('payment-required')).toBeNull()
    }
    expect(await at.store.list('payments', 'claimed of a job', 10)).toHaveLength(2)
    expect((await at.post('/images', { ...slow, model: 'none' })).status).toBe(400)
    expect((await at.post('/tree', { text: 'hi' })).status).toBe(402)
    expect((await at.fetch('/images', { method: 'POST' })).status).toBe(402)
    expect((await pollWith(at, first[1]!.body.poll_url)).status).toBe(402)
    at.world.vendor.asked[0]!.answer(made)
    await until(() => submits(at) === 2)
    expect((await at.post('/images', slow, header)).status).toBe(202)
  })

  it('a burst of paid calls at once does not pass the bound; what is refused is not charged and its header is free', async () => {
    await start({ concurrency: 2, queue: 3 })
    const headers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => headerFor(at, images, `wallet ${i}`)),
    )
    const all = await Promise.all(headers.map(header => at.post('/images', slow, header)))
    expect(all.filter(seen => seen.status === 202)).toHaveLength(5)
    expect(all.filter(seen => seen.status === 503)).toHaveLength(25)
    expect(await at.store.list('payments', 'claimed of a job', 50)).toHaveLength(5)
    at.world.vendor.reply = () => made
    for (const asked of at.world.vendor.asked) asked.answer(made)
    await until(async () => (await at.store.list('jobs', 'completed', 9)).length === 5)
    const free = headers[all.findIndex(seen => seen.status === 503)]!
    expect((await at.post('/images', slow, free)).status).toBe(202)
  })

  it('a job that waits past its hour is failed uncharged and leaves the queue', async () => {
    await start({ concurrency: 1, queue: 5 })
    const running = await buy()
    await at.world.clock.advance(1_800_000)
    const waiting = await buy()
    await at.world.clock.advance(1_800_000)
    await until(async () => (await stateOf(at, { key: `images/${running.body.id}` })) === 'failed')
    await until(() => submits(at) === 2)
    await at.world.clock.advance(1_800_000)
    await until(async () => (await stateOf(at, { key: `images/${waiting.body.id}` })) === 'failed')
    expect(at.world.cash.bank.attempts).toEqual([])
    expect(await metrics()).toContain('farebox_jobs_running{upstream="vendor"} 0')
  }, 60_000)

  it('jobs that wait when the process ends are taken up by the next one, never refused, and none of their attempts is spent', async () => {
    await start({ concurrency: 1, queue: 4 })
    const jobs: Seen[] = []
    for (let i = 0; i < 5; i++) jobs.push(await buy())
    const { world } = at
    for (let i = 0; i < 2; i++) {
      await until(() => submits(at) === 1)
      await at.crash()
      world.vendor = { asked: [] }
      at = await startCashGateway({
        ...world,
        catalog: {
          ...world.catalog,
          upstreams: {
            vendor: { ...world.catalog.upstreams.vendor!, capacity: { concurrency: 1, queue: 0 } },
          },
        },
      })
    }
    await until(() => submits(at) === 1)
    const docs = () => Promise.all(jobs.map(({ body }) => docOf(at, `images/${body.id}`)))
    expect((await docs()).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['failed', 2],
      ['in_progress', 1],
      ['queued', 0],
      ['queued', 0],
      ['queued', 0],
    ])
    at.world.vendor.reply = () => made
    at.world.vendor.asked[0]!.answer(made)
    await until(async () => (await at.store.list('jobs', 'completed', 9)).length === 4)
    expect((await docs()).map(({ attempts }) => attempts)).toEqual([2, 1, 1, 1, 1])
  })

  it('the figures show what runs and waits for each upstream, and how jobs ended', async () => {
    await start({ concurrency: 1, queue: 5 })
    for (let i = 0; i < 3; i++) await buy()
    await until(() => submits(at) === 1)
    await at.world.clock.advance(1500)
    for (const line of [
      'running{upstream="vendor"} 1',
      'waiting{upstream="vendor"} 2',
      'oldest_waiting_seconds{upstream="vendor"} 1.5',
    ]) {
      expect(await metrics()).toContain(`farebox_jobs_${line}`)
    }
    at.world.vendor.asked[0]!.answer(made)
    await until(() => submits(at) === 2)
    at.world.vendor.asked[1]!.answer(gives({}, {}))
    await until(() => submits(at) === 3)
    await until(async () =>
      (await metrics()).includes('farebox_jobs_total{route="post_images",end="completed"} 2'),
    )
  })
})

it('routes without an upstream need no queue', async () => {
  const alone = { ...routes.song!, upstream: undefined, mirror: undefined }
  const at = await startCashGateway(cashWorld(cashCatalog([alone])))
  try {
    const song = jobFlows.find(({ path }) => path === '/songs')!
    expect((await at.post('/songs', song.body, await headerFor(at, song))).status).toBe(202)
    expect((await at.fetch('/metrics')).text).not.toContain('upstream="undefined"')
  } finally {
    await at.stop()
  }
})
