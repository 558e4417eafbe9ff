/** Finds the job of a poll and answers for it. */
import type { Call, Live, Reply } from '../context.ts'
import { recover } from '../errors/recover.ts'
import { refuse } from '../errors/answer.ts'
import { notFound } from '../http/methods.ts'
import { isSlippery } from '../http/request.ts'
import { jobKey, readJob } from '../jobs/documents.ts'
import { jobScope } from '../jobs/scope.ts'
import type { Held } from '../jobs/types.ts'
import { pipeline } from '../pipeline.ts'
import { pollStages } from './poll.ts'

const ID = /^[0-9a-f]{8,64}$/

/** The answer to a poll, and the call with the job's own route. */
export async function servePollCall(call: Call, poll: { lives: readonly Live[] }): Promise<{ call: Call; made: Reply }> {
  if (isSlippery(call.facts.path)) return { call, made: notFound(call) }
  if (!['GET', 'HEAD', 'OPTIONS'].includes(call.method)) {
    const made = refuse(call, 'wrong_method', { message: `${call.method} is not served here; use GET.` })
    return { call, made: { ...made, headers: { ...made.headers, allow: 'GET' } } }
  }
  try {
    const job = await findJob(call, poll.lives)
    if (job === undefined) return { call, made: refuse(call, 'job_not_found') }
    const own = await ofJob(call, job)
    return { call: own, made: await pipeline(own, pollStages(job)) }
  } catch (error) {
    return { call, made: await recover(call, error) }
  }
}

/** The job of the polled id. An id of another store, or of a route that polls elsewhere, is unknown here. */
async function findJob(call: Call, lives: readonly Live[]): Promise<Held | undefined> {
  const id = (call.scope.path as { id?: string }).id ?? ''
  if (!ID.test(id)) return undefined
  for (const store of new Set(lives.map(live => live.route.job!.store))) {
    const job = await readJob(call.core, jobKey(store, id))
    if (job !== undefined && lives.some(live => live.route.id === job.doc.route)) return job
  }
  return undefined
}

async function ofJob(call: Call, job: Held): Promise<Call> {
  const live = call.core.routes.get(job.doc.route)!
  const facts = { ...call.facts, summary: live.route.summary }
  // HEAD and OPTIONS ask what a poll would cost; they never pay.
  const isAsking = call.method !== 'GET'
  return {
    ...call, live, facts, scope: await jobScope(call.core, live, job, facts),
    header: isAsking ? undefined : call.header, conflict: isAsking ? false : call.conflict,
  }
}
