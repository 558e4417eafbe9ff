/**
 * The remote settler against the reference facilitator, honest and hostile, with a node of our own
 * and without.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/clock.ts'
import {
  createFacilitatorSettler,
  type FacilitatorSettings,
} from '../../runtime/payments/evm/facilitator/settler.ts'
import { rejectionOf } from '../../runtime/payments/evm/facilitator/reasons.ts'
import type { Payment, Settlement } from '../../runtime/payments/types.ts'
import {
  BASE,
  embeddedStore,
  facts,
  newWallet,
  asked,
  decoded,
  paid,
  PAY_TO,
  sideOf,
  signPayment,
  startChain,
  TESTNET,
  type Chain,
  type Side,
} from './support.ts'
import {
  honestly,
  startFacilitator,
  type Mode,
  type TestFacilitator,
} from './facilitator-server.ts'

let chain: Chain
let facilitator: TestFacilitator
const sides: Side[] = []
let held: Awaited<ReturnType<typeof embeddedStore>>
beforeAll(async () => {
  chain = await startChain(TESTNET)
  facilitator = await startFacilitator(chain)
  held = await embeddedStore()
})
afterAll(async () => {
  await held?.stop()
  await facilitator?.stop()
  await chain?.stop()
})
beforeEach(() => {
  facilitator.mode = honestly
  facilitator.calls.length = 0
  facilitator.headers.length = 0
  facilitator.settles.length = 0
})
afterEach(async () => {
  for (const one of sides.splice(0)) await one.stop()
})

/** A gateway that settles by the facilitator; `node: false` leaves it without a node of its own. */
function gatewayOf(more: Partial<FacilitatorSettings> & { node?: boolean } = {}): Side {
  const { node = true, ...settings } = more
  const settler = createFacilitatorSettler({
    spec: TESTNET,
    payTo: PAY_TO,
    url: facilitator.url,
    clock: systemClock,
    ...(node ? { rpcUrl: chain.url } : {}),
    options: { verify: 800, settle: 800, look: 300 },
    ...settings,
  })
  const made = sideOf(held.store, settler, { wait: 300 })
  sides.push(made)
  return made
}
const settleOnly =
  (mode: Mode): Mode =>
  (path, honest) =>
    path === 'settle' ? mode(path, honest) : honestly(path, honest)
const usedUp = ({ authorization }: Payment): Promise<boolean> =>
  chain.used(authorization.from, authorization.nonce)

