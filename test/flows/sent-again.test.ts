/** A result that was paid for is sent again for free, and costs the gateway time and memory. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  cashWorld,
  startCashGateway,
  until,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import { finished, jobFlows, pollWith } from '../helpers/cash-jobs.ts'

const ENOUGH = 1e9
let world: World
let at: CashGateway
beforeEach(async () => {
  world = cashWorld()
  at = await startCashGateway(world, { settings: { quoteBudget: { bytes: 2_000, ms: ENOUGH } } })
})
afterEach(() => at.stop())

it('a wallet may fetch so many bytes of results in a minute, from wherever it asks', async () => {
  const { poll, own } = await finished(at, jobFlows[0]!)
  expect((await pollWith(at, poll, own)).status).toBe(200)
  const earned = world.cash.bank.earned()
  const statuses: number[] = []
  let bytes = 0
  while (statuses.at(-1) !== 429 && statuses.length < 50) {
    const seen = await pollWith(at, poll, own)
    statuses.push(seen.status)
    if (seen.status === 200) bytes += seen.text.length
    else expect(seen.body.details).toBe('This result was sent too often.')
  }
  expect([statuses.at(-1), statuses.length > 2]).toEqual([429, true])
  expect(statuses.slice(0, -1).every(status => status === 200)).toBe(true)
  expect(bytes).toBeGreaterThanOrEqual(2_000)
  // Another wallet has its own budget.
  const other = await finished(at, jobFlows[0]!, 'bob')
  expect((await pollWith(at, other.poll, other.own)).status).toBe(200)
  await world.clock.skip(60_000)
  expect((await pollWith(at, poll, own)).status).toBe(200)
  expect(world.cash.bank.earned()).toBe(2n * earned)
})

it('of the first polls of a job only one holds its result, until it is paid for', async () => {
  const { poll, own } = await finished(at, jobFlows[0]!)
  const read = vi.spyOn(at.store, 'get')
  const verified = vi.spyOn(world.cash.paymentScheme, 'verify')
  const results = () => read.mock.calls.filter(([collection]) => collection === 'results').length
  world.cash.bank.mode = 'held'
  const polled = Promise.all(Array.from({ length: 5 }, () => pollWith(at, poll, own)))
  await until(async () => verified.mock.calls.length + read.mock.calls.length >= 10)
  await world.clock.settle()
  expect(results()).toBe(1)
  world.cash.bank.letGo()
  const all = await polled
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(world.cash.bank.attempts).toHaveLength(1)
})

it('polls that waited for the one that paid count as well', async () => {
  const { poll, own } = await finished(at, jobFlows[0]!)
  const read = vi.spyOn(at.store, 'get')
  world.cash.bank.mode = 'held'
  const polled = Promise.all(Array.from({ length: 20 }, () => pollWith(at, poll, own)))
  // All of them have read the job while it is unpaid.
  const jobs = () => read.mock.calls.filter(([collection]) => collection === 'jobs').length
  await until(() => world.cash.bank.attempts.length === 1 && jobs() >= 20)
  await world.clock.settle()
  world.cash.bank.letGo()
  const statuses = new Set((await polled).map(({ status }) => status))
  expect([...statuses].toSorted()).toEqual([200, 429])
  expect(world.cash.bank.attempts).toHaveLength(1)
})
