/**
 * What a 402 says of its price: the extension `price` of its body. Headers do not have it, because
 * they have no room.
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

/** What an extension has besides its `info`, for clients that check it. */
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
 * What the price of a quoted call adds up; undefined if that is one amount. A poll asks for the
 * price of its job, of whose request nothing is known any more.
 */
export const termsOf = ({ compiled, scope, job }: Call): readonly PriceTerm[] | undefined =>
  job === undefined ? compiled.route.price?.lines?.(scope) : undefined

/** The extensions of a 402's body, with that of the price unless it is a poll's. */
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
 * Until when a payment of this amount is accepted at least, Unix ms; see
 * `calls/stages/earlier-quotes.ts`.
 */
export function validUntil({ compiled, context }: Call): number {
  return renewedAt(context.clock.now()) - REPEATED + compiled.route.authorization
}
