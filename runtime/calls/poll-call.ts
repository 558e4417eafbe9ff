/** Serves polls: finds the job and replies for it. */
import type { Call, Reply } from '../call.ts'
import type { CompiledRoute } from '../context.ts'
import type { Nearest } from '../http/nearest.ts'
import { recover } from '../replies/recover.ts'
import { refuse } from '../replies/answer.ts'
import { notFound, withoutSlash } from './methods.ts'
import { isAmbiguousPath } from './request.ts'
import { jobKey, readJob } from '../jobs/documents.ts'
import { jobScope, offeringOf } from '../jobs/scope.ts'
import { serverOfJob } from '../lib/editions.ts'
import { isSignedPoll } from '../jobs/signed-poll.ts'
import type { StoredJob } from '../jobs/types.ts'
import { pipeline } from './pipeline.ts'
import { pollStages } from './jobs/poll.ts'
import { withinBudget } from './stages/budget.ts'

const ID = /^[0-9a-f]{8,64}$/

/**
 * Serves a poll, which counts in its caller's budget of unpaid requests. Returns the reply, and the
 * call with the route of the job, for the log.
 */
export async function servePollCall(
  call: Call,
  poll: { routes: readonly CompiledRoute[]; near: Nearest<CompiledRoute> },
): Promise<{ call: Call; reply: Reply }> {
  if (isAmbiguousPath(call.facts.path)) return { call, reply: notFound(call) }
  // Without an id no method is right here. It is mostly the address of the submit and a slash.
  if (polledId(call) === '') return { call, reply: notFound(call, withoutSlash(poll.near, call)) }
  if (!['GET', 'HEAD', 'OPTIONS'].includes(call.method)) {
    const refusal = refuse(call, 'wrong_method', {
      message: `${call.method} is not served here; use GET.`,
    })
    return { call, reply: { ...refusal, headers: { ...refusal.headers, allow: 'GET' } } }
  }
  if (!isIssued(call, poll.routes)) {
    const message =
      'This poll address was not made by this gateway, or was changed; use the poll_url of ' +
      'the submit as it is.'
    return { call, reply: refuse(call, 'refused', { status: 400, message }) }
  }
  try {
    const refused = await withinBudget(call)
    if (refused !== undefined) return { call, reply: refused }
    const job = await findJob(call, poll.routes)
    if (job === undefined) return { call, reply: refuse(call, 'job_not_found') }
    const polled = callOfJob(call, job)
    return { call: polled, reply: await pipeline(polled, pollStages(job)) }
  } catch (error) {
    return { call, reply: await recover(call, error) }
  }
}

/**
 * Whether this gateway issued the poll address. Only signed addresses can be checked before the job
 * is read.
 */
function isIssued(call: Call, routes: readonly CompiledRoute[]): boolean {
  const { pattern, search } = call.facts
  return (
    routes[0]!.route.job!.signed === undefined ||
    isSignedPoll(call.context.signer, { pattern, id: polledId(call), search })
  )
}

function polledId(call: Call): string {
  return (call.scope.path as { id?: string }).id ?? ''
}

/**
 * Finds the job by its id. An id from another store, or of a route with another poll path, is
 * unknown here.
 */
async function findJob(
  call: Call,
  routes: readonly CompiledRoute[],
): Promise<StoredJob | undefined> {
  const id = polledId(call)
  if (!ID.test(id)) return undefined
  for (const store of new Set(routes.map(compiled => compiled.route.job!.store))) {
    const job = await readJob(call.context, jobKey(store, id))
    if (job !== undefined && routes.some(compiled => compiled.route.id === job.doc.route))
      return serverOfJob(call.context, job.doc) === undefined ? undefined : job
  }
  return undefined
}

/** Returns the call of a poll, in the catalog that serves its job. */
function callOfJob(call: Call, job: StoredJob): Call {
  const { context, compiled } = serverOfJob(call.context, job.doc)!
  const facts = { ...call.facts, summary: compiled.route.summary }
  // HEAD and OPTIONS only show what a poll costs; they never pay.
  const isPreview = call.method !== 'GET'
  return {
    ...call,
    context,
    compiled,
    facts,
    offering: offeringOf(compiled, job),
    scope: jobScope(context, compiled, job, facts),
    header: isPreview ? undefined : call.header,
    conflict: isPreview ? false : call.conflict,
  }
}
