/** Transfers in the ledger: a record like any other, that pays somebody else. */
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import type { SettlementBackend } from '../../runtime/payments/settlement.ts'
import { newWallet } from '../helpers/chain.ts'
import { embeddedStore } from '../helpers/store.ts'
import {
  facts,
  paid,
  PAY_TO,
  relayer,
  sideOf,
  startChain,
  TESTNET,
  type Chain,
  type Side,
} from './support.ts'

let chain: Chain
let held: Awaited<ReturnType<typeof embeddedStore>>
beforeAll(async () => {
  chain = await startChain(TESTNET)
})
afterAll(() => chain?.stop())
beforeEach(async () => {
  held = await embeddedStore()
})
afterEach(() => held.stop())

/** A process over the store; `change` changes its settler. */
function start(
  change: (inner: SettlementBackend) => Partial<SettlementBackend> = () => ({}),
): Side {
  const inner = relayer(chain, held.store)
  return sideOf(held.store, { ...inner, ...change(inner) })
}

/** A claimed transfer to somebody else. */
async function claimed(gateway: Side): Promise<{ record: PaymentRecord; to: string }> {
  const to = newWallet().address.toLowerCase()
  const { payment, requirements } = await paid(chain, gateway.paymentScheme, { to })
  const own = facts({ ...requirements, payTo: to }, { transfer: true })
  const { fresh, record } = await gateway.ledger.claim(payment, own)
  expect(fresh).toBe(true)
  return { record, to }
}

const never = new Promise<never>(() => undefined)

describe('a transfer', () => {
  it('[FUND-012] moves the money to its recipient, and nothing to us', async () => {
    const gateway = start()
    const before = await chain.balanceOf(PAY_TO)
    const { record, to } = await claimed(gateway)
    expect((await gateway.ledger.settle(record)).settlement.state).toBe('landed')
    expect([await chain.balanceOf(to), await chain.balanceOf(PAY_TO)]).toEqual([10_000n, before])
    await gateway.stop()
    expect((await held.store.get<PaymentRecord>('payments', record.key))!.doc).toMatchObject({
      state: 'settled',
      transfer: true,
    })
  })

  it('that a dead process had only claimed is released', async () => {
    const first = start()
    const { record, to } = await claimed(first)
    await first.stop()
    const second = start()
    expect(await second.ledger.reconcile()).toMatchObject({ released: 1, landed: 0 })
    expect((await second.ledger.get(record.key))!.state).toBe('released')
    expect(await chain.balanceOf(to)).toBe(0n)
    await second.stop()
  })

  it.each(['before', 'after'] as const)(
    'whose process died just %s the broadcast lands once, at its recipient',
    async when => {
      let died!: () => void
      const dead = new Promise<void>(resolve => (died = resolve))
      const first = start(inner => ({
        async settle(payment, requirements, onIntent) {
          await inner.settle(payment, requirements, async intent => {
            await onIntent(intent)
            if (when === 'after') return
            died()
            await never
          })
          died()
          return never
        },
      }))
      const { record, to } = await claimed(first)
      void first.ledger.settle(record)
      await dead
      await first.stop()
      const second = start()
      // It may be sent again by this look, and be seen by the next one.
      expect(await second.ledger.reconcile()).toMatchObject({ released: 0, failed: 0 })
      const end = async () => (await second.ledger.resolve(record)).settlement.state
      await expect.poll(end).toBe('landed')
      expect(await second.ledger.get(record.key)).toMatchObject({
        state: 'settled',
        transfer: true,
      })
      expect(await chain.balanceOf(to)).toBe(10_000n)
      await second.stop()
    },
  )
})