describe.each([true, false])('an honest facilitator (own node: %s)', node => {
  it('PAY-003 verifies, then settles by the protocol, and names the transaction that moved the money', async () => {
    const gateway = gatewayOf({ node, headers: { authorization: 'Bearer t' } })
    const { payment, requirements, payer } = await paid(chain, gateway.rail)
    const before = await chain.balanceOf(PAY_TO)
    expect(await gateway.rail.verify(payment, requirements, Date.now())).toEqual({
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
    const poor = await paid(chain, gateway.rail, { funds: 1n })
    expect(await gateway.rail.verify(poor.payment, poor.requirements, Date.now())).toMatchObject({
      ok: false,
      rejection: { code: 'PAYMENT_UNFUNDED' },
    })
    const used = await paid(chain, gateway.rail)
    await gateway.settler.settle(used.payment, used.requirements, async () => undefined)
    expect(await gateway.rail.verify(used.payment, used.requirements, Date.now())).toMatchObject({
      ok: false,
      rejection: { code: 'PAYMENT_REPLAY' },
    })
  })

  it('health tells whether it settles this network', async () => {
    expect(await gatewayOf({ node }).settler.health()).toMatchObject({ ok: true })
    expect(await gatewayOf({ node, spec: BASE }).settler.health()).toMatchObject({
      ok: false,
      details: { problem: expect.stringMatching(/does not settle/) },
    })
    expect(await gatewayOf({ node, url: 'http://127.0.0.1:1' }).settler.health()).toMatchObject({
      ok: false,
      details: { problem: expect.stringMatching(/cannot be reached/) },
    })
  })

  it('a signature of nobody is PAYMENT_INVALID', async () => {
    const gateway = gatewayOf({ node })
    const victim = newWallet()
    const payment = decoded(
      gateway.rail,
      await signPayment(newWallet(), TESTNET, asked(gateway.rail), { as: victim.address }),
    )
    await chain.fund(victim.address, 10_000n)
    expect(await gateway.rail.verify(payment, asked(gateway.rail), Date.now())).toMatchObject({
      ok: false,
      rejection: { code: 'PAYMENT_INVALID' },
    })
  })
})

it('[V2] is asked to settle nothing whose intent cannot be recorded, however late that is known', async () => {
  const { rail, settler } = gatewayOf()
  const { payment, requirements } = await paid(chain, rail)
  const refuses = async (): Promise<void> => {
    await new Promise(resolve => setTimeout(resolve, 100))
    throw new Error('the store is away')
  }
  await expect(settler.settle(payment, requirements, refuses)).rejects.toThrow('the store is away')
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
    const { payment, requirements } = await paid(chain, gateway.rail)
    expect(await gateway.rail.verify(payment, requirements, Date.now())).toMatchObject({
      ok: false,
      rejection: {
        code: 'PAYMENT_VERIFICATION_UNAVAILABLE',
        message: expect.any(String),
        details: expect.any(String),
      },
    })
    facilitator.mode = honestly
    if (mode)
      expect(await gateway.rail.verify(payment, requirements, Date.now())).toMatchObject({
        ok: true,
      })
  })

  it('[V8] is down at the settlement: unknown; when it is back the same payment is settled', async () => {
    const gateway = gatewayOf({ url: 'http://127.0.0.1:1' })
    const { payment, requirements } = await paid(chain, gateway.rail)
    const { record } = await gateway.ledger.claim(payment, facts(requirements))
    expect((await gateway.ledger.settle(record)).settlement.state).toBe('unknown')
    await gateway.ledger.close()
    expect((await gatewayOf().ledger.resolve(record)).settlement.state).toBe('landed')
  })
})

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
      const { payment, requirements } = await paid(chain, gateway.rail)
      const { record } = await gateway.ledger.claim(payment, facts(requirements))
      expect((await gateway.ledger.settle(record, reply)).settlement).toMatchObject({
        state: 'unknown',
        reason,
      })
      const other = gatewayOf({ url: facilitator.url })
      facilitator.mode = honestly
      await other.settler.settle(payment, requirements, async () => undefined)
      facilitator.mode = refusing(reason)
      expect((await gateway.ledger.resolve(record)).settlement.state).toBe('landed')
      expect(await gateway.ledger.get(record.key)).toMatchObject({ state: 'settled', kept: reply })
    },
  )

  it('the money of the wallet is gone: failed, and its result is there should the payment land all the same', async () => {
    facilitator.mode = refusing('insufficient_funds')
    const gateway = gatewayOf()
    const { payment, requirements, payer } = await paid(chain, gateway.rail, { funds: 1n })
    const { record } = await gateway.ledger.claim(payment, facts(requirements))
    expect((await gateway.ledger.settle(record, reply)).settlement).toMatchObject({
      state: 'failed',
      reason: 'insufficient_funds',
    })
    expect(await gateway.ledger.get(record.key)).toMatchObject({ state: 'failed', kept: reply })
    await chain.fund(payer, 10_000n)
    facilitator.mode = honestly
    expect(
      (await gatewayOf().settler.settle(payment, requirements, async () => undefined)).state,
    ).toBe('landed')
    expect(await gateway.ledger.claim(payment, facts(requirements))).toMatchObject({
      fresh: false,
      record: { state: 'settled', kept: reply },
    })
  })

  it('until it lapses unused: then it failed for certain', async () => {
    facilitator.mode = refusing('insufficient_funds')
    const gateway = gatewayOf()
    const { payment, requirements } = await paid(chain, gateway.rail, { validFor: 100 })
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
    const { payment, requirements } = await paid(chain, gateway.rail)
    const { record } = await gateway.ledger.claim(payment, facts(requirements))
    expect((await gateway.ledger.settle(record)).settlement.state).toBe('landed')
  })

  it.each(hostile)(
    'without a node, %s: unknown, never failed; the same payment put to it again moves nothing',
    async (_name, mode) => {
      facilitator.mode = settleOnly(mode)
      const gateway = gatewayOf({ node: false })
      const { payment, requirements } = await paid(chain, gateway.rail, { funds: 1_000_000n })
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
    const { payment, requirements } = await paid(chain, gateway.rail)
    expect(
      await gateway.settler.settle(payment, requirements, async () => undefined),
    ).toMatchObject({ state: 'unknown' })
  })

  it('and hangs: unknown; asked again, it settles the same payment', async () => {
    facilitator.mode = settleOnly(async () => 'hang')
    const gateway = gatewayOf()
    const { payment, requirements } = await paid(chain, gateway.rail)
    const { record } = await gateway.ledger.claim(payment, facts(requirements))
    expect((await gateway.ledger.settle(record)).settlement.state).toBe('unknown')
    facilitator.mode = honestly
    expect((await gateway.ledger.resolve(record)).settlement.state).toBe('landed')
  })

  it('and hangs while our process ends: the next one puts the same payment to it, with all that the protocol wants', async () => {
    facilitator.mode = settleOnly(async () => 'hang')
    const [first, second] = [gatewayOf(), gatewayOf()]
    const { payment, requirements } = await paid(chain, first.rail)
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
    const { payment, requirements } = await paid(chain, gateway.rail, { validFor: 100 })
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
    const { payment, requirements } = await paid(chain, gateway.rail, { funds: 1n })
    const end: Settlement = await gateway.settler.settle(
      payment,
      requirements,
      async () => undefined,
    )
    expect(end.state).toBe('failed')
    expect(await usedUp(payment)).toBe(false)
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
