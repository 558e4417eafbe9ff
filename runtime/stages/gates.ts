/** Chooses the model row, gives it its canonical name, and asks the route's gates. */
import type { Call, Stage } from '../context.ts'
import { refuse } from '../errors/answer.ts'

export const gates: Stage = async call => {
  chooseModel(call)
  const ask = call.live.route.gates
  if (ask === undefined) return undefined
  const refusal = await ask(call.scope)
  if (refusal === undefined) return undefined
  const { status, message, code, extra } = refusal
  return refuse(call, 'refused', { status, message, code, extra })
}

/** Sets `model`; the caller's spelling of it is replaced by the row's id, so that quotes and echoes agree. */
export function chooseModel(call: Pick<Call, 'live' | 'scope'>): void {
  const { live, scope } = call
  const row = live.models.get(live.route.pick?.(scope))
  if (row === undefined) return
  scope.model = row
  if (live.pickAt === undefined) return
  const { part, name } = live.pickAt
  if (scope[part] !== undefined && scope[part][name] !== row.id) scope[part] = { ...scope[part], [name]: row.id }
}
