/**
 * Finds amounts that stand out: far from the median of their column or family, outside the range of
 * all other rows, or out of proportion to the row's other prices. Mostly a misplaced decimal point;
 * a warning, because it may be intended.
 */
import { isUsd } from '../notation/column.ts'
import { entryOf } from '../read/access.ts'
import type { Flat } from '../resolve/flat.ts'
import { warning, type Check } from './check.ts'
import { priced } from './priced.ts'
import type { CatalogIR, Cell, TableIR } from '../ir.ts'
import type { Place, Problem } from '../types.ts'

/** The factor from the median beyond which an amount is mostly wrong. */
const FACTOR = 100
/** The factor above the highest, or below the lowest, of all other rows. */
const OUTSIDE = 5
/** The factor from the median ratio of two columns. */
const APART = 6
/** With fewer amounts than this, none is typical. */
const ENOUGH = 4

/** Warns of amounts that stand out. */
export const magnitude: Check = {
  code: 'magnitude',
  run: (catalog, flat) => [
    ...catalog.tables.flatMap(table => columns(table, cellsOf(flat, table.name))),
    ...families(catalog),
  ],
}

/**
 * An amount of a cell. `at`: its keys in a cell with several amounts; `place` is that of the row,
 * `cell` its own.
 */
interface Amount {
  value: number
  place: Place
  cell?: Place | undefined
  what: string
  at: string
}

/** Finds the place of a cell. */
type Cells = (row: string, column: string, at: string) => Place | undefined

function cellsOf(flat: Flat, name: string): Cells {
  const rows = flat.tables.find(table => table.name === name)?.rows ?? []
  const cells = new Map(rows.map(row => [row.id, row.cells]))
  return (row, column, at) => {
    const entry = cells.get(row)?.get(column)
    const inner = at === '' ? undefined : entryOf(entry?.value, at.slice(1))
    return inner?.value.place ?? entry?.value.place
  }
}

function columns(table: TableIR, cellOf: Cells): Problem[] {
  const usd = table.columns.filter(column => isUsd(column.type))
  const found = usd.flatMap(({ name }) => {
    const amounts = table.rows.flatMap(row =>
      numbers(row.cells[name]).map((one): Amount => ({
        ...one,
        place: row.place,
        cell: cellOf(row.id, name, one.at),
        what: `row ${row.id}, \`${name}\``,
      })),
    )
    const slipped = odd(amounts, `column \`${name}\``)
    return slipped.length > 0 ? slipped : outside(amounts, ownKinds(table))
  })
  return found.length > 0
    ? found
    : unlike(
        table,
        usd.map(column => column.name),
        cellOf,
      )
}

/**
 * The rows of a kind of their own: they are the only ones with, or without, one of their columns.
 * So their amounts need not be similar to those of other rows.
 */
function ownKinds({ rows, columns }: TableIR): ReadonlySet<Place> {
  const has = (row: TableIR['rows'][number], name: string) => row.cells[name] !== undefined
  const own = rows.filter(row =>
    columns.some(({ name }) =>
      rows.every(other => other === row || has(other, name) !== has(row, name)),
    ),
  )
  return new Set(rows.length > 1 ? own.map(row => row.place) : [])
}

/** The amounts of a cell, each with its keys. */
function numbers(cell: Cell | undefined, at = ''): Pick<Amount, 'value' | 'at'>[] {
  if (typeof cell === 'bigint') return [{ value: Number(cell), at }]
  if (typeof cell !== 'object') return []
  return Object.entries(cell).flatMap(([key, inner]) => numbers(inner, `${at}.${key}`))
}

/**
 * Amounts far above or below those of all other rows: those of the same key if enough rows have it,
 * else those of the column.
 */
