/** Purchases that their caller has named: the same name and request are the same purchase. */
import { randomBytes } from 'node:crypto'
import {
  appendPaymentIdentifierToExtensions,
  declarePaymentIdentifierExtension,
} from '@x402/extensions/payment-identifier'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fails, gives, startCashGateway, until, type CashGateway } from '../helpers/cash-gateway.ts'
import { memoryStore } from '../helpers/memory-store.ts'
import { startReceipts, type ReceiptsWorld } from './world.ts'

const ID = 'order_0000000000000001'
const DAY = 86_400_000
let shop: ReceiptsWorld
beforeEach(async () => {
  shop = await startReceipts()
  shop.world.vendor.reply = () => gives({ found: 1 }, { found: 1 })
})
afterEach(() => shop.at.stop())

const earned = () => shop.world.cash.bank.earned()
/** A fresh payment with a name, which the published client has put there. */
async function named(id: unknown = ID, wallet = 'ann', path = '/tree'): Promise<string> {
  const header = shop.world.cash.wallet(wallet).sign(await shop.at.quote(path, {}))
  const extensions: any = { 'payment-identifier': declarePaymentIdentifierExtension() }
  if (id === ID) appendPaymentIdentifierToExtensions(extensions, ID)
  else extensions['payment-identifier'].info.id = id
  const payload = JSON.parse(Buffer.from(header, 'base64').toString())
  return Buffer.from(JSON.stringify({ ...payload, extensions })).toString('base64')
}
const buy = (header: string, body: object = {}, at: CashGateway = shop.at, path = '/tree') =>
  at.post(path, body, header)
/** The gateway knows that the reply arrived. */
const delivered = (header: string) =>
  until(async () => {
    const decoded = shop.world.cash.paymentScheme.decode(header)
    const { key } = decoded.ok ? decoded.payment.authorization : { key: '' }
    return (await shop.at.ledger.get(key))?.delivered
  })

