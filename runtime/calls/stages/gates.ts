/** Chooses the model row, gives it its canonical name, and asks the route's gates. */
import type { Call, Reply, Stage } from '../../context.ts'
import type { Refusal } from '../../contract.ts'
import { metered } from '../../limits/metered.ts'
import { chooseModel } from '../../lib/scope.ts'
import { refuse } from '../../replies/answer.ts'

export const gates: Stage = call => {
  chooseModel(call)
  const ask = call.compiled.route.gates
  const refusal = ask === undefined ? undefined : metered(call, () => ask(call.scope))
  if (refusal instanceof Promise) return refusal.then(found => refusedBy(call, found))
  return refusedBy(call, refusal)
}

function refusedBy(call: Call, refusal: Refusal | undefined): Reply | undefined {
  return refusal === undefined ? undefined : refused(call, refusal)
}

/**
 * Refusals that know who pays: a wallet that may not have this is told so before its payment is
 * claimed.
 */
export const checks: Stage = async call => {
  const refusal = await call.compiled.route.checks?.(call.scope)
  return refusal === undefined ? undefined : refused(call, refusal)
}

/** A gate's answer in the route's envelope. */
export function refused(call: Call, { status, message, code, extra }: Refusal): Reply {
  return refuse(call, 'refused', { status, message, code, extra })
}
