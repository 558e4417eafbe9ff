/** The lease of a process, and the work that each renewal starts. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLeases, type Leases } from '../../runtime/payments/ledger/leases.ts'
import { LEASE, type Store } from '../../runtime/store/store.ts'
import { manualClock, type ManualClock } from '../helpers/clock.ts'
import { memoryStore } from '../helpers/memory-store.ts'

let clock: ManualClock
let store: Store
let open: Leases[]
beforeEach(() => {
  clock = manualClock()
  store = memoryStore(clock)
  open = []
})
afterEach(async () => {
  for (const leases of open) await leases.leave()
})

/** The leases of a process that has joined. */
async function joined(owner: string, tick = async (): Promise<void> => undefined) {
  const leases = createLeases({ store, clock, owner }, tick)
  open.push(leases)
  await leases.join()
  return leases
}
/** A process that joins and then stands still: its lease is not renewed. */
async function joinedStill(owner: string) {
  const still = manualClock(clock.now())
  await createLeases({ store, clock: still, owner }, async () => undefined).join()
}
/** Lets one renewal happen. */
const renew = (): Promise<void> => clock.advance(LEASE / 3)

it('a renewal starts no second tick while one is still running', async () => {
  const running: (() => void)[] = []
  await joined('one', () => new Promise(resolve => running.push(resolve)))
  await renew()
  await renew()
  expect(running).toHaveLength(1)
  running[0]!()
  await renew()
  expect(running).toHaveLength(2)
})

it('a tick that fails does not stop the next one', async () => {
  let ticks = 0
  await joined('one', async () => {
    ticks++
    throw new Error('the node is away')
  })
  await renew()
  await renew()
  expect(ticks).toBe(2)
})

it('a renewal that fails starts no tick, and is tried again soon', async () => {
  let ticks = 0
  await joined('one', async () => {
    ticks++
  })
  const { lease } = store
  store.lease = async () => Promise.reject(new Error('away'))
  await renew()
  expect(ticks).toBe(0)
  store.lease = lease
  await clock.advance(100)
  expect(ticks).toBe(1)
})

it('takes a process for dead only once its lease has lapsed', async () => {
  const one = await joined('one')
  await joinedStill('still')
  expect(await one.orphaned('still')).toBe(false)
  await clock.advance(LEASE + 1)
  expect(await one.orphaned('still')).toBe(true)
})

it('trusts its own lease for as long as it lasts', async () => {
  const one = await joined('one')
  await joinedStill('still')
  const { lease } = store
  store.lease = async (name, ...all) =>
    name.endsWith(':one') ? Promise.reject(new Error('away')) : lease(name, ...all)
  await clock.advance(LEASE)
  expect(await one.orphaned('still')).toBe(true)
  await clock.advance(1)
  expect(await one.orphaned('still')).toBe(false)
})

it('records without an owner have no process, its own always have one', async () => {
  const one = await joined('one')
  expect([await one.orphaned(undefined), await one.orphaned('one')]).toEqual([true, false])
})

it('lets a process that was taken for dead come back', async () => {
  const one = await joined('one')
  await joinedStill('still')
  await clock.advance(LEASE + 1)
  await one.orphaned('still')
  await joined('still')
  expect(await one.orphaned('still')).toBe(false)
})

it('takes a process for dead as soon as it has left, and from then on', async () => {
  const one = await joined('one')
  const two = await joined('two')
  await two.leave()
  expect(await one.orphaned('two')).toBe(true)
  await renew()
  expect(await one.orphaned('two')).toBe(true)
})

it('can join later if the store is away at first', async () => {
  const leases = createLeases({ store, clock, owner: 'one' }, async () => undefined)
  open.push(leases)
  const { lease } = store
  store.lease = async () => Promise.reject(new Error('away'))
  await expect(leases.join()).rejects.toThrow('away')
  store.lease = lease
  await leases.join()
  const two = await joined('two')
  expect(await two.orphaned('one')).toBe(false)
})

describe('while the store is away for everybody', () => {
  /** Two processes, both of whose leases have lapsed: the second one comes back later. */
  async function lapsed() {
    const one = await joined('one')
    await joinedStill('still')
    const { lease } = store
    store.lease = async () => Promise.reject(new Error('away'))
    await clock.advance(LEASE + 1_000)
    store.lease = lease
    return one
  }

  it('a process whose own lease has lapsed takes no other for dead', async () => {
    const one = await lapsed()
    expect(await one.orphaned('still')).toBe(false)
  })

  it('the others have the time of one lease to come back', async () => {
    const one = await lapsed()
    await clock.advance(200)
    expect(await one.orphaned('still')).toBe(false)
    await clock.advance(LEASE - 1_000)
    expect(await one.orphaned('still')).toBe(false)
    await clock.advance(1_000)
    expect(await one.orphaned('still')).toBe(true)
  })
})
