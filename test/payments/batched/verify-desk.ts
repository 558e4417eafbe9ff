/** A facilitator and the schemes of a gateway, for tests of verification. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { PaymentScheme } from '../../../runtime/payments/scheme.ts'
import type { RejectionCode, Verdict } from '../../../runtime/payments/payment.ts'
import { honestly } from '../../../scripts/devnet/batched/levers.ts'
import type { BatchedWorld } from '../../../scripts/devnet/batched/world.ts'
import { toHeader } from '../../helpers/chain.ts'
import { ownStore } from '../../helpers/memory-store.ts'
import { newAccount, openSide, sign, startWorld, type Changes, type Side } from './support.ts'

export let world: BatchedWorld
export let side: Side
export let held: ReturnType<typeof ownStore>
export let scheme: PaymentScheme
export let second: PaymentScheme
/** Starts what the tests of a file need, and stops it afterwards. */
export function useFacilitator(): void {
  beforeAll(async () => {
    world = await startWorld()
    held = ownStore()
    side = await openSide(world.url, held.store)
    ;[scheme, second] = side.schemes as [PaymentScheme, PaymentScheme]
  })
  afterAll(async () => {
    await side?.stop()
    await held?.stop()
    await world?.stop()
  })
  beforeEach(() => {
    world.facilitator.lever = honestly
    world.facilitator.requests.length = 0
  })
}

/** Verifies a payment of a wallet with money, changed as set. */
export async function verdictOf(
  changes: Changes = {},
  amount = 10_000n,
  funds = amount,
): Promise<Verdict> {
  const account = newAccount()
  await world.fund(account.address, funds)
  const requirements = scheme.requirements(amount, 300)
  const payload = await sign(account, requirements, changes)
  const result = scheme.decode(toHeader(payload))
  return result.ok ? scheme.verify(result.payment, requirements, Date.now()) : result
}

/** Expects a rejection. */
export async function rejected(
  verdict: Promise<Verdict>,
  code: RejectionCode,
  details: RegExp,
): Promise<void> {
  const result = await verdict
  if (result.ok) throw new Error('it was accepted')
  expect(result.rejection).toMatchObject({ code, details: expect.stringMatching(details) })
  if (code === 'PAYMENT_INVALID') expect(result.rejection).not.toHaveProperty('message')
  else expect(result.rejection.message).toBeTruthy()
}
