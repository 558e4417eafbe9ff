// [V2] The store fails when a result is to be settled: nothing was sent, so nothing is said to be
// on its way, and the header stays good.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StoreUnavailable, type Store } from '../../runtime/store/store.ts'
import {
  cashWorld,
  gives,
  startCashGateway,
  until,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import { finished, jobFlows, pollWith } from '../helpers/cash-jobs.ts'
import { embeddedStore } from '../helpers/store.ts'

const tree = gives({ found: 1 }, { found: 1 })

let world: World
let at: CashGateway
let held: Awaited<ReturnType<typeof embeddedStore>>
/** While true no commit succeeds, as with a full disk. */
let full: boolean
beforeEach(async () => {
  full = false
  world = cashWorld()
  held = await embeddedStore(world.clock)
  const commit: Store['commit'] = async changes => {
    if (full) throw new StoreUnavailable('the disk is full')
    return held.store.commit(changes)
  }
  at = await startCashGateway(world, { store: { ...held.store, commit } })
})
afterEach(async () => {
  await at.stop()
  await held.stop()
})

it('[V2] a read: 503 that says that nothing was charged; the same header buys it when the store is back', async () => {
  world.vendor.reply = () => {
    full = true
    return tree
  }
  const paid = world.cash.wallet('ann').sign(await at.quote('/tree', { text: 'hi' }))
  const seen = await at.post('/tree', { text: 'hi' }, paid)
  expect([seen.status, seen.body.code]).not.toContain('SETTLEMENT_PENDING')
  expect(seen.status).toBe(503)
  expect(seen.headers.get('retry-after')).not.toBeNull()
  expect(seen.text).toMatch(/[Nn]othing was charged/)
  expect(world.cash.bank.attempts).toEqual([])
  full = false
  world.vendor.reply = () => tree
  expect((await at.post('/tree', { text: 'hi' }, paid)).status).toBe(200)
  expect(world.cash.bank.attempts).toHaveLength(1)
})

it('[V2] a read whose caller never comes again: its claim is released while the process lives', async () => {
  world.vendor.reply = () => {
    full = true
    return tree
  }
  const paid = world.cash.wallet('ann').sign(await at.quote('/tree', { text: 'hi' }))
  await at.post('/tree', { text: 'hi' }, paid)
  full = false
  for (let i = 0; i < 12; i++) await world.clock.advance(1_000)
  await until(async () => (await at.store.list('payments', 'released', 1)).length === 1)
})

it('[V2] a poll: 503, and the next poll with the same header settles', async () => {
  const job = await finished(at, jobFlows[0]!)
  full = true
  const seen = await pollWith(at, job.poll, job.own)
  expect([seen.status, seen.headers.get('retry-after') === null]).toEqual([503, false])
  expect(world.cash.bank.attempts).toEqual([])
  full = false
  expect((await pollWith(at, job.poll, job.own)).status).toBe(200)
  expect(world.cash.bank.attempts).toHaveLength(1)
})
