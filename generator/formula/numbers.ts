/**
 * Lowers exact arithmetic: every denominator is known at build time, so that only integers are left
 * at run time.
 */
import { global, negative as negated, number } from '../js/tree.ts'
import { big, called, joined, piece, type Piece } from './code.ts'
import { decimalOf, gcd, lcm } from './decimal.ts'
import { fail } from './fail.ts'
import { isNumeric, showType, type TypeOf } from './types.ts'
import { present, sourceOf, type Env, type Exact, type Unit, type Value } from './value.ts'
import type { ExprOf, Span } from './expr.ts'
import type { Type } from '../types.ts'

/** A number written in a formula or inlined from the catalog. */
export function constant(num: bigint, den: bigint, unit: Unit = 'any'): Value {
  const negative = num < 0n ? { negative: true } : {}
  if (den !== 1n)
    return {
      ...exactPiece({ factor: num }),
      type: decimalType(den, unit),
      exact: { factor: num },
      unit,
      ...negative,
    }
  const value = Number(num)
  return {
    js: number(value),
    type: { kind: 'integer', min: value, max: value },
    exact: { factor: num },
    unit,
    ...negative,
  }
}

/** A number literal. Integers beyond 2^53 would not be exact where they meet JSON. */
export function literal(expr: ExprOf<'number'>): Value {
  const { num, den } = decimalOf(expr.text)
  if (den === 1n && num > BigInt(Number.MAX_SAFE_INTEGER))
    fail(expr, {
      code: 'bad-number',
      message: `${expr.text} is too large to be exact`,
      hint: 'the largest integer is 9007199254740991',
    })
  return constant(num, den)
}

/** The decimal type with a unit. */
export function decimalType(den: bigint, unit: Unit): Type {
  return {
    kind: 'decimal',
    den,
    ...(unit === 'usd' ? { usd: true } : unit === 'count' ? { usd: false } : {}),
  }
}

/** The value over its denominator as a BigInt. */
export function exactPiece({ factor, rest }: Exact): Piece {
  if (!rest) return big(factor)
  if (factor === 1n) return rest
  if (factor === -1n) return piece(negated(rest.js))
  return joined('*', [rest, big(factor)])
}

/** The BigInt form of a number; a JavaScript integer is lifted. */
export function exactOf(value: Value): Exact {
  if (value.exact) return value.exact
  return {
    factor: 1n,
    rest: value.type.kind === 'decimal' ? piece(value.js) : called(global('BigInt'), [value]),
  }
}

/** The denominator of a number; 1 for integers. */
export const denOf = (type: Type): bigint => (type.kind === 'decimal' ? type.den : 1n)
/** The unit of a number. */
export const unitOf = (value: Value): Unit => value.unit ?? 'count'

/** A decimal made of its BigInt form, in lowest static terms. */
export function decimalValue(
  exact: Exact,
  den: bigint,
  more: { unit: Unit; negative?: boolean | undefined },
): Value {
  const lowest = inLowestTerms(exact, den)
  const negative = more.negative ? { negative: true } : {}
  return {
    ...exactPiece(lowest.exact),
    type: decimalType(lowest.den, more.unit),
    exact: lowest.exact,
    unit: more.unit,
    ...negative,
  }
}

/** A number with the smallest factor and denominator; a constant keeps those that it has. */
export function inLowestTerms(exact: Exact, den: bigint): { exact: Exact; den: bigint } {
  const by = exact.rest ? gcd(exact.factor, den) : 1n
  return { exact: { ...exact, factor: exact.factor / by }, den: den / by }
}

/** Several numbers over one denominator. */
export function align(values: readonly Value[]): { pieces: Piece[]; exacts: Exact[]; den: bigint } {
  const den = values.reduce((all, value) => lcm(all, denOf(value.type)), 1n)
  const exacts = values.map(value => {
    const exact = exactOf(value)
    return { ...exact, factor: exact.factor * (den / denOf(value.type)) }
  })
  return { pieces: exacts.map(exactPiece), exacts, den }
}

/**
 * A number for calculations: present, and neither a float nor JSON. `instead` is the hint for a
 * boolean.
 */
export function calculable(env: Env, value: Value, span: Span, instead?: string): Value {
  const { type } = value
  if (type.kind === 'integer' || type.kind === 'decimal') return present(env, value)
  const hint =
    type.kind === 'number'
      ? 'a `number` is a float and may only be compared; declare it as `integer`'
      : type.kind === 'json'
        ? 'JSON may have any type and cannot be used in calculations; declare its type in a schema'
        : type.kind === 'boolean'
          ? instead
          : type.kind === 'table'
            ? lookUpHint(env, type, sourceOf(env, span))
            : undefined
  return fail(span, {
    code: 'type-mismatch',
    message:
      `expected a number to calculate with but \`${sourceOf(env, span)}\` is ` +
      `${showType(type)}`,
    hint,
  })
}

/** The hint for a table in place of one of its entries, with a text that is one of its keys. */
function lookUpHint(env: Env, { keys }: TypeOf<'table'>, table: string): string {
  const isKey = (type: Type): boolean =>
    type.kind === 'string' &&
    (type.choices ?? type.within?.values ?? []).some(one => keys?.includes(one))
  const fields = Object.entries(env.names).flatMap(([name, { type }]) => [
    { name, type },
    ...(type.kind === 'record'
      ? Object.entries(type.fields).map(([key, field]) => ({ name: `${name}.${key}`, ...field }))
      : []),
  ])
  const key = fields.find(one => isKey(one.type))?.name ?? JSON.stringify(keys?.[0] ?? 'KEY')
  return `look up one of its entries, e.g. \`${table}[${key}]\``
}

/** The common unit of a sum, comparison or choice; reports a mix of dollars and counts. */
export function sharedUnit(
  env: Env,
  sides: readonly [{ value: Value; span: Span }, { value: Value; span: Span }],
  verb: string,
): Unit {
  const [a, b] = [unitOf(sides[0].value), unitOf(sides[1].value)]
  if (a === 'any' || a === b) return b
  if (b === 'any') return a
  const [count, usd] = a === 'count' ? sides : [sides[1], sides[0]]
  return fail(count.span, {
    code: 'unit-mismatch',
    message:
      `cannot ${verb} USD and a count: \`${sourceOf(env, usd.span)}\` is in USD, ` +
      `\`${sourceOf(env, count.span)}\` is not`,
    hint: 'multiply the count by a rate',
    also: { span: usd.span, label: 'in USD' },
  })
}

/**
 * A constant as a JavaScript number, for comparison with floats and JSON; undefined if it is not
 * constant.
 */
export function floatOf(value: Value): Piece | undefined {
  if (!isNumeric(value.type) || !value.exact || value.exact.rest) return undefined
  return piece(number(Number(value.exact.factor) / Number(denOf(value.type))))
}
