/**
 * Checks that a price with a subtraction, or of a field that may be negative, is never below zero,
 * for any row and any input within its declared range.
 */
import { exprOf, factsOf } from '../analysis/facts.ts'
import { foundOnce } from '../catalog/route-versions.ts'
import { ends, whole } from '../analysis/span.ts'
import { pathText, spanOf } from '../analysis/walk.ts'
import { membersRead } from '../js/ask.ts'
import type { Expr } from '../formula/expr.ts'
import type { CatalogIR, PriceIR, RouteIR, RowIR } from '../ir.ts'
import type { Problem } from '../types.ts'
import { fault, type Check } from './check.ts'

/** Refuses prices that may get below zero. */
export const priceNegative: Check = {
  code: 'price-negative',
  run: catalog =>
    catalog.routes.flatMap(route =>
      foundOnce('price-negative', { catalog, route }, () =>
        (route.price?.arms ?? []).flatMap(arm => below(arm, { catalog, route })),
      ),
    ),
}

type Arm = PriceIR['arms'][number]
interface Around {
  catalog: CatalogIR
  route: RouteIR
}

/** Integers returned by hooks are counts, so they are never negative. */
const COUNT = { low: whole(0) }

function below(arm: Arm, around: Around): Problem[] {
  const expr = exprOf(arm.micro)
  if (!expr) return []
  const all = reached(expr, arm)
  if (!all.some(subtracts) && !all.some(one => readsNegative(one, around.route))) return []
  const { place } = arm.micro
  for (const row of rowsOf(arm, around)) {
    const facts = factsOf({ ...around, hook: COUNT, ...(row ? { row } : {}) })
    const low = facts && ends(spanOf(expr, facts)).low
    if (!facts || (low && low.num >= 0n)) continue
    const usd = low && Number(low.num) / Number(low.den)
    if (pathsOf(expr).length === 0) {
      return [fault('price-negative', place, `this price is ${usd} USD; it must not be negative`)]
    }
    const least = usd === undefined ? 'has no lower bound' : `can be ${usd} USD`
    return [
      fault('price-negative', place, `this price ${least}${row ? ` for row ${row.id}` : ''}`, {
        hint: 'give the fields a range, add a gate such as `x > 0`, or write max(0, ...)',
        ...(row ? { also: [{ place: row.place, label: `row ${row.id}` }] } : {}),
      }),
    ]
  }
  return []
}

/** The formula and all values that it uses. */
function reached(expr: Expr, { lets }: Arm): Expr[] {
  return [expr, ...lets.flatMap(one => exprOf(one.code) ?? [])]
}

/** The rows of an arm; one `undefined` if the route has no table. */
function rowsOf(arm: Arm, { catalog, route }: Around): readonly (RowIR | undefined)[] {
  const table = catalog.tables.find(one => one.name === route.table)
  if (!table || !route.gates.some(gate => gate.provesModel)) return [undefined]
  const by = route.price?.by
  const column = by && membersRead(by.js, 'model')[0]
  const rows =
    column && arm.value ? table.rows.filter(row => row.cells[column] === arm.value) : table.rows
  return rows.length > 0 ? rows : [undefined]
}

/** Whether a formula contains a subtraction. */
function subtracts(expr: Expr): boolean {
  if (expr.kind === 'minus' || (expr.kind === 'binary' && expr.op === '-')) return true
  return partsOf(expr).some(subtracts)
}

/** Whether a formula calculates with a number of the request that may be negative. */
function readsNegative(expr: Expr, { body, query }: RouteIR): boolean {
  const schemas: Readonly<Record<string, unknown>> = { body: body?.schema, query: query?.schema }
  return operandsOf(expr).some(path => {
    const [root = '', ...names] = path.split('.')
    const field = names.reduce<Field | undefined>(
      (of, name) => of?.properties?.[name],
      schemas[root] as Field,
    )
    if (names.length === 0 || field?.type !== 'integer') return false
    const { minimum = field.exclusiveMinimum } = field
    return field.enum === undefined && (minimum === undefined || minimum < 0)
  })
}

/** The parts of a JSON schema that limit a number. */
interface Field {
  type?: string
  enum?: readonly unknown[]
  minimum?: number
  exclusiveMinimum?: number
  properties?: Readonly<Record<string, Field>>
}

/** The paths that are summands or factors of a formula, not those in conditions and indexes. */
function operandsOf(expr: Expr): string[] {
  if (expr.kind === 'binary')
    return ['+', '*', '/'].includes(expr.op) ? [expr.left, expr.right].flatMap(operandsOf) : []
  const path = pathText(expr)
  return path === undefined ? [] : [path]
}

/** The paths that a formula reads. */
function pathsOf(expr: Expr): string[] {
  const own = pathText(expr)
  return own === undefined ? partsOf(expr).flatMap(pathsOf) : [own]
}

function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'minus':
    case 'not':
    case 'get':
      return [expr.of]
    case 'binary':
      return [expr.left, expr.right]
    case 'call':
      return [...(expr.of ? [expr.of] : []), ...expr.args]
    case 'index':
      return [expr.of, expr.key]
    case 'list':
      return expr.items
    default:
      return []
  }
}
