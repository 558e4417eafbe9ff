/** How payments on the XRP Ledger settle, and how their outcome is found. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Intent } from '../../../runtime/payments/types.ts'
import type { XrplScheme } from '../../../runtime/payments/xrpl/scheme.ts'
import type { XrplWorld } from '../../../scripts/devnet/xrpl/world.ts'
import { paid, schemeOf, startWorld } from './support.ts'

let world: XrplWorld
let scheme: XrplScheme

beforeEach(async () => {
  world = await startWorld()
  scheme = schemeOf(world)
})
afterEach(async () => {
  await scheme.backend.close()
  await world.stop()
})

const verify = ({ payment, requirements }: Awaited<ReturnType<typeof paid>>) =>
  scheme.verify(payment, requirements, Date.now())

describe('a payment', () => {
  it('is verified, sent once its intent is stored, and lands', async () => {
    const one = await paid(world, scheme)
    expect(await verify(one)).toEqual({ ok: true, payer: one.wallet.address })
    const intents: Intent[] = []
    const settlement = await scheme.backend.settle(one.payment, one.requirements, async intent => {
      expect(world.node.calls.get('submit')).toBeUndefined()
      intents.push(intent)
    })
    const { transaction } = one.payment.authorization
    expect(settlement).toEqual({ state: 'landed', transaction })
    expect(intents).toMatchObject([{ transaction, raw: one.blob }])
    expect(await world.balanceOf(one.wallet.address)).toBe(0n)
    expect(await scheme.balanceOf!(world.payTo)).toBe(10_000n)
  })

  it('is not sent if its intent cannot be stored', async () => {
    const one = await paid(world, scheme)
    const failing = scheme.backend.settle(one.payment, one.requirements, () =>
      Promise.reject(new Error('no disk')),
    )
    await expect(failing).rejects.toThrow('no disk')
    expect(world.node.calls.get('submit')).toBeUndefined()
  })
})
