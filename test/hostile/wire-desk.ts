/** A gateway to which bytes are written by hand. */
import { afterAll, beforeAll, expect } from 'vitest'
import { type Buyer, wants } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { traces } from './strangers.ts'

export let shop: TestGateway

export let buyer: Buyer

let before: Awaited<ReturnType<typeof traces>>

export const IMAGES = wants.image.path

export const body = JSON.stringify(wants.image.body)

export const length = (text: string, by = 0): string =>
  `Content-Length: ${Buffer.byteLength(text) + by}`

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useShop(): void {
  beforeAll(async () => {
    shop = await startGateway()
    buyer = await shop.buyer()
    before = await traces(shop)
  })
  afterAll(async () => {
    if (shop) expect(await traces(shop)).toEqual(before)
    await shop?.stop()
  })
}
