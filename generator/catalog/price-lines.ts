/**
 * Builds the lines of a price: its summands, each as a quantity and a rate in USD. The margin, the
 * fee, a minimum and a discount are lines of their own; the runtime adds the rounding.
 */
import { decimalText } from '../formula/decimal.ts'
import { join, number, product, sum } from '../formula/build-expr.ts'
import type { Expr } from '../formula/expr.ts'
import { numberPart, type NumberPart } from '../formula/lower-parts.ts'
import { parse, parseFormula } from '../formula/parse.ts'
import { array, number as big, text as quoted } from '../js/tree.ts'
import type { Js } from '../js/tree.ts'
import type { Block } from '../ir.ts'
import type { Decimal, RawEntry, Text } from '../types.ts'
import { neededLets } from './lets.ts'
import type { PriceNames } from './line-units.ts'
import { itemsOf, type PriceItem } from './price-items.ts'
import type { FormulaScope } from './scope.ts'

type Line = Pick<PriceItem, 'unit' | 'quantity' | 'rate'>

/** The lines of a valid price, without its discount; undefined if they cannot be computed. */
export function linesOf(
  scope: FormulaScope,
  written: Text,
  units: readonly RawEntry[],
  discount?: Decimal,
): Block | undefined {
  const { names } = scope.variants[0]!
  const numberOf = (expr: Expr): NumberPart | undefined =>
    numberPart(expr, { text: written, names })
  const price = parse(written.text)
  const lines = linesAround(price, { numberOf, ...knownOf(scope, units) }, discount)
  const made = lines.flatMap(line => rowOf(line, numberOf) ?? [])
  if (made.length < lines.length) return undefined
  const uses = [...new Set(made.flatMap(one => one.uses))].sort()
  const code = {
    js: array(made.map(({ js }) => js)),
    type: { kind: 'json' as const },
    uses,
    wait: false,
    place: written.place,
  }
  return { lets: neededLets(scope.lets, [code]), code }
}

/** The formulas that names of `let:` stand for, and the units that can be read. */
function knownOf(
  { lets }: FormulaScope,
  units: readonly RawEntry[],
): Pick<PriceNames, 'valueOf' | 'units'> {
  const values = new Map(lets.map(({ name, code }) => [name, code.source]))
  return {
    valueOf(name) {
      const source = values.get(name)
      return source === undefined ? undefined : parse(source)
    },
    units: units.flatMap(({ key, value }) => {
      const read = value.kind === 'scalar' ? parseFormula(value.text).value : undefined
      return read === undefined ? [] : [{ name: key, value: read }]
    }),
  }
}

function linesAround(price: Expr, names: PriceNames, discount: Decimal | undefined): Line[] {
  const items = itemsOf(price, names)
  const of = (kind: PriceItem['kind']): PriceItem[] => items.filter(item => item.kind === kind)
  const off = discount && decimalText({ num: -discount.num, den: discount.den })
  return [
    ...of('amount'),
    ...marginOf(items, names),
    ...of('limit'),
    ...of('fee'),
    ...(off === undefined ? [] : [{ unit: 'discount', quantity: price, rate: number(off) }]),
  ]
}

/** One line for the margin on all parts that have it. */
function marginOf(items: readonly PriceItem[], { numberOf }: PriceNames): Line[] {
  const under = items.filter(({ margin }) => margin)
  const margin: Expr = { kind: 'name', name: 'margin', start: 0, end: 0 }
  const rate = join('-', margin, number('1'))
  if (under.length === 0 || numberOf(rate)?.constant?.num === 0n) return []
  const bases = under.map(one => product([one.quantity, one.rate]))
  return [{ unit: 'margin', quantity: sum(bases), rate }]
}

/**
 * A line as code: `[unit, quantity, its denominator, rate, its denominator]`; undefined if it
 * cannot be computed.
 */
function rowOf(
  { unit, quantity, rate }: Line,
  numberOf: PriceNames['numberOf'],
): { js: Js; uses: readonly string[] } | undefined {
  const [count, price] = [numberOf(quantity), numberOf(rate)]
  if (count === undefined || price === undefined) return undefined
  const items = [quoted(unit), count.js, big(count.den), price.js, big(price.den)]
  return { js: array(items), uses: [...count.uses, ...price.uses] }
}
