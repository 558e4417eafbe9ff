/** What only `openapi.full.json` has: example answers, price tables and badges. */
import type { RoutePrice } from '../../examples/prices.ts'
import { usd } from '../../examples/money.ts'
import { priceTable, ratesTable } from './payment.ts'
import type { Schema } from './schema.ts'

/** The example of a content, in the full document. */
export function examplePart(example: unknown, { isFull }: { isFull: boolean }): Schema {
  return example === undefined || !isFull ? {} : { example }
}

/** A few words with the price of an operation, as badges of renderers have them. */
export function badgesPart(price: RoutePrice, { isFull }: { isFull: boolean }): Schema {
  return isFull ? { 'x-badges': [{ name: badgeOf(price) }] } : {}
}

function badgeOf({ mode, min, max }: RoutePrice): string {
  if (mode === 'fixed') return min === 0n ? 'signature only' : `${usd(min!)} USD`
  if (min !== undefined) return `from ${usd(min)} USD`
  return max === undefined ? 'priced by request' : `up to ${usd(max)} USD`
}

/** The price table of a route in Markdown, or its rates; empty where it has neither. */
export const tableText = (price: RoutePrice | undefined): string =>
  priceTable(price) || ratesTable(price)
