/**
 * The gateway judges a payment itself: what it refuses, it refuses before the chain is asked, and
 * though the chain would let it pass.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { createPaymentScheme } from '../../runtime/payments/evm/scheme.ts'
import type { PaymentScheme, SettlementBackend } from '../../runtime/payments/evm/types.ts'
import { newWallet, PAY_TO, signPayment, TESTNET, toHeader } from '../helpers/chain.ts'

const NOW = Date.UTC(2026, 0, 1)
const seconds = (offset: number): string => String(NOW / 1000 + offset)

let paymentScheme: PaymentScheme
let asked: number
beforeEach(() => {
  asked = 0
  const backend: Pick<SettlementBackend, 'check' | 'contractSigned'> = {
    check: async ({ authorization }) => {
      asked += 1
      return { ok: true, payer: authorization.from }
    },
    contractSigned: async () => false,
  }
  paymentScheme = createPaymentScheme(TESTNET, {
    payTo: PAY_TO,
    backend: backend as SettlementBackend,
  })
})

const requirements = () => paymentScheme.requirements(10_000n, 600)
type Payload = Awaited<ReturnType<typeof signPayment>>

/** The verdict on a payment that was changed before or after it was signed. */
async function verdict(
  options: Parameters<typeof signPayment>[3] = {},
  change: (payload: Payload) => void = () => undefined,
) {
  const payload = await signPayment(newWallet(), TESTNET, requirements(), {
    validAfter: seconds(-10),
    validBefore: seconds(600),
    ...options,
  })
  change(payload)
  const decoded = paymentScheme.decode(toHeader(payload))
  if (!decoded.ok) throw new Error(decoded.rejection.details)
  return paymentScheme.verify(decoded.payment, requirements(), NOW)
}

describe('PAY-002 a payment', () => {
  it('that is good is put to the chain', async () => {
    expect([await verdict(), asked]).toMatchObject([{ ok: true }, 1])
  })

  it.each<[string, string, Parameters<typeof verdict>]>([
    ['signed by another wallet', 'PAYMENT_INVALID', [{ as: newWallet().address }]],
    [
      'of more than was signed',
      'PAYMENT_INVALID',
      [{}, ({ payload: { authorization } }) => Object.assign(authorization, { value: '10001' })],
    ],
    [
      'of another nonce than was signed',
      'PAYMENT_INVALID',
      [
        {},
        ({ payload: { authorization } }) =>
          Object.assign(authorization, { nonce: `0x${'ab'.repeat(32)}` }),
      ],
    ],
    [
      'to another wallet than was signed',
      'PAYMENT_INVALID',
      [
        {},
        ({ payload: { authorization } }) =>
          Object.assign(authorization, { to: newWallet().address }),
      ],
    ],
    ['that is not valid yet', 'PAYMENT_UNFUNDED', [{ validAfter: seconds(1) }]],
    ['that has expired', 'PAYMENT_UNFUNDED', [{ validBefore: seconds(-1) }]],
    ['that is about to expire', 'PAYMENT_UNFUNDED', [{ validBefore: seconds(5) }]],
  ])('%s is refused by the gateway itself', async (_what, code, how) => {
    expect(await verdict(...how)).toMatchObject({ ok: false, rejection: { code } })
    expect(asked).toBe(0)
  })
})
