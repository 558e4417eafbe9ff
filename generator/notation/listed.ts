/**
 * Parses the value of a column in an upstream's list: a path into an entry, or a formula of such
 * paths. `npm run drift` computes it, and knows entries as JSON only, so it has numbers and no
 * types.
 */
import { attempt, fail } from '../formula/fail.ts'
import { parse } from '../formula/parse.ts'
import type { Expr, ExprOf } from '../formula/expr.ts'
import type { Checked, Text } from '../types.ts'

/** A path into an entry, e.g. `pricing.prompt`. */
export type ListedPath = readonly string[]

/** A value of an entry, and all paths that it reads. */
export interface Listed {
  paths: readonly ListedPath[]
  /** The value in an entry; undefined if it is not listed. */
  valueIn(entry: unknown): unknown
}

/** A path without a formula, whose names may contain hyphens. */
const PATH = /^[\w$-]+(\.[\w$-]+)*$/
const NUMBER = /^-?[0-9.]+(e-?\d+)?$/i

/** Parses a formula; a mistake is a problem at its characters. */
export function listed(text: Text): Checked<Listed | undefined> {
  return attempt(text, () => readListed(text.text))
}

function readListed(source: string): Listed {
  if (PATH.test(source)) {
    const path = source.split('.')
    return { paths: [path], valueIn: entry => rounded(memberAt(entry, path)) }
  }
  const expr = parse(source)
  const paths = pathsOf(expr)
  if (paths.length === 0)
    fail(expr, { code: 'formula-syntax', message: 'this formula reads no value of an entry' })
  return { paths, valueIn: entry => rounded(valueOf(expr, entry)) }
}

/** The paths of a formula; stops at expressions that such a formula cannot have. */
function pathsOf(expr: Expr): ListedPath[] {
  const path = pathOf(expr)
  if (path !== undefined) return [path]
  switch (expr.kind) {
    case 'number':
      return []
    case 'minus':
      return pathsOf(expr.of)
    case 'binary':
      if (OPERATIONS.has(expr.op)) return [expr.left, expr.right].flatMap(pathsOf)
      break
    case 'call':
      if (expr.name === 'first' && expr.of === undefined) return expr.args.flatMap(pathsOf)
      break
    default:
  }
  return fail(expr, {
    code: 'formula-syntax',
    message: 'a value of a list may use its members, numbers, + - * / and first()',
    hint: 'e.g. pricing.prompt * 1000000, or first(pricing.cached, pricing.prompt) * 1000000',
  })
}

/** `a.b` and `a["b-c"]`. */
function pathOf(expr: Expr): ListedPath | undefined {
  if (expr.kind === 'name') return [expr.name]
  if (expr.kind !== 'get' && expr.kind !== 'index') return undefined
  const of = pathOf(expr.of)
  const key = expr.kind === 'get' ? expr.name : keyOf(expr.key)
  return of === undefined || key === undefined ? undefined : [...of, key]
}

const keyOf = (key: Expr): string | undefined =>
  key.kind === 'string' ? key.value : key.kind === 'number' ? key.text : undefined

const OPERATIONS: ReadonlyMap<string, (a: number, b: number) => number> = new Map([
  ['+', (a, b) => a + b],
  ['-', (a, b) => a - b],
  ['*', (a, b) => a * b],
  ['/', (a, b) => a / b],
])

function valueOf(expr: Expr, entry: unknown): unknown {
  const path = pathOf(expr)
  if (path !== undefined) return memberAt(entry, path)
  if (expr.kind === 'number') return Number(expr.text)
  if (expr.kind === 'minus') return both('-', 0, valueOf(expr.of, entry))
  if (expr.kind === 'call')
    return expr.args.map(one => valueOf(one, entry)).find(one => !isAbsent(one))
  const { op, left, right } = expr as ExprOf<'binary'>
  return both(op, valueOf(left, entry), valueOf(right, entry))
}

const isAbsent = (value: unknown): value is null | undefined =>
  value === undefined || value === null

/**
 * Applies an operator. Words win over numbers, so that they are visible; of a map of prices each
 * one is computed.
 */
function both(op: string, a: unknown, b: unknown): unknown {
  if (isAbsent(a) || isAbsent(b)) return undefined
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x !== undefined && y !== undefined) return OPERATIONS.get(op)!(x, y)
  if (isMap(a)) return mapped(a, one => both(op, one, b))
  if (isMap(b)) return mapped(b, one => both(op, a, one))
  return x === undefined ? a : b
}

const isMap = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const mapped = (map: object, make: (value: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, make(value)]))

/** A number, or a text that contains one. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined
}

/**
 * Rounds to twelve digits: more than any price has, and few enough to hide floating point errors.
 */
function rounded(value: unknown): unknown {
  if (isMap(value)) return mapped(value, rounded)
  const number = numberOf(value)
  return number === undefined ? value : Number(number.toPrecision(12))
}

/** A member of a value, by its path. */
export function memberAt(value: unknown, path: ListedPath): unknown {
  return path.reduce<unknown>(
    (inside, key) =>
      typeof inside === 'object' && inside !== null && Object.hasOwn(inside, key)
        ? (inside as Record<string, unknown>)[key]
        : undefined,
    value,
  )
}
