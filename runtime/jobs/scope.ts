/** Rebuilds the scope of a job, in any process. */
import type { GatewayContext, CompiledRoute } from '../context.ts'
import type { JobFacts, RouteFacts, Scope } from '../contract.ts'
import type { Tables } from '../fetched/copies.ts'
import type { JobServer } from '../lib/editions.ts'
import type { Offering } from '../lib/offerings.ts'
import { makeScope } from '../lib/scope.ts'
import { chooseModel } from '../quote.ts'
import { readInput } from './documents.ts'
import type { JobCall } from '../calls/jobs/work.ts'
import type { StoredJob } from './types.ts'

/**
 * Builds the scope of a poll from the stored job, with the offering at the time of purchase,
 * without reading its input. `facts` are those of the polling request.
 */
export function jobScope(
  context: GatewayContext,
  compiled: CompiledRoute,
  job: StoredJob,
  facts: RouteFacts,
): Scope {
  const scope = makeScope(context, compiled, facts, { offering: offeringOf(compiled, job) })
  scope.payer = job.doc.payer
  scope.price = job.doc.price
  scope.job = jobFacts(compiled, job)
  return scope
}

/** Pause between two attempts to get the fetched tables of a job, ms. */
const PAUSE = 1_000

/**
 * Returns the fetched tables that the route of a job reads; undefined if it reads none. Waits until
 * they are available. Rejects when `signal` aborts.
 */
export async function tablesOfJob(
  context: GatewayContext,
  { route }: CompiledRoute,
  signal: AbortSignal,
): Promise<Tables | undefined> {
  if (route.fetched === undefined) return undefined
  for (;;) {
    const tables = await context.fetched.current(context, route.fetched)
    if (tables !== undefined) return tables
    await context.clock.sleep(PAUSE, signal)
  }
}

/**
 * Rebuilds the call of a job from its stored input, after its request has ended, with the fetched
 * tables of its route. Rejects if the input is missing.
 */
export async function resumedCall(
  { context, compiled }: JobServer,
  job: StoredJob,
  tables: Tables | undefined,
): Promise<JobCall> {
  const { facts, body, query, path, read } = await readInput(context, job)
  const input = { body, query, path, read: read ?? {} }
  const scope = Object.assign(jobScope(context, compiled, job, facts), input)
  scope.fetched = tables
  chooseModel({ compiled, scope, isResumed: true })
  return {
    context,
    compiled,
    facts,
    scope,
    ids: job.doc.ids,
    bytes: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
  }
}

/** Returns what the route sold when the job was bought. */
export function offeringOf(
  { offerings }: CompiledRoute,
  { doc }: Pick<StoredJob, 'doc'>,
): Offering {
  return offerings.at(doc.at ?? doc.created)
}

/** Returns the facts of a job that formulas can read. */
export function jobFacts(compiled: CompiledRoute, job: Pick<StoredJob, 'doc'>): JobFacts {
  const { id, status, created, poll_url, error, echo } = job.doc
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
