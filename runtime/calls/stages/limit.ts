/** Refuses a caller that asks too often, or whose unpaid requests cost too much. */
import { rateKeys } from '../../http/client-address.ts'
import type { Call, Reply, Stage } from '../../context.ts'
import { countCall } from '../../limits/limit.ts'
import { withinBudget } from './budget.ts'
import { chooseModel } from '../../lib/scope.ts'

export const limit: Stage = call => {
  const spec = call.compiled.limit
  return spec?.by === 'ip' ? countCall(call, spec, rateKeys(call.ip)) : withinBudget(call)
}

/**
 * Limits that count some calls only, which is known when the request is read: those of all
 * endpoints that name the limit together. Asked before the gates, which are what a call costs us:
 * those that they refuse count too, but for calls of a model that there is not.
 */
export const limitSome: Stage = call =>
  call.compiled.limits.length === 0 || !isCounted(call) ? undefined : countSome(call)

function isCounted(call: Call): boolean {
  const { route } = call.compiled
  chooseModel(call)
  const isUnknown = route.table !== undefined && call.scope.model === undefined
  return !isUnknown && route.limits!.when(call.scope)
}

async function countSome(call: Call): Promise<Reply | undefined> {
  for (const spec of call.compiled.limits) {
    const refused = await countCall(call, spec, rateKeys(call.ip), '*')
    if (refused !== undefined) return refused
  }
  return undefined
}

/** The same for limits per wallet, once the wallet is known. */
export const limitPayer: Stage = call => {
  const spec = call.compiled.limit
  return spec?.by === 'payer' && call.payer !== undefined
    ? countCall(call, spec, [{ key: call.payer, times: 1 }])
    : undefined
}
