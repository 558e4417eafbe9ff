/** Ends that are written a moment later, over what another process has recorded meanwhile. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDeferredWrites } from '../../runtime/payments/ledger/deferred-writes.ts'
import { createRecords, type Records } from '../../runtime/payments/ledger/records.ts'
import { IllegalTransition, type RecordEvent } from '../../runtime/payments/transitions.ts'
import type { StoredReply, PaymentRecord } from '../../runtime/payments/record.ts'
import { systemRandom } from '../../runtime/lib/random.ts'
import { startCashGateway, type CashGateway, type World } from '../helpers/cash-gateway.ts'
import { chatWorld } from '../helpers/cash-streams.ts'

const reply: StoredReply = { status: 200, headers: {}, body: 'e30=' }
const landed = { transaction: '0x1', reason: undefined }

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

/** The record after a landing with `mine` is written over what another process wrote meanwhile. */
async function after(
  event: RecordEvent,
  theirs: Partial<PaymentRecord>,
  mine: Partial<PaymentRecord>,
): Promise<PaymentRecord> {
  const requirements = await at.quote('/chat', {})
  const decoded = world.cash.paymentScheme.decode(world.cash.wallet('ann').sign(requirements))
  if (!decoded.ok) throw new Error('not a payment')
  const facts = { route: 'chat', path: '/chat', fingerprint: 'f', requirements }
  const record = await records.claim(decoded.payment, facts, { also: [] })
  const settling = (await records.move(record!, 'send', { kept: reply }))!
  const ends = createDeferredWrites(records, world.clock)
  ends.later(settling, { ...landed, ...mine }, () => undefined)
  await records.move(settling, event, theirs)
  await ends.flush()
  return (await records.get(record!.key))!
}

it('leave a reply that was delivered meanwhile as it is', async () => {
  const now = await after(
    'land',
    { ...landed, delivered: true, kept: undefined },
    { delivered: false },
  )
  expect([now.delivered, now.kept]).toEqual([true, undefined])
})

it('add what only their process knows to a landing that was found meanwhile', async () => {
  const now = await after('land', landed, { delivered: false })
  expect([now.state, now.delivered, now.kept]).toEqual(['settled', false, reply])
})

it.each([
  [{}, { delivered: true }, true],
  [{ delivered: false }, {}, false],
  [{ delivered: false }, { delivered: true }, true],
])('know whether the reply was delivered: %o and %o', async (theirs, mine, delivered) => {
  const now = await after('land', { ...landed, ...theirs }, mine)
  expect(now.delivered).toBe(delivered)
})

it('outrank a failure that left the authorization valid', async () => {
  const now = await after('refuse', { reason: 'refused' }, {})
  expect([now.state, now.transaction, now.mayLand]).toEqual(['settled', '0x1', undefined])
})

it('outrank a failure for certain: what landed is never called a failure', async () => {
  const now = await after('fail', { reason: 'the chain said so', kept: undefined }, {})
  expect([now.state, now.transaction]).toEqual(['settled', '0x1'])
})

it('a copy of a record keeps its version: a change of it fits once, and then no more', async () => {
  const requirements = await at.quote('/chat', {})
  const decoded = world.cash.paymentScheme.decode(world.cash.wallet('ann').sign(requirements))
  if (!decoded.ok) throw new Error('not a payment')
  const facts = { route: 'chat', path: '/chat', fingerprint: 'f', requirements }
  const record = (await records.claim(decoded.payment, facts, { also: [] }))!
  const copy = JSON.parse(JSON.stringify({ ...record })) as PaymentRecord
  expect(await records.move({ ...copy }, 'send')).toMatchObject({ version: 2, state: 'settling' })
  expect(await records.move(copy, 'release')).toBeUndefined()
  expect(await records.get(record.key)).toMatchObject({ version: 2, state: 'settling' })
})

it('what the table does not have is refused before anything is written', async () => {
  const settled = await after('land', landed, {})
  const { version } = settled
  for (const event of ['send', 'release', 'fail', 'abandon'] as const)
    expect(() => records.move(settled, event)).toThrow(IllegalTransition)
  expect((await records.get(settled.key))!.version).toBe(version)
})
