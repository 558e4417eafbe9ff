/** Keys about payments, on routes where nothing is paid or where a payment goes another way. */
import { fault, type Check } from './check.ts'
import type { RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'

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
    [route.unsettled !== undefined, 'settle', 'settle.on_failure'],
    [route.mostUnpaid !== undefined, 'settle', 'settle.unpaid'],
    [route.redeliver !== undefined, 'pay', 'pay.redeliver'],
  ]
  return own
    .filter(([written]) => written)
    .flatMap(([, key, name]): Problem[] => {
      const place = route.keys[key] ?? route.place
      if (!route.price)
        return [
          fault('payment-keys', place, `nothing is paid here, so \`${name}\` means nothing`, {
            hint: 'remove it, or write `price:`',
          }),
        ]
      if (!route.job || key === 'checks') return []
      return [
        fault(
          'payment-keys',
          place,
          `a job is settled by its poll, so \`${name}\` means nothing here`,
          { hint: 'remove it' },
        ),
      ]
    })
}

/** Longest time, in ms, for which an answer may be handed to a later call. */
const LONGEST = 3_600_000

/** An answer that would be handed over long after it was made. */
function old(route: RouteIR): Problem[] {
  const { redeliver = 1 } = route
  if (redeliver > 0 && redeliver <= LONGEST) return []
  return [
    fault(
      'payment-keys',
      route.keys.pay ?? route.place,
      '`pay.redeliver` is longer than an hour, or no time at all',
      {
        hint: 'write a few minutes: `redeliver: 5m`; without it nothing is handed to later calls',
      },
    ),
  ]
}

/** A condition that does not depend on the call. */
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
