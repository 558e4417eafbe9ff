/** Whole results whose payments settle the actual price, and gateways that do so on request. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Requirements } from '../../runtime/payments/payment.ts'
import type { PaymentScheme } from '../../runtime/payments/scheme.ts'
import { gives, type Seen } from '../helpers/cash-gateway.ts'
import { usage } from '../helpers/cash-metered.ts'
import { PRICE } from '../helpers/cash-streams.ts'
import {
  bank,
  begun,
  newWallet,
  pay,
  settled,
  shop,
  start,
  startForEach,
} from '../helpers/metered-shop.ts'

startForEach()

describe('a whole result', () => {
  const receiptOf = ({ headers }: Seen): unknown =>
    JSON.parse(Buffer.from(headers.get('payment-response')!, 'base64').toString('utf8'))

  it('is settled for what it has, and says its price', async () => {
    shop.world.vendor.reply = () => gives({}, { found: 2 })
    const header = await pay('/list')
    const seen = await shop.at.post('/list', {}, header)
    expect(seen.body).toEqual({ found: 2, price: { amount: '0.000600', currency: 'USD' } })
    expect([bank().earned(), (await settled(header)).charged]).toEqual([600n, '600'])
    expect(receiptOf(seen)).toMatchObject({ success: true, amount: '600' })
  })

  it('says the same price when it is given again', async () => {
    shop.world.vendor.reply = () => gives({}, { found: 2 })
    bank().mode = 'unknown'
    const header = await pay('/list')
    expect((await shop.at.post('/list', {}, header)).status).toBe(503)
    bank().mode = 'land'
    const again = await shop.at.post('/list', {}, header)
    expect(again.body.price).toEqual({ amount: '0.000600', currency: 'USD' })
    expect(bank().earned()).toBe(600n)
  })

  it('costs nothing when it is empty', async () => {
    shop.world.vendor.reply = () => gives({}, { found: 0 })
    const seen = await shop.at.post('/list', {}, await pay('/list'))
    expect([seen.status, receiptOf(seen)]).toMatchObject([200, { success: true, amount: '0' }])
    expect(bank().attempts).toEqual([])
  })
})

describe('a gateway that settles the actual price on request', () => {
  const asking = { 'x-payment-scheme': 'upto' }
  const offers = async (headers?: Record<string, string>): Promise<Requirements[]> => {
    const init = { method: 'POST', body: '{}' }
    const type = { 'content-type': 'application/json' }
    const reply = await fetch(shop.at.url + '/chat', { ...init, headers: { ...type, ...headers } })
    expect(reply.status).toBe(402)
    return ((await reply.json()) as { accepts: Requirements[] }).accepts
  }
  beforeEach(async () => {
    await shop.at.stop()
    await start(5, scheme => {
      const upto: PaymentScheme = {
        ...scheme,
        spec: { ...scheme.spec, scheme: 'upto' },
        requirements: (...of) => ({ ...scheme.requirements(...of), scheme: 'upto' }),
        owns: of => of.scheme === 'upto',
      }
      Object.assign(scheme, { isMetered: undefined, owns: (of: any) => of.scheme === 'exact' })
      return { furtherSchemes: [upto] }
    })
  })

  it('offers its own scheme to other callers, even after a request for another one', async () => {
    const schemes = async (headers?: Record<string, string>): Promise<string[]> =>
      (await offers(headers)).map(({ scheme }) => scheme)
    expect(await schemes()).toEqual(['exact'])
    expect(await schemes(asking)).toEqual(['upto'])
    expect(await schemes()).toEqual(['exact'])
    expect(await schemes({ 'x-payment-scheme': 'other' })).toEqual(['exact'])
    expect(await schemes({ 'x-payment-scheme': 'exact' })).toEqual(['exact'])
  })

  it('settles each payment by the scheme that it was signed for', async () => {
    const [upto] = await offers(asking)
    const [exact] = await offers()
    for (const [offer, cost] of [[upto!, 350n] as const, [exact!, PRICE] as const]) {
      const before = bank().earned()
      const header = newWallet().sign(offer)
      const { caller, upstream } = await begun(header)
      upstream.ends(usage(3))
      await caller.end
      expect(bank().earned() - before).toBe(cost)
      expect((await settled(header)).requirements.scheme).toBe(offer.scheme)
    }
  })
})
