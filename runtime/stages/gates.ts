/** Chooses the model row, gives it its canonical name, and asks the route's gates. */
import type { Call, Reply, Stage } from '../context.ts'
import type { Refusal } from '../contract.ts'
import { metered } from '../limits/metered.ts'
import { refuse } from '../errors/answer.ts'

export const gates: Stage = call => {
  chooseModel(call)
  const ask = call.live.route.gates
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
  const refusal = await call.live.route.checks?.(call.scope)
  return refusal === undefined ? undefined : refused(call, refusal)
}

/** A gate's answer in the route's envelope. */
export function refused(call: Call, { status, message, code, extra }: Refusal): Reply {
  return refuse(call, 'refused', { status, message, code, extra })
}

/**
 * Sets `model`; the caller's spelling of it is replaced by the row's id, so that quotes and echoes
 * agree.
 */
export function chooseModel(call: Pick<Call, 'live' | 'scope'>): void {
  const { live, scope } = call
  const row = live.models.get(live.route.pick?.(scope))
  if (row === undefined) return
  scope.model = row
  if (live.pickAt === undefined) return
  const { part, name } = live.pickAt
  // Where the caller wrote none, a default chose the row: what is passed on stays as it came.
  const written = scope[part]?.[name]
  if (written !== undefined && written !== row.id) scope[part] = { ...scope[part], [name]: row.id }
}
