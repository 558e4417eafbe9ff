/** Chooses the model, replaces an alias by its canonical name, and runs the route's gates. */
import type { Call, Reply, Stage } from '../../call.ts'
import type { Refusal } from '../../contract.ts'
import { metered } from '../../limits/metered.ts'
import { chooseModel } from '../../quote.ts'
import { refuse } from '../../replies/answer.ts'

/**
 * Runs the route's gates for the chosen model. Ends the call with the refusal of the first gate
 * that refuses it.
 */
export const gates: Stage = call => {
  chooseModel(call)
  const routeGates = call.compiled.route.gates
  const refusal = routeGates === undefined ? undefined : metered(call, () => routeGates(call.scope))
  if (refusal instanceof Promise) return refusal.then(result => replyTo(call, result))
  return replyTo(call, refusal)
}

/**
 * Returns the refusal of a retired model: that of an unknown model, as 410, with the successor. A
 * retired model has no row, so a gate refuses it.
 */
function retired({ compiled, scope }: Call, refusal: Refusal): Refusal {
  if (scope.model !== undefined || scope.models.retired === undefined) return refusal
  const found = scope.models.retired(compiled.route.pick?.(scope))
  if (found === undefined) return refusal
  const message = `${found.row.id} is retired; use ${found.use} instead.`
  const extra = { ...refusal.extra, successor: found.use }
  return { ...refusal, field: undefined, status: 410, message, extra }
}

function replyTo(call: Call, refusal: Refusal | undefined): Reply | undefined {
  return refusal === undefined ? undefined : refused(call, retired(call, refusal))
}

/**
 * Runs the route's checks that need the payer, before its payment is claimed. Ends the call with
 * their refusal.
 */
export const checks: Stage = async call => {
  const refusal = await call.compiled.route.checks?.(call.scope)
  return refusal === undefined ? undefined : refused(call, refusal)
}

/** Builds the reply for a gate's refusal, in the route's envelope. */
export function refused(call: Call, { status, message, code, field, extra }: Refusal): Reply {
  if (field !== undefined) {
    const place = call.compiled.body === undefined ? { in: 'query' } : {}
    return refuse(call, 'invalid_body', {
      issues: [{ path: field, message, code: code ?? 'invalid', ...place }],
    })
  }
  return refuse(call, 'refused', { status, message, code, extra })
}
