/**
 * Refuses calls that cost more than the caller allows in `X-Max-Price` (USD), so that a program can
 * send a call without checking its price first. A refusal is not a 402, because clients pay on a
 * 402.
 */
import type { Call, Reply } from '../../call.ts'
import { microUsd } from '../../lib/decimal.ts'
import { shownPrice } from '../../quote.ts'
import { refuse } from '../../replies/answer.ts'

/**
 * Ends a quoted call that costs more than its `X-Max-Price`, or whose `X-Max-Price` is not an
 * amount; a paid call is refused before its payment is checked.
 */
export function withinMaxPrice(call: Call): Reply | undefined {
  const { maxPrice, quote } = call
  if (maxPrice === undefined || quote === undefined) return undefined
  const most = microUsd(maxPrice)
  if (most === undefined)
    return refuse(call, 'refused', {
      status: 400,
      message: 'X-Max-Price must be an amount in USD with at most six decimals, such as 0.05.',
    })
  if (quote.amount <= most) return undefined
  return refuse(call, 'refused', {
    status: 412,
    code: 'PRICE_ABOVE_MAX',
    message:
      `This call costs ${shownPrice(quote.amount, 6).amount} USD, more than X-Max-Price ` +
      'allows. Nothing was charged.',
    extra: { price: { ...quote.price } },
  })
}
