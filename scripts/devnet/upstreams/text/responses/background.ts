/** Background responses: polled, followed as a stream from any event on, and cancelled. */
import type { UpstreamJob } from '../../jobs.ts'
import { openaiError } from '../../openai-errors.ts'
import { json } from '../../contract.ts'
import type { UpstreamReply, UpstreamRequest } from '../../contract.ts'
import { EVENT_STREAM, MALFORMED } from '../events.ts'
import { responseStream } from './events.ts'
import { withState, whole } from './made.ts'
import type { Made } from './made.ts'

const CANCELLED = 'cancelled'
const isCancelled = (job: UpstreamJob): boolean => job.plan.code === CANCELLED

/** A response as it is now. */
export function poll({ jobs }: UpstreamRequest, made: Made): UpstreamReply {
  const job = jobs.find(made.id)
  return json(200, job ? stateOf(made, job, jobs.poll(job)) : whole(made))
}

function stateOf(made: Made, job: UpstreamJob, state: string): object {
  if (isCancelled(job)) return withState(made, { status: CANCELLED })
  if (state === 'pending')
    return withState(made, { status: job.answered <= 1 ? 'queued' : 'in_progress' })
  if (state === 'done') return whole(made)
  const refused = {
    code: 'invalid_prompt',
    message: 'Your prompt was flagged as potentially violating our usage policy.',
  }
  const failed = {
    code: job.plan.code ?? 'server_error',
    message: 'An error occurred while processing your request.',
  }
  return withState(made, { status: 'failed', error: state === 'refused' ? refused : failed })
}

/**
 * The events of a response after a given one. Those of one that is held end at its beginning, and
 * the stream stays open.
 */
export function follow({ jobs, query }: UpstreamRequest, made: Made): UpstreamReply {
  const job = jobs.find(made.id)
  const given = query.get('starting_after')
  const after = given === null ? -1 : Number(given)
  if (!Number.isInteger(after) || after < -1)
    return openaiError(400, "Invalid 'starting_after': expected an integer.", {
      param: 'starting_after',
      code: 'invalid_type',
    })
  if (!job)
    return openaiError(
      400,
      'Only background responses that were created with stream=true can be streamed.',
      { param: 'stream' },
    )
  const stream = responseStream(made, { after, waiting: job.plan.held, malformed: MALFORMED })
  if (!job.plan.held) job.plan.polls = 0
  const failed = !job.plan.held && (isCancelled(job) || job.plan.end !== 'done')
  const events = failed ? [stream.streamError(0)] : stream.events
  return { status: 200, type: EVENT_STREAM, stream: { ...stream, events } }
}

/** Cancels a response, where it has not ended. */
export function cancel({ jobs }: UpstreamRequest, made: Made): UpstreamReply {
  const job = jobs.find(made.id)
  if (!job) return openaiError(400, 'Cannot cancel a synchronous response.')
  if (job.ended === undefined) {
    jobs.order('fail', { id: made.id, code: CANCELLED })
    jobs.poll(job)
  }
  return json(200, stateOf(made, job, job.plan.end))
}
