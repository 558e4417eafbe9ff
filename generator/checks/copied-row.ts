/**
 * Finds texts that a copied row shares with its original: names and descriptions that nearly all
 * rows have for themselves.
 */
import { textOf } from '../read/access.ts'
import type { Flat, FlatRow, FlatTable } from '../resolve/flat.ts'
import { warning, type Check } from './check.ts'
import type { CatalogIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** With fewer rows, two equal texts show nothing. */
const ENOUGH = 6
/** The share of different texts from which on a column distinguishes rows. */
const APART = 0.8

/** Warns of texts that two rows of one owner share. Retired rows may share those of successors. */
export const copiedRow: Check = {
  code: 'copied-row',
  run: (catalog: CatalogIR, { tables }: Flat) =>
    tables.flatMap(table => {
      const { columns = [], rules = [] } = catalog.tables.find(one => one.name === table.name) ?? {}
      const ruled = new Set(rules.map(({ at }) => at))
      return columns
        .filter(({ name, type }) => type.kind === 'string' && !ruled.has(name))
        .flatMap(({ name }) => shared(table, name))
    }),
}

const ownerOf = (id: string): string => /^([^/]+)\//.exec(id)?.[1] ?? ''

function shared({ rows }: FlatTable, column: string): Problem[] {
  const texts = rows.flatMap(row => {
    if (row.retired !== undefined) return []
    const value = row.cells.get(column)?.value
    const text = textOf(value)
    return value === undefined || text === undefined ? [] : [{ row, text, place: value.place }]
  })
  const different = new Set(texts.map(({ text }) => text)).size
  if (texts.length < ENOUGH || different < texts.length * APART) return []
  const first = new Map<string, { row: FlatRow; start: number }>()
  return texts.flatMap(({ row, text, place }) => {
    const key = `${ownerOf(row.id)}\n${text}`
    const other = first.get(key)
    if (other === undefined) first.set(key, { row, start: place.start })
    // A cell of a family is one text.
    if (other === undefined || other.start === place.start) return []
    const message = `row ${row.id} has the \`${column}\` of row ${other.row.id}`
    return [
      warning('copied-row', place, message, {
        hint: 'write its own',
        also: [{ place: other.row.place, label: 'the other row' }],
      }),
    ]
  })
}
