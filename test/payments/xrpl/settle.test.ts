/** How payments on the XRP Ledger settle, and how their outcome is found. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Wallet } from 'xrpl'
import type { Intent, Settlement } from '../../../runtime/payments/settlement.ts'
import type { XrplScheme } from '../../../runtime/payments/xrpl/scheme.ts'
import type { XrplWorld } from '../../../scripts/devnet/xrpl/world.ts'
import { until } from '../support.ts'
import { paid, RLUSD, schemeOf, signRaw, startWorld } from './support.ts'

let world: XrplWorld
let scheme: XrplScheme
type Paid = Awaited<ReturnType<typeof paid>>

beforeEach(async () => {
  world = await startWorld()
  scheme = schemeOf(world, { options: { wait: 20_000 } })
})
afterEach(async () => {
  await scheme.backend.close()
  await world.stop()
})

const PRICE = 10_000n
/** For outcomes that stay unknown. */
const doNotWait = async (): Promise<void> => {
  await scheme.backend.close()
  scheme = schemeOf(world, { options: { wait: 1_000 } })
}
const silent = async (): Promise<void> => undefined
const verify = ({ payment, requirements }: Paid) => scheme.verify(payment, requirements, Date.now())
const settle = ({ payment, requirements }: Paid) =>
  scheme.backend.settle(payment, requirements, silent)
const find = ({ payment, requirements }: Paid): Promise<Settlement> =>
  scheme.backend.find(payment, requirements, { sentAt: Date.now() })
const earned = () => world.balanceOf(world.payTo)
const submits = () => world.node.calls.get('submit') ?? 0
/** Another transaction of the same account, in the place of a payment or in its next one. */
const spend = (wallet: Wallet): string => {
  const tx = {
    TransactionType: 'AccountSet',
    Account: wallet.address,
    Fee: '10',
    Sequence: world.ledger.account(wallet.address)!.sequence,
  }
  return world.ledger.submit(signRaw(tx, wallet)).code
}
const FAILED = { state: 'failed', reason: expect.any(String) }

describe('a payment', () => {
  it('is verified, sent once its intent is stored, and lands', async () => {
    const one = await paid(world, scheme)
    expect(await verify(one)).toEqual({ ok: true, payer: one.wallet.address })
    const intents: Intent[] = []
    const settlement = await scheme.backend.settle(one.payment, one.requirements, async intent => {
      expect(submits()).toBe(0)
      intents.push(intent)
    })
    const { transaction } = one.payment.authorization
    expect(settlement).toEqual({ state: 'landed', transaction })
    expect(intents).toMatchObject([{ transaction, raw: one.blob }])
    expect(await world.balanceOf(one.wallet.address)).toBe(0n)
    expect(await scheme.balanceOf!(world.payTo)).toBe(PRICE)
    expect(await find(one)).toEqual(settlement)
  })

  it('is not sent if its intent cannot be stored', async () => {
    const one = await paid(world, scheme)
    const failing = scheme.backend.settle(one.payment, one.requirements, () =>
      Promise.reject(new Error('no disk')),
    )
    await expect(failing).rejects.toThrow('no disk')
    expect(submits()).toBe(0)
  })

  it('lands with a fee of the issuer, and delivers the whole amount', async () => {
    world.ledger.account(RLUSD.issuer)!.transferRate = 1_100_000_000n
    const changes = { SendMax: { ...RLUSD, value: '0.02' } }
    const one = await paid(world, scheme, { funds: 15_000n, changes })
    expect(await settle(one)).toMatchObject({ state: 'landed' })
    expect(await earned()).toBe(PRICE)
    expect(await world.balanceOf(one.wallet.address)).toBe(4_000n)
  })

  it('says how long it stays valid by what the ledger says', async () => {
    const changes = { LastLedgerSequence: world.ledger.validated + 20 }
    const one = await paid(world, scheme, { changes })
    const before = Number(one.payment.authorization.validBefore)
    expect(before).toBeGreaterThan(Date.now() / 1000 + 290)
    await verify(one)
    const after = Number(one.payment.authorization.validBefore)
    expect(after - Date.now() / 1000).toBeGreaterThan(50)
    expect(after - Date.now() / 1000).toBeLessThanOrEqual(60)
  })
})

describe('tickets', () => {
  const TICKETS = [5, 6]
  const ticketed = async () => {
    const { wallet } = await paid(world, scheme, { funds: 2n * PRICE })
    world.ledger.account(wallet.address)!.tickets = new Set(TICKETS)
    return Promise.all(
      TICKETS.map(ticket => {
        const changes = { Sequence: 0, TicketSequence: ticket }
        return paid(world, scheme, { wallet, changes })
      }),
    )
  }

  it('pay for two calls at once', async () => {
    const ends = await Promise.all((await ticketed()).map(settle))
    expect(ends.map(({ state }) => state)).toEqual(['landed', 'landed'])
    expect(await earned()).toBe(2n * PRICE)
  })

  it('that something else has used fail the payment once it has expired', async () => {
    await doNotWait()
    const [one] = await ticketed()
    world.ledger.account(one!.wallet.address)!.tickets.clear()
    expect(await settle(one!)).toMatchObject({ state: 'unknown' })
    world.ledger.close(100)
    expect(await find(one!)).toMatchObject({ state: 'failed' })
    expect(await earned()).toBe(0n)
  })
})

