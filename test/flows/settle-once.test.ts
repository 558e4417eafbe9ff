/**
 * One settlement a job, and one reply a payment, where two requests meet: at two gateways under a
 * lock that locks nobody, or with a payment record that is gone.
 */
import { Agent, request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Payment } from '../../runtime/payments/payment.ts'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import { StoreBusy, type Store } from '../../runtime/store/store.ts'
import {
  cashWorld,
  gives,
  requirementsOf,
  startCashGateway,
  tickUntil,
  until,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import { docOf, finished, freshFor, jobFlows, made, pollWith } from '../helpers/cash-jobs.ts'
import { embeddedStore } from '../helpers/store.ts'

let world: World
let store: Store
let one: CashGateway
let two: CashGateway
let stop: () => Promise<void>
beforeEach(async () => {
  world = cashWorld()
  world.cash.paymentScheme.balanceOf = async wallet => bank().balances.get(wallet) ?? 0n
  const held = await embeddedStore(world.clock)
  ;({ stop } = held)
  store = { ...held.store, lock: (_name, _ttl, work) => work() }
  one = await startCashGateway(world, { store, settings: { instance: 'one' } })
  two = await startCashGateway(world, { store, settings: { instance: 'two' } })
})
afterEach(async () => {
  await one.stop()
  await two.stop()
  await stop()
})

const bank = () => world.cash.bank
const images = jobFlows[0]!

/** The payment in a header, and the key of its authorization. */
function paymentIn(header: string): Payment {
  const decoded = world.cash.paymentScheme.decode(header)
  if (!decoded.ok) throw new Error(decoded.rejection.details)
  return decoded.payment
}
const keyOf = (header: string): string => paymentIn(header).authorization.key

/** Stops the next call of a method until it is let go. */
function holdNext<K extends string>(at: Record<K, (...args: any[]) => Promise<any>>, name: K) {
  const inner = at[name]
  let go = (): void => undefined
  const let_ = new Promise<void>(resolve => {
    go = resolve
  })
  const reached = new Promise<void>(resolve => {
    at[name] = async (...args) => {
      at[name] = inner
      resolve()
      await let_
      return inner(...args)
    }
  })
  return { reached, go }
}

describe('PAY-063 a finished job', () => {
  it('is settled once by two polls that both saw it unpaid', async () => {
    const job = await finished(one, images)
    const [early, late] = [await freshFor(one, job.poll), await freshFor(two, job.poll)]
    const { reached, go } = holdNext(one.ledger as any, 'claim')
    const first = pollWith(one, job.poll, early)
    await reached
    const second = await pollWith(two, job.poll, late)
    expect([second.status, second.body.payment.status]).toEqual([200, 'settled'])
    go()
    const seen = await first
    expect([seen.status, seen.body.payment.status]).toEqual([200, 'already_settled'])
    expect([bank().attempts.length, bank().earned()]).toEqual([1, images.price])
  })

  it('is not settled by a second authorization while the first one is in doubt', async () => {
    const job = await finished(one, images)
    const [early, late] = [await freshFor(one, job.poll), await freshFor(two, job.poll)]
    const { reached, go } = holdNext(one.ledger as any, 'claim')
    const first = pollWith(one, job.poll, early)
    await reached
    bank().mode = 'unknown'
    const second = await tickUntil(world.clock, pollWith(two, job.poll, late))
    go()
    const seen = await tickUntil(world.clock, first)
    expect([seen.status, second.status]).toEqual([503, 503])
    expect(bank().attempts).toEqual([keyOf(late)])
  })

  it('is not paid by an authorization that buys another job while it is verified', async () => {
    const job = await finished(one, images)
    const header = await freshFor(one, job.poll)
    const { reached, go } = holdNext(one.ledger as any, 'claim')
    const poll = pollWith(one, job.poll, header)
    await reached
    const { length } = world.vendor.asked
    const other = two.post(images.path, images.body, header)
    await until(() => world.vendor.asked.length > length)
    go()
    const seen = await poll
    expect([seen.status, seen.body.code]).toEqual([402, 'PAYMENT_REPLAY'])
    world.vendor.asked.at(-1)!.answer(made)
    expect((await other).status).toBe(200)
    expect((await docOf(one, job.key)).settled).toBeUndefined()
    expect([bank().attempts.length, bank().earned()]).toEqual([1, images.price])
  })

  it('is not paid by an authorization that pays for a call while it is verified', async () => {
    const job = await finished(one, images)
    const header = await freshFor(one, job.poll)
    const { reached, go } = holdNext(one.ledger as any, 'claim')
    const poll = pollWith(one, job.poll, header)
    await reached
    const requirements = requirementsOf(await one.fetch(job.poll))
    const call = { route: 'tree', path: '/tree', fingerprint: 'f', requirements }
    await two.ledger.claim(paymentIn(header), call)
    go()
    const seen = await poll
    expect([seen.status, seen.body.code]).toEqual([402, 'PAYMENT_REPLAY'])
    expect(bank().attempts).toEqual([])
  })

  it('is not settled by a poll that waited for another settlement too long', async () => {
    const job = await finished(one, images)
    const { lock } = store
    store.lock = () => Promise.reject(new StoreBusy('the lock is held'))
    const seen = await pollWith(one, job.poll, job.own)
    expect([seen.status, seen.body.code]).toEqual([503, 'SETTLEMENT_PENDING'])
    expect(bank().attempts).toEqual([])
    store.lock = lock
    expect((await pollWith(one, job.poll, job.own)).status).toBe(200)
  })

  it('whose settlement failed is unpaid again: the same header is verified before it settles', async () => {
    const job = await finished(one, images)
    bank().mode = 'fail'
    expect((await pollWith(one, job.poll, job.own)).status).toBe(402)
    bank().mode = 'land'
    world.cash.wallet('ann', 0n)
    const seen = await pollWith(one, job.poll, job.own)
    expect([seen.status, seen.body.code]).toEqual([402, 'PAYMENT_UNFUNDED'])
    expect(bank().attempts).toHaveLength(1)
  })

  it('that is paid is not given for a settled signature that the gateway never saw', async () => {
    const job = await finished(one, images)
    expect((await pollWith(one, job.poll, job.own)).status).toBe(200)
    const header = await freshFor(one, job.poll)
    bank().landed.set(keyOf(header), '0xelsewhere')
    const seen = await pollWith(one, job.poll, header)
    expect([seen.status, seen.body.code]).toEqual([402, 'PAYMENT_REPLAY'])
    expect(seen.text).not.toContain('http://x/1')
  })

  it('whose settlement is not on record any more is pending, and is not settled again', async () => {
    const job = await finished(one, images)
    bank().mode = 'unknown'
    expect((await tickUntil(world.clock, pollWith(one, job.poll, job.own))).status).toBe(503)
    const { settling } = await docOf(one, job.key)
    const { version } = (await store.get<PaymentRecord>('payments', settling!))!
    expect(
      await store.commit([{ do: 'remove', in: 'payments', key: settling!, version }]),
    ).toBeTruthy()
    bank().mode = 'land'
    const seen = await pollWith(two, job.poll, await freshFor(two, job.poll))
    expect([seen.status, seen.body.code]).toEqual([503, 'SETTLEMENT_PENDING'])
    expect(bank().attempts).toHaveLength(1)
  })

  it('that was paid while its poll was verified gives its result to the same header', async () => {
    const job = await finished(one, images)
    const { reached, go } = holdNext(world.cash.paymentScheme as any, 'verify')
    const slow = pollWith(one, job.poll, job.own)
    await reached
    expect((await pollWith(two, job.poll, job.own)).status).toBe(200)
    go()
    const seen = await slow
    expect([seen.status, seen.body.payment.status]).toEqual([200, 'already_settled'])
    expect(bank().attempts).toHaveLength(1)
  })

  it('that another authorization paid ends the one of its submit, which then buys nothing', async () => {
    const job = await finished(one, images)
    const { submitted } = await docOf(one, job.key)
    expect((await one.ledger.get(submitted))!.state).toBe('claimed')
    expect((await pollWith(one, job.poll, await freshFor(one, job.poll))).status).toBe(200)
    expect(await one.ledger.get(submitted)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/another authorization/),
    })
  })
})

