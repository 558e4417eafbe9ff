/**
 * Wallets that burn the relayer's gas: their transactions are their own, and the second one is not
 * tried.
 */
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { createRefusedWallets, REFUSED_FOR } from '../../runtime/payments/evm/relayer/refused.ts'
import { manualClock } from '../helpers/clock.ts'
import { asked, decoded, newWallet, paid, PAY_TO, side, signPayment, TESTNET } from './support.ts'
import {
  chain,
  gateway,
  many,
  node,
  sent,
  settle,
  silent,
  transactions,
  useRelayerWorld,
  type Paid,
} from './relayer-world.ts'

useRelayerWorld()

/** A funded contract wallet that agrees in simulations and burns gas. */
async function burner(address = '0x' + randomBytes(20).toString('hex')): Promise<string> {
  await chain.placeWallet(address, PAY_TO, 'GasBurner')
  await chain.fund(address, 1_000_000n)
  return address
}

describe('a contract wallet whose transfer reverted on the chain', () => {
  it('costs gas once: it is refused before any work, and what was verified already is not sent', async () => {
    const as = await burner()
    const [first, second] = await many(2, { as })
    expect(await gateway.backend.check(second!.payment, second!.requirements)).toMatchObject({
      ok: true,
    })
    expect((await settle(first!)).state).toBe('failed')
    expect(sent()).toBe(1)
    expect(await gateway.backend.check(second!.payment, second!.requirements)).toEqual({
      ok: false,
      rejection: {
        code: 'PAYMENT_INVALID',
        payer: as,
        details: expect.stringMatching(/contract wallet reverted .* hour/),
      },
    })
    expect(await settle(second!)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/contract wallet reverted/),
    })
    expect(sent()).toBe(1)
  })

  it('is tried again after an hour', async () => {
    let later = 0
    const patient = await side(chain, { clock: { ...systemClock, now: () => Date.now() + later } })
    const { payment, requirements } = await paid(chain, patient.paymentScheme, {
      as: await burner(),
      validFor: 20_000,
    })
    expect((await patient.backend.settle(payment, requirements, silent)).state).toBe('failed')
    later = REFUSED_FOR - 10_000
    expect(await patient.backend.check(payment, requirements)).toMatchObject({ ok: false })
    later = REFUSED_FOR + 10_000
    expect(await patient.backend.check(payment, requirements)).toMatchObject({ ok: true })
    await patient.stop()
  })

  it('is not refused where its estimate already said no: that cost nothing', async () => {
    const as = await burner()
    const [poor] = await many(1, { as, amount: 5_000_000n, funds: 0n })
    expect((await settle(poor!)).state).toBe('failed')
    const [good] = await many(1, { as })
    expect([sent(), (await gateway.backend.check(good!.payment, good!.requirements)).ok]).toEqual([
      0,
      true,
    ])
  })

  it('an ordinary wallet whose money was gone is not refused', async () => {
    const wallet = newWallet()
    const requirements = asked(gateway.paymentScheme)
    const sign = async (): Promise<Paid> => ({
      payment: decoded(gateway.paymentScheme, await signPayment(wallet, TESTNET, requirements)),
      requirements,
      payer: '',
    })
    expect((await settle(await sign())).state).toBe('failed')
    expect(sent()).toBe(1)
    await chain.fund(wallet.address, 10_000n)
    expect((await settle(await sign())).state).toBe('landed')
  })
})

describe('an address that is key and code at once', () => {
  const withCode = async (): Promise<Paid> => {
    const wallet = newWallet()
    await burner(wallet.address)
    const requirements = asked(gateway.paymentScheme)
    return {
      payment: decoded(gateway.paymentScheme, await signPayment(wallet, TESTNET, requirements)),
      requirements,
      payer: '',
    }
  }

  it('never shares a transaction: the others land in one, it is refused', async () => {
    const others = await many(5)
    const own = await withCode()
    const intents = new Set<string>()
    const ends = await Promise.all([
      ...others.slice(0, 2).map(one => settle(one)),
      settle(own, async ({ transaction }) => void intents.add(transaction!)),
      ...others.slice(2).map(one => settle(one)),
    ])
    expect(ends.map(({ state }) => state)).toEqual([
      'landed',
      'landed',
      'failed',
      'landed',
      'landed',
      'landed',
    ])
    expect(transactions(ends).size).toBe(1)
    expect([...transactions(ends)].some(hash => intents.has(hash))).toBe(false)
    expect(await gateway.backend.check(own.payment, own.requirements)).toMatchObject({
      ok: false,
      rejection: { code: 'PAYMENT_INVALID' },
    })
  })

  it('alone in its transaction it is found out too', async () => {
    const own = await withCode()
    expect((await settle(own)).state).toBe('failed')
    expect(sent()).toBeLessThanOrEqual(2)
    expect(await gateway.backend.check(own.payment, own.requirements)).toMatchObject({
      ok: false,
      rejection: { code: 'PAYMENT_INVALID' },
    })
  })

  it('that cannot be distinguished from others while the node is away waits with them', async () => {
    let asks = 0
    node.lever = async ({ method, params }, forward) =>
      method === 'eth_getCode' && !String(params[0]).startsWith('0xcA11') && asks++ < 2
        ? { status: 503, text: '' }
        : forward()
    const ends = await Promise.all((await many(3)).map(one => settle(one)))
    expect(ends.map(({ state }) => state)).toEqual(['landed', 'landed', 'landed'])
  })
})

describe('the refused wallets', () => {
  it('are forgotten after an hour, and the oldest when there are too many', async () => {
    const time = manualClock()
    const refused = createRefusedWallets(time, 2)
    for (const address of ['a', 'b', 'c']) refused.add(address)
    expect(['a', 'b', 'c'].map(address => refused.has(address))).toEqual([false, true, true])
    await time.advance(REFUSED_FOR - 1)
    expect(refused.has('b')).toBe(true)
    await time.advance(1)
    expect(['b', 'c'].map(address => refused.has(address))).toEqual([false, false])
  })
})
