/**
 * Adds the extension `price` to the body of a 402: what the price adds up. Headers have no room for
 * it.
 */
import type { Call, Encoded } from '../call.ts'
import type { Json, PriceTerm } from '../contract.ts'
import { REPEATED, renewedAt } from '../lib/quote-time.ts'
import { shownPrice } from '../quote.ts'
import { extended } from './premade-json.ts'
import { linesOf, type PriceLine } from './price-lines.ts'

/** It is a type and not an interface, so that it is assignable to Json. */
type PriceInfo = {
  total: string
  currency: string
  lines: PriceLine[]
  validUntil: string
  catalog: string
}

/** The schema of the extension, for clients that check it. */
const SCHEMA: Json = {
  type: 'object',
  required: ['total', 'currency', 'lines', 'validUntil', 'catalog'],
  properties: {
    total: { type: 'string' },
    currency: { type: 'string' },
    lines: {
      type: 'array',
      items: {
        type: 'object',
        required: ['unit', 'quantity', 'rate', 'total'],
        properties: {
          unit: { type: 'string' },
          quantity: { type: 'string' },
          rate: { type: 'string' },
          total: { type: 'string' },
        },
      },
    },
    validUntil: { type: 'string' },
    catalog: { type: 'string' },
  },
}

/**
 * Returns the terms of a quoted call's price; undefined if it is one amount. A poll quotes the
 * price of its job, whose request is no longer known.
 */
export const termsOf = ({ compiled, scope, job }: Call): readonly PriceTerm[] | undefined =>
  job === undefined ? compiled.route.price?.lines?.(scope) : undefined

/** Returns the extensions of a 402's body, with the price's unless it is a poll's. */
export function withPriceInfo(
  call: Call,
  terms: readonly PriceTerm[] | undefined,
): Encoded['extensions'] {
  const { amount, encoded } = call.quote!
  if (call.job !== undefined) return encoded.extensions
  const info: PriceInfo = {
    total: shownPrice(amount, 6).amount,
    currency: 'USD',
    lines: linesOf(terms, amount),
    validUntil: new Date(validUntil(call)).toISOString(),
    catalog: call.context.catalog.hash,
  }
  return extended(encoded.extensions ?? {}, { price: { info, schema: SCHEMA } })
}

/**
 * Returns until when, at least, a payment of this amount is accepted, Unix ms; see
 * `calls/stages/earlier-quotes.ts`.
 */
export function validUntil({ compiled, context }: Call): number {
  return renewedAt(context.clock.now()) - REPEATED + compiled.route.authorization
}