function outside(amounts: readonly Amount[], ownKind: ReadonlySet<Place>): Problem[] {
  return amounts.flatMap(one => {
    if (ownKind.has(one.place)) return []
    const rows = amounts.filter(other => other.value > 0 && other.place !== one.place)
    const alike = rows.filter(other => other.at === one.at)
    const others = (areEnough(alike) ? alike : rows).map(other => other.value)
    if (one.value <= 0 || !areEnough(rows)) return []
    const [least, most] = [Math.min(...others), Math.max(...others)]
    if (one.value >= most * OUTSIDE)
      return [slip(one, `${times(one.value, most)} times as much as in any other row`)]
    if (one.value * OUTSIDE > least) return []
    return [slip(one, `every other row has at least ${times(least, one.value)} times as much`)]
  })
}

/**
 * Rows in which the ratio of two prices is far from that of other rows. In every row, output tokens
 * cost a few times as much as prompt tokens.
 */
function unlike(table: TableIR, names: readonly string[], cellOf: Cells): Problem[] {
  const pairs = names.flatMap((b, i) => names.slice(0, i).map((a): [string, string] => [a, b]))
  const found = pairs.flatMap(([a, b]) => {
    const ratios = table.rows.flatMap(({ id, place, cells }) => {
      const [under, over] = [cells[a], cells[b]]
      const isBoth =
        typeof under === 'bigint' && typeof over === 'bigint' && under > 0n && over > 0n
      return isBoth
        ? [
            {
              value: Number(over) / Number(under),
              place,
              cell: cellOf(id, b, ''),
              what: `row ${id}`,
              at: '',
            },
          ]
        : []
    })
    const median = medianOf(ratios.map(one => one.value))
    const far = ratios.filter(({ value }) => Math.max(value / median, median / value) > APART)
    return far.map(one =>
      slip(
        one,
        one.value > median
          ? `\`${b}\` is too high for its \`${a}\`, or that too low: ` +
              `${times(one.value, median)} times as in other rows`
          : `\`${a}\` is too high for its \`${b}\`, or that too low: ` +
              `${times(median, one.value)} times as in other rows`,
      ),
    )
  })
  const rowOf = (one: Problem): string => one.message.split(':')[0]!
  return found.filter((one, i) => found.findIndex(other => rowOf(other) === rowOf(one)) === i)
}

/** Whether the amounts come from enough rows for a comparison. */
function areEnough(others: readonly Amount[]): boolean {
  return new Set(others.map(one => one.place)).size >= ENOUGH - 1
}

const times = (more: number, less: number): number => Math.round(more / less)

function medianOf(values: readonly number[]): number {
  return values.length < ENOUGH ? Number.NaN : values.toSorted((a, b) => a - b)[values.length >> 1]!
}

function slip({ place, cell = place, what }: Amount, how: string): Problem {
  return warning('magnitude', cell, `${what}: ${how}`, {
    hint: 'is the decimal point where it should be?',
  })
}

/**
 * Routes of one file with a price that does not depend on rows. Prices by row are covered by the
 * columns above.
 */
function families(catalog: CatalogIR): Problem[] {
  const groups = new Map<string, Amount[]>()
  for (const { route, min } of priced(catalog)?.routes.values() ?? []) {
    if (min === undefined || route.table !== undefined) continue
    const group = groups.get(route.family) ?? []
    groups.set(route.family, group)
    group.push({
      value: Number(min),
      place: route.price!.place,
      what: `${route.method} ${route.path}`,
      at: '',
    })
  }
  return [...groups].flatMap(([family, amounts]) => odd(amounts, `the routes of ${family}`))
}

function odd(amounts: readonly Amount[], of: string): Problem[] {
  const median = medianOf(amounts.map(one => one.value).filter(value => value > 0))
  return amounts
    .filter(one => one.value > 0 && Math.max(one.value / median, median / one.value) > FACTOR)
    .map(one =>
      slip(
        one,
        `${one.value > median ? `${times(one.value, median)} times more` : `${times(median, one.value)} times less`} ` +
          `than the median of ${of}`,
      ),
    )
}
