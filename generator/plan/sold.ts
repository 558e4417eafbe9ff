/** Makes the findings about routes and rows that are new or no longer sold. */
import { shownInstant } from '../../runtime/lib/instant.ts'
import type { CatalogIR, RetiredIR } from '../ir.ts'
import type { Comparison } from './compare.ts'
import { finding } from './finding.ts'
import { insteadOfRoute, insteadOfRow, type TwoLists } from './instead.ts'
import { onSale, soldRoute } from './removed.ts'
import type { TwoTables } from './renamed.ts'
import { span } from './levels.ts'
import { retiredRoute, retiredRow, type Time } from './retired.ts'
import { unsold } from './rows.ts'
import type { Effect, Finding } from './types.ts'

/** The findings about routes that are new, removed, or retired. */
export function routeFindings(compared: Comparison, time: Time): Finding[] {
  const { old, now, results } = compared
  const pricesAt = (endpoint: string, side: 'old' | 'new'): string => {
    const own = results.filter(one => one.probe.endpoint === endpoint).map(one => one[side])
    const text = span(own.map(one => (one.kind === 'priced' ? one.micro : undefined)))
    return text === undefined || text === '0' ? '' : ` (${text} USD)`
  }
  const removed = [...old.routes.keys()].filter(endpoint => !now.routes.has(endpoint))
  const added = [...now.routes.keys()].filter(endpoint => !old.routes.has(endpoint))
  return [
    ...removed.flatMap(subject => {
      const retired = retiredRoute(subject, compared, time)
      if (retired !== undefined) return retired
      const over = overText(subject, old.routes.get(subject)!.route.retired, time)
      return over === undefined
        ? finding({
            id: 'route-removed',
            subject,
            message: `${subject} is gone${pricesAt(subject, 'old')}`,
            instead: insteadOfRoute(subject, listsOf(compared), time.today),
          })
        : finding({ id: 'route-removed', level: 'allow', subject, message: over })
    }),
    ...added.map(subject =>
      finding({
        id: 'route-added',
        subject,
        message: `${subject} is new${pricesAt(subject, 'new')}`,
        place: now.routes.get(subject)!.route.place,
      }),
    ),
  ]
}

/** The findings about rows that are new, removed, retired, or sold on fewer networks. */
export function rowFindings(compared: Comparison, time: Time): Finding[] {
  const { old, now, rows, results } = compared
  const removed = rows.removed.flatMap(({ id, table }) => {
    const retired = retiredRow({ id, table }, compared, time)
    if (retired !== undefined) return retired
    const before = old.ir.tables
      .find(({ name }) => name === table)
      ?.rows.find(one => one.id === id || one.aliases.includes(id))
    const over = overText(id, before?.retired, time)
    if (over !== undefined)
      return finding({ id: 'model-removed', level: 'allow', subject: id, message: over })
    const effects = effectsOf(results, id, 'old')
    const message = `${id} is gone${soldAt(old.ir, table, effects)}`
    const isOwn = before?.id === id
    const tables = tablesOf(compared, table)
    const instead = isOwn ? { instead: insteadOfRow(id, tables, time.today) } : {}
    return finding({ id: 'model-removed', subject: id, message, effects, ...instead })
  })
  const added = rows.added.map(({ id, table, row }) => {
    const effects = effectsOf(results, id, 'new')
    const message = `${id} is new${soldAt(now.ir, table, effects)}`
    return finding({ id: 'model-added', subject: id, message, effects, place: row.place })
  })
  const networks = unsold(old.ir, now.ir).map(({ network, id }) =>
    finding({
      id: 'model-network-removed',
      subject: `${id} on ${network}`,
      message: `${id} is no longer sold on the network ${network}`,
    }),
  )
  const moved = rows.moved.map(({ name, old: was, row }) =>
    finding({
      id: 'model-name-moved',
      subject: name,
      old: was,
      new: row.id,
      message: `${name} means ${row.id} now; it meant ${was}`,
      place: row.place,
    }),
  )
  return [...removed, ...moved, ...added, ...networks]
}

/** The routes of both catalogs, as the advice about moved routes needs them. */
const listsOf = ({ old, now }: Comparison): TwoLists => ({
  old: old.ir.routes.map(soldRoute),
  now: onSale(now.ir).routes,
})

/** A table in both catalogs, as the advice about renamed rows needs it. */
function tablesOf({ old, now }: Comparison, table: string): TwoTables {
  const was = old.ir.tables.find(({ name }) => name === table)?.rows ?? []
  const is = onSale(now.ir).rows.get(table) ?? []
  return {
    old: { rows: was, files: old.ir.sources },
    now: { rows: is, files: now.ir.sources },
  }
}

/** The message for a removal after a retirement; undefined if it was not retired by `today`. */
function overText(
  name: string,
  retired: RetiredIR | undefined,
  { today }: Time,
): string | undefined {
  const { since } = retired ?? {}
  return since === undefined || today === undefined || since > today
    ? undefined
    : `${name}, retired since ${shownInstant(since)}, is removed`
}

function soldAt({ routes }: CatalogIR, table: string, effects: readonly Effect[]): string {
  const own = new Set(effects.map(one => one.endpoint))
  const count = own.size > 0 ? own.size : routes.filter(one => one.table === table).length
  return count === 0 ? '' : `, at ${count} route${count === 1 ? '' : 's'}`
}

/** The prices of a row that only one side has: one effect for each price of a route. */
function effectsOf(results: Comparison['results'], id: string, side: 'old' | 'new'): Effect[] {
  const seen = new Set<string>()
  return results.flatMap(({ probe, ...outcomes }) => {
    const outcome = outcomes[side]
    if (outcome.kind !== 'priced' || outcome.micro === undefined) return []
    if ((probe.model ?? outcome.model) !== id) return []
    const key = `${probe.endpoint} ${outcome.micro}`
    if (seen.has(key)) return []
    seen.add(key)
    const { endpoint, what } = probe
    return [{ endpoint, model: id, what, [side]: outcome.micro }]
  })
}
