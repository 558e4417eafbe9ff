/** Finds free quotas (`pay.free_quota`) that are new, others, or gone. */
import { isGone } from '../catalog/in-time.ts'
import { freeQuotaOf } from '../examples/free-quota.ts'
import type { CatalogIR, LimitIR, RouteIR } from '../ir.ts'
import { print } from '../js/print.ts'
import type { FindingId } from '../language/guard.ts'
import type { Comparison } from './compare.ts'
import { behaviourText } from './fingerprint.ts'
import { finding } from './finding.ts'
import { endpointOf, type Finding } from './types.ts'

/**
 * A finding for each route whose free quota is new, another, or gone. If only the number of a limit
 * differs, the finding about the limit covers it.
 */
export function quotaFindings({ old, now }: Comparison): Finding[] {
  return now.ir.routes.flatMap((route): Finding[] => {
    const was = old.routes.get(endpointOf(route))?.route
    if (was === undefined || isGone(route) || (was.quota && route.free)) return []
    const [before, after] = [wordsOf(was, old.ir), wordsOf(route, now.ir)]
    const id = changeOf(was, route, [old.ir, now.ir])
    // What the words do not say, such as another key, is shown as written.
    if (id === undefined || (id === 'route-changed' && before === after)) return []
    const subject = endpointOf(route)
    const message = `${subject}: free results, ${before} -> ${after}`
    const place = route.keys.pay ?? route.place
    const level = id === 'route-changed' ? { level: 'allow' as const } : {}
    return [finding({ id, ...level, subject, old: before, new: after, message, place })]
  })
}

const wordsOf = (route: RouteIR, ir: CatalogIR): string =>
  freeQuotaOf(route, ir).freeQuota?.words ?? 'none'

/** How a free quota has changed; undefined if it has not. */
function changeOf(
  was: RouteIR,
  is: RouteIR,
  sides: readonly [CatalogIR, CatalogIR],
): FindingId | undefined {
  if (behaviourText(was.quota ?? {}) === behaviourText(is.quota ?? {})) return undefined
  if (is.quota === undefined) return 'free-quota-removed'
  if (was.quota === undefined) return 'route-changed'
  return isLess(was, is, sides) ? 'free-quota-reduced' : 'route-changed'
}

/**
 * Whether a free quota is reduced: its condition has changed, results beyond the free ones can no
 * longer be bought, or an added limit allows less than the earlier ones.
 */
function isLess(was: RouteIR, is: RouteIR, [old, now]: readonly [CatalogIR, CatalogIR]): boolean {
  const [before, after] = [limitsOf(was, old), limitsOf(is, now)]
  const conditions = [was, is].map(({ quota }) => quota?.when && print(quota.when.code.js, AT))
  if (conditions[1] !== undefined && conditions[0] !== conditions[1]) return true
  if (is.quota!.usedUp === 'refuse' && was.quota!.usedUp === undefined) return true
  return after.some(limit => {
    if (before.some(({ name }) => name === limit.name)) return false
    const like = before.filter(({ by }) => by === limit.by)
    return like.every(one => limit.max / limit.per < one.max / one.per)
  })
}

const AT = { indent: 0, column: 0, tail: 0 }

const limitsOf = ({ quota }: RouteIR, { limits }: CatalogIR): LimitIR[] =>
  limits.filter(({ name }) => quota!.names.includes(name))
