/** The price in a receipt, computed again from the receipt and the catalog alone. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  findReceipt,
  lineOfReceipt,
  networkOfReceipt,
  verifyReceipt,
} from '../../scripts/reports/receipt.ts'
import { recompute } from '../../scripts/reports/recompute.ts'
import { gives, receiptOf } from '../helpers/cash-gateway.ts'
import { startReceipts, type ReceiptsWorld } from './world.ts'

let shop: ReceiptsWorld
beforeAll(async () => {
  shop = await startReceipts()
})
afterAll(() => shop.at.stop())

/** The header of a purchase whose upstream finds this many. */
async function bought(path: string, body: object, found = 1): Promise<string> {
  const { at, world } = shop
  world.vendor.reply = () => gives({ found }, { found })
  const payment = world.cash.wallet('ann').sign(await at.quote(path, body))
  return (await at.post(path, body, payment)).headers.get('payment-response')!
}
const computed = (text: string, catalog = shop.world.catalog) => {
  const { payload } = verifyReceipt(findReceipt(text))
  return recompute(catalog, networkOfReceipt(catalog, payload), lineOfReceipt(payload))
}

it.each<[string, object, number | undefined]>([
  ['/write/first', { text: 'x', n: 3 }, 1],
  ['/list', {}, 3],
  ['/list', {}, 0],
])('%s %j is equal', async (path, body, found) => {
  expect(computed(await bought(path, body, found))).toMatchObject({ isEqual: true })
})

it('a price that the catalog does not say is not equal, and one of another catalog is impossible', async () => {
  const text = await bought('/list', {}, 3)
  const { payload } = verifyReceipt(findReceipt(text))
  const dearer = lineOfReceipt({ ...payload, amount: '901' })
  expect(recompute(shop.world.catalog, 'cash', dearer)).toMatchObject({ isEqual: false })
  expect(computed(text, { ...shop.world.catalog, hash: 'another' })).toHaveProperty('impossible')
})

it('is found in every form, and verified, also against the published keys', async () => {
  const text = await bought('/list', {})
  const json = Buffer.from(text, 'base64').toString()
  const jws = findReceipt(json)
  const event = JSON.stringify({ payment: { settled: true, receipt: jws } })
  for (const form of [text, json, `${jws}\n`, event]) expect(findReceipt(form)).toBe(jws)
  const { body } = await shop.at.fetch('/keys')
  expect(verifyReceipt(jws, body).isListed).toBe(true)
  expect(verifyReceipt(jws, { keys: [body.keys[1]] }).isListed).toBe(false)
  const [head, , signature] = jws.split('.')
  const forged = Buffer.from('{"amount":"1"}').toString('base64url')
  expect(() => verifyReceipt(`${head}.${forged}.${signature}`)).toThrow('signature')
  expect(() => findReceipt('{}')).toThrow('no signed receipt')
  expect(receiptOf({ headers: new Headers({ 'payment-response': text }) } as never).success).toBe(
    true,
  )
})
