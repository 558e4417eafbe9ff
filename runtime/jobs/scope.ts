/** Rebuilds what formulas see of a job, in whatever process looks at it. */
import type { GatewayContext, CompiledRoute } from '../context.ts'
import type { JobFacts, RouteFacts, Scope } from '../contract.ts'
import { chooseModel, makeScope } from '../lib/scope.ts'
import { readInput } from './documents.ts'
import type { JobCall } from '../calls/jobs/work.ts'
import type { StoredJob } from './types.ts'

/**
 * The scope of a poll, made of nothing but the job: what it was asked for is not read. `facts` are
 * those of the request that asks.
 */
export function jobScope(
  context: GatewayContext,
  compiled: CompiledRoute,
  held: StoredJob,
  facts: RouteFacts,
): Scope {
  const scope = makeScope(context, compiled, facts)
  scope.payer = held.doc.payer
  scope.price = held.doc.price
  scope.job = jobFacts(compiled, held)
  return scope
}

/**
 * The call of a job whose request is gone, from what it was asked for. Rejects when that is lost.
 */
export async function resumedCall(
  context: GatewayContext,
  compiled: CompiledRoute,
  held: StoredJob,
): Promise<JobCall> {
  const { facts, body, query, path } = await readInput(context, held)
  const scope = Object.assign(jobScope(context, compiled, held, facts), { body, query, path })
  chooseModel({ compiled, scope })
  return {
    context,
    compiled,
    facts,
    scope,
    bytes: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
  }
}

/** What formulas may say of a job. */
export function jobFacts(compiled: CompiledRoute, held: Pick<StoredJob, 'doc'>): JobFacts {
  const { id, status, created, poll_url, error, echo } = held.doc
  return {
    id,
    object: compiled.route.job!.object,
    status,
    created: Math.floor(created / 1000),
    poll_url,
    error,
    echo,
  }
}
