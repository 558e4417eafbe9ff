/** Finds free quotas (`pay.free_quota`) that were removed or reduced. */
import { isGone } from '../catalog/in-time.ts'
import { freeQuotaOf } from '../examples/free-quota.ts'
import type { CatalogIR, LimitIR, RouteIR } from '../ir.ts'
import { print } from '../js/print.ts'
import type { Comparison } from './compare.ts'
import { finding } from './finding.ts'
import { endpointOf, type Finding } from './types.ts'

/**
 * A finding for each route whose free quota was removed or reduced. If only the number of a limit
 * is lower, the finding about the limit covers it.
 */
export function quotaFindings({ old, now }: Comparison): Finding[] {
  return now.ir.routes.flatMap((route): Finding[] => {
    const was = old.routes.get(endpointOf(route))?.route
    if (was?.quota === undefined || isGone(route) || route.free) return []
    const before = freeQuotaOf(was, old.ir).freeQuota!.words
    const after = freeQuotaOf(route, now.ir).freeQuota?.words ?? 'none'
    if (after !== 'none' && !isLess(was, route, [old.ir, now.ir])) return []
    const subject = endpointOf(route)
    return [
      finding({
        id: after === 'none' ? 'free-quota-removed' : 'free-quota-reduced',
        subject,
        old: before,
        new: after,
        message: `${subject}: free results, ${before} -> ${after}`,
        place: route.keys.pay ?? route.place,
      }),
    ]
  })
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
