/** Telephone numbers and wallets that cannot pay: the carrier gets back what nobody pays for. */
import { describe, expect, it } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { call, paidBy } from './client.ts'
import {
  DAY,
  held,
  later,
  lease,
  listed,
  pay,
  sent,
  shop,
  signedNow,
  useShop,
} from './numbers-desk.ts'
import { windClock } from './wind-clock.ts'

useShop(windClock())

const FUNDS = 10_002_000n

const expiryOf = async (by: Buyer, number: string): Promise<string | undefined> =>
  (await listed(by)).find(one => one.phone_number === number)?.expires_at

/** Takes the whole balance of a wallet away. */
async function drain(by: Buyer): Promise<void> {
  const { chain } = shop.world
  await chain.fund(by.account.address, -(await by.balance()))
}

describe('a wallet that is emptied while its number is bought', () => {
  it('[PHONE-020 PHONE-016] pays nothing, has nothing, and the carrier has its number', async () => {
    const eve = await shop.buyer(FUNDS)
    const header = await signedNow(eve, sent('buy', {}))
    const taken: string[] = []
    shop.taps.carrier.answer(async ({ method, body }) => {
      if (method !== 'POST') return undefined
      taken.push(new URLSearchParams(body).get('PhoneNumber')!)
      await drain(eve)
      return undefined
    })
    const seen = await call(shop.url, { ...sent('buy', {}), headers: paidBy(header) })
    expect([seen.status, seen.headers['x-payment-receipt']]).toEqual([402, undefined])
    expect(seen.text).not.toContain(taken[0])
    // The authorization may still land until it expires; nobody has the number meanwhile.
    expect([taken.length, await held()]).toEqual([1, expect.arrayContaining(taken)])
    await later(360)
    const afterAMinute = () => later(60).then(() => held())
    await expect.poll(afterAMinute, { timeout: 20_000 }).not.toContain(taken[0])
    await shop.world.chain.fund(eve.account.address, FUNDS)
    expect(await listed(eve)).toEqual([])
    const renewed = await pay(eve, 'renew', { phoneNumber: taken[0]! })
    expect([renewed.status, renewed.body.reason]).toEqual([403, 'not_found'])
    const replayed = await call(shop.url, { ...sent('buy', {}), headers: paidBy(header) })
    expect([replayed.status, taken.length]).toEqual([402, 1])
  }, 60_000)

  it.each([660, 10 * 365 * DAY])(
    '[PHONE-016] cannot hold a number for as long as its payment may land: %i s are too many',
    async seconds => {
      const eve = await shop.buyer(FUNDS)
      const header = await signedNow(eve, sent('buy', {}), seconds)
      const before = (await held()).length
      const seen = await call(shop.url, { ...sent('buy', {}), headers: paidBy(header) })
      expect([seen.status, seen.body.code]).toEqual([402, 'PAYMENT_INVALID'])
      expect(seen.body.details).toContain('300 seconds')
      expect((await held()).length).toBe(before)
      expect((await pay(eve, 'buy')).status).toBe(200)
    },
  )

  it('[PHONE-024] or renewed: the lease stays as it was', async () => {
    const eve = await shop.buyer(FUNDS)
    const phoneNumber = await lease(eve)
    const end = await expiryOf(eve, phoneNumber)
    await shop.world.chain.fund(eve.account.address, FUNDS)
    const header = await signedNow(eve, sent('renew', { phoneNumber }))
    await drain(eve)
    const seen = await call(shop.url, {
      ...sent('renew', { phoneNumber }),
      headers: paidBy(header),
    })
    expect([seen.status, seen.headers['x-payment-receipt']]).toEqual([402, undefined])
    await shop.world.chain.fund(eve.account.address, FUNDS)
    expect(await expiryOf(eve, phoneNumber)).toBe(end)
    expect((await pay(eve, 'renew', { phoneNumber })).status).toBe(200)
  })
})
