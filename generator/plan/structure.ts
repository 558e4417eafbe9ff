/** Makes the findings about the offer: routes, rows, networks, fields, replies, limits. */
import { isGone } from '../catalog/in-time.ts'
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { FindingId } from '../language/guard.ts'
import type { Comparison } from './compare.ts'
import { described } from './described.ts'
import { fieldChanges } from './fields.ts'
import { finding } from './finding.ts'
import { quotaFindings } from './quotas.ts'
import { replyChanges } from './replies.ts'
import type { Time } from './retired.ts'
import { routeFindings, rowFindings } from './sold.ts'
import { endpointOf, type Finding } from './types.ts'

/** All findings about the offer. Retirements by `today` count as without notice. */
export function structureFindings(compared: Comparison, time: Time = {}): Finding[] {
  return [
    ...routeFindings(compared, time),
    ...rowFindings(compared, time),
    ...described(compared),
    ...merged(shapeFindings(compared)),
    ...limitFindings(compared.old.ir, compared.now.ir),
    ...quotaFindings(compared),
  ]
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

/**
 * One finding for the same difference of several routes, which comes from one template or prefix.
 */
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
