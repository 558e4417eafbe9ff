/** Finds rows that no caller can choose: the field that names the row lists other words. */
import type { CatalogIR } from '../ir.ts'
import type { Problem } from '../types.ts'
import { warning, type Check } from './check.ts'

/** Warns of rows that no route can sell, because none of their names can be written. */
export const rowChosen: Check = {
  code: 'row-chosen',
  run: catalog => catalog.tables.flatMap(table => unchosen(table, catalog)),
}

function unchosen(table: CatalogIR['tables'][number], { routes }: CatalogIR): Problem[] {
  const sellers = routes.filter(route => route.table === table.name && route.pick !== undefined)
  const words = sellers.map(({ pick }) => {
    const { type } = pick!.code
    return type.kind === 'string' ? type.choices : undefined
  })
  // Where any text can be written, each row can be chosen.
  if (words.length === 0 || words.includes(undefined)) return []
  const all = new Set(words.flatMap(choices => choices!))
  return table.rows
    .filter(row => row.retired === undefined)
    .filter(({ id, aliases }) => ![id, ...aliases].some(name => all.has(name)))
    .map(({ id, place }) =>
      warning('row-chosen', place, `no caller can choose ${id}`, {
        hint:
          `to sell it, add it to the words of the field that names the row ` +
          `(${[...all].join(' | ')}); otherwise remove the row`,
      }),
    )
}
