/** A price that subtracts must not get below zero, for any row and any input within its declared range. */
import { parseFormula } from '../formula/parse.ts'
import type { Expr } from '../formula/expr.ts'
import { entriesOf, itemsOf, valueOf, type RawMap } from '../read/access.ts'
import type { FlatRoute } from '../resolve/flat.ts'
import type { CatalogIR, Cell, RouteIR, RowIR, TableIR } from '../ir.ts'
import type { Problem, Raw, Text, Type } from '../types.ts'
import { fault, type Check } from './check.ts'
import { ANYTHING, hull, interval, pathsOf, pathText, subtracts, type Interval, type Ranges } from './interval.ts'

/** Refuses prices that may get below zero. */
export const priceNegative: Check = {
  code: 'price-negative',
  run(catalog, flat) {
    const places = new Map(flat.routes.map(route => [route.place, route]))
    return catalog.routes.flatMap(route => {
      const written = places.get(route.place)
      return route.price && written ? pricesOf(written).flatMap(arm => below(arm, { catalog, route, written })) : []
    })
  },
}

/** One formula of a price, with the `let:` values that it sees. `value` is its value of `by`. */
interface Arm { text: Text; lets: ReadonlyMap<string, Expr>; value?: string }
interface Around { catalog: CatalogIR; route: RouteIR; written: FlatRoute }

const OWN = ['usd', 'by', 'let', 'show', 'decimals', 'identify', 'tables']

function pricesOf({ keys }: FlatRoute): Arm[] {
  const price = valueOf(keys, 'price')
  const lets = new Map([...letsOf(valueOf(keys, 'let')), ...letsOf(valueOf(price, 'let'))])
  if (price?.kind === 'scalar') return [{ text: price.text, lets }]
  const usd = valueOf(price, 'usd')
  if (usd?.kind === 'scalar') return [{ text: usd.text, lets }]
  return entriesOf(price).filter(entry => !OWN.includes(entry.key)).flatMap(entry => {
    const formula = entry.value.kind === 'map' ? valueOf(entry.value, 'usd') : entry.value
    const own = entry.value.kind === 'map' ? letsOf(valueOf(entry.value, 'let')) : new Map<string, Expr>()
    return formula?.kind === 'scalar' ? [{ text: formula.text, lets: new Map([...lets, ...own]), value: entry.key }] : []
  })
}

function letsOf(raw: Raw | undefined): Map<string, Expr> {
  return new Map(entriesOf(raw).flatMap(entry => {
    const expr = entry.value.kind === 'scalar' ? parseFormula(entry.value.text).value : undefined
    return expr ? [[entry.key, expr] as const] : []
  }))
}

function below(arm: Arm, around: Around): Problem[] {
  const expr = parseFormula(arm.text).value
  if (!expr || !reached(expr, arm.lets).some(subtracts)) return []
  for (const row of rowsOf(arm, around)) {
    const ranges = rangesOf(arm, { ...around, row })
    const { low } = interval(expr, ranges)
    if (low >= 0) continue
    if (pathsOf(expr).length === 0) return [fault('price-negative', arm.text.place, `this price is ${low} USD; it must not be negative`)]
    const least = low === -Infinity ? 'has no lower bound' : `can be ${low} USD`
    return [fault('price-negative', arm.text.place, `this price ${least}${row ? ` for row ${row.id}` : ''}`, {
      hint: 'give the fields a range, add a gate such as `x > 0`, or write max(0, ...)', ...(row
        ? { also: [{ place: row.place, label: `row ${row.id}` }] }
        : {}),
    })]
  }
  return []
}

/** The formula and the values that it uses, transitively. */
function reached(expr: Expr, lets: ReadonlyMap<string, Expr>, seen = new Set<string>()): Expr[] {
  return [expr, ...pathsOf(expr).flatMap(path => {
    const used = lets.get(path)
    if (!used || seen.has(path)) return []
    seen.add(path)
    return reached(used, lets, seen)
  })]
}

