/** Makes the findings about the offer: routes, rows, networks, fields, rules, replies, limits. */
import { isGone } from '../catalog/in-time.ts'
import type { RouteIR } from '../ir.ts'
import type { FindingId } from '../language/guard.ts'
import type { Comparison } from './compare.ts'
import { consequencesOf } from './consequences.ts'
import { callFindings } from './calls.ts'
import { described } from './described.ts'
import { errorFindings } from './errors.ts'
import { fieldChanges } from './fields.ts'
import { finding } from './finding.ts'
import { isSameRows, textsOf } from './fingerprint.ts'
import { gatewayFindings } from './gateway.ts'
import { limitFindings } from './limits.ts'
import { networkFindings } from './networks.ts'
import { otherChanges, SOMETHING } from './others.ts'
import { quotaFindings } from './quotas.ts'
import { recordFindings } from './records.ts'
import { replyChanges } from './replies.ts'
import type { Time } from './retired.ts'
import { ruleChanges, type RuleChange } from './rules.ts'
import { routeFindings, rowFindings } from './sold.ts'
import { endpointOf, type Finding, type Level } from './types.ts'
import { unproven } from './unproven.ts'
import { differencesText, writtenAt } from './written.ts'

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
    ...recordFindings(compared.old.ir, compared.now.ir),
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
  /** Its parts, with their values as written. */
  written?: string
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
      ...unproven(was, route, now.ir),
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
    return [
      ...own.map((one): Shaped => ({ ...one, route })),
      ...others.map((one): Shaped => ({ ...one, route, written: writtenOf(one, was, compared) })),
    ]
  })
}

/** The changed parts of a route, with their values as written where these differ. */
function writtenOf({ path }: RuleChange, was: RouteIR, { old, now }: Comparison): string {
  const is = now.routes.get(endpointOf(was))?.route
  const said = path.split(', ').map(part => {
    const key = part.split('.')[0]!
    const values = [writtenAt(old.ir, was.keys[key]), writtenAt(now.ir, is?.keys[key])] as const
    const text = differencesText(...values, key)
    const known = is && consequencesOf(key, { ir: old.ir, route: was }, { ir: now.ir, route: is })
    return [text === '' ? part : text, ...(known ?? [])].join('; ')
  })
  return [...new Set(said)].join(', ')
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
    const key = [one.id, one.path, one.old, one.new, one.written].join('\n')
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].map(([first, ...more]) => {
    const { id, path, old, new: now, level, said, written, route } = first!
    const others = more.length === 0 ? '' : ` and ${more.length} more`
    const subject = `${endpointOf(route)}${others} ${path}`
    const values = old === undefined ? '' : `: ${old} -> ${now}`
    const message =
      said === SOMETHING
        ? `${endpointOf(route)}${others}: ${said}: ${written}`
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
