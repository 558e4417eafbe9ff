/** Findings about what is on sale: routes, rows, networks, fields, replies, limits. */
import { isGone } from '../catalog/in-time.ts'
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { FindingId } from '../language/guard.ts'
import type { Comparison } from './compare.ts'
import { fieldChanges } from './fields.ts'
import { span } from './levels.ts'
import { replyChanges } from './replies.ts'
import { unsold } from './rows.ts'
import { endpointOf, type Effect, type Finding, type Level } from './types.ts'

/** Findings that break no caller. */
const HARMLESS = new Set<FindingId>([
  'route-added',
  'model-added',
  'request-accepted',
  'request-field-added',
  'request-enum-widened',
  'request-range-widened',
  'reply-field-added',
])
/** Findings that break some callers. */
const DOUBTFUL = new Set<FindingId>([
  'request-default-changed',
  'reply-form-changed',
  'reply-errors-changed',
  'limit-lowered',
])

/** The level of a finding that is no price. */
function structureLevel(id: FindingId): Level {
  return HARMLESS.has(id) ? 'allow' : DOUBTFUL.has(id) ? 'warn' : 'block'
}

type Said = Omit<Finding, 'level' | 'effects'> & { effects?: readonly Effect[] }

/** A finding with the level of its id. */
export const finding = (said: Said): Finding => ({
  effects: [],
  ...said,
  level: structureLevel(said.id),
})

/** All findings about what is on sale. */
export function structureFindings(compared: Comparison): Finding[] {
  return [
    ...routeFindings(compared),
    ...rowFindings(compared),
    ...merged(shapeFindings(compared)),
    ...limitFindings(compared.old.ir, compared.now.ir),
  ]
}

function routeFindings({ old, now, results }: Comparison): Finding[] {
  const pricesAt = (endpoint: string, side: 'old' | 'new'): string => {
    const own = results.filter(one => one.probe.endpoint === endpoint).map(one => one[side])
    const text = span(own.map(one => (one.kind === 'priced' ? one.micro : undefined)))
    return text === undefined || text === '0' ? '' : ` (${text} USD)`
  }
  const removed = [...old.routes.keys()].filter(endpoint => !now.routes.has(endpoint))
  const added = [...now.routes.keys()].filter(endpoint => !old.routes.has(endpoint))
  return [
    ...removed.map(subject =>
      finding({
        id: 'route-removed',
        subject,
        message: `${subject} is gone${pricesAt(subject, 'old')}`,
      }),
    ),
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

function rowFindings({ old, now, rows, results }: Comparison): Finding[] {
  const removed = rows.removed.map(({ id, table }) => {
    const effects = effectsOf(results, id, 'old')
    const sold = soldAt(old.ir, table, effects)
    return finding({ id: 'model-removed', subject: id, message: `${id} is gone${sold}`, effects })
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
  return [...removed, ...added, ...networks]
}

function soldAt({ routes }: CatalogIR, table: string, effects: readonly Effect[]): string {
  const own = new Set(effects.map(one => one.endpoint))
  const count = own.size > 0 ? own.size : routes.filter(one => one.table === table).length
  return count === 0 ? '' : `, at ${count} route${count === 1 ? '' : 's'}`
}

/** What a row that only one side has costs: one effect for each price of a route. */
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

/** A difference of routes that both sides have. */
interface Shaped {
  id: FindingId
  path: string
  old?: string
  new?: string
  route: RouteIR
}

function shapeFindings({ old, now }: Comparison): Shaped[] {
  return now.ir.routes.flatMap(route => {
    const was = old.routes.get(endpointOf(route))?.route
    if (was === undefined || isGone(route)) return []
    const form = (of: RouteIR) => of.translate?.body ?? of.body
    const lost = was.networks.filter(name => !route.networks.includes(name))
    return [
      ...fieldChanges('body', form(was), form(route)),
      ...fieldChanges('query', was.query, route.query),
      ...replyChanges(was, route),
      ...lost.map(path => ({ id: 'route-network-removed' as const, path })),
    ].map(one => ({ ...one, route }))
  })
}

/** One finding for the same difference of several routes, which a template or prefix says once. */
function merged(all: readonly Shaped[]): Finding[] {
  const groups = new Map<string, Shaped[]>()
  for (const one of all) {
    const key = [one.id, one.path, one.old, one.new].join('\n')
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].map(([first, ...more]) => {
    const { id, path, old, new: now, route } = first!
    const others = more.length === 0 ? '' : ` and ${more.length} more`
    const subject = `${endpointOf(route)}${others} ${path}`
    const values = old === undefined ? '' : `: ${old} -> ${now}`
    return finding({
      id,
      subject,
      ...(old === undefined ? {} : { old }),
      ...(now === undefined ? {} : { new: now }),
      message: `${subject}${values}`,
      place: route.place,
    })
  })
}

function limitFindings(old: CatalogIR, now: CatalogIR): Finding[] {
  const rate = ({ max, per }: { max: number; per: number }): string => `${max} in ${per / 1000} s`
  return now.limits.flatMap(limit => {
    const was = old.limits.find(one => one.name === limit.name)
    if (was === undefined || limit.max / limit.per >= was.max / was.per) return []
    const [from, to] = [rate(was), rate(limit)]
    return [
      finding({
        id: 'limit-lowered',
        subject: limit.name,
        old: from,
        new: to,
        message: `limit ${limit.name}: ${from} -> ${to}`,
        place: limit.place,
      }),
    ]
  })
}
