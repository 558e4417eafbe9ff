/** Ends that are written a moment later, over what another process has recorded meanwhile. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEnds } from '../../runtime/payments/ledger/ends.ts'
import { createRecords, type Records } from '../../runtime/payments/ledger/records.ts'
import type { KeptReply, PaymentRecord } from '../../runtime/payments/types.ts'
import { systemRandom } from '../../runtime/random.ts'
import { startCashGateway, type CashGateway, type World } from '../helpers/cash-gateway.ts'
import { chatWorld } from '../helpers/cash-streams.ts'

const reply: KeptReply = { status: 200, headers: {}, body: 'e30=' }
const landed = {
  state: 'settled',
  transaction: '0x1',
  reason: undefined,
  mayLand: undefined,
} as const

let world: World
let at: CashGateway
let records: Records
beforeEach(async () => {
  world = chatWorld()
  at = await startCashGateway(world)
  const { clock } = world
  records = createRecords({ store: at.store, clock, random: systemRandom, owner: 'one' })
})
afterEach(() => at.stop())

/** The record after `mine` is written over what `theirs` was written meanwhile. */
async function after(
  theirs: Partial<PaymentRecord>,
  mine: Partial<PaymentRecord>,
): Promise<PaymentRecord> {
  const requirements = await at.quote('/chat', {})
  const decoded = world.cash.rail.decode(world.cash.wallet('ann').sign(requirements))
  if (!decoded.ok) throw new Error('not a payment')
  const facts = { route: 'chat', path: '/chat', fingerprint: 'f', requirements }
  const record = await records.claim(decoded.payment, facts, { also: [] })
  const claimed = (await records.get(record!.key))!
  const settling = (await records.change(claimed, { state: 'settling', kept: reply }))!
  const ends = createEnds(records, world.clock)
  ends.later(settling, { ...landed, ...mine })
  await records.change(settling, theirs)
  await ends.flush()
  return (await records.get(record!.key))!.doc
}

it('leave a reply that was delivered meanwhile as it is', async () => {
  const now = await after({ ...landed, delivered: true, kept: undefined }, { delivered: false })
  expect([now.delivered, now.kept]).toEqual([true, undefined])
})

it('add what only their process knows to a landing that was found meanwhile', async () => {
  const now = await after(landed, { delivered: false })
  expect([now.state, now.delivered, now.kept]).toEqual(['settled', false, reply])
})

it('outrank a failure that left the authorization valid', async () => {
  const now = await after({ state: 'failed', reason: 'refused', mayLand: true }, {})
  expect([now.state, now.transaction, now.mayLand]).toEqual(['settled', '0x1', undefined])
})
