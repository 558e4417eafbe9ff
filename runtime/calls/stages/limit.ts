/** Refuses callers that send too many requests, or whose unpaid requests cost too much. */
import type { LimitSpec } from '../../contract.ts'
import { rateKeys, type RateKey } from '../../http/client-address.ts'
import type { Call, Reply, Stage } from '../../call.ts'
import type { CompiledRoute } from '../../context.ts'
import { countCall, type Counted } from '../../limits/limit.ts'
import { withinBudget } from './budget.ts'
import { chooseModel } from '../../quote.ts'
import { isPaidFor } from './challenge.ts'

/** The group of endpoints that share a limit. */
const ALL = '*'

/**
 * Counts the call in its route's limit per IP address, also if the limit is per client and no
 * payment is sent; other calls count against the budget of unpaid requests.
 */
export const limit: Stage = call => {
  const spec = call.compiled.limit
  if (spec?.by === 'ip') return countAddress(call, spec)
  const isUnpaid = !isPaidFor(call) || call.compiled.route.price === undefined
  return spec?.by === 'client' && isUnpaid
    ? countCall(call, spec, rateKeys(call.ip), ALL)
    : withinBudget(call)
}

/**
 * Returns the limit that counts the unpaid calls of an address; undefined if the route has none.
 */
export function limitOfUnpaid({ limit: spec, route }: CompiledRoute): Counted | undefined {
  if (spec?.by !== 'ip' && spec?.by !== 'client') return undefined
  return { spec, countedAs: spec.by === 'ip' ? route.id : ALL }
}

/** Counts the call of an address; calls of a service also count against the budget. */
async function countAddress(call: Call, spec: LimitSpec): Promise<Reply | undefined> {
  const refused = await countCall(call, spec, rateKeys(call.ip))
  return refused ?? (call.compiled.route.serves === undefined ? undefined : withinBudget(call))
}

/**
 * Counts the call in the limits that apply to some calls only, shared by all endpoints that name
 * the same limit. It runs after parsing, which shows whether a limit applies, and before the gates,
 * because they cost upstream calls. Calls that a gate refuses count too; calls of an unknown model
 * do not.
 */
export const limitSome: Stage = call =>
  call.compiled.limits.length === 0 || !isCounted(call) ? undefined : countSome(call)

function isCounted(call: Call): boolean {
  const { route } = call.compiled
  chooseModel(call)
  const isUnknown = route.table !== undefined && call.scope.model === undefined
  return !isUnknown && route.limits!.when?.(call.scope) !== false
}

async function countSome(call: Call): Promise<Reply | undefined> {
  for (const spec of call.compiled.limits) {
    const refused = await countCall(call, spec, keysOf(call, spec), ALL)
    if (refused !== undefined) return refused
  }
  return undefined
}

/** Returns the keys that a limit counts: the caller's addresses, or what the route defines. */
function keysOf({ compiled, scope, ip }: Call, { by }: LimitSpec): readonly RateKey[] {
  const key = by === 'key' ? compiled.route.limits?.key?.(scope) : undefined
  return key === undefined ? rateKeys(ip) : [{ key, times: 1 }]
}

/** Counts the call in its route's limit per wallet or client, once the wallet is known. */
export const limitPayer: Stage = call =>
  call.payer === undefined ? undefined : countPayer(call, call.payer)

/** Counts the call of a wallet in its route's limit per wallet or client. */
export function countPayer(call: Call, payer: string): Promise<Reply | undefined> | undefined {
  const spec = call.compiled.limit
  if (spec === undefined || spec.by === 'ip') return undefined
  const keys = [{ key: payer, times: 1 }]
  return spec.by === 'client' ? countCall(call, spec, keys, ALL) : countCall(call, spec, keys)
}
