/**
 * Checks the prices of rows against `row_prices`. Each price is written twice, so that a misplaced
 * decimal point is noticed.
 */
import { rowPlaceOf } from '../analysis/reads.ts'
import { environmentOf } from '../checks/environments.ts'
import type { Environment, FormulaInputs } from './environment.ts'
import { usd } from './money.ts'
import { networkOf } from './network.ts'
import { withRow } from './plain-call.ts'
import { unlessFailed } from './price-lines.ts'
import { quoteOwn, translated } from './quote.ts'
import { priceCodes, rowCell } from './row-cell.ts'
import type { CatalogIR, RouteIR, RowIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** A route whose price depends on the row. */
export interface Priced {
  catalog: CatalogIR
  route: RouteIR
  rows: readonly RowIR[]
  /** The price of the simplest call; undefined if it is free or refused. */
  plain(row: RowIR): bigint | undefined
}

/** The prices of a route by row; undefined if they do not depend on the row. */
export function pricedBy(route: RouteIR, catalog: CatalogIR): Priced | undefined {
  const network = networkOf(catalog, route)
  const table = catalog.tables.find(one => one.name === route.table)
  if (!network || !table || route.suspended || route.pick === undefined) return undefined
  if (!priceCodes(route).some(code => code.uses.includes('model'))) return undefined
  const at = environmentOf(catalog, network, { whole: true })
  const passing = route.examples.flatMap(example => {
    const own =
      'refused' in example.expect ? undefined : unlessFailed(() => translated(route, at, example))
    return own?.kind === 'own' ? [own.given] : []
  })
  const plain = (row: RowIR): bigint | undefined => plainest(route, row, { base: passing[0], at })
  return { catalog, route, rows: table.rows, plain }
}

function plainest(
  route: RouteIR,
  row: RowIR,
  { base, at }: { base: FormulaInputs | undefined; at: Environment },
): bigint | undefined {
  const place = rowPlaceOf(route)
  if (!base || !place) return undefined
  const got = unlessFailed(() => quoteOwn(route, at, withRow(route, base, { place, row })))
  return got?.kind === 'priced' && !got.free ? got.micro : undefined
}

/** Rows whose price differs from `row_prices`. */
export function wrongRows({ catalog, route, rows, plain }: Priced): Problem[] {
  const own = new Map(rows.map(row => [row.id, row]))
  return (route.rowPrices ?? []).flatMap(({ row: id, micro, place }): Problem[] => {
    const row = own.get(id)
    // The row is retired.
    if (row === undefined) return []
    const got = plain(row)
    if (got === micro) return []
    const now = got === undefined ? 'is free or refused' : `costs ${usd(got)} USD`
    const message =
      `the simplest call of ${id} ${now}, and \`row_prices\` says ${usd(micro)} ` +
      `USD${apart(got, micro)}`
    const hint =
      got === undefined
        ? `remove it from \`row_prices\` if that is intended`
        : `is the decimal point where it should be? If the new price is intended, write ${id}: ` +
          `${usd(got)} in \`row_prices\``
    const also = [{ place, label: '`row_prices`' }]
    return [
      {
        code: 'row-price',
        severity: 'error',
        place: rowCell(catalog, route, row),
        message,
        hint,
        also,
        ...(got === undefined ? {} : { fix: { place, usd: usd(got), of: 'row' as const } }),
      },
    ]
  })
}

/** The factor between two amounts, in words. */
function apart(got: bigint | undefined, said: bigint): string {
  const ratio = Number(got ?? 0n) / Number(said)
  if (ratio >= 2) return `: ${Number(ratio.toPrecision(2))} times as much`
  return ratio > 0 && ratio <= 0.5 ? `: ${Number((1 / ratio).toPrecision(2))} times less` : ''
}
