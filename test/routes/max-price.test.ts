/** `X-Max-Price`: a call that costs more than its caller allows is refused before any payment. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { wants } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { sign } from '../../scripts/buyer/pay.ts'
import { call, paidBy, type Seen, type Sent } from './client.ts'

let shop: TestGateway
let buyer: Buyer
beforeAll(async () => {
  shop = await startGateway()
  buyer = await shop.buyer()
})
afterAll(() => shop?.stop())

/** Sends with a highest price. */
const ask = (sent: Sent, most: string, header?: string): Promise<Seen> =>
  call(shop.url, {
    ...sent,
    headers: { 'x-max-price': most, ...(header === undefined ? {} : paidBy(header)) },
  })

/** What says that a reply asks for no payment. */
const asksForNothing = ({ status, headers, challenge }: Seen): boolean =>
  status !== 402 &&
  challenge === undefined &&
  headers['www-authenticate'] === undefined &&
  headers['x-payment-required'] === undefined

/** Routes with prices of every kind: by the row, fixed and asked for first, of a job, of a list. */
const PRICED: readonly (readonly [string, Sent, price: string])[] = [
  ['an image', wants.image, '0.022'],
  ['a job', wants.job, '0.0325'],
  ['a passthrough', wants.pm, '0.0085'],
  ['a list of calls', wants.batch, '0.012'],
]

describe.each(PRICED)('%s', (_name, sent) => {
  it('is refused with its price where it costs more, also where its 402 is known', async () => {
    const { challenge } = await call(shop.url, sent)
    const micro = Number(challenge!.accepts[0]!.amount)
    for (let times = 0; times < 2; times++) {
      const refused = await ask(sent, String((micro - 1) / 1e6))
      expect([refused.status, refused.body.code, refused.body.price.currency]).toEqual([
        412,
        'PRICE_ABOVE_MAX',
        'USD',
      ])
      expect(refused.text).toContain(`${micro / 1e6}`)
      expect(refused).toSatisfy(asksForNothing)
      expect((await ask(sent, String(micro / 1e6))).status).toBe(402)
      expect((await ask(sent, '1000')).challenge).toEqual(challenge)
    }
  })

  it('is not charged where its payment is above it, and the payment stays good', async () => {
    const before = await buyer.balance()
    const header = await sign(buyer.account, (await call(shop.url, sent)).challenge!)
    expect((await ask(sent, '0.000001', header)).body.code).toBe('PRICE_ABOVE_MAX')
    expect((await ask(sent, 'cheap', header)).status).toBe(400)
    expect(await buyer.balance()).toBe(before)
    expect([200, 202]).toContain((await ask(sent, '10', header)).status)
  })
})

it.each(['', 'x', '-1', '1e3', '0.0000001', '1,5', '$1', '1 USD', '1000000000000'])(
  'the amount %j is refused, with what to write',
  async most => {
    const seen = await ask(wants.image, most)
    expect([seen.status, seen.body.error]).toEqual([400, expect.stringContaining('such as 0.05')])
    expect(seen).toSatisfy(asksForNothing)
  },
)

it('an empty probe has the same limit', async () => {
  const probe = { method: 'POST', path: wants.image.path }
  expect((await call(shop.url, probe)).status).toBe(402)
  expect((await ask(probe, '0.000001')).body.code).toBe('PRICE_ABOVE_MAX')
})

it('means nothing for what is free', async () => {
  expect((await ask({ path: '/api/v1/models' }, '0')).status).toBe(200)
})
