/** Rebuilds what formulas see of a job, in whatever process looks at it. */
import type { Call, Core, Live } from '../context.ts'
import type { JobFacts, RouteFacts, Scope } from '../contract.ts'
import { makeScope } from '../scope.ts'
import { chooseModel } from '../stages/gates.ts'
import { readInput } from './documents.ts'
import type { Held } from './types.ts'
import type { JobCall } from './run.ts'

/** The scope of a stored job; `facts` are those of the request that asks, or of the submit when it is run again. */
export async function jobScope(core: Core, live: Live, held: Held, facts?: RouteFacts): Promise<Scope> {
  const input = await readInput(core, held)
  const scope = makeScope(core, live, facts ?? input.facts)
  scope.body = input.body
  scope.query = input.query
  scope.path = input.path
  scope.payer = held.doc.payer
  scope.price = held.doc.price
  chooseModel({ live, scope })
  scope.job = jobFacts(live, held, scope)
  return scope
}

/** The call of a job that is run again after its process died. */
export async function resumedCall(core: Core, live: Live, held: Held): Promise<JobCall> {
  const { facts, body } = await readInput(core, held)
  const scope = await jobScope(core, live, held)
  return { core, live, facts, scope, bytes: body === undefined ? undefined : Buffer.from(JSON.stringify(body)) }
}

/** What formulas may say of a job. */
export function jobFacts(live: Live, held: Pick<Held, 'doc'>, scope: Call['scope']): JobFacts {
  const spec = live.route.job!
  const { id, status, created, poll_url, error } = held.doc
  return { id, object: spec.object, status, created: Math.floor(created / 1000), poll_url, error, echo: spec.echo(scope) }
}
