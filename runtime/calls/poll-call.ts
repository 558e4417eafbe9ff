/** Finds the job of a poll and answers for it. */
import type { Call, CompiledRoute, Reply } from '../context.ts'
import { recover } from '../replies/recover.ts'
import { refuse } from '../replies/answer.ts'
import { notFound } from './methods.ts'
import { isSlippery } from './request.ts'
import { jobKey, readJob } from '../jobs/documents.ts'
import { jobScope } from '../jobs/scope.ts'
import { isSignedPoll } from '../jobs/signed-poll.ts'
import type { Held } from '../jobs/types.ts'
import { pipeline } from './pipeline.ts'
import { pollStages } from './jobs/poll.ts'

const ID = /^[0-9a-f]{8,64}$/

/** The answer to a poll, and the call with the job's own route. */
export async function servePollCall(
  call: Call,
  poll: { lives: readonly CompiledRoute[] },
): Promise<{ call: Call; made: Reply }> {
  if (isSlippery(call.facts.path)) return { call, made: notFound(call) }
  if (!['GET', 'HEAD', 'OPTIONS'].includes(call.method)) {
    const made = refuse(call, 'wrong_method', {
      message: `${call.method} is not served here; use GET.`,
    })
    return { call, made: { ...made, headers: { ...made.headers, allow: 'GET' } } }
  }
  if (!isAsGiven(call, poll.lives)) {
    const message =
      'This poll address was not made by this gateway, or was changed; use the poll_url of the submit as it is.'
    return { call, made: refuse(call, 'refused', { status: 400, message }) }
  }
  try {
    const job = await findJob(call, poll.lives)
    if (job === undefined) return { call, made: refuse(call, 'job_not_found') }
    const own = ofJob(call, job)
    return { call: own, made: await pipeline(own, pollStages(job)) }
  } catch (error) {
    return { call, made: await recover(call, error) }
  }
}

/**
 * Whether the address is one that a submit gave; only where the billed facts stand in it can that
 * be seen before the job is read.
 */
function isAsGiven(call: Call, lives: readonly CompiledRoute[]): boolean {
  const { pattern, search } = call.facts
  return (
    lives[0]!.route.job!.signed === undefined ||
    isSignedPoll(call.context.signer, { pattern, id: polledId(call), search })
  )
}

function polledId(call: Call): string {
  return (call.scope.path as { id?: string }).id ?? ''
}

/**
 * The job of the polled id. An id of another store, or of a route that polls elsewhere, is unknown
 * here.
 */
async function findJob(call: Call, lives: readonly CompiledRoute[]): Promise<Held | undefined> {
  const id = polledId(call)
  if (!ID.test(id)) return undefined
  for (const store of new Set(lives.map(compiled => compiled.route.job!.store))) {
    const job = await readJob(call.context, jobKey(store, id))
    if (job !== undefined && lives.some(compiled => compiled.route.id === job.doc.route)) return job
  }
  return undefined
}

function ofJob(call: Call, job: Held): Call {
  const compiled = call.context.routes.get(job.doc.route)!
  const facts = { ...call.facts, summary: compiled.route.summary }
  // HEAD and OPTIONS ask what a poll would cost; they never pay.
  const isAsking = call.method !== 'GET'
  return {
    ...call,
    compiled,
    facts,
    scope: jobScope(call.context, compiled, job, facts),
    header: isAsking ? undefined : call.header,
    conflict: isAsking ? false : call.conflict,
  }
}
