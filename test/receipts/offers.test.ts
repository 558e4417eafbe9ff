/** Signed offers: only where they are asked for, and as the published client reads them. */
import {
  decodeSignedOffers,
  extractOffersFromPaymentRequired,
  findAcceptsObjectFromSignedOffer,
  verifyOfferSignatureJWS,
  verifyReceiptMatchesOffer,
  extractReceiptFromResponse,
  type JWSSignedOffer,
} from '@x402/extensions/offer-receipt'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReceiptSigner } from '../../runtime/payments/receipt-signer.ts'
import { cashWorld, gives, startCashGateway, type Seen } from '../helpers/cash-gateway.ts'
import { KEYS, startReceipts, type ReceiptsWorld } from './world.ts'

let shop: ReceiptsWorld
beforeAll(async () => {
  shop = await startReceipts()
  shop.world.vendor.reply = () => gives({ found: 1 })
})
afterAll(() => shop.at.stop())

const ASKED = { 'x-signed-offers': '1' }
/** Two routes with a price that depends on the request, or not. */
const CALLS = [
  ['/write/first', { text: 'hi', n: 3 }],
  ['/tree', {}],
] as const

const ask = (path: string, body: object, headers: Record<string, string> = ASKED): Promise<Seen> =>
  shop.at.fetch(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

const offersIn = ({ body }: Seen) => extractOffersFromPaymentRequired(body) as JWSSignedOffer[]

describe('a 402 whose caller asks for signed offers', () => {
  it.each(CALLS)('%s %j has one for each way to pay, which clients verify', async (path, body) => {
    const seen = await ask(path, body)
    const offers = offersIn(seen)
    const { accepts, resource } = seen.body
    expect([seen.status, offers.length]).toEqual([402, accepts.length])
    for (const [i, offer] of offers.entries()) {
      const { keys } = (await shop.at.fetch('/keys')).body
      const { scheme, network, asset, payTo, amount } = accepts[i]
      expect(offer.acceptIndex).toBe(i)
      expect(await verifyOfferSignatureJWS(offer, keys[0])).toEqual({
        version: 1,
        resourceUrl: resource.url,
        scheme,
        network,
        asset,
        payTo,
        amount,
        validUntil: Math.floor(Date.parse(seen.body.extensions.price.info.validUntil) / 1000),
      })
      await expect(verifyOfferSignatureJWS(offer, keys[1])).rejects.toThrow()
      const [decoded] = decodeSignedOffers([offer])
      expect(findAcceptsObjectFromSignedOffer(decoded!, accepts)).toEqual(accepts[i])
    }
  })

  it('fits the schema that the extension has beside it, and other extensions stay', async () => {
    const { extensions } = (await ask('/write/first', { text: 'hi', n: 3 })).body
    const { info, schema } = extensions['offer-receipt']
    const check = new Ajv2020({ strict: false }).compile(schema)
    expect([check(info), check({})]).toEqual([true, false])
    expect(Object.keys(extensions)).toEqual(
      expect.arrayContaining(['price', 'payment-identifier', 'offer-receipt']),
    )
  })

  it('has them in its body alone: its head stays as it is', async () => {
    const [plain, asked] = [await ask('/tree', {}, {}), await ask('/tree', {})]
    for (const name of ['payment-required', 'x-payment-required', 'www-authenticate'])
      expect(asked.headers.get(name)).toBe(plain.headers.get(name))
  })

  it('offers what the receipt of the purchase then says was bought', async () => {
    const body = { text: 'hi', n: 3 }
    const [offer] = decodeSignedOffers(offersIn(await ask('/write/first', body)))
    const wallet = shop.world.cash.wallet('ann')
    const header = wallet.sign(await shop.at.quote('/write/first', body))
    const { headers } = await shop.at.post('/write/first', body, header)
    const receipt = extractReceiptFromResponse({ headers } as Response)!
    const matches = verifyReceiptMatchesOffer(receipt, offer!, [wallet.address], Infinity)
    expect(matches).toBe(true)
  })
})

describe('the 402s of all others', () => {
  it.each([
    ['/pm/read/1', undefined],
    ['/tree', {}],
    ['/write/first', { text: 'hi', n: 3 }],
  ])('are not kept from, nor for, who asks (%s)', async (path, body) => {
    const send = (headers: Record<string, string>): Promise<Seen> =>
      body === undefined ? shop.at.fetch(path, { headers }) : ask(path, body, headers)
    for (const order of ['pppaap', 'aappa']) {
      // In another minute, all 402s are made anew.
      await shop.world.clock.advance(60_000)
      const seen: string[] = []
      for (const who of order)
        seen.push(offersIn(await send(who === 'a' ? ASKED : {})).length > 0 ? 'a' : 'p')
      expect(seen.join('')).toBe(order)
    }
  })

  it('have none for other values of the header', async () => {
    for (const value of ['0', '', 'true', '1, 1'])
      expect(offersIn(await ask('/tree', {}, { 'x-signed-offers': value }))).toEqual([])
  })

  it('have none where the gateway signs nothing', async () => {
    const at = await startCashGateway()
    const seen = await at.fetch('/pm/read/1', { headers: ASKED })
    await at.stop()
    expect([seen.status, offersIn(seen)]).toEqual([402, []])
  })
})

it('a gateway with several ways to pay offers each of them', async () => {
  const world = cashWorld()
  const scheme = world.cash.paymentScheme
  const other: typeof scheme = {
    ...scheme,
    requirements: (...asked) => ({ ...scheme.requirements(...asked), network: 'eip155:1000' }),
  }
  const at = await startCashGateway(world, {
    parts: { receipts: createReceiptSigner(KEYS), furtherSchemes: [other] },
  })
  const seen = await at.fetch('/pm/read/1', { headers: ASKED })
  await at.stop()
  const { accepts } = seen.body
  const found = decodeSignedOffers(offersIn(seen)).map(offer =>
    findAcceptsObjectFromSignedOffer(offer, accepts),
  )
  expect([accepts.length, found]).toEqual([2, accepts])
})
