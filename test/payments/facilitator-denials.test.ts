/** Facilitators that refuse, take or keep the money and say otherwise. */
import { describe, expect, it } from 'vitest'
import type { Settlement } from '../../runtime/payments/settlement.ts'
import { facts, paid, PAY_TO, TESTNET } from './support.ts'
import { honestly, type Mode } from './facilitator-server.ts'
import { chain, facilitator, gatewayOf, usedUp, useFacilitator } from './facilitator-desk.ts'

useFacilitator()

const settleOnly =
  (mode: Mode): Mode =>
  (path, honest) =>
    path === 'settle' ? mode(path, honest) : honestly(path, honest)

describe('[V8] a facilitator that refuses a payment and settles it later', () => {
  const reply = { status: 200, headers: {}, body: 'e30=' }
  const refusing = (errorReason: string) =>
    settleOnly(async () => ({
      status: 200,
      body: { success: false, errorReason, transaction: '', network: TESTNET.chain },
    }))

  it.each([
    'insufficient_funds',
    'invalid_exact_evm_signature',
    'invalid_exact_evm_transaction_simulation_failed',
  ])(
    '%s is not believed while the chain would execute the transfer: nothing is lost when it lands',
    async reason => {
      facilitator.mode = refusing(reason)
      const gateway = gatewayOf()
      const { payment, requirements } = await paid(chain, gateway.paymentScheme)
      const { record } = await gateway.ledger.claim(payment, facts(requirements))
      expect((await gateway.ledger.settle(record, reply)).settlement).toMatchObject({
        state: 'unknown',
        reason,
      })
      const other = gatewayOf({ url: facilitator.url })
      facilitator.mode = honestly
      await other.backend.settle(payment, requirements, async () => undefined)
      facilitator.mode = refusing(reason)
      expect((await gateway.ledger.resolve(record)).settlement.state).toBe('landed')
      expect(await gateway.ledger.get(record.key)).toMatchObject({ state: 'settled', kept: reply })
    },
  )

  it('the money of the wallet is gone: failed, and its result is there should the payment land all the same', async () => {
    facilitator.mode = refusing('insufficient_funds')
    const gateway = gatewayOf()
    const { payment, requirements, payer } = await paid(chain, gateway.paymentScheme, { funds: 1n })
    const { record } = await gateway.ledger.claim(payment, facts(requirements))
    expect((await gateway.ledger.settle(record, reply)).settlement).toMatchObject({
      state: 'failed',
      reason: 'insufficient_funds',
    })
    expect(await gateway.ledger.get(record.key)).toMatchObject({ state: 'failed', kept: reply })
    await chain.fund(payer, 10_000n)
    facilitator.mode = honestly
    expect(
      (await gatewayOf().backend.settle(payment, requirements, async () => undefined)).state,
    ).toBe('landed')
    expect(await gateway.ledger.claim(payment, facts(requirements))).toMatchObject({
      fresh: false,
      record: { state: 'settled', kept: reply },
    })
  })

  it('the money of the wallet was gone: it is not asked to settle again by anybody who reads the record', async () => {
    facilitator.mode = refusing('insufficient_funds')
    const gateway = gatewayOf()
    const { payment, requirements, payer } = await paid(chain, gateway.paymentScheme, { funds: 1n })
    const { record } = await gateway.ledger.claim(payment, facts(requirements))
    await gateway.ledger.settle(record, reply)
    await chain.fund(payer, 10_000n)
    facilitator.mode = honestly
    expect(await gateway.ledger.get(record.key)).toMatchObject({ state: 'failed', mayLand: true })
    expect(facilitator.settles).toHaveLength(1)
    expect(await usedUp(payment)).toBe(false)
  })

  it('and is asked to settle again by the process that settles it, by no other', async () => {
    facilitator.mode = refusing('unexpected_settle_error')
    const [gateway, other] = [gatewayOf(), gatewayOf()]
    const { payment, requirements } = await paid(chain, gateway.paymentScheme)
    const { record } = await gateway.ledger.claim(payment, facts(requirements))
    await gateway.ledger.settle(record, reply)
    expect((await other.ledger.resolve(record)).settlement.state).toBe('unknown')
    expect(facilitator.settles).toHaveLength(1)
    facilitator.mode = honestly
    expect((await gateway.ledger.resolve(record)).settlement.state).toBe('landed')
    expect(facilitator.settles).toHaveLength(2)
  })

  it('until it lapses unused: then it failed for certain', async () => {
    facilitator.mode = refusing('insufficient_funds')
    const gateway = gatewayOf()
    const { payment, requirements } = await paid(chain, gateway.paymentScheme, { validFor: 100 })
    const { record } = await gateway.ledger.claim(payment, facts(requirements))
    expect((await gateway.ledger.settle(record, reply)).settlement.state).toBe('unknown')
    await chain.increaseTime(200)
    expect((await gateway.ledger.resolve(record)).settlement).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/expired unused/),
    })
    expect(await gateway.ledger.get(record.key)).not.toHaveProperty('kept')
  })
})

