/** Builds quotes, for HTTP and for messages of the Model Context Protocol. */
import type { Call } from '../call.ts'
import type { Json } from '../contract.ts'
import { exactMicro, parseDecimal } from '../lib/decimal.ts'

/** The parts of a 402 from which the answer is built. */
interface Challenge {
  accepts: Json
  extensions?: {
    price?: {
      info: { [name in 'total' | 'currency' | 'validUntil' | 'catalog']: string } & { lines: Json }
    }
  }
  warnings?: Json
}

/** Returns the quote of a free call. */
export const freeOf = ({ context }: Call): { readonly [name: string]: Json } => ({
  price: '0.000000',
  amount_micro: 0,
  currency: 'USD',
  lines: [],
  catalog: context.catalog.hash,
  accepts: [],
})

/** Returns the price in a 402; undefined if it has none, like the 402 of a poll. */
export function priceOf(challenge: object): { readonly [name: string]: Json } | undefined {
  const { accepts, extensions, warnings } = challenge as Challenge
  const info = extensions?.price?.info
  if (info === undefined) return undefined
  const { total, currency, lines, validUntil, catalog } = info
  return {
    price: total,
    amount_micro: Number(exactMicro(parseDecimal(total)!)),
    currency,
    lines,
    valid_until: validUntil,
    catalog,
    accepts,
    ...(warnings === undefined ? {} : { warnings }),
  }
}
