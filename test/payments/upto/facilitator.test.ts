/** Actual use through a remote facilitator: the package's own, and some that misbehave. */
import { expect, it } from 'vitest'
import { fullPayload, storedPayload } from '../../../runtime/payments/signed.ts'
import type { Requirements } from '../../../runtime/payments/payment.ts'
import type { StoredReply } from '../../../runtime/payments/record.ts'
import { newWallet } from '../support.ts'
import { ACTUAL, actually, CEILING, claimedUpto, clientPays, decodedUpto } from './support.ts'
import { chain, facilitator, gatewayOf, logged, useUptoFacilitator } from './facilitator-desk.ts'
import type { UptoSide } from './support.ts'

const reply: StoredReply = { status: 200, headers: {}, body: 'e30=' }

useUptoFacilitator()

/** A payment that the client of the protocol has signed, with a permit. */
async function signed(side: UptoSide) {
  const wallet = newWallet()
  await chain.fund(wallet.address, CEILING)
  const requirements = side.scheme.requirements(CEILING, 300)
  const payload = await clientPays(chain, wallet, requirements)
  return { wallet, requirements, payload, payment: decodedUpto(side.scheme, payload) }
}
const balanceOf = (wallet: { address: string }): Promise<bigint> => chain.balanceOf(wallet.address)

it.each([true, false])(
  'the ceiling is verified, the actual amount settled (node: %s)',
  async node => {
    const side = await gatewayOf({ node })
    const { wallet, requirements, payload, payment } = await signed(side)
    expect(await side.scheme.verify(payment, requirements, Date.now())).toMatchObject({ ok: true })
    const { record } = await claimedUpto(side, payload, requirements)
    expect((await side.ledger.settle(record, reply)).settlement.state).toBe('landed')
    expect(await balanceOf(wallet)).toBe(CEILING - ACTUAL)
    const { paymentRequirements, paymentPayload } = facilitator.settles[0] as {
      paymentRequirements: Requirements
      paymentPayload: { accepted: Requirements }
    }
    expect(paymentRequirements.amount).toBe(String(ACTUAL))
    expect(paymentPayload.accepted.amount).toBe(String(CEILING))
  },
)

it('names the account that the facilitator settles with, and accepts no other', async () => {
  const side = await gatewayOf()
  const { payload, requirements } = await signed(side)
  expect(requirements.extra.facilitatorAddress).toMatch(/^0x[0-9a-f]{40}$/)
  const other = {
    ...requirements,
    extra: { ...requirements.extra, facilitatorAddress: requirements.payTo },
  }
  const theirs = await clientPays(chain, newWallet(), other)
  const changed = { ...theirs, accepted: payload.accepted }
  const found = await side.scheme.verify(
    decodedUpto(side.scheme, changed),
    requirements,
    Date.now(),
  )
  expect(found).toMatchObject({ ok: false, rejection: { code: 'PAYMENT_INVALID' } })
})

it('settles what was read from a record, with its permit', async () => {
  const side = await gatewayOf()
  const { wallet, requirements, payment } = await signed(side)
  const stored = storedPayload(payment.authorization)
  const payload = fullPayload(stored, actually(requirements))
  const again = decodedUpto(side.scheme, payload)
  const found = await side.backend.settle(again, actually(requirements), async () => undefined)
  expect(found.state).toBe('landed')
  expect(await balanceOf(wallet)).toBe(CEILING - ACTUAL)
  const body = facilitator.settles[0] as { paymentPayload: { accepted: Requirements } }
  expect(body.paymentPayload.accepted.amount).toBe(String(CEILING))
})

it('a success that the chain does not show is not one', async () => {
  const side = await gatewayOf()
  const { wallet, requirements, payload } = await signed(side)
  const transaction = `0x${'ab'.repeat(32)}`
  facilitator.mode = async () => ({ status: 200, body: { success: true, transaction } })
  const { record } = await claimedUpto(side, payload, requirements)
  expect((await side.ledger.settle(record, reply)).settlement.state).toBe('unknown')
  expect(await balanceOf(wallet)).toBe(CEILING)
})

it('a refusal is a failure only if the chain would refuse the payment too', async () => {
  const side = await gatewayOf()
  const { wallet, requirements, payload } = await signed(side)
  facilitator.mode = async () => ({ status: 200, body: { success: false, errorReason: 'busy' } })
  const { record } = await claimedUpto(side, payload, requirements)
  expect((await side.ledger.settle(record, reply)).settlement.state).toBe('unknown')
  await chain.fund(wallet.address, -CEILING)
  expect((await side.ledger.resolve(record)).settlement).toMatchObject({ state: 'failed' })
})

it('a facilitator whose answer is lost has still settled', async () => {
  const side = await gatewayOf()
  const { wallet, requirements, payload } = await signed(side)
  facilitator.mode = async (_path, honest) => {
    await honest()
    return 'cut'
  }
  const { record } = await claimedUpto(side, payload, requirements)
  expect((await side.ledger.settle(record, reply)).settlement.state).toBe('landed')
  expect(await balanceOf(wallet)).toBe(CEILING - ACTUAL)
})

it('is unhealthy while the facilitator does not say which account settles', async () => {
  const side = await gatewayOf()
  expect(await side.backend.health()).toMatchObject({ ok: true })
  const kind = { x402Version: 2, scheme: 'upto', network: side.scheme.spec.chain }
  facilitator.mode = async () => ({ status: 200, body: { kinds: [kind] } })
  expect(await side.backend.health()).toMatchObject({
    ok: false,
    details: { problem: 'the facilitator does not say which account settles' },
  })
})

// The last one: it moves the chain's time on.
it('a facilitator that takes the ceiling is noticed: the caller has paid, and not again', async () => {
  const side = await gatewayOf()
  const { wallet, requirements, payload } = await signed(side)
  facilitator.mode = async (path, honest) => {
    const body = (facilitator.settles.at(-1) ?? {}) as { paymentRequirements?: Requirements }
    if (path === 'settle') Object.assign(body.paymentRequirements!, { amount: String(CEILING) })
    return { status: 200, body: await honest() }
  }
  const { record } = await claimedUpto(side, payload, requirements)
  const ended = await side.ledger.settle(record, reply)
  expect(ended.settlement).toMatchObject({ state: 'landed', amount: CEILING })
  expect(ended.record).toMatchObject({ charged: String(CEILING) })
  expect(await balanceOf(wallet)).toBe(0n)
  await chain.fund(wallet.address, CEILING)
  await chain.mine(20)
  await chain.increaseTime(600)
  expect((await side.ledger.resolve(ended.record)).settlement.state).toBe('landed')
  expect(facilitator.settles).toHaveLength(1)
  expect(logged.filter(({ event }) => event === 'another amount was charged')).toEqual([
    {
      event: 'another amount was charged',
      facts: expect.objectContaining({ charged: String(CEILING), wanted: String(ACTUAL) }),
    },
  ])
  expect(await balanceOf(wallet)).toBe(CEILING)
  expect((await claimedUpto(side, payload, requirements)).fresh).toBe(false)
})
