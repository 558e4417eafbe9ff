/**
 * Collects the facts about a request and its row before any payment: ranges, cells, constants,
 * gates.
 */
import { evaluate } from '../examples/evaluate.ts'
import type { Expr } from '../formula/expr.ts'
import { parse } from '../formula/parse.ts'
import type { CatalogIR, Cell, RouteIR, RowIR, TableIR } from '../ir.ts'
import type { Code, Decimal, Type } from '../types.ts'
import { narrowed, type Proven } from './gates.ts'
import { countIn, lengthIn, rangeIn } from './schema.ts'
import { ANYTHING, both, exactly, MISSING, whole, type Known, type Span } from './span.ts'
import { spanOf, truth, type Facts } from './walk.ts'

/** A route with one row of its table, if it sells rows. */
export interface PricedRoute {
  catalog: CatalogIR
  route: RouteIR
  row?: RowIR
  hook?: Span
}

/** The formula of lowered code as a tree; undefined if the catalog has no formula for it. */
export function exprOf(code: Code): Expr | undefined {
  return code.source === undefined ? undefined : parse(code.source)
}

/** The facts before any gate: what the types and ranges of the fields say. */
export function factsBefore(priced: PricedRoute): Facts {
  return reading(priced, new Map())
}

/** The facts after all gates; undefined if the gates refuse every request. */
export function factsOf(priced: PricedRoute): Facts | undefined {
  const bare = factsBefore(priced)
  let proven: Proven = new Map()
  for (const gate of priced.route.gates) {
    const rule = exprOf(gate.rule)
    const when = gate.when && exprOf(gate.when)
    const isAsked = gate.when === undefined || (when !== undefined && truth(when, bare) === true)
    const found = isAsked && rule ? narrowed(rule, bare) : undefined
    if (found === 'never') return undefined
    if (found) proven = joined(proven, found)
  }
  return reading(priced, proven)
}

function joined(a: Proven, b: Proven): Proven {
  const all = new Map(a)
  for (const [path, span] of b) all.set(path, all.has(path) ? both(all.get(path)!, span) : span)
  return all
}

function reading(priced: PricedRoute, proven: Proven): Facts {
  const { route } = priced
  const lets = new Map(letsOf(route).map(({ name, code }) => [name, exprOf(code)]))
  const named = new Map<string, Span>()
  const raw = (path: string): Span => {
    if (!lets.has(path)) return ownSpan(path, priced)
    const expr = lets.get(path)
    return expr ? spanOf(expr, facts) : ANYTHING
  }
  const facts: Facts = {
    hook: priced.hook ?? {},
    read(path) {
      const known = named.get(path)
      if (known) return known
      const found = proven.has(path) ? both(raw(path), proven.get(path)!) : raw(path)
      named.set(path, found)
      return found
    },
    size: path => lengthIn(path, route),
    count: path => countIn(path, route),
  }
  return facts
}

function letsOf({ gates, price, free }: RouteIR): readonly { name: string; code: Code }[] {
  const priced = (price?.arms ?? []).flatMap(arm => arm.lets)
  return [...gates.flatMap(gate => gate.lets), ...priced, ...(free?.lets ?? [])]
}

function ownSpan(path: string, priced: PricedRoute): Span {
  const {
    catalog: { gateway },
    route,
    row,
  } = priced
  const [root = '', ...rest] = path.split('.')
  if (root === 'model') return row && rest.length === 1 ? cellSpan(rest[0]!, row, priced) : ANYTHING
  if (root === 'body' || root === 'query') return rangeIn(path, route)
  const { fee, margin, minimum, numbers } = gateway
  const known: Record<string, Decimal> = { ...numbers, fee, margin, minimum }
  const constant = Object.hasOwn(known, path) ? known[path] : undefined
  if (constant) return exactly(constant)
  const table = route.price?.tables.find(one => one.name === path)
  if (!table) return ANYTHING
  const value = evaluate({ lets: [], code: table.code }, {}, { cache: new Map() })
  return exactly(knownOf(value, table.code.type))
}

function cellSpan(name: string, row: RowIR, { catalog, route }: PricedRoute): Span {
  if (name === 'id') return exactly(row.id)
  const cell = row.cells[name]
  if (cell === undefined) return MISSING
  const table = catalog.tables.find(one => one.name === route.table) as TableIR
  const column = table.columns.find(one => one.name === name)
  return column ? exactly(knownOf(cell, column.type)) : ANYTHING
}

/**
 * The known value of a result of generated code. Amounts are whole numbers over the denominator of
 * their type.
 */
function knownOf(value: unknown, type: Type): Known {
  if (typeof value === 'bigint') return { num: value, den: type.kind === 'decimal' ? type.den : 1n }
  if (typeof value === 'number') return whole(value)
  if (typeof value !== 'object' || value === null) return value as string | boolean | null
  const of = type.kind === 'list' || type.kind === 'table' ? type.of : type
  if (Array.isArray(value)) return value.map(one => knownOf(one, of))
  const entries = Object.entries(value as Record<string, Cell>)
  return new Map(entries.map(([key, one]) => [key, knownOf(one, of)]))
}
