/**
 * A lock can be lost while its holder works (Redis fails over): what is marked in the job must then
 * be enough to pay it once.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MAY_LAND } from '../../runtime/payments/ledger/record-state.ts'
import type { Settlement } from '../../runtime/payments/settlement.ts'
import type { Collection, Store } from '../../runtime/store/store.ts'
import {
  cashWorld,
  startCashGateway,
  until,
  type CashGateway,
  type Seen,
  type World,
} from '../helpers/cash-gateway.ts'
import { docOf, finished, freshFor, jobFlows, pollWith, type Job } from '../helpers/cash-jobs.ts'
import { embeddedStore } from '../helpers/store.ts'

let world: World
let one: CashGateway
let two: CashGateway
let close: () => Promise<void>
/** Settlements under way, in order: each ends when, and as, the test says. */
let settling: { key: string; end(settlement: Settlement): void }[]
/** What the chain says of those that ended for certain. */
let known: Map<string, Settlement>
/** Resolves when slow processes may go on. */
let goesOn: Promise<void>
/** The slow processes that have begun to write, in order. */
let writes: string[]
/** Starts a process that is slow to write to a collection. */
let startSlow: (instance: string, to: Collection) => Promise<CashGateway>

beforeEach(async () => {
  world = cashWorld()
  settling = []
  known = new Map()
  const { backend } = world.cash.paymentScheme
  backend.settle = async ({ authorization: { key } }, _requirements, onIntent) => {
    await onIntent({ transaction: '0xintent', sentAt: world.clock.now() })
    return new Promise(end => settling.push({ key, end }))
  }
  backend.find = async ({ authorization: { key } }) =>
    known.get(key) ?? { state: 'unknown', reason: 'not seen yet' }
  const { store, stop } = await embeddedStore(world.clock)
  close = stop
  const locksNobody = {
    ...store,
    lock: <T>(_name: string, _ttl: number, work: () => Promise<T>) => work(),
  }
  goesOn = Promise.resolve()
  writes = []
  startSlow = (instance, to) => {
    const commit: Store['commit'] = async (changes, how) => {
      if (changes.some(change => change.in === to)) {
        writes.push(instance)
        await goesOn
      }
      return store.commit(changes, how)
    }
    return startCashGateway(world, { store: { ...locksNobody, commit }, settings: { instance } })
  }
  one = await startSlow('one', 'jobs')
  two = await startCashGateway(world, { store: locksNobody, settings: { instance: 'two' } })
})
afterEach(async () => {
  await one.stop()
  await two.stop()
  await close()
})

/**
 * A finished job that two polls settle at once: the second found that the first one's settlement
 * cannot land any more.
 */
async function overtaken() {
  const job: Job = await finished(one, jobFlows[0]!)
  const headers = await Promise.all([1, 2, 3].map(() => freshFor(one, job.poll)))
  const first = pollWith(one, job.poll, headers[0])
  await until(() => settling.length === 1)
  known.set(settling[0]!.key, { state: 'failed', reason: 'authorization is expired' })
  const second = pollWith(two, job.poll, headers[1])
  await until(() => settling.length === 2)
  return { job, first, second, third: headers[2]! }
}

it('PAY-063 a settlement that fails takes away its own mark only: a third poll waits for the second settlement and pays nothing', async () => {
  const { job, first, second, third } = await overtaken()
  settling[0]!.end({ state: 'failed', reason: 'authorization is expired' })
  expect((await first).status).toBe(402)
  expect((await docOf(one, job.key)).settling).toBe(settling[1]!.key)
  const seen = await pollWith(one, job.poll, third)
  expect([seen.status, seen.body.code]).toEqual([503, 'SETTLEMENT_PENDING'])
  settling[1]!.end({ state: 'landed', transaction: '0x2' })
  expect((await second).body.payment).toMatchObject({ status: 'settled', tx_hash: '0x2' })
  expect(settling).toHaveLength(2)
})

/**
 * A job whose first settlement was refused, so that the same payment settles it again at the second
 * process. `others` runs before that; whoever is slow goes on after it.
 */
async function triedAgain(others: (job: Job) => Promise<void>) {
  const job: Job = await finished(one, jobFlows[0]!)
  const header = await freshFor(one, job.poll)
  const first = pollWith(one, job.poll, header)
  await until(() => settling.length === 1)
  let goOn = (): void => undefined
  goesOn = new Promise(resolve => {
    goOn = resolve
  })
  settling[0]!.end({ state: 'failed', reason: 'insufficient funds', mayLand: true })
  await until(async () => (await one.store.list('payments', MAY_LAND, 1)).length === 1)
  await others(job)
  const again = pollWith(two, job.poll, header)
  await until(() => settling.length === 2, 10_000)
  expect(settling[1]!.key).toBe(settling[0]!.key)
  goOn()
  return { job, first, again }
}

/** The reply to a poll, or undefined if it settles the job too. All settlements then land. */
async function replyOrSettled(poll: Promise<Seen>): Promise<Seen | undefined> {
  let seen: Seen | undefined
  void poll.then(answer => {
    seen = answer
  })
  await until(() => seen !== undefined || settling.length > 2)
  for (const { end } of settling.slice(1)) end({ state: 'landed', transaction: '0x2' })
  return seen
}

it('PAY-063 a slow settlement that was refused does not take away the mark that the same payment has set again', async () => {
  const { job, first, again } = await triedAgain(async () => undefined)
  expect((await first).status).toBe(402)
  const seen = await replyOrSettled(pollWith(one, job.poll, await freshFor(one, job.poll)))
  expect([seen?.status, seen?.body.code]).toEqual([503, 'SETTLEMENT_PENDING'])
  expect((await again).body.payment).toMatchObject({ status: 'settled', tx_hash: '0x2' })
  expect(settling).toHaveLength(2)
})

it('PAY-063 a slow poll that found the mark of a refused settlement does not replace the mark that the same payment has set again', async () => {
  const three = await startSlow('three', 'payments')
  let third: Promise<Seen> | undefined
  const { again } = await triedAgain(async job => {
    const header = await freshFor(three, job.poll)
    writes.length = 0
    third = pollWith(three, job.poll, header)
    await until(() => writes.includes('three'))
  })
  const seen = await replyOrSettled(third!)
  expect([seen?.status, seen?.body.code]).toEqual([503, 'SETTLEMENT_PENDING'])
  expect((await again).body.payment).toMatchObject({ status: 'settled', tx_hash: '0x2' })
  await three.stop()
})

it('what paid a job first stays written down', async () => {
  const { job, first, second } = await overtaken()
  settling[1]!.end({ state: 'landed', transaction: '0x2' })
  await second
  settling[0]!.end({ state: 'landed', transaction: '0x1' })
  await first
  expect((await docOf(one, job.key)).settled).toEqual({ key: settling[1]!.key, transaction: '0x2' })
})
