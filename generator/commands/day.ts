/** Describes how the catalog on a day differs from the list, for `check --at`. */
import { readInstant, shownInstant } from '../../runtime/lib/instant.ts'
import { catalogAt, isGone } from '../catalog/in-time.ts'
import { datesOf, type DateLine } from '../emit/documents/dates.ts'
import { networksOf } from '../emit/facts.ts'
import { listed } from '../problems/counted.ts'
import type { CatalogIR, RouteIR } from '../ir.ts'

/** The dated prices, promotions and retirements that hold at an instant, a line for each. */
export function dayText(catalog: CatalogIR, at: number): string {
  const day = shownInstant(at)
  const lines = [...new Set(linesOf(catalog, at))]
  return lines.length === 0
    ? `On ${day} everything equals the list.\n`
    : `On ${day}, these differ from the list:\n${lines.map(line => `  ${line}\n`).join('')}`
}

function linesOf(list: CatalogIR, at: number): string[] {
  const catalog = catalogAt(list, at)
  const [network] = networksOf(catalog)
  if (network === undefined) return []
  const nameOf = ({ method, path }: RouteIR): string => `${method} ${path}`
  const routes = catalog.routes.filter(route => route.retired !== undefined && isGone(route))
  const gone = [
    ...catalog.tables.flatMap(table => table.gone ?? []),
    ...routes.map(route => ({ id: nameOf(route), retired: route.retired })),
  ]
  const dated = new Map<string, Set<string>>()
  for (const route of catalog.routes.filter(one => !isGone(one)))
    for (const line of datesOf(catalog, route, { ...network, only: {} })) {
      if (line.use !== undefined || !holds(line, at)) continue
      const words = wordsOf(line)
      dated.set(words, (dated.get(words) ?? new Set()).add(line.model ?? nameOf(route)))
    }
  return [
    ...gone.map(one => `${one.id}: retired; its refusal names ${one.retired!.use}`),
    ...[...dated].map(([words, names]) => `${listed([...names])}: ${words}`),
  ]
}

const holds = ({ from, until }: DateLine, at: number): boolean =>
  readInstant(from!)! <= at && (until === undefined || at < readInstant(until)!)

function wordsOf({ until, discount, changes, usd, because }: DateLine): string {
  const changed = Object.keys(changes ?? {}).join(', ')
  const price = usd === undefined ? '' : `, ${usd} USD`
  const what =
    discount === undefined ? `another ${changed || 'price'}${price}` : `${discount} off${price}`
  return `${what}${until === undefined ? '' : ` until ${until}`}: ${because}`
}
