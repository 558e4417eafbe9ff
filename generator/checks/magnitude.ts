/** An amount 100 times off the median of its column or family: mostly a slipped decimal point. A warning, because it may be meant. */
import { warning, type Check } from './check.ts'
import { priced } from './priced.ts'
import type { CatalogIR, Cell, TableIR } from '../ir.ts'
import type { Place, Problem, Type } from '../types.ts'

const FACTOR = 100
/** Fewer amounts than this have no typical one. */
const ENOUGH = 4

/** Warns of amounts that stand out by far. */
export const magnitude: Check = {
  code: 'magnitude',
  run: catalog => [...catalog.tables.flatMap(columns), ...families(catalog)],
}

interface Amount { value: number; place: Place; what: string }

function columns(table: TableIR): Problem[] {
  return table.columns.flatMap(column => {
    if (!isUsd(column.type)) return []
    const amounts = table.rows.flatMap(row => numbers(row.cells[column.name]).map((value): Amount => ({
      value, place: row.place, what: `row ${row.id}, \`${column.name}\``,
    })))
    return odd(amounts, `column \`${column.name}\``)
  })
}

function isUsd(type: Type): boolean {
  if (type.kind === 'table' || type.kind === 'list') return isUsd(type.of)
  return type.kind === 'decimal' && type.usd === true
}

function numbers(cell: Cell | undefined): number[] {
  if (typeof cell === 'bigint') return [Number(cell)]
  if (typeof cell !== 'object') return []
  return Object.values(cell).flatMap(numbers)
}

/** Routes of one file with a price that does not depend on rows, which the columns above have covered. */
function families(catalog: CatalogIR): Problem[] {
  const groups = new Map<string, Amount[]>()
  for (const { route, min } of priced(catalog)?.routes.values() ?? []) {
    if (min === undefined || route.table !== undefined) continue
    const group = groups.get(route.family) ?? []
    groups.set(route.family, group)
    group.push({ value: Number(min), place: route.price!.place, what: `${route.method} ${route.path}` })
  }
  return [...groups].flatMap(([family, amounts]) => odd(amounts, `the routes of ${family}`))
}

function odd(amounts: readonly Amount[], of: string): Problem[] {
  const sorted = amounts.map(one => one.value).filter(value => value > 0).sort((a, b) => a - b)
  const median = sorted[sorted.length >> 1]
  if (median === undefined || sorted.length < ENOUGH) return []
  return amounts.filter(one => one.value > 0 && (one.value > median * FACTOR || one.value * FACTOR < median)).map(one => {
    const times = Math.round(one.value > median ? one.value / median : median / one.value)
    return warning(
      'magnitude', one.place, `${one.what}: ${times} times ${one.value > median ? 'more' : 'less'} than the median of ${of}`,
      { hint: 'is the decimal point where it should be?' },
    )
  })
}
