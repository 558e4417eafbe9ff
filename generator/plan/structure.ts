/** Makes the findings about the offer: routes, rows, networks, fields, rules, replies, limits. */
import { isGone } from '../catalog/in-time.ts'
import type { CatalogIR, LimitIR, RouteIR } from '../ir.ts'
import type { FindingId } from '../language/guard.ts'
import type { Comparison } from './compare.ts'
import { callFindings } from './calls.ts'
import { described } from './described.ts'
import { errorFindings } from './errors.ts'
import { fieldChanges } from './fields.ts'
import { finding } from './finding.ts'
import { isSameRows, textsOf } from './fingerprint.ts'
import { gatewayFindings } from './gateway.ts'
import { networkFindings } from './networks.ts'
import { otherChanges, SOMETHING } from './others.ts'
import { quotaFindings } from './quotas.ts'
import { replyChanges } from './replies.ts'
import type { Time } from './retired.ts'
import { ruleChanges, type RuleChange } from './rules.ts'
import { routeFindings, rowFindings } from './sold.ts'
import { endpointOf, type Finding, type Level } from './types.ts'

/** All findings about the offer. Retirements by `today` count as without notice. */
export function structureFindings(compared: Comparison, time: Time = {}): Finding[] {
  const quotas = quotaFindings(compared)
  return [
    ...networkFindings(compared.old.ir, compared.now.ir),
    ...routeFindings(compared, time),
    ...rowFindings(compared, time),
    ...described(compared),
    ...merged(shapeFindings(compared, new Set(quotas.map(one => one.subject)))),
    ...callFindings(compared),
    ...gatewayFindings(compared.old.ir, compared.now.ir),
    ...errorFindings(compared.old.ir, compared.now.ir),
    ...limitFindings(compared.old.ir, compared.now.ir),
    ...quotas,
  ]
}

/** A difference of routes that both sides have. */
interface Shaped {
  id: FindingId
  path: string
  old?: string
  new?: string
  level?: Level
  said?: string
  route: RouteIR
}

/** The differences of routes; `quotas` are the addresses with findings about their free quota. */
function shapeFindings(compared: Comparison, quotas: ReadonlySet<string>): Shaped[] {
  const { old, now } = compared
  // A number of gateway.yaml that changes prices has a finding of its own.
  const numbered = compared.withOldNumbers ?? now
  return now.ir.routes.flatMap(route => {
    const was = old.routes.get(endpointOf(route))?.route
    if (was === undefined || isGone(route)) return []
    const form = (of: RouteIR) => of.translate?.body ?? of.body
    // A network that is gone has one finding, not one for each route.
    const lost = was.networks.filter(
      name => !route.networks.includes(name) && now.ir.gateway.networks.includes(name),
    )
    const aliases = aliasChanges(was, route)
    const isRescaled = !isSameRows([old.ir, was], [now.ir, route])
    const own = [
      ...fieldChanges('body', form(was), form(route)),
      ...fieldChanges('query', was.query, route.query),
      ...replyChanges(was, route),
      ...ruleChanges(was, route, textsOf(old.ir, now.ir, isRescaled)),
      ...authorizationChange(was, route),
      ...aliases,
      ...lost.map(path => ({ id: 'route-network-removed' as const, path })),
    ]
    const others = otherChanges(was, numbered.routes.get(endpointOf(route))?.route ?? route, {
      known: own,
      elsewhere: [
        ...(quotas.has(endpointOf(route)) ? ['pay.free_quota'] : []),
        ...(isSameNetworks(compared, was, route) ? ['networks'] : []),
        ...(aliases.length > 0 ? ['aliases'] : []),
      ],
      isPriced: isPriced(compared, endpointOf(route)),
      texts: textsOf(old.ir, numbered.ir, isRescaled),
    })
    return [...own, ...others].map((one): Shaped => ({ ...one, route }))
  })
}

/** Whether a route is sold on the same networks, apart from those that one catalog lacks. */
function isSameNetworks({ old, now }: Comparison, was: RouteIR, is: RouteIR): boolean {
  const shared = old.ir.gateway.networks.filter(name => now.ir.gateway.networks.includes(name))
  return shared.every(name => was.networks.includes(name) === is.networks.includes(name))
}

/** Whether the price of a request to an address has changed. */
const isPriced = ({ results }: Comparison, endpoint: string): boolean =>
  results.some(
    ({ probe, old, new: now }) =>
      probe.endpoint === endpoint &&
      old.kind === 'priced' &&
      (now.kind !== 'priced' || old.micro !== now.micro),
  )

function authorizationChange(was: RouteIR, is: RouteIR): RuleChange[] {
  const text = ({ authorization }: RouteIR): string => `${authorization / 1000} s`
  return is.authorization < was.authorization
    ? [
        {
          id: 'authorization-shortened',
          path: 'pay.authorization',
          old: text(was),
          new: text(is),
        },
      ]
    : []
}

/** The addresses of a route that fill its path with other values than before. */
function aliasChanges(was: RouteIR, is: RouteIR): RuleChange[] {
  return is.aliases.flatMap(alias => {
    const earlier = was.aliases.find(one => endpointOf(one) === endpointOf(alias))
    const [old, now] = [JSON.stringify(earlier?.with ?? {}), JSON.stringify(alias.with ?? {})]
    return earlier === undefined || old === now
      ? []
      : [{ id: 'route-changed', path: `at ${endpointOf(alias)}`, level: 'block', old, new: now }]
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
    const { id, path, old, new: now, level, said, route } = first!
    const others = more.length === 0 ? '' : ` and ${more.length} more`
    const subject = `${endpointOf(route)}${others} ${path}`
    const values = old === undefined ? '' : `: ${old} -> ${now}`
    const message =
      said === SOMETHING
        ? `${endpointOf(route)}${others}: ${said}: ${path}`
        : `${subject}${said === undefined ? values : `: ${said}`}`
    return finding({
      id,
      ...(level === undefined ? {} : { level }),
      subject,
      ...(old === undefined ? {} : { old }),
      ...(now === undefined ? {} : { new: now }),
      message,
      place: route.place,
    })
  })
}

function limitFindings(old: CatalogIR, now: CatalogIR): Finding[] {
  const rate = ({ max, per }: { max: number; per: number }): string => `${max} in ${per / 1000} s`
  return now.limits.flatMap(limit => {
    const was = old.limits.find(one => one.name === limit.name)
    if (was !== undefined && was.by !== limit.by) return [limitKeyFinding(was, limit)]
    if (was === undefined || rate(was) === rate(limit)) return []
    const [from, to] = [rate(was), rate(limit)]
    return [
      finding({
        id: limit.max / limit.per < was.max / was.per ? 'limit-lowered' : 'limit-raised',
        subject: limit.name,
        old: from,
        new: to,
        message: `limit ${limit.name}: ${from} -> ${to}`,
        place: limit.place,
      }),
    ]
  })
}

/** The finding of a limit that counts by something else; it also names another rate. */
function limitKeyFinding(was: LimitIR, is: LimitIR): Finding {
  const rate =
    was.max === is.max && was.per === is.per ? '' : ` and ${is.max} in ${is.per / 1000} s`
  return finding({
    id: 'limit-key-changed',
    subject: is.name,
    old: was.by,
    new: is.by,
    message: `limit ${is.name} counts by ${is.by}${rate}; it counted by ${was.by}`,
    place: is.place,
  })
}
