/**
 * Splits the formula of a price into its summands: a quantity times a rate. Takes apart sums,
 * products, `max`, `min` and `choose` of amounts; anything else is one rate.
 */
import { join, not, number, product, when } from '../formula/build-expr.ts'
import type { Expr, ExprOf, Operator } from '../formula/expr.ts'
import type { Decimal } from '../types.ts'
import { isUnit, unitOf, type PriceNames } from './line-units.ts'

/** A part of a price: `quantity` times `rate`, where its tests hold; neither contains `margin`. */
export interface PriceItem {
  unit: string
  quantity: Expr
  rate: Expr
  /** Whether the margin applies to it. */
  margin: boolean
  kind: 'amount' | 'limit' | 'fee'
}

/** The factors and tests around a part of a price. */
interface Around {
  counts: readonly Expr[]
  rates: readonly Expr[]
  margin: boolean
  tests: readonly Expr[]
}

const NOTHING: Around = { counts: [], rates: [], margin: false, tests: [] }

/** The parts of a price, in the order of its formula, without those that are always 0. */
export function itemsOf(price: Expr, names: PriceNames): PriceItem[] {
  return new Splitter(names).items(price, NOTHING)
}

class Splitter {
  readonly #names: PriceNames

  constructor(names: PriceNames) {
    this.#names = names
  }

  items(of: Expr, around: Around): PriceItem[] {
    const expr = this.#plain(of)
    if (isBinary(expr, '*', '/')) return this.#product(expr, around)
    return this.#isAmount(expr) ? this.#amount(expr, around) : this.#leaf(expr, around)
  }

