/** Rebuilds what formulas see of a job, in whatever process looks at it. */
import type { Core, Live } from '../context.ts'
import type { JobFacts, RouteFacts, Scope } from '../contract.ts'
import { makeScope } from '../scope.ts'
import { chooseModel } from '../stages/gates.ts'
import { readInput } from './documents.ts'
import type { JobCall } from './run.ts'
import type { Held } from './types.ts'

/**
 * The scope of a poll, made of nothing but the job: what it was asked for is not read. `facts` are
 * those of the request that asks.
 */
export function jobScope(core: Core, live: Live, held: Held, facts: RouteFacts): Scope {
  const scope = makeScope(core, live, facts)
  scope.payer = held.doc.payer
  scope.price = held.doc.price
  scope.job = jobFacts(live, held)
  return scope
}

/**
 * The call of a job whose request is gone, from what it was asked for. Rejects when that is lost.
 */
export async function resumedCall(core: Core, live: Live, held: Held): Promise<JobCall> {
  const { facts, body, query, path } = await readInput(core, held)
  const scope = Object.assign(jobScope(core, live, held, facts), { body, query, path })
  chooseModel({ live, scope })
  return {
    core,
    live,
    facts,
    scope,
    bytes: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
  }
}

/** What formulas may say of a job. */
export function jobFacts(live: Live, held: Pick<Held, 'doc'>): JobFacts {
  const { id, status, created, poll_url, error, echo } = held.doc
  return {
    id,
    object: live.route.job!.object,
    status,
    created: Math.floor(created / 1000),
    poll_url,
    error,
    echo,
  }
}
