/** Computes the possible values of a formula from the facts about its names. */
import { decimalOf } from '../formula/decimal.ts'
import type { Expr, ExprOf } from '../formula/expr.ts'
import { compare, larger, smaller } from './ratio.ts'
import {
  ANYTHING,
  arithmetic,
  ends,
  exactly,
  hull,
  isAmount,
  same,
  turned,
  whole,
  type Known,
  type Span,
} from './span.ts'

/** The facts about the names of a formula. */
export interface Facts {
  /** The possible values of a path: `body.n`, `model.rate`, or a value of `let:`. */
  read(path: string): Span
  /** The possible sizes of a path: the length of a text or list, and the number of elements. */
  size(path: string): Span
  count(path: string): Span
  /** The possible results of a hook. */
  hook: Span
}

const EITHER: Span = { values: [true, false] }
const COUNT: Span = { low: whole(0) }

/** `body.n` of a chain of names; undefined for anything else. */
export function pathText(expr: Expr): string | undefined {
  if (expr.kind === 'name') return expr.name
  if (expr.kind !== 'get') return undefined
  const of = pathText(expr.of)
  return of === undefined ? undefined : `${of}.${expr.name}`
}

/** The possible values of a formula. */
export function spanOf(expr: Expr, facts: Facts): Span {
  switch (expr.kind) {
    case 'number':
      return exactly(decimalOf(expr.text))
    case 'seconds':
      return exactly(whole(expr.value))
    case 'string':
    case 'boolean':
      return exactly(expr.value)
    case 'null':
      return exactly(null)
    case 'none':
      return { values: [], absent: true }
    case 'minus':
      return turned(spanOf(expr.of, facts))
    case 'not':
      return flipped(truth(expr.of, facts))
    case 'binary':
      return binary(expr, facts)
    case 'call':
      return call(expr, facts)
    case 'index':
      return indexed(spanOf(expr.of, facts), spanOf(expr.key, facts))
    case 'list':
      return listed(expr.items.map(item => spanOf(item, facts)))
    case 'map':
      return {}
    default:
      return facts.read(pathText(expr) ?? '')
  }
}

/** Whether a condition always or never holds; undefined if that depends on the request. */
export function truth(expr: Expr, facts: Facts): boolean | undefined {
  const { values, absent } = spanOf(expr, facts)
  if (values === undefined || values.length === 0 || absent) return undefined
  if (values.every(value => value === true)) return true
  return values.every(value => value === false) ? false : undefined
}

const flipped = (is: boolean | undefined): Span => (is === undefined ? EITHER : exactly(!is))
const decided = (is: boolean | undefined): Span => (is === undefined ? EITHER : exactly(is))

function binary(expr: ExprOf<'binary'>, facts: Facts): Span {
  const { op, left, right } = expr
  if (op === '&&' || op === '||') {
    const [a, b] = [truth(left, facts), truth(right, facts)]
    const ending = op === '||'
    if (a === ending || b === ending) return decided(ending)
    return decided(a === undefined || b === undefined ? undefined : !ending)
  }
  const [a, b] = [spanOf(left, facts), spanOf(right, facts)]
  if (op === '+' || op === '-' || op === '*' || op === '/') return arithmetic(op, a, b)
  if (op === 'in') return decided(isIn(a, b))
  return decided(a.absent || b.absent ? undefined : compared(op, a, b))
}

function isIn(a: Span, b: Span): boolean | undefined {
  const among = elementsOf(b)
  if (!among || !a.values || a.values.length === 0 || a.absent) return undefined
  const found = a.values.map(value => among.some(one => same(one, value)))
  return found.every(Boolean) ? true : found.some(Boolean) ? undefined : false
}

/** The elements of a known list, or the keys of a known table. */
export function elementsOf({ values, absent }: Span): readonly Known[] | undefined {
  const [only] = values?.length === 1 && !absent ? values : []
  if (Array.isArray(only)) return only as readonly Known[]
  return only instanceof Map ? ([...only.keys()] as readonly Known[]) : undefined
}

function compared(op: string, a: Span, b: Span): boolean | undefined {
  if (op === '==' || op === '!=') {
    const is = equal(a, b)
    return is === undefined ? undefined : (op === '==') === is
  }
  if (op === '>' || op === '>=') return compared(op === '>' ? '<' : '<=', b, a)
  const [x, y] = [ends(a), ends(b)]
  const first = x.high && y.low && compare(x.high, y.low)
  const last = x.low && y.high && compare(x.low, y.high)
  if (first !== undefined && (op === '<' ? first < 0 : first <= 0)) return true
  return last !== undefined && (op === '<' ? last >= 0 : last > 0) ? false : undefined
}

