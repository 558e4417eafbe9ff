/**
 * The remote settler against the reference facilitator, honest and hostile, with a node of our own
 * and without.
 */
import { describe, expect, it } from 'vitest'
import { rejectionOf } from '../../runtime/payments/facilitator/reasons.ts'
import {
  asked,
  BASE,
  decoded,
  facts,
  newWallet,
  paid,
  PAY_TO,
  signPayment,
  TESTNET,
} from './support.ts'
import { honestly, type Mode } from './facilitator-server.ts'
import { chain, facilitator, gatewayOf, usedUp, useFacilitator } from './facilitator-desk.ts'

useFacilitator()

describe.each([true, false])('an honest facilitator (own node: %s)', node => {
  it('PAY-003 verifies, then settles by the protocol, and names the transaction that moved the money', async () => {
    const gateway = gatewayOf({ node, headers: { authorization: 'Bearer t' } })
    const { payment, requirements, payer } = await paid(chain, gateway.paymentScheme)
    const before = await chain.balanceOf(PAY_TO)
    expect(await gateway.paymentScheme.verify(payment, requirements, Date.now())).toEqual({
      ok: true,
      payer,
    })
    expect(await usedUp(payment)).toBe(false)
    const { record } = await gateway.ledger.claim(payment, facts(requirements))
    const { settlement } = await gateway.ledger.settle(record)
    expect(settlement.state).toBe('landed')
    const receipt = await chain.rpc<{ status: string }>('eth_getTransactionReceipt', [
      (settlement as { transaction: string }).transaction,
    ])
    expect(receipt.status).toBe('0x1')
    expect(await chain.balanceOf(PAY_TO)).toBe(before + 10_000n)
    expect(facilitator.calls).toEqual(['verify', 'settle'])
    expect(new Set(facilitator.headers.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer t']),
    )
  })

  it('ERR-009 PAY-042 its refusals have our codes', async () => {
    const gateway = gatewayOf({ node })
    const poor = await paid(chain, gateway.paymentScheme, { funds: 1n })
    expect(
      await gateway.paymentScheme.verify(poor.payment, poor.requirements, Date.now()),
    ).toMatchObject({
      ok: false,
      rejection: { code: 'PAYMENT_UNFUNDED' },
    })
    const used = await paid(chain, gateway.paymentScheme)
    await gateway.backend.settle(used.payment, used.requirements, async () => undefined)
    expect(
      await gateway.paymentScheme.verify(used.payment, used.requirements, Date.now()),
    ).toMatchObject({
      ok: false,
      rejection: { code: 'PAYMENT_REPLAY' },
    })
  })

  it('health says whether it settles this network', async () => {
    expect(await gatewayOf({ node }).backend.health()).toMatchObject({ ok: true })
    expect(await gatewayOf({ node, spec: BASE }).backend.health()).toMatchObject({
      ok: false,
      details: { problem: expect.stringMatching(/does not settle/) },
    })
    expect(await gatewayOf({ node, url: 'http://127.0.0.1:1' }).backend.health()).toMatchObject({
      ok: false,
      details: { problem: expect.stringMatching(/cannot be reached/) },
    })
  })

  it('a signature of nobody is PAYMENT_INVALID', async () => {
    const gateway = gatewayOf({ node })
    const victim = newWallet()
    const payment = decoded(
      gateway.paymentScheme,
      await signPayment(newWallet(), TESTNET, asked(gateway.paymentScheme), { as: victim.address }),
    )
    await chain.fund(victim.address, 10_000n)
    expect(
      await gateway.paymentScheme.verify(payment, asked(gateway.paymentScheme), Date.now()),
    ).toMatchObject({
      ok: false,
      rejection: { code: 'PAYMENT_INVALID' },
    })
  })
})

it('[V2] is asked to settle nothing whose intent cannot be recorded, however late that is known', async () => {
  const { paymentScheme, backend } = gatewayOf()
  const { payment, requirements } = await paid(chain, paymentScheme)
  const refuses = async (): Promise<void> => {
    await new Promise(resolve => setTimeout(resolve, 100))
    throw new Error('the store is away')
  }
  await expect(backend.settle(payment, requirements, refuses)).rejects.toThrow('the store is away')
  expect([facilitator.calls, await usedUp(payment)]).toEqual([[], false])
})

describe('a facilitator that cannot be asked', () => {
  it.each<[string, Mode | undefined]>([
    ['is down', undefined],
    ['hangs', async () => 'hang'],
    ['answers 500', async () => ({ status: 500, body: { error: 'x' } })],
    ['answers no JSON', async () => ({ status: 200, body: '<html>' })],
    ['answers half', async () => 'cut'],
    ['answers something else', async () => ({ status: 200, body: {} })],
  ])('ERR-012 %s: the payment cannot be verified, nothing is claimed', async (_name, mode) => {
    if (mode) facilitator.mode = mode
    const gateway = gatewayOf(mode ? {} : { url: 'http://127.0.0.1:1' })
    const { payment, requirements } = await paid(chain, gateway.paymentScheme)
    expect(await gateway.paymentScheme.verify(payment, requirements, Date.now())).toMatchObject({
      ok: false,
      rejection: {
        code: 'PAYMENT_VERIFICATION_UNAVAILABLE',
        message: expect.any(String),
        details: expect.any(String),
      },
    })
    facilitator.mode = honestly
    if (mode)
      expect(await gateway.paymentScheme.verify(payment, requirements, Date.now())).toMatchObject({
        ok: true,
      })
  })

  it('closes a connection: it is asked again to verify, but not to settle', async () => {
    const cutOnce = (path: string): Mode => {
      let isCut = false
      return async (at, honest) => {
        if (at !== path || isCut) return honestly(at, honest)
        isCut = true
        return 'cut'
      }
    }
    const gateway = gatewayOf()
    const { payment, requirements } = await paid(chain, gateway.paymentScheme)
    facilitator.mode = cutOnce('verify')
    expect(await gateway.paymentScheme.verify(payment, requirements, Date.now())).toMatchObject({
      ok: true,
    })
    expect(facilitator.calls).toEqual(['verify', 'verify'])
    facilitator.mode = cutOnce('settle')
    const { record } = await gateway.ledger.claim(payment, facts(requirements))
    expect((await gateway.ledger.settle(record)).settlement.state).toBe('unknown')
    expect(facilitator.settles).toHaveLength(1)
  })

  it('[V8] is down at the settlement: unknown; when it is back the same payment is settled', async () => {
    const gateway = gatewayOf({ url: 'http://127.0.0.1:1' })
    const { payment, requirements } = await paid(chain, gateway.paymentScheme)
    const { record } = await gateway.ledger.claim(payment, facts(requirements))
    expect((await gateway.ledger.settle(record)).settlement.state).toBe('unknown')
    await gateway.ledger.close()
    expect((await gatewayOf().ledger.resolve(record)).settlement.state).toBe('landed')
  })
})

describe('its texts', () => {
  it.each([
    ['insufficient_funds', 'PAYMENT_UNFUNDED'],
    ['invalid_exact_evm_insufficient_balance', 'PAYMENT_UNFUNDED'],
    ['invalid_exact_evm_nonce_already_used', 'PAYMENT_REPLAY'],
    ['invalid_exact_evm_payload_authorization_valid_before', 'PAYMENT_UNFUNDED'],
    ['invalid_exact_evm_payload_authorization_valid_after', 'PAYMENT_UNFUNDED'],
    ['invalid_exact_evm_signature', 'PAYMENT_INVALID'],
    ['invalid_exact_evm_recipient_mismatch', 'PAYMENT_INVALID'],
    ['unexpected_verify_error', 'PAYMENT_VERIFICATION_UNAVAILABLE'],
  ])('%s is %s', (invalidReason, code) => {
    expect(rejectionOf({ isValid: false, invalidReason }, '0x').code).toBe(code)
  })
})
