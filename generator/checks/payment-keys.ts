/** Finds payment keys on free routes, or that conflict with how the route is paid. */
import { fault, type Check } from './check.ts'
import type { RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** Refuses payment keys that have no effect, or that conflict with others. */
export const paymentKeys: Check = {
  code: 'payment-keys',
  run: catalog =>
    catalog.routes.flatMap(route => [...needless(route), ...always(route), ...old(route)]),
}

function needless(route: RouteIR): Problem[] {
  const own: [written: boolean, key: string, name: string][] = [
    [route.checks !== undefined, 'checks', 'checks'],
    [route.free !== undefined, 'pay', 'pay.free'],
    [route.quota !== undefined, 'pay', 'pay.free_quota'],
    [route.onSettlementFailure !== undefined, 'settle', 'settle.on_failure'],
    [route.mostUnpaid !== undefined, 'settle', 'settle.unpaid'],
    [route.redeliver !== undefined, 'pay', 'pay.redeliver'],
  ]
  return own
    .filter(([written]) => written)
    .flatMap(([, key, name]): Problem[] => {
      const place = route.keys[key] ?? route.place
      if (!route.price)
        return [
          fault('payment-keys', place, `the route has no price, so \`${name}\` has no effect`, {
            hint: 'remove it, or write `price:`',
          }),
        ]
      if (!route.job || key === 'checks') return []
      return [
        fault(
          'payment-keys',
          place,
          `a job is settled by its poll, so \`${name}\` has no effect here`,
          { hint: 'remove it' },
        ),
      ]
    })
}

/** The longest time for which an answer may be reused for a later call, in ms. */
const LONGEST = 3_600_000

/** Refuses answers that would be reused long after they were made. */
function old(route: RouteIR): Problem[] {
  const { redeliver = 1 } = route
  if (redeliver > 0 && redeliver <= LONGEST) return []
  return [
    fault(
      'payment-keys',
      route.keys.pay ?? route.place,
      '`pay.redeliver` must be longer than 0 and at most one hour',
      {
        hint: 'write a few minutes: `redeliver: 5m`; without it, no stored reply is sent to later calls',
      },
    ),
  ]
}

/** Refuses a condition that does not depend on the call. */
function always(route: RouteIR): Problem[] {
  const constant = route.free?.code.constant
  if (constant === undefined) return []
  const hint = constant ? 'write `flow: free`, and no price' : 'remove it'
  return [
    fault(
      'payment-keys',
      route.free!.code.place,
      `${constant ? 'every' : 'no'} call of this route is free`,
      { hint },
    ),
  ]
}
