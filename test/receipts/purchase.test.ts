/** What became of an authorization, for whoever knows its nonce and its payer. */
import { verifyReceiptSignatureJWS } from '@x402/extensions/offer-receipt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fails, gives, until, type Seen } from '../helpers/cash-gateway.ts'
import { startReceipts, type ReceiptsWorld } from './world.ts'

let shop: ReceiptsWorld
beforeAll(async () => {
  shop = await startReceipts()
})
beforeEach(() => {
  shop.world.vendor.reply = () => gives({ found: 1 })
  shop.world.cash.bank.mode = 'land'
})
afterAll(() => shop.at.stop())

const signed = async (name = 'ann') =>
  shop.world.cash.wallet(name).sign(await shop.at.quote('/tree', {}))
const authorizationOf = (header: string): { from: string; nonce: string } =>
  JSON.parse(Buffer.from(header, 'base64').toString()).payload.authorization
const look = (header: string, sent?: string): Promise<Seen> => {
  const { from, nonce } = authorizationOf(header)
  const init = sent === undefined ? {} : { headers: { 'payment-signature': sent } }
  return shop.at.fetch(`/purchases/${nonce}?payer=${from}`, init)
}
async function proven({ body }: Seen): Promise<any> {
  const { keys } = (await shop.at.fetch('/keys')).body
  return verifyReceiptSignatureJWS(body.proof, keys[0])
}

describe('a purchase', () => {
  it('is unknown before it is claimed, and with another payer', async () => {
    const header = await signed()
    const { nonce } = authorizationOf(header)
    const { address } = shop.world.cash.wallet('ben')
    for (const seen of [
      await look(header),
      await shop.at.fetch(`/purchases/${nonce}?payer=${address}`),
    ])
      expect([seen.status, seen.body.code]).toEqual([404, 'PURCHASE_NOT_FOUND'])
  })

  it('has status `quoted` before its claim, for a caller that sends the payment; this charges nothing', async () => {
    const [header, other] = [await signed(), await signed()]
    const { from, nonce } = authorizationOf(header)
    const [earned, stored] = [shop.world.cash.bank.earned(), shop.world.docs.size]
    const seen = await look(header, header)
    expect([seen.status, seen.body]).toEqual([
      200,
      {
        object: 'purchase',
        nonce,
        status: 'quoted',
        payer: from,
        network: 'eip155:999',
        scheme: 'exact',
        asset: expect.any(String),
        amount: '2000',
        valid_until: expect.any(String),
      },
    ])
    const changed = JSON.parse(Buffer.from(header, 'base64').toString())
    changed.payload.signature = '0xother'
    const forged = Buffer.from(JSON.stringify(changed)).toString('base64')
    for (const sent of [other, forged, 'x'])
      expect([sent, (await look(header, sent)).body.code]).toEqual([sent, 'PURCHASE_NOT_FOUND'])
    expect([shop.world.cash.bank.earned(), shop.world.docs.size]).toEqual([earned, stored])
    await shop.at.post('/tree', {}, header)
    expect((await look(header, header)).body.status).toBe('charged')
  })

  it('has no end where its authorization practically has none', async () => {
    const quote = await shop.at.quote('/tree', {})
    const validBefore = String(2n ** 256n - 1n)
    const header = shop.world.cash.wallet('ann').sign(quote, { validBefore } as any)
    const seen = await look(header, header)
    expect([seen.status, seen.body.status, 'valid_until' in seen.body]).toEqual([
      200,
      'quoted',
      false,
    ])
  })

  it('whose payment the chain has seen, or which is over, is not quoted', async () => {
    const used = await signed()
    const decoded = shop.world.cash.paymentScheme.decode(used)
    if (decoded.ok) shop.world.cash.bank.landed.set(decoded.payment.authorization.key, '0xused')
    const over = await signed()
    await shop.world.clock.advance(600_000)
    for (const header of [used, over]) expect((await look(header, header)).status).toBe(404)
  })

  it('is held while its work goes on, and then charged, and shows nothing of the request', async () => {
    shop.world.vendor.reply = undefined
    const header = await signed()
    const before = shop.world.vendor.asked.length
    const answer = shop.at.post('/tree', { text: 'secret' }, header)
    await until(() => shop.world.vendor.asked.length > before)
    const held = await look(header)
    expect([held.body.status, held.body.proof]).toEqual(['held', undefined])
    shop.world.vendor.asked.at(-1)!.answer(gives({ found: 1 }))
    const { headers } = await answer
    const seen = await look(header)
    expect(seen.headers.get('cache-control')).toBe('no-store')
    expect(seen.body).toEqual({
      object: 'purchase',
      nonce: authorizationOf(header).nonce,
      status: 'charged',
      payer: authorizationOf(header).from,
      network: 'eip155:999',
      scheme: 'exact',
      asset: expect.any(String),
      amount: '2000',
      charged: '2000',
      transaction: headers.get('x-payment-receipt'),
      charged_at: new Date(shop.world.clock.now()).toISOString(),
    })
  })

  it('says no more than that its outcome is not certain', async () => {
    const header = await signed()
    shop.world.cash.bank.mode = 'unknown'
    await shop.at.post('/tree', {}, header)
    expect((await look(header)).body).toMatchObject({ status: 'settling', amount: '2000' })
    expect((await look(header)).body).not.toHaveProperty('charged')
  })

  it('that was released is proved once its authorization is over, and not before', async () => {
    shop.world.vendor.reply = () => fails()
    const header = await signed()
    await shop.at.post('/tree', {}, header)
    const early = await look(header)
    expect([early.body.status, early.body.proof]).toEqual(['released', undefined])
    await shop.world.clock.advance(Date.parse(early.body.valid_until) - shop.world.clock.now())
    const seen = await look(header)
    const { from, nonce } = authorizationOf(header)
    expect(await proven(seen)).toMatchObject({
      version: 1,
      statement: 'never-charged',
      payer: from,
      nonce,
      amount: '2000',
    })
  })

  it('that somebody else has sent is charged, whatever we know', async () => {
    shop.world.vendor.reply = () => fails()
    const header = await signed()
    await shop.at.post('/tree', {}, header)
    const { body } = await look(header)
    const decoded = shop.world.cash.paymentScheme.decode(header)
    if (decoded.ok)
      shop.world.cash.bank.landed.set(decoded.payment.authorization.key, '0xelsewhere')
    await shop.world.clock.advance(Date.parse(body.valid_until) - shop.world.clock.now())
    const seen = await look(header)
    expect(seen.body).toMatchObject({ status: 'charged', transaction: '0xelsewhere' })
    expect(seen.body).not.toHaveProperty('proof')
  })

  it.each([
    '/purchases/x',
    '/purchases/%20?payer=0x1',
    '/purchases/..%7Cx?payer=0x1',
    '/purchases/0x1?payer=a|b',
  ])('that is asked for wrongly (%s) is 400 or 404, and says how to ask', async path => {
    const seen = await shop.at.fetch(path)
    expect([seen.status, seen.body.code]).toEqual([400, 'INVALID_NONCE'])
  })
})
