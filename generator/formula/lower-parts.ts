/** Lowers formulas that are built from parts of others, as in `price-lines.ts`. */
import { freeNames } from '../js/ask.ts'
import type { Js } from '../js/tree.ts'
import { attempt } from './fail.ts'
import { denOf, exactOf, unitOf } from './numbers.ts'
import { environment, present, type Unit, type Value } from './value.ts'
import { walk } from './walk.ts'
import type { Decimal, Names, Text } from '../types.ts'
import type { Expr } from './expr.ts'

/** A number of a formula: its code over its denominator, and its properties. */
export interface NumberPart {
  js: Js
  den: bigint
  unit: Unit
  isInteger: boolean
  /** Its value, if it is the same for every request. */
  constant?: Decimal
  /** The names that its code reads. */
  uses: readonly string[]
}

/** The part as a number; undefined if it is not one, or if its code would have to wait. */
export function numberPart(
  expr: Expr,
  { text, names }: { text: Text; names: Names },
): NumberPart | undefined {
  const env = environment(text, names)
  const { value } = attempt(text, () => present(env, walk(env, expr)))
  return value === undefined || env.gathered.wait ? undefined : partOf(value)
}

function partOf(value: Value): NumberPart | undefined {
  const { type, js } = value
  if (type.kind !== 'integer' && type.kind !== 'decimal') return undefined
  const exact = exactOf(value)
  const den = denOf(type)
  return {
    js,
    den,
    unit: unitOf(value),
    isInteger: type.kind === 'integer',
    ...(exact.rest === undefined ? { constant: { num: exact.factor, den } } : {}),
    uses: [...freeNames(js)].sort(),
  }
}
