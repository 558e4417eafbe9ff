/**
 * Two ledgers over one store that see different things of one payment, and a store that goes away:
 * what landed is written as landed.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLedger, type ClosableLedger } from '../../runtime/payments/ledger/ledger.ts'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import type { SettlementBackend } from '../../runtime/payments/settlement.ts'
import { systemRandom } from '../../runtime/lib/random.ts'
import { StoreUnavailable, type Store } from '../../runtime/store/store.ts'
import { cashCatalog } from '../helpers/cash-catalog.ts'
import { until } from '../helpers/cash-gateway.ts'
import { createCash, type Cash } from '../helpers/cash.ts'
import { manualClock, type ManualClock } from '../helpers/clock.ts'
import { embeddedStore } from '../helpers/store.ts'

let clock: ManualClock
let cash: Cash
let held: Awaited<ReturnType<typeof embeddedStore>>
let isAway: boolean
const open: ClosableLedger[] = []
beforeEach(async () => {
  clock = manualClock()
  cash = createCash(cashCatalog([]).networks.cash!, clock)
  held = await embeddedStore(clock)
  isAway = false
})
afterEach(async () => {
  isAway = false
  for (const ledger of open.splice(0)) await ledger.close()
  await held.stop()
})

/** A process with a ledger of its own, and a settler that differs from the bank's as set. */
function ledgerOf(owner: string, changes: Partial<SettlementBackend> = {}): ClosableLedger {
  const commit: Store['commit'] = (...args) =>
    isAway ? Promise.reject(new StoreUnavailable('away')) : held.store.commit(...args)
  const backend = { ...cash.paymentScheme.backend, ...changes }
  const ledger = createLedger({
    store: { ...held.store, commit },
    paymentSchemes: [{ ...cash.paymentScheme, backend }],
    clock,
    random: systemRandom,
    owner,
  })
  open.push(ledger)
  return ledger
}

/** A fresh claim. */
async function claimed(ledger: ClosableLedger): Promise<PaymentRecord> {
  const requirements = cash.paymentScheme.requirements(2000n, 300)
  const decoded = cash.paymentScheme.decode(cash.wallet('ann').sign(requirements))
  if (!decoded.ok) throw new Error('not a payment')
  const facts = { route: 'r', path: '/r', fingerprint: 'f', requirements }
  return (await ledger.claim(decoded.payment, facts)).record
}
const stored = async ({ key }: PaymentRecord): Promise<PaymentRecord> =>
  (await held.store.get<PaymentRecord>('payments', key))!.doc

describe('a payment that landed while another process wrote that it failed', () => {
  it.each([{ mayLand: true }, {}] as const)('is settled all the same (%o)', async more => {
    const one = ledgerOf('one')
    const two = ledgerOf('two', {
      find: async () => ({ state: 'failed', reason: 'refused', ...more }),
    })
    const record = await claimed(one)
    cash.bank.mode = 'held'
    const end = one.settle(record)
    await until(() => cash.bank.attempts.length === 1)
    expect((await two.resolve(record)).settlement.state).toBe('failed')
    expect((await stored(record)).state).toBe('failed')
    cash.bank.letGo()
    expect((await end).settlement).toMatchObject({ state: 'landed' })
    expect(await stored(record)).toMatchObject({
      state: 'settled',
      transaction: cash.bank.landed.get(record.key),
    })
    expect(await stored(record)).not.toHaveProperty('reason')
  })

  it('is not taken back by a failure that is found later', async () => {
    const one = ledgerOf('one')
    let answer = (): void => undefined
    const two = ledgerOf('two', {
      find: () =>
        new Promise(resolve => {
          answer = () => resolve({ state: 'failed', reason: 'refused' })
        }),
    })
    const record = await claimed(one)
    cash.bank.mode = 'held'
    const end = one.settle(record)
    await until(() => cash.bank.attempts.length === 1)
    const late = two.resolve(record)
    await clock.settle()
    cash.bank.letGo()
    await end
    answer()
    expect((await late).settlement).toMatchObject({ state: 'landed' })
    expect(await stored(record)).toMatchObject({ state: 'settled' })
  })
})

describe('an end that is written after the reply', () => {
  it('is written again until the store is back, and read from this process meanwhile', async () => {
    const ledger = ledgerOf('one', { proves: true })
    const record = await claimed(ledger)
    expect((await ledger.settle(record)).settlement.state).toBe('landed')
    isAway = true
    for (let second = 0; second < 3; second++) await clock.advance(1000)
    expect(await stored(record)).toMatchObject({ state: 'settling' })
    expect(await ledger.get(record.key)).toMatchObject({ state: 'settled' })
    isAway = false
    await clock.advance(1000)
    await until(async () => (await stored(record)).state === 'settled')
  })

  it('is written at once when its process closes', async () => {
    const ledger = ledgerOf('one', { proves: true })
    const record = await claimed(ledger)
    await ledger.settle(record)
    expect(await stored(record)).toMatchObject({ state: 'settling' })
    await ledger.close()
    expect(await stored(record)).toMatchObject({ state: 'settled' })
  })

  it('is given up after a minute: the chain proves the landing once the store is back', async () => {
    const ledger = ledgerOf('one', { proves: true })
    const record = await claimed(ledger)
    await ledger.settle(record)
    isAway = true
    for (let second = 0; second < 61; second++) await clock.advance(1000)
    expect(await ledger.get(record.key)).toMatchObject({ state: 'settling' })
    isAway = false
    expect(await ledger.reconcile()).toMatchObject({ landed: 1 })
    expect(await stored(record)).toMatchObject({ state: 'settled' })
  })
})