describe('a named purchase', () => {
  it('is what the body of a 402 declares, and never needed', async () => {
    const { body, headers } = await shop.at.post('/tree', {})
    expect(body.extensions['payment-identifier']).toEqual(declarePaymentIdentifierExtension())
    const header = Buffer.from(headers.get('payment-required')!, 'base64').toString()
    expect(header).not.toContain('payment-identifier')
  })

  it('gives its answer again, also once it was delivered, and charges once', async () => {
    const first = await named()
    const bought = await buy(first)
    await delivered(first)
    for (const header of [await named(), first, await named()]) {
      const seen = await buy(header)
      expect([seen.status, seen.text]).toEqual([200, bought.text])
      expect(seen.headers.get('x-payment-receipt')).toBe(bought.headers.get('x-payment-receipt'))
    }
    expect([earned(), shop.world.vendor.asked.length]).toEqual([2000n, 1])
  })

  it('is not given to who has its payment from the chain, where the name is not', async () => {
    const first = await named()
    const { extensions: _, ...known } = JSON.parse(Buffer.from(first, 'base64').toString())
    const stranger = Buffer.from(JSON.stringify(known)).toString('base64')
    const otherName = Buffer.from(
      JSON.stringify({
        ...known,
        extensions: { 'payment-identifier': { info: { id: `${ID}x` } } },
      }),
    ).toString('base64')
    shop.world.cash.bank.mode = 'unknown'
    expect((await buy(first)).status).toBe(503)
    shop.world.cash.bank.mode = 'land'
    for (const header of [stranger, otherName])
      expect((await buy(header)).body).toMatchObject({ code: 'PAYMENT_REPLAY' })
    expect((await buy(first)).status).toBe(200)
    await delivered(first)
    for (const header of [stranger, otherName])
      expect((await buy(header)).body).toMatchObject({ code: 'PAYMENT_REPLAY' })
    expect((await buy(first)).status).toBe(200)
    expect(earned()).toBe(2000n)
  })

  it('has no answer any more once a large one was delivered', async () => {
    const large = { text: randomBytes(225_000).toString('base64') }
    shop.world.vendor.reply = () => gives({ found: 1 }, large)
    const first = await named()
    expect((await buy(first)).body.result).toEqual(large)
    await delivered(first)
    for (const header of [first, await named()]) {
      const seen = await buy(header)
      expect([seen.status, seen.body.details]).toEqual([
        402,
        'Its reply was delivered, and is too large to be stored: sign again with another id.',
      ])
    }
    expect(earned()).toBe(2000n)
  })

  it('is refused for another request of the wallet, for free', async () => {
    const first = await named()
    await buy(first, { text: 'secret' })
    for (const header of [await named(), first]) {
      const seen = await buy(header, { text: 'two' })
      expect([seen.status, seen.body.code]).toEqual([409, 'PAYMENT_IDENTIFIER_CONFLICT'])
      expect(seen.text).not.toContain('secret')
    }
    const other = await buy(await named(ID, 'ann', '/list'), {}, shop.at, '/list')
    expect([other.status, earned(), shop.world.vendor.asked.length]).toEqual([409, 2000n, 1])
  })

  it('is not that of another wallet with the same name', async () => {
    await buy(await named())
    const seen = await buy(await named(ID, 'ben'))
    expect([seen.status, earned()]).toEqual([200, 4000n])
  })

  it('can reuse the name of a failed purchase', async () => {
    shop.world.vendor.reply = () => fails()
    expect((await buy(await named(), { text: 'one' })).status).toBe(500)
    shop.world.vendor.reply = () => gives({ found: 1 })
    expect((await buy(await named(), { text: 'two' })).status).toBe(200)
    expect((await buy(await named(), { text: 'one' })).status).toBe(409)
    expect(earned()).toBe(2000n)
  })

  it('has its name for a day, and is another purchase afterwards', async () => {
    const bought = await buy(await named())
    await shop.world.clock.advance(DAY - 1)
    expect((await buy(await named())).text).toBe(bought.text)
    expect(earned()).toBe(2000n)
    await shop.world.clock.advance(2)
    expect((await buy(await named())).status).toBe(200)
    expect([earned(), shop.world.vendor.asked.length]).toEqual([4000n, 2])
  })

  it('is bought once by requests that come at once, in two processes', async () => {
    await shop.at.stop()
    const { world } = shop
    const parts = (instance: string) => ({
      settings: { instance },
      store: memoryStore(world.clock, { docs: world.docs, shared: true }),
    })
    shop.at = await startCashGateway(world, parts('one'))
    const other = await startCashGateway(world, parts('two'))
    try {
      const headers = [await named(), await named(), await named(), await named()]
      const seen = await Promise.all(
        headers.map((header, i) => buy(header, {}, i % 2 ? shop.at : other)),
      )
      // A process that cannot wait any longer says so; nobody pays twice.
      expect(
        seen.map(({ status }) => status).filter(status => status === 200).length,
      ).toBeGreaterThan(0)
      expect(seen.every(({ status }) => [200, 503].includes(status))).toBe(true)
      expect([earned(), world.vendor.asked.length]).toEqual([2000n, 1])
      for (const at of [other, shop.at])
        expect((await buy(await named(), {}, at)).body).toEqual(
          seen.find(({ status }) => status === 200)!.body,
        )
      expect(earned()).toBe(2000n)
    } finally {
      await other.stop()
    }
  })

  it.each([['too short'], ['x'.repeat(129)], [7], [{ a: 1 }], ['__proto__ of something'], [null]])(
    'has no name like %j: nothing is claimed and nothing charged',
    async id => {
      const header = await named(id)
      const seen = await buy(header)
      expect([seen.status, seen.body.code]).toEqual([400, 'INVALID_PAYMENT_IDENTIFIER'])
      expect(seen.body.error).toMatch(/16 to 128 letters.* Nothing was charged\.$/)
      expect([earned(), shop.world.vendor.asked.length]).toEqual([0n, 0])
    },
  )
})
