/** Leases of telephone numbers run out: by a clock that is wound, together with the chain's. */
import { describe, expect, it } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { DAY, free, held, later, lease, listed, pay, place, shop, useShop } from './numbers-desk.ts'
import { windClock } from './wind-clock.ts'

const clock = windClock()
useShop(clock)

const HOUR = 3_600

/** The numbers of a wallet and whether they are active. */
const states = async (by: Buyer): Promise<Record<string, boolean>> =>
  Object.fromEntries((await listed(by)).map(one => [one.phone_number, one.active]))

const rich = (): Promise<Buyer> => shop.buyer(100_000_000n)

describe('a lease of 30 days', () => {
  it('[PHONE-022 PHONE-036 PHONE-030 VOICE-011] ends after them, not before', async () => {
    const ann = await rich()
    const phoneNumber = await lease(ann)
    await later(30 * DAY - HOUR)
    expect(await states(ann)).toEqual({ [phoneNumber]: true })
    expect((await place(ann)).status).toBe(200)
    await later(HOUR + 60)
    expect(await states(ann)).toEqual({ [phoneNumber]: false })
    const end = (await listed(ann))[0]!.expires_at
    const renewed = await free(ann, () => pay(ann, 'renew', { phoneNumber }))
    expect([renewed.status, renewed.body.reason]).toEqual([403, 'expired'])
    expect((await listed(ann))[0]!.expires_at).toBe(end)
    const named = await free(ann, () => place(ann, { from: phoneNumber }))
    expect([named.status, named.body.reason]).toEqual([403, 'expired'])
    const unnamed = await free(ann, () => place(ann))
    expect([unnamed.status, unnamed.body.buy_endpoint]).toEqual([403, '/api/v1/phone/numbers/buy'])
  })

  it('[PHONE-027] lasts 60 days from its beginning if it is renewed at its end', async () => {
    const ann = await rich()
    const phoneNumber = await lease(ann)
    await later(30 * DAY - HOUR)
    expect((await pay(ann, 'renew', { phoneNumber })).status).toBe(200)
    await later(30 * DAY)
    expect(await states(ann)).toEqual({ [phoneNumber]: true })
    await later(HOUR + 60)
    expect(await states(ann)).toEqual({ [phoneNumber]: false })
  })

  it('[PHONE-036] seven days after its end, the carrier gets the number, and nobody else does', async () => {
    const [ann, bob] = [await rich(), await rich()]
    const gone = await lease(ann, { country: 'IE' })
    const kept = await lease(ann)
    await pay(ann, 'renew', { phoneNumber: kept })
    await later(37 * DAY - HOUR)
    expect(await states(ann)).toEqual({ [gone]: false, [kept]: true })
    expect(await held()).toContain(gone)
    expect((await free(bob, () => pay(bob, 'buy', { country: 'IE' }))).status).toBe(404)
    await later(HOUR + 60)
    const swept = async () => {
      await clock.wind(60_000)
      return held()
    }
    await expect.poll(swept, { timeout: 20_000 }).not.toContain(gone)
    expect(await states(ann)).toEqual({ [kept]: true })
    expect(await held()).toContain(kept)
    const renewed = await free(ann, () => pay(ann, 'renew', { phoneNumber: gone }))
    expect([renewed.status, renewed.body.reason]).toEqual([403, 'not_found'])
    // It is free again at the carrier, and may be leased anew.
    expect(await lease(bob, { country: 'IE' })).toBe(gone)
    expect(await states(ann)).toEqual({ [kept]: true })
    expect(await states(bob)).toEqual({ [gone]: true })
  })

  it('[PHONE-036] a number is kept until the carrier has answered, and is nobody’s', async () => {
    const ann = await rich()
    const gone = await lease(ann)
    let refused = 0
    shop.taps.carrier.answer(({ method }) =>
      method === 'DELETE' && refused++ < 1 ? { status: 500, body: '{}' } : undefined,
    )
    await later(37 * DAY + 60)
    const swept = async () => {
      await clock.wind(60_000)
      return held()
    }
    await expect.poll(swept, { timeout: 20_000 }).not.toContain(gone)
    expect(refused).toBeGreaterThan(1)
    expect(await states(ann)).toEqual({})
  })

  it('[PHONE-040] an expired number may be given back at once', async () => {
    const ann = await rich()
    const phoneNumber = await lease(ann)
    await later(31 * DAY)
    expect((await free(ann, () => pay(ann, 'release', { phoneNumber }))).status).toBe(200)
    expect(await states(ann)).toEqual({})
    await expect.poll(held, { timeout: 20_000 }).not.toContain(phoneNumber)
  })

  it('[VOICE-006 VOICE-007 VOICE-010] only active numbers count where none is named', async () => {
    const ann = await rich()
    const old = await lease(ann)
    await later(31 * DAY)
    const fresh = await lease(ann)
    expect((await place(ann)).status).toBe(200)
    const started = JSON.parse(shop.taps.caller.seen.at(-1)!.body)
    expect(started.from).toBe(fresh)
    const seen = await free(ann, () => place(ann, { from: '+15550001111' }))
    expect(seen.body.your_active_numbers).toEqual([fresh])
    expect(await states(ann)).toEqual({ [old]: false, [fresh]: true })
  })
})