/** The rows of an arm; one `undefined` where there is no table. */
function rowsOf(arm: Arm, { catalog, route }: Around): readonly (RowIR | undefined)[] {
  const table = catalog.tables.find(one => one.name === route.table)
  if (!table || !route.gates.some(gate => gate.provesModel)) return [undefined]
  const column = /\bmodel\.(\w+)/.exec(route.price?.by?.code ?? '')?.[1]
  const rows = column && arm.value ? table.rows.filter(row => row.cells[column] === arm.value) : table.rows
  return rows.length > 0 ? rows : [undefined]
}

function rangesOf(arm: Arm, around: Around & { row: RowIR | undefined }): Ranges {
  const bounds = gateBounds(around.written)
  const raw = (path: string): Interval | undefined => {
    const used = arm.lets.get(path)
    if (used) return interval(used, ranges)
    const [root = '', member = ''] = path.split('.', 2)
    if (root === 'model') return cellRange(member, around)
    if (root === 'body' || root === 'query') return typeRange(around.route[root]?.type, member)
    return amountRange(path, around)
  }
  const ranges: Ranges = path => {
    const known = raw(path) ?? ANYTHING
    const bound = bounds.get(path) ?? ANYTHING
    return { low: Math.max(known.low, bound.low), high: Math.min(known.high, bound.high) }
  }
  return ranges
}

function typeRange(type: Type | undefined, member: string): Interval | undefined {
  const name = member.replace(/\[\]$/, '')
  const field = type?.kind === 'record' && Object.hasOwn(type.fields, name) ? type.fields[name]!.type : undefined
  return field?.kind === 'integer' ? { low: field.min ?? -Infinity, high: field.max ?? Infinity } : undefined
}

function cellRange(member: string, { catalog, route, row }: Around & { row: RowIR | undefined }): Interval | undefined {
  const name = member.replace(/\[\]$/, '')
  const table = catalog.tables.find(one => one.name === route.table)
  const column = table?.columns.find(one => one.name === name)
  const cell = row?.cells[name]
  return column && cell !== undefined ? cellInterval(cell, Number(denOf(column.type))) : undefined
}

function denOf(type: TableIR['columns'][number]['type']): bigint {
  if (type.kind === 'table' || type.kind === 'list') return denOf(type.of)
  return type.kind === 'decimal' ? type.den : 1n
}

function cellInterval(cell: Cell, den: number): Interval | undefined {
  if (typeof cell === 'bigint' || typeof cell === 'number') return { low: Number(cell) / den, high: Number(cell) / den }
  if (typeof cell !== 'object') return undefined
  const all = Object.values(cell).map(one => cellInterval(one as Cell, den)).filter(one => one !== undefined)
  return all.length > 0 ? all.reduce(hull) : undefined
}

/** Constants of the gateway, and tables of the price: their entries are never negative. */
function amountRange(path: string, { catalog, route }: Around): Interval | undefined {
  const { gateway } = catalog
  const constant = { fee: gateway.fee, margin: gateway.margin, minimum: gateway.minimum }[path]
  if (constant) return { low: Number(constant.num) / Number(constant.den), high: Number(constant.num) / Number(constant.den) }
  return route.price?.tables.some(table => `${table.name}[]` === path) ? { low: 0, high: Infinity } : undefined
}

/** Bounds that gates without `when` prove: `x > 0`, `x <= 100`. */
function gateBounds({ keys }: FlatRoute): Map<string, Interval> {
  const bounds = new Map<string, Interval>()
  for (const gate of itemsOf(valueOf(keys, 'gates'))) {
    const rule = valueOf(gate as RawMap, 'rule')
    if (valueOf(gate, 'when') || rule?.kind !== 'scalar') continue
    const expr = parseFormula(rule.text).value
    if (expr) collect(expr, bounds)
  }
  return bounds
}

function collect(expr: Expr, bounds: Map<string, Interval>): void {
  if (expr.kind !== 'binary') return
  if (expr.op === '&&') {
    collect(expr.left, bounds)
    collect(expr.right, bounds)
    return
  }
  const path = pathText(expr.left)
  if (path === undefined || expr.right.kind !== 'number') return
  const value = Number(expr.right.text)
  const known = bounds.get(path) ?? ANYTHING
  if (expr.op === '>' || expr.op === '>=') bounds.set(path, { ...known, low: Math.max(known.low, value) })
  if (expr.op === '<' || expr.op === '<=') bounds.set(path, { ...known, high: Math.min(known.high, value) })
}
