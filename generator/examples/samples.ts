/**
 * Makes sample calls for a price: each field that it reads at its ends, at its default and between
 * them, alone and together with the others.
 */
import { membersRead, nodesOf } from '../js/ask.ts'
import { largeness } from '../checks/sizes.ts'
import type { FormulaInputs } from './environment.ts'
import type { RouteIR, RowIR } from '../ir.ts'
import type { Code } from '../types.ts'

/** A field, or the result of a hook, with values in ascending order. */
export interface Axis {
  name: string
  part: 'body' | 'query' | 'hooks'
  values: readonly unknown[]
  /** Of many values those at which the price may jump; undefined if all values are few. */
  edges?: readonly unknown[]
  /** Whether later values buy more. */
  isOrdered: boolean
}

/** The number of values that are tried together. */
const TOGETHER = 60
/** The most values of an integer that are all tried. */
const EACH = 200
const COMPARES = /^(?:[<>]=?|[!=]==?)$/
/** Up to this number of values, a field has few. */
const FEW = 12

/** The axes of everything that formulas read of a request. */
export function axesOf(
  { route, row, base }: { route: RouteIR; row: RowIR | undefined; base: FormulaInputs },
  codes: readonly Code[],
): Axis[] {
  const constants = constantsOf(codes)
  const fields = (['body', 'query'] as const).flatMap(part =>
    [...new Set(codes.flatMap(code => membersRead(code.js, part)))].flatMap((name): Axis[] => {
      const given = (base[part] as Record<string, unknown> | undefined)?.[name]
      const properties = route[part]?.schema.properties as Record<string, Shape> | undefined
      const shape = properties?.[name] ?? {}
      const edges = valuesOf(shape, given, constants)
      if (edges.length > 0) {
        const values = allOf(shape) ?? edges
        const isWords = shape.enum?.some(one => typeof one === 'string') ?? false
        return [{ name, part, values, edges, isOrdered: !isWords && values.some(isMore) }]
      }
      const keys = row ? keysOf(row) : []
      const sized = keys.filter(key => largeness(key) !== undefined)
      return keys.length > 0
        ? [{ name, part, values: bySize(keys), isOrdered: sized.length === keys.length }]
        : []
    }),
  )
  // A hook that gives a whole number counts something; others, e.g. amounts, keep their results.
  const hooks = Object.entries(base.hooks ?? {}).flatMap(([name, value]): Axis[] =>
    Number.isInteger(value)
      ? [{ name, part: 'hooks', values: [1, 100, 10_000, 100_000], isOrdered: true }]
      : [],
  )
  return [...fields, ...hooks]
}

interface Shape {
  type?: string
  enum?: readonly unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

const isMore = (value: unknown): boolean =>
  typeof value === 'number' || Array.isArray(value) || /^a+$/.test(String(value))

/** The longest text to try, and the most elements of a list. */
const LONGEST = 50_000
const MOST_ITEMS = 200

/** All integers of a field; undefined if they are many, or not integers. */
function allOf({
  type,
  enum: choices,
  minimum: least,
  maximum: most,
}: Shape): unknown[] | undefined {
  if (type !== 'integer' || choices !== undefined || least === undefined || most === undefined)
    return undefined
  const count = most - least + 1
  return count > EACH ? undefined : Array.from({ length: count }, (_, i) => least + i)
}

/** The numbers with which formulas compare, and their neighbours: where a price may jump. */
function constantsOf(codes: readonly Code[]): number[] {
  const written = codes.flatMap(({ js }) =>
    [...nodesOf(js)].flatMap(one =>
      one.kind === 'binary' && COMPARES.test(one.op)
        ? [one.left, one.right].flatMap(side =>
            side.kind === 'number' ? [Number(side.value)] : [],
          )
        : [],
    ),
  )
  return [...new Set(written)].flatMap(one =>
    Number.isSafeInteger(one) ? [one - 1, one, one + 1] : [],
  )
}

function valuesOf(shape: Shape, given: unknown, constants: readonly number[]): unknown[] {
  if (shape.enum)
    return shape.enum.every(one => typeof one === 'number') ? inOrder(shape.enum) : [...shape.enum]
  if (shape.type === 'boolean') return [false, true]
  if (shape.type === 'integer' || shape.type === 'number') {
    const { minimum: least = 0, maximum: most = 1_000_000 } = shape
    const middle = Math.floor((least + most) / 2)
    const near = [1, 2, 10, 60, 300, 301, 3600, ...constants].filter(
      one => one > least && one < most,
    )
    return inOrder([
      least,
      ...near,
      middle,
      most,
      ...(shape.default === undefined ? [] : [shape.default]),
    ])
  }
  if (shape.type === 'array' && Array.isArray(given) && given.length > 0) {
    const { minItems: least = 0, maxItems = 100 } = shape
    const most = Math.min(maxItems, MOST_ITEMS)
    return inOrder([least, Math.floor((least + most) / 2), most]).map(count =>
      Array.from({ length: Number(count) }, () => given[0] as unknown),
    )
  }
  if (shape.type === 'string' && typeof given === 'string' && (shape.maxLength ?? 0) > 256) {
    const most = Math.min(shape.maxLength!, LONGEST)
    return inOrder([shape.minLength ?? 1, 100, most]).map(length => 'a'.repeat(Number(length)))
  }
  return []
}

const inOrder = (values: readonly unknown[]): unknown[] =>
  [...new Set(values)].toSorted((a, b) => Number(a) - Number(b))

/** The keys of the tables of a row, such as its sizes. */
function keysOf({ cells }: RowIR): string[] {
  const tables = Object.values(cells).filter(
    cell => typeof cell === 'object' && !Array.isArray(cell),
  )
  return [...new Set(tables.flatMap(cell => Object.keys(cell)))]
}

const bySize = (keys: readonly string[]): string[] =>
  keys.toSorted((a, b) => (largeness(a) ?? 0) - (largeness(b) ?? 0))

/** The base call with each combination of the fields that have few values. */
export function basesOf(base: FormulaInputs, axes: readonly Axis[]): FormulaInputs[] {
  return axes
    .filter(({ values, isOrdered }) => !isOrdered && values.length <= FEW)
    .reduce<FormulaInputs[]>(
      (bases, axis) =>
        bases.length * axis.values.length > FEW * FEW
          ? bases
          : bases.flatMap(one => axis.values.map(value => withValues(one, [{ axis, value }]))),
      [base],
    )
}

/** A call with other values. */
export function withValues(
  base: FormulaInputs,
  chosen: readonly { axis: Axis; value: unknown }[],
): FormulaInputs {
  return chosen.reduce<FormulaInputs>(
    (made, { axis: { part, name }, value }) => ({
      ...made,
      [part]: { ...(made[part] as object | undefined), [name]: value },
    }),
    base,
  )
}

/** Calls at the ends of all fields, and at values chosen by a fixed sequence. */
export function together(base: FormulaInputs, axes: readonly Axis[]): FormulaInputs[] {
  let seed = 1
  const next = (most: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % most
  }
  const at = (index: (axis: Axis) => number): FormulaInputs =>
    withValues(
      base,
      axes.map(axis => ({ axis, value: axis.values[index(axis)] })),
    )
  const ends = [at(() => 0), at(({ values }) => values.length - 1)]
  return [
    ...ends,
    ...Array.from({ length: TOGETHER }, () => at(({ values }) => next(values.length))),
  ]
}