  #amount(expr: Expr, around: Around): PriceItem[] {
    switch (expr.kind) {
      case 'minus':
        return this.items(expr.of, negative(around))
      case 'binary': {
        const right = expr.op === '+' ? around : negative(around)
        return [...this.items(expr.left, around), ...this.items(expr.right, right)]
      }
      case 'call':
        return this.#call(expr, around)
      default:
        return this.#leaf(expr, around)
    }
  }

  /** The formula that a name stands for, unless the name stands for a count. */
  #plain(of: Expr): Expr {
    const expr = this.#withoutZeros(of)
    if (expr.kind !== 'name' || !this.#isAmount(expr)) return expr
    const value = this.#names.valueOf(expr.name)
    return value === undefined ? expr : this.#plain(value)
  }

  #withoutZeros(expr: Expr): Expr {
    if (!isBinary(expr, '+', '-')) return expr
    if (this.#isZero(expr.right)) return this.#withoutZeros(expr.left)
    return expr.op === '+' && this.#isZero(expr.left) ? this.#withoutZeros(expr.right) : expr
  }

  /** Whether an expression is money, or a plain number that depends on the request. */
  #isAmount(expr: Expr): boolean {
    const part = this.#names.numberOf(expr)
    return part?.unit === 'usd' || (part?.unit === 'any' && part.constant === undefined)
  }

  #isZero(expr: Expr): boolean {
    return this.#constantOf(expr)?.num === 0n
  }

  #constantOf(expr: Expr): Decimal | undefined {
    return this.#names.numberOf(expr)?.constant
  }

  #product(expr: ExprOf<'binary'>, around: Around): PriceItem[] {
    let inner = around
    const sums: Expr[] = []
    const named = this.#factors(expr, true)
    // A factor of money is a count, even if its numbers are not known to be whole.
    const isPriced = named.some(one => this.#names.numberOf(one)?.unit === 'usd')
    for (const factor of isPriced ? named : this.#factors(expr)) {
      // A margin on a margin is a rate.
      if (isName(factor, 'margin') && !inner.margin) inner = { ...inner, margin: true }
      else if (this.#isQuantity(factor)) inner = { ...inner, counts: [...inner.counts, factor] }
      else if (this.#isSum(factor)) sums.push(factor)
      else inner = { ...inner, rates: [...inner.rates, factor] }
    }
    // One of several sums is taken apart; the others are rates.
    const [first, ...others] = sums
    inner = { ...inner, rates: [...inner.rates, ...others] }
    return first === undefined ? this.#made(inner) : this.items(first, inner)
  }

  /** The factors of a product; `keeps` leaves names for shares of a count, and units, whole. */
  #factors(of: Expr, keeps = false): Expr[] {
    const bare = this.#withoutZeros(of)
    const isNamed = bare.kind === 'name' || isUnit(bare, this.#names)
    if (keeps && isNamed && this.#isQuantity(bare)) return [bare]
    const expr = this.#plain(bare)
    if (!isBinary(expr, '*', '/')) return [expr]
    const { left, right, op } = expr
    const second = op === '*' ? this.#factors(right, keeps) : [join('/', number('1'), right)]
    return [...this.#factors(left, keeps), ...second]
  }

  /** Whether a factor, which is no product, can be taken apart. */
  #isSum(expr: Expr): boolean {
    if (!this.#isAmount(expr)) return false
    return expr.kind === 'binary' || (expr.kind === 'call' && SPLIT.has(expr.name))
  }

  /**
   * Whether a factor is a quantity: an integer that does not come from the row or a table, or a
   * name for a share of such an integer.
   */
  #isQuantity(expr: Expr): boolean {
    const part = this.#names.numberOf(expr)
    if (part === undefined || part.unit === 'usd' || part.constant !== undefined) return false
    if (expr.kind === 'index') return false
    if (part.isInteger) return !part.uses.includes('model')
    const value = expr.kind === 'name' ? this.#names.valueOf(expr.name) : undefined
    return value !== undefined && this.#factors(value).some(one => this.#isQuantity(one))
  }

  #call(expr: ExprOf<'call'>, around: Around): PriceItem[] {
    const { name, args } = expr
    if (name === 'choose') {
      const [test, yes, no] = args as [Expr, Expr, Expr]
      return [
        ...this.items(yes, { ...around, tests: [...around.tests, test] }),
        ...this.items(no, { ...around, tests: [...around.tests, not(test)] }),
      ]
    }
    const unit = LIMITS.get(name)
    if (unit === undefined) return this.#leaf(expr, around)
    // The difference that the limit makes to the limited amount.
    const limited = args.find(arg => this.#constantOf(arg) === undefined) ?? args[0]!
    const more = join('-', expr, limited)
    return [
      ...this.items(limited, around),
      ...this.#made({ ...around, rates: [more, ...around.rates] }, unit),
    ]
  }

  #leaf(expr: Expr, around: Around): PriceItem[] {
    return this.#isQuantity(expr)
      ? this.#made({ ...around, counts: [...around.counts, expr] })
      : this.#made({ ...around, rates: [...around.rates, expr] })
  }

  #made({ counts, rates, margin, tests }: Around, limit?: string): PriceItem[] {
    if ([...counts, ...rates].some(one => this.#isZero(one))) return []
    const isFee = rates.some(one => isName(one, 'fee'))
    const unit = limit ?? (isFee ? 'fee' : unitOf(counts, this.#names))
    const kind = limit === undefined ? (isFee ? 'fee' : 'amount') : 'limit'
    const [quantity, rate] = [counts, rates].map(all => when(tests, product(all))) as [Expr, Expr]
    return [{ unit, quantity, rate, margin, kind }]
  }
}

const isName = (expr: Expr, name: string): boolean => expr.kind === 'name' && expr.name === name

const isBinary = (expr: Expr, ...ops: readonly Operator[]): expr is ExprOf<'binary'> =>
  expr.kind === 'binary' && ops.includes(expr.op)

/** The names of the lines that limits add. */
const LIMITS: ReadonlyMap<string, string> = new Map([
  ['max', 'minimum'],
  ['min', 'maximum'],
])

const SPLIT: ReadonlySet<string> = new Set(['choose', ...LIMITS.keys()])

const negative = (around: Around): Around => ({
  ...around,
  rates: [...around.rates, number('-1')],
})
