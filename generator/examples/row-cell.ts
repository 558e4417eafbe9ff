/** Finds the place of a row's price. */
import { membersRead } from '../js/ask.ts'
import { isUsd } from '../notation/column.ts'
import type { CatalogIR, RouteIR, RowIR } from '../ir.ts'
import type { Code, Place } from '../types.ts'

/** All formulas that a price depends on. */
export function priceCodes({ price }: RouteIR): Code[] {
  const { by, arms = [], tables = [] } = price ?? {}
  const all = [...tables, ...arms.flatMap(arm => arm.lets)].map(one => one.code)
  return [...(by ? [by] : []), ...all, ...arms.map(arm => arm.micro)]
}

/**
 * The place of the first amount of a row that the price of a route reads; that of the row if it
 * reads none.
 */
export function rowCell(catalog: CatalogIR, route: RouteIR, row: RowIR): Place {
  const read = new Set(priceCodes(route).flatMap(code => membersRead(code.js, 'model')))
  const table = catalog.tables.find(one => one.name === route.table)
  const column = table?.columns.find(
    ({ name, type }) => read.has(name) && isUsd(type) && row.places[name] !== undefined,
  )
  return column ? row.places[column.name]! : row.place
}
