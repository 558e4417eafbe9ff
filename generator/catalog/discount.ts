/** Reads the `discount` of a dated entry: the percentage that is taken off the price. */
import { decimalOf, reduced } from '../formula/decimal.ts'
import { entryOf, problem, textAt } from '../read/access.ts'
import type { Decimal, Problem, Raw } from '../types.ts'

/** Whether an entry is a promotion, even if its discount is invalid. */
export const hasDiscount = (raw: Raw): boolean => entryOf(raw, 'discount') !== undefined

/** The discount as a share; reports an invalid one with the correct spelling. */
export function discountAt(
  raw: Raw,
  { problems }: { problems: Problem[] },
): { discount?: Decimal } {
  const entry = entryOf(raw, 'discount')
  if (entry === undefined) return {}
  const text = textAt(raw, 'discount') ?? ''
  const [, digits] = /^(\d+(?:\.\d+)?) ?%$/.exec(text) ?? []
  const wrong = (message: string, hint: string): object => {
    problems.push(problem('dated', entry.value.place, message, { hint }))
    return {}
  }
  if (digits === undefined)
    return wrong(
      `\`discount\` must be a percentage of the price, not ${text === '' ? 'nothing' : text}`,
      text.startsWith('-')
        ? `a higher price is a new price, not a discount; ${percentOf(text)} would lower it`
        : `write ${percentOf(text)}`,
    )
  const { num, den } = decimalOf(digits)
  if (num === 0n)
    return wrong(
      'a discount of 0 % does not lower the price',
      'remove the entry, or write the percentage, e.g. 20 %',
    )
  if (num >= den * 100n)
    return wrong(
      `a discount of ${digits} % leaves no price`,
      'a promotion takes off less than 100 %: write e.g. 50 %; to give calls away, make ' +
        'the row or the route free',
    )
  return { discount: reduced(num, den * 100n) }
}

/** The percentage that was probably meant: `20` and `0.2` are both 20 %. */
function percentOf(text: string): string {
  const [, digits] = /^-?(\d+(?:[.,]\d+)?)\s*(?:%|percent|per cent)?$/i.exec(text) ?? []
  const number = Number(digits?.replace(',', '.'))
  if (!(number > 0)) return 'e.g. 20 %'
  const isShare = number < 1 && /^0[.,]\d+$/.test(text)
  return `${Number((isShare ? number * 100 : number).toPrecision(6))} %`
}