describe('a header that comes to a second gateway', () => {
  const body = { text: 'hi' }
  const pay = async (at: CashGateway): Promise<string> =>
    world.cash.wallet('ann').sign(await at.quote('/tree', body))

  /** Buys over a connection that stays open, so that the gateway does not know what has arrived. */
  async function boughtInDoubt(at: CashGateway, header: string): Promise<() => void> {
    const agent = new Agent({ keepAlive: true })
    const status = await new Promise(resolve => {
      request(`${at.url}/tree`, {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', 'payment-signature': header },
      })
        .on('response', response => response.resume().on('end', () => resolve(response.statusCode)))
        .end(JSON.stringify(body))
    })
    expect(status).toBe(200)
    return () => agent.destroy()
  }

  it('while the first sends its reply is not given it a second time', async () => {
    world.vendor.reply = () => gives({ found: 1 }, { found: 1 })
    const header = await pay(one)
    const close = await boughtInDoubt(one, header)
    const seen = await tickUntil(world.clock, two.post('/tree', body, header))
    close()
    expect([seen.status, seen.body.code]).toEqual([402, 'PAYMENT_REPLAY'])
    expect(bank().attempts).toHaveLength(1)
  })

  it('leaves nothing reserved there: the wallet buys with all that it has left', async () => {
    const price = 2000n
    world.cash.wallet('ann', 2n * price)
    world.vendor.reply = () => gives({ found: 1 }, { found: 1 })
    const header = await pay(one)
    expect((await one.post('/tree', body, header)).status).toBe(200)
    // Its chain may still say that the authorization is unused, so that it comes to the claim.
    const { check } = world.cash.paymentScheme.backend
    world.cash.paymentScheme.backend.check = async ({ authorization }) => ({
      ok: true,
      payer: authorization.from,
    })
    expect((await tickUntil(world.clock, two.post('/tree', body, header))).status).toBe(402)
    world.cash.paymentScheme.backend.check = check
    const wallet = world.cash.wallet('ann')
    expect(bank().balances.get(wallet.address)).toBe(price)
    expect((await two.post('/tree', body, await pay(two))).status).toBe(200)
    expect(bank().earned()).toBe(2n * price)
  })
})
