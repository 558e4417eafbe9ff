/**
 * Dated cells that are far from the list, or lack what the list has. The list is guarded by
 * examples and by the last commit; what comes later is guarded by the list.
 */
import { shownInstant } from '../../runtime/lib/instant.ts'
import { catalogAt } from '../catalog/in-time.ts'
import type { Environment } from '../examples/environment.ts'
import { usd } from '../examples/money.ts'
import { networkOf } from '../examples/network.ts'
import { attempt } from '../examples/price-lines.ts'
import { quote } from '../examples/quote.ts'
import { environmentOf } from './environments.ts'
import { cellsOf, type CellValue } from '../plan/cells.ts'
import type {
  CatalogIR,
  DatedIR,
  DatedRouteIR,
  ExampleIR,
  GatewayIR,
  RouteIR,
  RowIR,
  TableIR,
} from '../ir.ts'
import type { Problem } from '../types.ts'
import { fault, warning, type Check } from './check.ts'

/** So many times as much as the list, or as little, warns; so many times is an error. */
const FAR = 2
const WRONG = 10

/** Compares dated rows with the list. */
export const datedJump: Check = {
  code: 'dated-jump',
  run: catalog => [
    ...catalog.tables.flatMap(table =>
      table.rows.flatMap(row =>
        (row.dated ?? [])
          .filter(one => one.discount === undefined)
          .flatMap(one => compared(row, one, table)),
      ),
    ),
    ...catalog.routes.flatMap(route =>
      (route.dated ?? [])
        .filter(one => one.discount === undefined && one.place.file !== catalog.gateway.place.file)
        .flatMap(one => comparedRoute(catalog, route, one)),
    ),
    ...comparedNumbers(catalog.gateway),
  ],
}

/** Compares the numbers of gateway.yaml with those of its dates; each once. */
function comparedNumbers({ dated = [], ...list }: GatewayIR): Problem[] {
  const numbers = ({
    fee,
    margin,
    minimum,
    numbers,
  }: Omit<GatewayIR, 'dated'>): Record<string, number> =>
    Object.fromEntries(
      Object.entries({ ...numbers, fee, margin, minimum }).map(([name, { num, den }]) => [
        name,
        Number(num) / Number(den),
      ]),
    )
  const was = numbers(list)
  const seen = new Set<string>()
  return dated.flatMap(({ from, gateway, place }) =>
    Object.entries(numbers(gateway)).flatMap(([name, is]) => {
      const old = was[name]!
      const times = old > 0 && is > 0 ? Math.max(is / old, old / is) + 1e-9 : 1
      if (times < FAR || seen.has(`${name} ${is}`)) return []
      seen.add(`${name} ${is}`)
      const message =
        `${name} goes from ${old} to ${is} on ${shownInstant(from)}, ${shownTimes(times)} ` +
        `times as ${is > old ? 'much' : 'little'}`
      const hint = 'is the decimal point where it should be?'
      return [(times < WRONG ? warning : fault)('dated-jump', place, message, { hint })]
    }),
  )
}

/** Compares what the examples of a route cost. */
function comparedRoute(catalog: CatalogIR, route: RouteIR, dated: DatedRouteIR): Problem[] {
  const network = networkOf(catalog, route)
  if (network === undefined) return []
  const [list, then] = [catalog, catalogAt(catalog, dated.from)].map(ir =>
    environmentOf(ir, network),
  )
  const price = (of: RouteIR, at: Environment, example: ExampleIR): number => {
    const got = attempt(() => quote(of, at, example))
    return got?.kind === 'priced' ? Number(got.micro ?? 0n) : 0
  }
  const jumps = route.examples.flatMap(example => {
    const [was, is] = [price(route, list!, example), price(dated.route, then!, example)]
    return was > 0 && is > 0 ? [{ was, is, times: Math.max(was / is, is / was) + 1e-9 }] : []
  })
  const [most] = jumps.sort((a, b) => b.times - a.times)
  if (most === undefined || most.times < FAR) return []
  const [was, is] = [most.was, most.is].map(micro => usd(BigInt(micro)))
  const far = `${shownTimes(most.times)} times as ${most.is > most.was ? 'much' : 'little'}`
  const message =
    `${route.method} ${route.path} goes from ${was} to ${is} USD on ` +
    `${shownInstant(dated.from)}, ${far}`
  const hint = 'is the decimal point where it should be?'
  return [(most.times < WRONG ? warning : fault)('dated-jump', dated.place, message, { hint })]
}

function compared(row: RowIR, dated: DatedIR, table: TableIR): Problem[] {
  const [list, then] = [cellsOf(row, table), cellsOf(dated.row, table)]
  const missing = [...list.keys()].filter(path => !then.has(path))
  const day = shownInstant(dated.from)
  const lost = fault(
    'dated-jump',
    dated.row.place,
    `from ${day} on, ${row.id} has no ${missing.join(', ')}, which the list has`,
    { hint: 'write every key: a map of `dated` replaces the one of the list' },
  )
  const jumps = [...then].flatMap(([path, value]) => {
    const times = timesOf(list.get(path), value)
    if (times === undefined || times < FAR) return []
    const { text } = list.get(path)!
    const message =
      `${row.id} ${path} goes from ${text} to ${value.text} USD on ${day}, ` +
      `${shownTimes(times)} times as ${isMore(text, value) ? 'much' : 'little'}`
    const hint = 'is the decimal point where it should be?'
    return [(times < WRONG ? warning : fault)('dated-jump', dated.row.place, message, { hint })]
  })
  return [...(missing.length > 0 ? [lost] : []), ...jumps]
}

/** How many times as much, or as little, an amount of money is; undefined for other values. */
function timesOf(list: CellValue | undefined, then: CellValue): number | undefined {
  if (!list?.isMoney || !list.number || !then.number) return undefined
  const factor = then.number / list.number
  return Math.max(factor, 1 / factor) + 1e-9
}

const isMore = (list: string, then: CellValue): boolean => then.number! > Number(list)
const shownTimes = (times: number): number => Number(times.toPrecision(2))
