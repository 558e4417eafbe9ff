/** Checks that buying more never costs less. */
import { usd } from '../examples/money.ts'
import { priceCodes } from '../examples/row-cell.ts'
import { axesOf, basesOf, withValues } from '../examples/samples.ts'
import type { FormulaInputs } from '../examples/environment.ts'
import { warning } from './check.ts'
import { amounts, checkOfPrices, shown, type Finding, type Tried } from './tried-prices.ts'

/** Warns of prices that fall when a number grows; volume discounts may be intended. */
export const fallingPrice = checkOfPrices('falling-price', warning, falls)

/** Finds the first field of which more costs less. */
function falls(tried: Tried): Finding | undefined {
  const { route, row, base: first } = tried
  const axes = axesOf({ route, row, base: first }, priceCodes(route))
  const ordered = axes.filter(one => one.isOrdered)
  const bases = ordered.length === 0 ? [] : basesOf(tried.base, axes)
  const ways = [
    ...ordered.map(axis => ({ base: tried.base, axis, values: axis.values })),
    ...(bases.length === 1 ? [] : bases).flatMap(base =>
      ordered.map(axis => ({ base, axis, values: axis.edges ?? axis.values })),
    ),
  ]
  for (const { base, axis, values } of ways) {
    let before: { call: FormulaInputs; price: bigint } | undefined
    for (const value of values) {
      const call = withValues(base, [{ axis, value }])
      const price = amounts(tried, call)?.price
      if (price === undefined) continue
      if (before && price < before.price) {
        const text =
          `costs ${usd(before.price)} USD for ${shown(before.call)}, and ` +
          `with more of \`${axis.name}\` only ${usd(price)} USD: ${shown(call)}`
        const hint = 'buying more must never cost less: correct the formula or the row'
        return { text, hint }
      }
      before = { call, price }
    }
  }
  return undefined
}