describe('what can no longer land has failed for certain', () => {
  it('the payer has spent the balance', async () => {
    const one = await paid(world, scheme)
    expect(await verify(one)).toMatchObject({ ok: true })
    world.ledger.line(one.wallet.address, RLUSD)!.balance = 1n
    expect(await settle(one)).toEqual({
      state: 'failed',
      reason: 'the transaction failed: tecPATH_PARTIAL',
    })
    expect(await earned()).toBe(0n)
    expect(await find(one)).toEqual(FAILED)
  })

  it('another transaction has used its sequence', async () => {
    const one = await paid(world, scheme)
    expect(await verify(one)).toMatchObject({ ok: true })
    expect(spend(one.wallet)).toBe('tesSUCCESS')
    world.ledger.close()
    const reason = "another transaction of the account has used this one's place"
    expect(await settle(one)).toEqual({ state: 'failed', reason })
    expect(await earned()).toBe(0n)
  })

  it('its last ledger has passed', async () => {
    const one = await paid(world, scheme)
    world.ledger.close(100)
    const reason = 'the transaction expired unused'
    expect(await settle(one)).toEqual({ state: 'failed', reason })
  })
})

describe('a transaction with another one in the same place', () => {
  const rivals = async () => {
    const first = await paid(world, scheme, { funds: 5n * PRICE })
    const { wallet } = first
    const second = await paid(world, scheme, { wallet, changes: { SourceTag: 1 } })
    return [first, second] as const
  }

  it('pays once; the loser has failed for certain', async () => {
    const both = await rivals()
    const keys = both.map(({ payment }) => payment.authorization.key)
    expect(new Set(keys).size).toBe(2)
    for (const one of both) expect(await verify(one)).toMatchObject({ ok: true })
    const ends = await Promise.all(both.map(settle))
    expect(ends.map(({ state }) => state).sort()).toEqual(['failed', 'landed'])
    expect(ends.find(({ state }) => state === 'failed')).toEqual(FAILED)
    expect(await earned()).toBe(PRICE)
    world.ledger.close(100)
    expect((await Promise.all(both.map(find))).map(({ state }) => state)).toEqual(
      ends.map(({ state }) => state),
    )
  })

  it('is a replay once the other one has landed', async () => {
    const [first, second] = await rivals()
    expect(await settle(first)).toMatchObject({ state: 'landed' })
    expect(await verify(second)).toMatchObject({ rejection: { code: 'PAYMENT_REPLAY' } })
    expect(await verify(first)).toMatchObject({ rejection: { code: 'PAYMENT_REPLAY' } })
  })
})

describe('sending', () => {
  it('sends only the signed bytes, again and again, until the node keeps them', async () => {
    await doNotWait()
    const one = await paid(world, scheme)
    const sent: unknown[] = []
    world.ledger.isDropping = true
    world.node.levers.lie = (request, result) => {
      if (request.command === 'submit') sent.push(request.tx_blob)
      return result
    }
    expect(await settle(one)).toMatchObject({ state: 'unknown' })
    expect(sent.length).toBeGreaterThan(1)
    world.ledger.isDropping = false
    await find(one)
    await expect.poll(async () => (await find(one)).state).toBe('landed')
    expect(new Set(sent)).toEqual(new Set([one.blob]))
    expect(await earned()).toBe(PRICE)
  })

  it('does not send again what the node still has', async () => {
    await doNotWait()
    const one = await paid(world, scheme)
    world.ledger.isHolding = true
    expect(await settle(one)).toMatchObject({ state: 'unknown' })
    expect(submits()).toBe(1)
    world.ledger.release()
    world.ledger.close()
    expect(await find(one)).toMatchObject({ state: 'landed' })
    expect(submits()).toBe(1)
  })
})

describe('the node', () => {
  it.each(['isDown', 'isMute'] as const)(
    '%s: nothing is decided, until it is back',
    async lever => {
      await scheme.backend.close()
      scheme = schemeOf(world, { options: { wait: 300 }, timeout: 200 })
      const one = await paid(world, scheme)
      world.node.levers[lever] = true
      expect(await verify(one)).toMatchObject({
        rejection: { code: 'PAYMENT_VERIFICATION_UNAVAILABLE' },
      })
      expect(await settle(one)).toMatchObject({ state: 'unknown' })
      expect(await scheme.backend.health()).toMatchObject({ ok: false })
      await expect(scheme.head!()).rejects.toThrow(/the node/)
      await expect(scheme.balanceOf!(world.payTo)).rejects.toThrow(/the node/)
      world.node.levers[lever] = false
      // A busy machine may take longer than this node is given.
      await until(async () => (await verify(one)).ok)
      await until(async () => (await settle(one)).state === 'landed')
    },
  )

  it('reports the ledger, balances and its health', async () => {
    const { number, time } = await scheme.head!()
    expect(number).toBe(world.ledger.validated)
    expect(Math.abs(time - Date.now() / 1000)).toBeLessThan(60)
    const rich = Wallet.generate().address
    await world.fund(rich, 1_234_567n)
    world.ledger.line(rich, RLUSD)!.balance += 999_999_999n
    expect(await scheme.balanceOf!(rich)).toBe(1_234_567n)
    expect(await scheme.balanceOf!(Wallet.generate().address)).toBe(0n)
    await expect(scheme.balanceOf!('rrr')).rejects.toThrow('not a classic address')
    const details = { ledger: number, trust_line: 'open' }
    expect(await scheme.backend.health()).toMatchObject({ ok: true, details })
  })
})