function equal(a: Span, b: Span): boolean | undefined {
  if (!a.values?.length || !b.values?.length) return undefined
  const isPlain = (value: Known): boolean =>
    typeof value !== 'object' || value === null || isAmount(value)
  if (![...a.values, ...b.values].every(isPlain)) return undefined
  if (!a.values.some(one => b.values!.some(other => same(one, other)))) return false
  return a.values.every(one => b.values!.every(other => same(one, other))) ? true : undefined
}

function listed(items: readonly Span[]): Span {
  const single = items.every(({ values, absent }) => values?.length === 1 && !absent)
  return single ? exactly(items.map(({ values }) => values![0]!)) : {}
}

/** The entry for a key. It exists, because the catalog proves look-ups. */
function indexed({ values, absent }: Span, key: Span): Span {
  if (!values || absent) return ANYTHING
  const found = values.map(of => entriesAt(of, key.absent ? undefined : key.values))
  return found.includes(undefined) ? ANYTHING : { values: found.flatMap(one => one!) }
}

function entriesAt(of: Known, keys: readonly Known[] | undefined): readonly Known[] | undefined {
  if (of instanceof Map)
    return (keys ?? [...of.keys()]).flatMap(key => (of.get(key) as Known) ?? [])
  if (!Array.isArray(of) || keys === undefined)
    return Array.isArray(of) ? (of as Known[]) : undefined
  return keys.filter(isAmount).flatMap(key => (of as Known[])[Number(key.num / key.den)] ?? [])
}

function call(expr: ExprOf<'call'>, facts: Facts): Span {
  if (expr.of) return ANYTHING
  const [one] = expr.args
  switch (expr.name) {
    case 'size':
      return lengthOf(one!, facts, facts.size)
    case 'count':
      return lengthOf(one!, facts, facts.count)
    case 'has':
      return present(spanOf(one!, facts))
    case 'first':
      return firstOf(expr.args, facts)
    case 'choose':
      return chosen(expr.args, facts)
    case 'min':
      return extreme(endsOf(expr.args, facts), { of: smaller, near: 'low', far: 'high' })
    case 'max':
      return extreme(endsOf(expr.args, facts), { of: larger, near: 'high', far: 'low' })
    case 'least':
      return leastOf(spanOf(one!, facts))
    case 'text':
    case 'usd':
    case 'iso':
    case 'join':
    case 'before':
    case 'after':
      return {}
    case 'host':
    case 'micro':
    case 'seconds':
      return {}
    default:
      return facts.hook
  }
}

function lengthOf(expr: Expr, facts: Facts, of: (path: string) => Span): Span {
  const known = elementsOf(spanOf(expr, facts))
  if (known) return exactly(whole(known.length))
  const path = pathText(expr)
  return path === undefined ? COUNT : of(path)
}

function present({ values, absent }: Span): Span {
  return decided(!absent ? true : values?.length === 0 ? false : undefined)
}

function firstOf(args: readonly Expr[], facts: Facts): Span {
  let found: Span = { values: [] }
  for (const arg of args) {
    const { absent, ...span } = spanOf(arg, facts)
    found = hull(found, span)
    if (!absent) return found
  }
  return { ...found, absent: true }
}

function chosen([test, yes, no]: readonly Expr[], facts: Facts): Span {
  const is = truth(test!, facts)
  if (is !== undefined) return spanOf(is ? yes! : no!, facts)
  return hull(spanOf(yes!, facts), spanOf(no!, facts))
}

function endsOf(args: readonly Expr[], facts: Facts): Span[] {
  return args.map(arg => ends(spanOf(arg, facts)))
}

/** The bound on one side of a minimum or maximum: `far` by any of the values, `near` by all. */
interface Side {
  of: typeof smaller
  near: 'low' | 'high'
  far: 'low' | 'high'
}

function extreme(all: readonly Span[], { of, near, far }: Side): Span {
  const fars = all.flatMap(span => span[far] ?? [])
  const nears = all.flatMap(span => span[near] ?? [])
  return {
    ...(fars.length > 0 ? { [far]: fars.reduce(of) } : {}),
    ...(nears.length === all.length ? { [near]: nears.reduce(of) } : {}),
  }
}

function leastOf({ values }: Span): Span {
  const tables = values?.filter(value => value instanceof Map) ?? []
  const amounts = tables.map(table => [...table.values()].filter(isAmount))
  if (amounts.length === 0 || amounts.length < values!.length) return {}
  return amounts.some(one => one.length === 0)
    ? {}
    : { values: amounts.map(one => one.reduce(smaller)) }
}
