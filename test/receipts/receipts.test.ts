/** Signed receipts: what they say, that clients can verify them, and that they stay small. */
import { createHash } from 'node:crypto'
import { verifyReceiptSignatureJWS, type ReceiptPayload } from '@x402/extensions/offer-receipt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createReceiptSigner } from '../../runtime/payments/receipt-signer.ts'
import { gives, receiptOf } from '../helpers/cash-gateway.ts'
import { eventsOf, listen } from '../helpers/cash-streams.ts'
import { KEYS, receiptIn, startReceipts, type ReceiptsWorld } from './world.ts'

let shop: ReceiptsWorld
beforeAll(async () => {
  shop = await startReceipts()
})
beforeEach(() => {
  shop.world.vendor.reply = () => gives({ found: 1 })
})
afterAll(() => shop.at.stop())

const wallet = (name = 'ann') => shop.world.cash.wallet(name)
const pay = async (path: string, body: unknown, name = 'ann'): Promise<string> =>
  wallet(name).sign(await shop.at.quote(path, body))
const usdOf = ({ amount }: { amount: string }): string => String(Number(amount) / 1e6)
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('a signed receipt', () => {
  it('says who paid what for which answer, and the published client verifies it', async () => {
    const { at, world } = shop
    const body = { text: 'hi', n: 3 }
    const seen = await at.post('/write/first', body, await pay('/write/first', body))
    const receipt = await receiptIn(seen)
    expect(receipt).toEqual({
      version: 1,
      network: 'eip155:999',
      resourceUrl: `${at.url}/write/first`,
      payer: wallet().address,
      issuedAt: Math.floor(world.clock.now() / 1000),
      transaction: seen.headers.get('x-payment-receipt'),
      amount: String(world.cash.bank.earned()),
      asset: expect.any(String),
      route: 'post_write',
      request: seen.headers.get('x-request-id'),
      catalog: world.catalog.hash,
      model: 'first',
      contentSha256: sha256(seen.text),
      inputs: { 'body.n': 3 },
      lines: [{ unit: 'texts', quantity: '3', rate: expect.any(String), total: usdOf(receipt) }],
    })
  })

  it('stands beside the members that the header always had, which the older name has alone', async () => {
    const seen = await shop.at.post('/tree', {}, await pay('/tree', {}))
    const { extensions, ...facts } = receiptOf(seen)
    expect(extensions['offer-receipt'].info.receipt.format).toBe('jws')
    const older = Buffer.from(seen.headers.get('x-payment-response')!, 'base64').toString()
    expect(JSON.parse(older)).toEqual(facts)
  })

  it('is signed by a key that the gateway publishes, beside older ones', async () => {
    const seen = await shop.at.post('/tree', {}, await pay('/tree', {}))
    const { receipt } = receiptOf(seen).extensions['offer-receipt'].info
    const { keys } = (await shop.at.fetch('/keys')).body
    expect(keys.map((key: any) => key.kid)).toEqual(
      KEYS.map(key => createReceiptSigner([key]).keys[0]!.kid),
    )
    await verifyReceiptSignatureJWS(receipt, keys[0])
    await expect(verifyReceiptSignatureJWS(receipt, keys[1])).rejects.toThrow()
    expect(JSON.stringify(keys)).not.toMatch(/"d"/)
  })

  it('cannot be changed', async () => {
    const seen = await shop.at.post('/tree', {}, await pay('/tree', {}))
    const { receipt } = receiptOf(seen).extensions['offer-receipt'].info
    const [head, payload, signature] = receipt.signature.split('.')
    const said: ReceiptPayload = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...said, amount: '1' })).toString('base64url')
    await expect(
      verifyReceiptSignatureJWS({ format: 'jws', signature: `${head}.${forged}.${signature}` }),
    ).rejects.toThrow()
  })

  it('says what was charged of what was quoted', async () => {
    shop.world.vendor.reply = () => gives({ found: 3 }, { found: 3 })
    const seen = await shop.at.post('/list', {}, await pay('/list', {}))
    expect(await receiptIn(seen)).toMatchObject({
      amount: '900',
      quoted: '2000',
      inputs: { 'result.found': 3 },
    })
  })

  it('says that nothing was charged where nothing was due', async () => {
    shop.world.vendor.reply = () => gives({ found: 0 }, { found: 0 })
    const seen = await shop.at.post('/list', {}, await pay('/list', {}))
    expect([seen.status, await receiptIn(seen)]).toMatchObject([200, { amount: '0' }])
    expect(await receiptIn(seen)).not.toHaveProperty('transaction')
  })

  it('stands on no reply that is not paid', async () => {
    const { at, world } = shop
    world.cash.bank.mode = 'fail'
    const failed = await at.post('/tree', {}, await pay('/tree', {}))
    world.cash.bank.mode = 'land'
    expect([failed.status, receiptOf(failed)]).toMatchObject([402, { success: false }])
    for (const seen of [failed, await at.post('/tree', {})])
      expect(await receiptIn(seen)).toBeUndefined()
  })

  it('leaves 4,096 bytes of head enough for everything else, however long its parts are', async () => {
    const { at } = shop
    const header = await pay('/write/first', { text: 'x', n: 1 })
    const response = await fetch(`${at.url}/write/first`, {
      method: 'POST',
      body: JSON.stringify({ text: 'x', n: 1 }),
      headers: {
        'content-type': 'application/json',
        'payment-signature': header,
        'x-request-id': 'r'.repeat(128),
        connection: 'close',
      },
    })
    const lines = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`)
    expect(response.status).toBe(200)
    expect(lines.join('').length).toBeLessThan(3_600)
  })
})

describe('the receipt of a stream', () => {
  it('is in its last event, without a hash, and again with the stored copy', async () => {
    const header = await pay('/chat', {}, 'ben')
    const caller = await listen(shop.at, '/chat', header)
    await caller.hears('one')
    shop.opened.at(-1)!.ends()
    await caller.end
    const last = eventsOf(caller.text()).find(event => event.payment)
    const receipt = await verifyReceiptSignatureJWS({
      format: 'jws',
      signature: last.payment.receipt,
    })
    expect(receipt).toMatchObject({
      payer: wallet('ben').address,
      amount: '2000',
      transaction: last.payment.transaction,
      usage: { input: 5, output: 2 },
    })
    expect(receipt).not.toHaveProperty('contentSha256')
  })

  it('says that nothing was charged if an earlier payment of the wallet pays for it', async () => {
    const { at, world, opened } = shop
    const inSeconds = String(Math.floor(world.clock.now() / 1000) + 60)
    const requirements = await at.quote('/chat', {})
    const early = wallet('eve').sign(requirements, { validBefore: inSeconds })
    const first = await listen(at, '/chat', early)
    await first.hears('one')
    await world.clock.advance(40_000)
    opened.at(-1)!.breaks('cut')
    await first.end
    expect(first.text()).toContain('credited')
    const second = await listen(at, '/chat', await pay('/chat', {}, 'eve'))
    await second.hears('one')
    opened.at(-1)!.ends()
    await second.end
    const { payment } = eventsOf(second.text()).find(event => event.payment)
    expect(
      await verifyReceiptSignatureJWS({ format: 'jws', signature: payment.receipt }),
    ).toMatchObject({ payer: wallet('eve').address, amount: '0', quoted: '2000' })
  })
})
