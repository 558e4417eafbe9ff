/**
 * The claim of a submit: what it takes (a lease, a place in the queue) before any process can see
 * the job, and what it gives back if it is refused.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StoreUnavailable } from '../../runtime/store/store.ts'
import { cashCatalog } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  startCashGateway,
  until,
  type CashGateway,
  type Seen,
  type World,
} from '../helpers/cash-gateway.ts'
import {
  docOf,
  headerFor,
  jobFlows,
  made,
  pollWith,
  submits,
  type JobFlow,
} from '../helpers/cash-jobs.ts'

const images = jobFlows[0]!
/** A job whose submit does not wait. */
const slow = { ...images, body: { model: 'Second/Slow', prompt: 'a cat' } }

let world: World
let at: CashGateway
/** The leases that the gateway asked for. */
let leases: string[]

beforeEach(async () => {
  const catalog = cashCatalog()
  const capacity = { concurrency: 2, queue: 0 }
  const upstreams = { vendor: { ...catalog.upstreams.vendor!, capacity } }
  world = cashWorld({ ...catalog, upstreams })
  at = await startCashGateway(world)
  leases = []
  const { lease } = at.store
  at.store.lease = (name, ...more) => {
    leases.push(name)
    return lease.call(at.store, name, ...more)
  }
})
afterEach(() => at.stop())

const submit = async (name = 'ann', flow: JobFlow = slow): Promise<Seen> =>
  at.post(flow.path, flow.body, await headerFor(at, flow, name))

/** The status of a submit without a payment: 402, or 503 if the queue is full. */
const quoted = async (): Promise<number> => (await at.post(slow.path, slow.body)).status

/** Submits jobs of a wallet whose money is needed for a call that it has in progress. */
async function overdrawn(times: number): Promise<void> {
  const { cash } = world
  cash.paymentScheme.balanceOf = async wallet => cash.bank.balances.get(wallet) ?? 0n
  const own = cash.wallet('ann', 22_000n).sign(await at.quote('/tree', { text: 'x' }))
  void at.post('/tree', { text: 'x' }, own)
  await until(() => world.vendor.asked.length === 1)
  for (let i = 0; i < times; i++)
    expect(await submit()).toMatchObject({ status: 402, body: { code: 'PAYMENT_UNFUNDED' } })
}

it('a submit that is refused at its claim gives its lease back', async () => {
  await overdrawn(1)
  const [lease] = leases
  expect(lease).toMatch(/^job\/images\//)
  expect(await at.store.lease(lease!, 'somebody', 1000)).toBe(true)
})

it('a submit that is refused at its claim gives its place in the queue back', async () => {
  await overdrawn(2)
  expect((await submit('bob')).status).toBe(202)
  expect((await submit('bob')).status).toBe(202)
  expect(await quoted()).toBe(503)
})

it('a job counts once in its queue, also while its caller waits', async () => {
  void submit('ann', images)
  await until(() => submits(at) === 1)
  expect((await submit('bob')).status).toBe(202)
  expect(await quoted()).toBe(503)
})

it('of submits that are verified at once, those without a place in the queue are refused', async () => {
  const headers = await Promise.all(['ann', 'bob', 'eve'].map(name => headerFor(at, slow, name)))
  const { paymentScheme } = world.cash
  const { verify } = paymentScheme
  const { commit } = at.store
  let [verified, claims, refused] = [0, 0, 0]
  paymentScheme.verify = async (...args) => {
    verified += 1
    await until(() => verified === headers.length)
    return verify.apply(paymentScheme, args)
  }
  at.store.commit = async (changes, ...more) => {
    if (changes.some(one => one.in === 'jobs' && one.do === 'insert')) {
      claims += 1
      await until(() => claims + refused === headers.length)
    }
    return commit.call(at.store, changes, ...more)
  }
  const statuses = await Promise.all(
    headers.map(async header => {
      const { status } = await at.post(slow.path, slow.body, header)
      if (status === 503) refused += 1
      return status
    }),
  )
  expect(statuses.toSorted()).toEqual([202, 202, 503])
})

it('a job has its lease before other processes can see it', async () => {
  const { id } = (await submit()).body
  await until(() => submits(at) === 1)
  const two = await startCashGateway(world, { store: at.store, settings: { instance: 'two' } })
  await world.clock.settle()
  expect([submits(at), (await docOf(at, `images/${id}`)).attempts]).toEqual([1, 1])
  await two.stop()
})

it('a job is not taken up by its own process before its claim is confirmed', async () => {
  const { commit } = at.store
  at.store.commit = async (changes, ...more) => {
    const written = await commit.call(at.store, changes, ...more)
    // Long enough for two searches for jobs without a worker.
    if (changes.some(one => one.in === 'jobs' && one.do === 'insert'))
      await world.clock.advance(30_000)
    return written
  }
  const { id } = (await submit()).body
  await until(() => submits(at) > 0)
  await world.clock.settle()
  expect([submits(at), (await docOf(at, `images/${id}`)).attempts]).toEqual([1, 1])
})

it('a job whose claim was written, although the store did not say so, is taken up and paid for once', async () => {
  const { commit } = at.store
  at.store.commit = async (changes, ...more) => {
    const written = await commit.call(at.store, changes, ...more)
    if (!changes.some(one => one.in === 'jobs')) return written
    at.store.commit = commit
    throw new StoreUnavailable('no answer')
  }
  const own = await headerFor(at, slow)
  expect((await at.post(slow.path, slow.body, own)).status).toBe(503)
  expect(submits(at)).toBe(0)
  world.vendor.reply = () => made
  await until(async () => {
    await world.clock.advance(15_000)
    return submits(at) === 1
  })
  const { poll_url: poll } = (await at.post(slow.path, slow.body, own)).body
  await until(async () => (await pollWith(at, poll, own)).status === 200)
  expect([submits(at), world.cash.bank.attempts.length]).toEqual([1, 1])
})
