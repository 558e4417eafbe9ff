/**
 * Finds dated prices and numbers that begin in the past and are not in an earlier catalog. They
 * would change the price of calls that are already sold.
 */
import { shownInstant } from '../../runtime/lib/instant.ts'
import { catalogAt } from '../catalog/in-time.ts'
import { decimalText } from '../formula/decimal.ts'
import type { CatalogIR, GatewayIR } from '../ir.ts'
import type { Place, Problem } from '../types.ts'
import { cellsOf } from './cells.ts'
import { numbersOf } from './numbers.ts'
import { comparableText } from './fingerprint.ts'
import { endpointOf } from './types.ts'

const DAY = 86_400_000

/** A dated value: the new one, the list's, and the earlier catalog's at that time. */
interface Dated {
  what: string
  from: number
  place: Place
  is: string | undefined
  list: string | undefined
  was: string | undefined
}

/** The problems of entries that change the past; `today` is in Unix ms. */
export function rewritten(old: CatalogIR, now: CatalogIR, today: number): Problem[] {
  const past = new Map<number, CatalogIR>()
  const oldAt = (at: number): CatalogIR => {
    const known = past.get(at) ?? catalogAt(old, at)
    past.set(at, known)
    return known
  }
  const isPast = ({ from }: { from: number }): boolean => from <= today
  const all = [
    ...ofNumbers(now, isPast, oldAt),
    ...ofRows(now, isPast, oldAt),
    ...ofRoutes(now, isPast, oldAt),
  ]
  const tomorrow = shownInstant(today - (today % DAY) + DAY)
  const seen = new Set<string>()
  return all.flatMap(({ what, from, place, is, list, was }): Problem[] => {
    const key = `${place.file}:${place.start}`
    // New values have no past, and values equal to the list's are not changed by a date.
    if (was === undefined || is === list || is === was || seen.has(key)) return []
    seen.add(key)
    return [
      {
        code: 'past',
        severity: 'error',
        place,
        message:
          `this entry changes ${what} from ${shownInstant(from)} on, which is in the past: calls that ` +
          'were paid for since then would have another price',
        hint:
          `write \`from: ${tomorrow}\` or a later time. If the entry held before, end it as it ` +
          `was with \`until: ${tomorrow}\`, and add one that begins then`,
      },
    ]
  })
}

type PastInput = [now: CatalogIR, isPast: (one: { from: number }) => boolean, oldAt: At]
type At = (at: number) => CatalogIR

function ofNumbers(...[now, isPast, oldAt]: PastInput): Dated[] {
  const list = textsOf(now.gateway)
  return (now.gateway.dated ?? []).filter(isPast).flatMap(({ from, gateway, place }) => {
    const was = textsOf(oldAt(from).gateway)
    return Object.entries(textsOf(gateway)).map(([name, is]): Dated => {
      return { what: `\`${name}\``, from, place, is, list: list[name], was: was[name] }
    })
  })
}

const textsOf = (gateway: Omit<GatewayIR, 'dated'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(numbersOf(gateway)).map(([name, one]) => [name, decimalText(one)]),
  )

function ofRows(...[now, isPast, oldAt]: PastInput): Dated[] {
  return now.tables.flatMap(table =>
    table.rows.flatMap(row =>
      (row.dated ?? []).filter(isPast).flatMap(({ from, row: own }) => {
        const before = oldAt(from).tables.find(one => one.name === table.name)
        const earlier = before?.rows.find(one => one.id === row.id)
        const was = before && earlier && cellsOf(earlier, before)
        const list = cellsOf(row, table)
        return [...cellsOf(own, table)].map(([path, { text }]): Dated => ({
          what: `\`${path}\` of ${row.id}`,
          from,
          place: own.place,
          is: text,
          list: list.get(path)?.text,
          was: was && (was.get(path)?.text ?? 'none'),
        }))
      }),
    ),
  )
}

function ofRoutes(...[now, isPast, oldAt]: PastInput): Dated[] {
  return now.routes.flatMap(list =>
    (list.dated ?? [])
      // Changes by a number of gateway.yaml are reported at that number.
      .filter(({ place }) => place.file !== now.gateway.place.file)
      .filter(isPast)
      .map(({ from, place, route }): Dated => {
        const endpoint = endpointOf(list)
        const was = oldAt(from).routes.find(one => endpointOf(one) === endpoint)
        const [is, of, before] = [route, list, was].map(
          one => one?.price && comparableText(one.price),
        )
        return { what: `the price of ${endpoint}`, from, place, is, list: of, was: before }
      }),
  )
}
