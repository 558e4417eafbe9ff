/**
 * Finds dated prices that are far from the list: of rows, of routes, and numbers of gateway.yaml.
 * Entries for the plan accept them too, so that one entry is enough for both.
 */
import { shownInstant } from '../../runtime/lib/instant.ts'
import { catalogAt } from '../catalog/in-time.ts'
import { decimalText } from '../formula/decimal.ts'
import { same, type Accepting } from './accept.ts'
import { causesOf } from './causes.ts'
import { cellsOf } from './cells.ts'
import { numbersOf } from './numbers.ts'
import { priceFindings } from './prices.ts'
import { resultsAt } from './results.ts'
import { rowChanges } from './rows.ts'
import { sideOf } from './side.ts'
import { endpointOf, type Finding } from './types.ts'
import type { AcceptedIR, CatalogIR, DatedRouteIR, GatewayIR, RowIR, TableIR } from '../ir.ts'
import type { Place } from '../types.ts'

/** The factor above or below the list from which a price is far. */
const FAR = 2

/** A price that is far from the list, from a day on. */
export interface Jump {
  /** The place of the dated entry. */
  place: Place
  /** The subject of the jump, and its unit. */
  subject: string
  unit: string
  from: number
  /** The new price by the old one; 0 for a price of 0. */
  factor: number
  isPromotion: boolean
  /** The entry of accepted.yaml that accepts it. */
  entry: Accepting & Required<Pick<Accepting, 'old' | 'new'>>
}

const kept = new WeakMap<CatalogIR, readonly Jump[]>()

/** All jumps of a catalog: each price once, with the first day on which it holds. */
export function jumpsOf(catalog: CatalogIR): readonly Jump[] {
  const known = kept.get(catalog)
  if (known !== undefined) return known
  const rows = catalog.tables.flatMap(table => table.rows.flatMap(row => ofRow(row, table)))
  const found = [...rows, ...ofRoutes(catalog), ...ofNumbers(catalog.gateway)]
  kept.set(catalog, found)
  return found
}

/** The factor of a change in either direction, at least 1. */
export const timesOf = (factor: number): number => Math.max(factor, 1 / factor) + 1e-9

const isFar = (factor: number): boolean => timesOf(factor) >= FAR

/** The entry that accepts a jump. It names the day and the price, whatever the list price was. */
export const acceptsJump = ({ accepted }: CatalogIR, { entry }: Jump): AcceptedIR | undefined =>
  accepted.find(one => {
    const isPrice = [one.finding, entry.id].every(id => /^price-(raised|lowered)$/.test(id))
    return (
      (one.finding === entry.id || isPrice) &&
      one.subject === entry.subject &&
      same(one.new, entry.new)
    )
  })

/** The entries that dated prices need while they are in the catalog. */
export const neededByDates = (catalog: CatalogIR): Set<AcceptedIR> =>
  new Set(jumpsOf(catalog).flatMap(jump => acceptsJump(catalog, jump) ?? []))

const idOf = (factor: number): 'price-raised' | 'price-lowered' =>
  factor > 1 ? 'price-raised' : 'price-lowered'

/** Whether a price has not been listed before: after a promotion, an earlier price holds again. */
function isNew(seen: Set<string>, ...of: string[]): boolean {
  const key = of.join('\n')
  return !seen.has(key) && seen.add(key).size > 0
}

function ofRow(row: RowIR, table: TableIR): Jump[] {
  const list = cellsOf(row, table)
  const seen = new Set<string>()
  return (row.dated ?? []).flatMap(({ from, discount, row: then }) =>
    [...cellsOf(then, table)].flatMap(([path, { text, number }]): Jump[] => {
      const was = list.get(path)
      if (!was?.isMoney || !was.number || number === undefined) return []
      if (!isFar(number / was.number)) return []
      if (!isNew(seen, path, text)) return []
      const [subject, factor] = [`${row.id} ${path}`, number / was.number]
      const named = `${subject} from ${shownInstant(from)}`
      const entry = { id: idOf(factor), subject: named, old: was.text, new: text }
      const isPromotion = discount !== undefined
      return [{ place: then.place, subject, unit: ' USD', from, factor, isPromotion, entry }]
    }),
  )
}

function ofNumbers({ dated = [], ...list }: GatewayIR): Jump[] {
  const seen = new Set<string>()
  const was = numbersOf(list)
  return dated.flatMap(({ from, gateway, place }) =>
    Object.entries(numbersOf(gateway)).flatMap(([subject, now]): Jump[] => {
      const [a, b] = [was[subject]!, now].map(({ num, den }) => Number(num) / Number(den))
      const factor = a! > 0 ? b! / a! : 1
      const [old, is] = [decimalText(was[subject]!), decimalText(now)]
      if (!isFar(factor) || !isNew(seen, subject, is)) return []
      const named = `${subject} from ${shownInstant(from)}`
      const entry = { id: 'constant-changed' as const, subject: named, old, new: is }
      return [{ place, subject, unit: '', from, factor, isPromotion: false, entry }]
    }),
  )
}

/** The plan's findings about routes whose own price has dates, at each of these days. */
function ofRoutes(catalog: CatalogIR): Jump[] {
  const own = catalog.routes.flatMap(route =>
    (route.dated ?? [])
      .filter(({ place }) => place.file !== catalog.gateway.place.file)
      .map(dated => ({ dated, endpoint: endpointOf(route) })),
  )
  const seen = new Set<string>()
  return [...new Set(own.map(({ dated }) => dated.from))].sort(ascending).flatMap(from => {
    const then = own.filter(({ dated }) => dated.from === from)
    const found = findingsAt(catalog, from, then)
    return found.flatMap(({ id, subject, old, new: now, factor, effects }): Jump[] => {
      if (old === undefined || now === undefined || factor === undefined) return []
      if (!isFar(factor) || !isNew(seen, subject, now)) return []
      const { dated } = then.find(({ endpoint }) => endpoint === effects[0]!.endpoint)!
      const { place, discount } = dated
      const entry = { id, subject: `${subject} from ${shownInstant(from)}`, old, new: now }
      const isPromotion = discount !== undefined
      return [{ place, subject, unit: ' USD', from, factor, isPromotion, entry }]
    })
  })
}

const ascending = (a: number, b: number): number => a - b

function findingsAt(
  catalog: CatalogIR,
  at: number,
  routes: readonly { dated: DatedRouteIR; endpoint: string }[],
): Finding[] {
  const later = catalogAt(catalog, at)
  const [old, now] = [sideOf(catalog), sideOf(later)]
  const rows = rowChanges(catalog, later)
  const results = routes.flatMap(({ endpoint }) => resultsAt(endpoint, { old, now, steps: [] }))
  const causes = causesOf({ old, now, constants: [], rows, results })
  return priceFindings(
    { ...causes, rows: new Map() },
    { constants: [], changed: [], old: later, now: later },
  )
}
