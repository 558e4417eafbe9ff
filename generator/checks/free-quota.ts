/**
 * Finds free quotas (`pay.free_quota`) that cannot be counted, or that allow calls without a wallet
 * on routes that need one.
 */
import { fault, type Check } from './check.ts'
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** The most results of a quota, because each is an entry of one document. */
const MOST = 1000

type Reason = readonly [isWrong: boolean, message: string, hint: string]

/** Refuses quotas that cannot be counted or that conflict with other keys of their route. */
export const freeQuota: Check = {
  code: 'free-quota',
  run: catalog =>
    catalog.routes.flatMap((route): Problem[] => {
      if (route.quota === undefined || route.price === undefined) return []
      const found = reasons(route, route.quota.names, catalog).find(([isWrong]) => isWrong)
      if (found === undefined) return []
      const [, message, hint] = found
      return [fault('free-quota', route.keys.pay ?? route.place, message, { hint })]
    }),
}

function reasons(route: RouteIR, names: readonly string[], { limits }: CatalogIR): Reason[] {
  const kinds = names.map(name => limits.find(one => one.name === name)?.by)
  const isOfWallet = kinds.includes('payer')
  const own = isOfWallet ? signed(route) : unsigned(route)
  return [
    [
      kinds.includes('client'),
      '`free_quota` counts by ip, key or payer',
      'a limit `by: payer` counts wallets, one `by: ip` callers without a payment',
    ],
    [
      !isOfWallet && !kinds.includes('ip'),
      'callers can invent keys for this quota, and get any number of free results',
      'add a limit `by: ip` or `by: payer` to `count`',
    ],
    [
      limits.some(({ name, max }) => names.includes(name) && max > MOST),
      `a free quota has at most ${MOST} results`,
      'write a smaller `max`',
    ],
    ...own,
    [
      isOfWallet && route.quota?.usedUp === 'refuse' && route.quota.when === undefined,
      'wallets would sign this price and never be charged: `then: refuse` refuses all further calls',
      'write in `when:` which calls are free; the others keep the price. Or count by address',
    ],
  ]
}

/** The keys that conflict with a quota for callers without a payment. */
function unsigned(route: RouteIR): Reason[] {
  const needs = (['checks', 'effects', 'transfer', 'reads'] as const).filter(
    key => route[key] !== undefined,
  )
  return [
    [
      needs.length > 0,
      `a free call has no wallet, which \`${needs[0]}\` of this route needs`,
      'count by wallet: a limit `by: payer`',
    ],
    [
      route.challenge === 'before_gates',
      'this route asks for payment before it reads the request, so no call can be free',
      'write `challenge: after_gates`, or count by wallet: a limit `by: payer`',
    ],
    [hasUndo(route), '`undo` is only for paid calls', 'remove `free_quota`'],
  ]
}

/** The keys that conflict with a quota for wallets, whose payment is signed but not settled. */
function signed(route: RouteIR): Reason[] {
  return [
    [
      route.flow === 'stream_or_reply',
      'a quota of wallets cannot be used where answers are streamed',
      'count by address: a limit `by: ip`',
    ],
    [
      route.transfer !== undefined,
      'a quota of wallets cannot be used with `transfer`',
      'remove `free_quota`',
    ],
    [hasUndo(route), '`undo` is only for paid calls', 'remove `free_quota`'],
  ]
}

const hasUndo = ({ work }: RouteIR): boolean =>
  work?.some(step => 'undo' in step && step.undo !== undefined) === true