/** Ways to take the money and answer something else. */
const hostile: [string, Mode][] = [
  [
    'settles, then hangs',
    async (_path, honest) => {
      await honest()
      return 'hang'
    },
  ],
  [
    'settles, then answers 500',
    async (_path, honest) => {
      await honest()
      return { status: 500, body: { error: 'internal' } }
    },
  ],
  [
    'settles, then answers 402',
    async (_path, honest) => {
      await honest()
      return { status: 402, body: { error: 'pay again' } }
    },
  ],
  [
    'settles, then cuts the line',
    async (_path, honest) => {
      await honest()
      return 'cut'
    },
  ],
  [
    'settles, then answers no JSON',
    async (_path, honest) => {
      await honest()
      return { status: 200, body: 'ok' }
    },
  ],
  [
    'settles, then says pending',
    async (_path, honest) => {
      const { transaction } = (await honest()) as { transaction: string }
      return {
        status: 200,
        body: {
          success: false,
          errorReason: 'settlement_pending',
          transaction,
          network: TESTNET.chain,
        },
      }
    },
  ],
  [
    'settles, then says that it did not',
    async (_path, honest) => {
      await honest()
      return {
        status: 200,
        body: {
          success: false,
          errorReason: 'unexpected_settle_error',
          transaction: '',
          network: TESTNET.chain,
        },
      }
    },
  ],
  [
    'settles, then says that the nonce is used',
    async (_path, honest) => {
      await honest()
      return {
        status: 200,
        body: {
          success: false,
          errorReason: 'invalid_exact_evm_nonce_already_used',
          transaction: '',
          network: TESTNET.chain,
        },
      }
    },
  ],
  [
    'settles, then names no transaction',
    async (_path, honest) => {
      await honest()
      return { status: 200, body: { success: true, network: TESTNET.chain } }
    },
  ],
]

describe('a facilitator that takes the money and denies it', () => {
  it.each(hostile)('%s: the chain proves the landing', async (_name, mode) => {
    facilitator.mode = settleOnly(mode)
    const gateway = gatewayOf()
    const { payment, requirements } = await paid(chain, gateway.paymentScheme)
    const { record } = await gateway.ledger.claim(payment, facts(requirements))
    expect((await gateway.ledger.settle(record)).settlement.state).toBe('landed')
  })

  it.each(hostile)(
    'without a node, %s: unknown, never failed; the same payment put to it again moves nothing',
    async (_name, mode) => {
      facilitator.mode = settleOnly(mode)
      const gateway = gatewayOf({ node: false })
      const { payment, requirements } = await paid(chain, gateway.paymentScheme, {
        funds: 1_000_000n,
      })
      const before = await chain.balanceOf(PAY_TO)
      const { record } = await gateway.ledger.claim(payment, facts(requirements))
      expect((await gateway.ledger.settle(record)).settlement.state).toBe('unknown')
      facilitator.mode = honestly
      expect((await gateway.ledger.resolve(record)).settlement.state).not.toBe('failed')
      expect(await gateway.ledger.get(record.key)).toMatchObject({
        state: expect.stringMatching(/^settl(ing|ed)$/),
      })
      expect(await chain.balanceOf(PAY_TO)).toBe(before + 10_000n)
    },
  )
})

describe('a facilitator that does not take the money', () => {
  it('and says success: with a node it is not believed', async () => {
    facilitator.mode = settleOnly(async () => ({
      status: 200,
      body: { success: true, transaction: '0x' + '12'.repeat(32), network: TESTNET.chain },
    }))
    const gateway = gatewayOf()
    const { payment, requirements } = await paid(chain, gateway.paymentScheme)
    expect(
      await gateway.backend.settle(payment, requirements, async () => undefined),
    ).toMatchObject({ state: 'unknown' })
  })

  it('and hangs: unknown; asked again, it settles the same payment', async () => {
    facilitator.mode = settleOnly(async () => 'hang')
    const gateway = gatewayOf()
    const { payment, requirements } = await paid(chain, gateway.paymentScheme)
    const { record } = await gateway.ledger.claim(payment, facts(requirements))
    expect((await gateway.ledger.settle(record)).settlement.state).toBe('unknown')
    facilitator.mode = honestly
    expect((await gateway.ledger.resolve(record)).settlement.state).toBe('landed')
  })

  it('and hangs while our process ends: the next one puts the same payment to it, with all that the protocol wants', async () => {
    facilitator.mode = settleOnly(async () => 'hang')
    const [first, second] = [gatewayOf(), gatewayOf()]
    const { payment, requirements } = await paid(chain, first.paymentScheme)
    const { record } = await first.ledger.claim(payment, facts(requirements))
    expect((await first.ledger.settle(record)).settlement.state).toBe('unknown')
    await first.ledger.close()
    facilitator.mode = honestly
    expect(await second.ledger.reconcile()).toMatchObject({ landed: expect.any(Number), failed: 0 })
    expect(await second.ledger.get(record.key)).toMatchObject({ state: 'settled' })
    const { authorization } = payment
    for (const body of facilitator.settles)
      expect(body).toMatchObject({
        x402Version: 2,
        paymentRequirements: requirements,
        paymentPayload: {
          x402Version: 2,
          accepted: requirements,
          payload: { signature: authorization.signature, authorization: { value: '10000' } },
        },
      })
    expect(facilitator.settles.length).toBeGreaterThan(1)
  })

  it('and hangs until the authorization lapses: the chain proves that it failed', async () => {
    facilitator.mode = settleOnly(async () => 'hang')
    const gateway = gatewayOf()
    const { payment, requirements } = await paid(chain, gateway.paymentScheme, { validFor: 100 })
    const { record } = await gateway.ledger.claim(payment, facts(requirements))
    expect((await gateway.ledger.settle(record)).settlement.state).toBe('unknown')
    await chain.increaseTime(200)
    expect((await gateway.ledger.resolve(record)).settlement).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/expired unused/),
    })
  })

  it('because the money left after verification: failed, by its word and the chain', async () => {
    const gateway = gatewayOf()
    const { payment, requirements } = await paid(chain, gateway.paymentScheme, { funds: 1n })
    const end: Settlement = await gateway.backend.settle(
      payment,
      requirements,
      async () => undefined,
    )
    expect(end.state).toBe('failed')
    expect(await usedUp(payment)).toBe(false)
  })
})
