/** Finds what a gate proves about its names for every request that passes. */
import type { Expr, ExprOf } from '../formula/expr.ts'
import { both, ends, exactly, hull, type Span } from './span.ts'
import { elementsOf, pathText, spanOf, truth, type Facts } from './walk.ts'

/** The proven span of each path. */
export type Proven = ReadonlyMap<string, Span>

/** The spans proven by a condition that holds; `never` if it cannot hold. */
export function narrowed(expr: Expr, facts: Facts): Proven | 'never' {
  const is = truth(expr, facts)
  if (is !== undefined) return is ? new Map() : 'never'
  if (expr.kind !== 'binary') return new Map()
  if (expr.op === '&&') return merged(narrowed(expr.left, facts), narrowed(expr.right, facts))
  if (expr.op === '||') return either(narrowed(expr.left, facts), narrowed(expr.right, facts))
  return new Map([...compared(expr, facts), ...compared(turned(expr), facts)])
}

function merged(a: Proven | 'never', b: Proven | 'never'): Proven | 'never' {
  if (a === 'never' || b === 'never') return 'never'
  const all = new Map(a)
  for (const [path, span] of b) all.set(path, all.has(path) ? both(all.get(path)!, span) : span)
  return all
}

function either(a: Proven | 'never', b: Proven | 'never'): Proven | 'never' {
  if (a === 'never') return b
  if (b === 'never') return a
  const shared = [...a].filter(([path]) => b.has(path))
  return new Map(shared.map(([path, span]) => [path, hull(span, b.get(path)!)]))
}

const TURNED: Readonly<Record<string, string>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
}

function turned(expr: ExprOf<'binary'>): ExprOf<'binary'> {
  return { ...expr, op: (TURNED[expr.op] ?? '!=') as '==', left: expr.right, right: expr.left }
}

function compared({ op, left, right }: ExprOf<'binary'>, facts: Facts): [string, Span][] {
  const path = pathText(left)
  if (path === undefined) return []
  const other = spanOf(right, facts)
  if (op === 'in') {
    const among = elementsOf(other)
    return among ? [[path, { values: among }]] : []
  }
  const { low, high } = ends(other)
  if ((op === '<' || op === '<=') && high) return [[path, { high }]]
  if ((op === '>' || op === '>=') && low) return [[path, { low }]]
  const only = op === '==' && !other.absent && other.values?.length === 1
  return only ? [[path, exactly(other.values![0]!)]] : []
}
