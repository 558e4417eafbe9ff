/** What rows bring with the numbers that upstreams list now, where their prices have a `cost:`. */
import { rowPlaceOf } from '../../generator/analysis/reads.ts'
import { environmentOf } from '../../generator/checks/environments.ts'
import { builtFrom } from '../../generator/compile.ts'
import { networkOf } from '../../generator/examples/network.ts'
import { usd } from '../../generator/examples/money.ts'
import { withRow } from '../../generator/examples/plain-call.ts'
import { requests } from '../../generator/examples/price-lines.ts'
import { spentOn } from '../../generator/examples/spent.ts'
import type { CatalogIR, RouteIR } from '../../generator/ir.ts'
import { endpointOf } from '../../generator/plan/types.ts'
import type { SourceFile } from '../../generator/types.ts'
import { edited } from './edit.ts'
import type { Finding, Margin } from './types.ts'

interface Sums {
  price: bigint
  cost: bigint
}

/**
 * The margins of all rows with changed numbers, as if each of these were written. Rows whose prices
 * say no cost are left out, and so are all where the catalog has errors.
 */
export function marginsOf(files: readonly SourceFile[], findings: readonly Finding[]): Margin[] {
  const rows = new Set(findings.flatMap(({ number, row }) => (number && row ? [row] : [])))
  // To build a catalog takes a second, and few prices say a cost.
  const mayCost = files.some(({ text }) => /\bcost:/.test(text))
  const old = rows.size > 0 && mayCost ? builtFrom(files) : undefined
  if (!old?.routes.some(hasCost)) return []
  const made = edited(
    files,
    findings.flatMap(({ number }) => number ?? []),
  )
  const now = builtFrom(files.map(file => made.find(one => one.path === file.path) ?? file))
  return now === undefined ? [] : [...rows].flatMap(row => marginOf(row, old, now) ?? [])
}

const hasCost = ({ price }: RouteIR): boolean => price?.arms.some(arm => arm.cost) ?? false

/** The margin of a row at the route where it is least; nothing where no number counts there. */
function marginOf(row: string, old: CatalogIR, now: CatalogIR): Margin | undefined {
  const found = now.routes.filter(hasCost).flatMap(route => {
    const before = old.routes.find(({ id }) => id === route.id)
    const [a, b] = [before && sumsOf(old, before, row), sumsOf(now, route, row)]
    if (!a || !b || (a.price === b.price && a.cost === b.cost)) return []
    return [{ route: endpointOf(route), a, b }]
  })
  const [least] = found.toSorted((x, y) => shareOf(x.b) - shareOf(y.b))
  if (least === undefined) return undefined
  const { route, a, b } = least
  const share = (sums: Sums): string => String(Number((shareOf(sums) * 100).toFixed(1)))
  return {
    row,
    route,
    price: { old: usd(a.price), new: usd(b.price) },
    cost: { old: usd(a.cost), new: usd(b.cost) },
    margin: { old: share(a), new: share(b) },
  }
}

const shareOf = ({ price, cost }: Sums): number => Number(price - cost) / Number(price)

/** The plainest call of a row at a route. */
function sumsOf(catalog: CatalogIR, route: RouteIR, id: string): Sums | undefined {
  const table = catalog.tables.find(one => one.name === route.table)
  const row = table?.rows.find(one => one.id === id)
  const [place, network] = [rowPlaceOf(route), networkOf(catalog, route)]
  if (!row || !place || !network) return undefined
  const at = environmentOf(catalog, network, { whole: true })
  const base = requests(route, at)[0]!.own
  const { price, cost } = spentOn(route, at, withRow(route, base, { place, row })) ?? {}
  return price === undefined || cost === undefined ? undefined : { price, cost }
}
